/// Counts that must prove themselves: fetched = exported + held + repeats + rejected + excluded.
public struct BatchCounts: Codable, Equatable, Sendable {
    public var fetched = 0
    public var exported = 0
    /// Valid records that a blocker keeps out.
    public var held = 0
    /// Exact repeats of a record that is counted once.
    public var repeats = 0
    /// Records that can't be used.
    public var rejected = 0
    /// Records that the server sent and nobody asked for.
    public var excluded = 0

    public init() {}

    public var addUp: Bool { fetched == exported + held + repeats + rejected + excluded }
}
