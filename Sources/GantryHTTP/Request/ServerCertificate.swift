public import GantryModel

/// What a server's certificate says, after it was verified.
public struct ServerCertificate: Sendable, Equatable {
    /// When it ends; `nil` for a time that can't be read.
    public let expiresAt: Instant?

    /// - Parameter fields: as libcurl lists them: `Expire date:Nov 23 15:44:28 2026 GMT`.
    init(_ fields: [String]) {
        let name = "Expire date:"
        expiresAt = fields.first { $0.hasPrefix(name) }
            .flatMap { ServerCertificate.instant(String($0.dropFirst(name.count))) }
    }

    /// Reads a time as OpenSSL prints it: `Nov 23 15:44:28 2026 GMT`, and as libcurl does with other libraries:
    /// `2026-11-23 15:44:28 GMT`.
    static func instant(_ text: String) -> Instant? {
        let words = text.split(separator: " ").map(String.init)
        if words.count >= 2, let instant = Instant("\(words[0])T\(words[1])Z") { return instant }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count >= 4, let month = months.firstIndex(of: words[0]), let day = Int(words[1]) else { return nil }
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return Instant("\(words[3])-\(two(month + 1))-\(two(day))T\(words[2])Z")
    }
}
