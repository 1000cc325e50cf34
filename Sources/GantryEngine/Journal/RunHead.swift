public import GantryModel

/// What lists show of a run: all that the journal keeps of it but the settings that it was begun with, which are most
/// of it.
public struct RunHead: Equatable, Sendable {
    /// The key of the run; the journal has one record for each.
    public let id: RunID
    /// What the run does.
    public let kind: RunIdentity.Kind
    /// The period's name as the run was begun with it; `nil` for a sheet that needs none.
    public let period: String?
    /// Where the run reads from or sends to; `nil` for an entry that doesn't say.
    public let source: RunSource?
    /// Which part is fetched, `2/8`; `nil` where all is.
    public let part: String?
    /// Taken once when the run began; every file that names a time names this one.
    public let snapshot: Instant
    /// The revision that this one corrects.
    public let corrects: Int?
    /// When the run was first entered; resuming doesn't change it.
    public let startedAt: Instant
    /// The phase last committed, at which the run resumes.
    public var phase: Phase
    /// When the run was published; `nil` until then.
    public var finishedAt: Instant?
    /// Why the run last stopped, for people; empty if it didn't.
    public var lastError: String

    /// A head with the given values, which are not checked.
    package init(
        id: RunID, kind: RunIdentity.Kind, period: String?, source: RunSource?, part: String?, snapshot: Instant,
        corrects: Int?, startedAt: Instant, phase: Phase, finishedAt: Instant?, lastError: String
    ) {
        self.id = id
        self.kind = kind
        self.period = period
        self.source = source
        self.part = part
        self.snapshot = snapshot
        self.corrects = corrects
        self.startedAt = startedAt
        self.phase = phase
        self.finishedAt = finishedAt
        self.lastError = lastError
    }
}

/// The runs of a scope as lists show them.
public struct RunHeads: Sendable {
    /// Those that can be read, newest first.
    public var runs: [RunHead]
    /// Those whose entries are damaged, in order of their names.
    public var damaged: [DamagedRun]

    /// Runs in the order of lists.
    public init(_ runs: [RunHead] = [], damaged: [DamagedRun] = []) {
        self.runs = runs
        self.damaged = damaged
    }
}
