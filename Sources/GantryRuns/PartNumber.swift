/// One of several parts of an export that are fetched apart and merged: the second of eight.
public struct PartNumber: Hashable, Sendable, CustomStringConvertible {
    /// From 1 to `count`.
    public let number: Int
    /// Of how many, 1 to 500.
    public let count: Int

    /// How many parts there can be.
    public static let possibleCounts = 1...500

    /// `nil` for a part that can't be.
    public init?(_ number: Int, of count: Int) {
        guard PartNumber.possibleCounts.contains(count), (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
    }

    /// Reads `2/8`.
    public init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2, let number = Int(words[0]), let count = Int(words[1]) else { return nil }
        self.init(number, of: count)
        guard text == description else { return nil }
    }

    /// `2/8`
    public var description: String { "\(number)/\(count)" }

    /// What runs that fetch this part are called: `leave-history.part-2-of-8`.
    public func name(of pipeline: String) -> String { "\(pipeline).part-\(number)-of-\(count)" }

    /// The pipeline and part of such a name; `nil` for any other.
    public static func split(_ name: String) -> (pipeline: String, part: PartNumber)? {
        guard let mark = name.ranges(of: ".part-").last else { return nil }
        let words = name[mark.upperBound...].split(separator: "-of-", omittingEmptySubsequences: false)
        guard words.count == 2, let number = Int(words[0]), let count = Int(words[1]),
            let part = PartNumber(number, of: count)
        else { return nil }
        let pipeline = String(name[..<mark.lowerBound])
        return part.name(of: pipeline) == name ? (pipeline, part) : nil
    }
}
