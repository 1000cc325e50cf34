/// What a journal says of itself and of its notes about deliveries of pay.
public struct PayNotes: Sendable, Equatable {
    /// How often something was noted. A journal that was brought back from a copy has fewer than before.
    public let count: Int64
    /// What was noted when it was made of something else, as ``WorkspaceJournal/noteRestored(_:count:)`` was given it;
    /// `nil` for a journal that has known everything from its beginning.
    public let restored: String?
    /// Whether it is a copy, as its database shows, and nobody has noted it.
    public let isCopy: Bool

    public init(count: Int64, restored: String?, isCopy: Bool) {
        self.count = count
        self.restored = restored
        self.isCopy = isCopy
    }
}
