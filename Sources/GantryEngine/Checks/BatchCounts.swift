/// Counts that must prove themselves: fetched = exported + held + repeats + rejected + excluded.
public struct BatchCounts: Codable, Equatable, Sendable {
    /// Records that the server sent, each time that it sent them.
    public var fetched = 0
    /// Records in the published files.
    public var exported = 0
    /// Valid records that a blocker keeps out.
    public var held = 0
    /// Exact repeats of a record that is counted once.
    public var repeats = 0
    /// Records that can't be used.
    public var rejected = 0
    /// Records that the server sent although they weren't requested.
    public var excluded = 0

    /// Counts of zero.
    public init() {}

    /// Each count by its name in `totals.json` and in results, in their order.
    public static var named: [(name: String, path: WritableKeyPath<BatchCounts, Int>)] {
        [
            ("fetched", \.fetched), ("exported", \.exported), ("held", \.held), ("repeated", \.repeats),
            ("rejected", \.rejected), ("excluded", \.excluded),
        ]
    }

    /// Whether the five other counts add up to `fetched`.
    public var addUp: Bool { fetched == exported + held + repeats + rejected + excluded }
}
