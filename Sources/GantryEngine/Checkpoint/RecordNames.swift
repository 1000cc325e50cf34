/// The names of many records in any order, in a few bytes: two readings of a list gave the same records, each as often,
/// when these are equal.
///
/// The sums of two mixed forms of every name. Two different lists agree with a chance of one in 2¹²⁸.
public struct RecordNames: Codable, Equatable, Sendable {
    /// The number of names added, repeats included.
    public private(set) var count = 0
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    /// No names.
    public init() {}

    /// Adds records by the numbers that name them.
    public mutating func add(_ names: [UInt64]) {
        count += names.count
        for name in names {
            first &+= RecordNames.mixed(name)
            second &+= RecordNames.mixed(~name &+ 0x9E37_79B9_7F4A_7C15)
        }
    }

    /// The finalizer of SplitMix64, in which each bit of the number changes about half of the bits.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var bits = number &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}

/// A second reading of a list in which records came again on other pages.
public struct Rereading: Codable, Equatable, Sendable {
    /// Where the second reading is; separate from the position of the first.
    public var source: SourcePosition
    /// The records of the pages so far.
    public var names = RecordNames()
    /// Those of them that the first reading had too, each once for a page; of readings in pieces alone.
    public var found = RecordNames()
}
