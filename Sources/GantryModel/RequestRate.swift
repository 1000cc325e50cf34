/// How many requests may start in a time: `5/s` or `100/min`.
public struct RequestRate: Sendable, Hashable, CustomStringConvertible {
    /// What a text of a rate looks like, for messages.
    public static let form = "a number of requests from 1 to 10000 in a second or minute, such as 5/s or 100/min"

    /// The same as a pattern, for a schema.
    public static let pattern = "^([1-9][0-9]{0,3}|10000)/(s|min)$"

    /// Requests in a minute, at least 1.
    public let perMinute: Int

    /// A rate of at least one request a minute.
    public init(perMinute: Int) { self.perMinute = max(perMinute, 1) }

    /// Reads a text such as `5/s`; `nil` for one that is no rate, 0 included.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(parts[0]),
            (1...10_000).contains(count), parts[1] == "s" || parts[1] == "min"
        else { return nil }
        self.init(perMinute: parts[1] == "s" ? count * 60 : count)
    }

    /// `5/s`, or `150/min` where a second has no whole number of requests.
    public var description: String { perMinute % 60 == 0 ? "\(perMinute / 60)/s" : "\(perMinute)/min" }
}
