public import GantryModel

/// A run as the journal keeps it.
public struct RunRecord: Equatable, Sendable {
    public let id: RunID
    /// Everything that decides the exported bytes, one `key: value` a line: pipeline file, parameters, source.
    public let identity: String
    /// Taken once when the run began; every file that names a time names this one.
    public let snapshot: Instant
    /// The revision that this one corrects.
    public let corrects: Int?
    public let startedAt: Instant
    public var phase: Phase
    public var finishedAt: Instant?
    /// Why the run last stopped, for people; empty while it goes well.
    public var lastError: String

    public init(
        id: RunID, identity: String, snapshot: Instant, corrects: Int?, startedAt: Instant, phase: Phase = .fetch,
        finishedAt: Instant? = nil, lastError: String = ""
    ) {
        self.id = id
        self.identity = identity
        self.snapshot = snapshot
        self.corrects = corrects
        self.startedAt = startedAt
        self.phase = phase
        self.finishedAt = finishedAt
        self.lastError = lastError
    }
}

/// A reject with the place where the server showed it.
public struct JournaledReject: Equatable, Sendable {
    public let page: Int
    public let reject: Reject
    /// Position in the run, from 0.
    public let ordinal: Int

    public init(page: Int, reject: Reject, ordinal: Int) {
        self.page = page
        self.reject = reject
        self.ordinal = ordinal
    }
}

/// Where runs and checkpoints are kept. Every call that writes is one transaction, durable when it returns.
///
/// What a journal must do is tested by the conformance suite that every implementation runs.
public protocol Journal: Sendable {
    func run(_ id: RunID) async throws -> RunRecord?
    /// Every run, newest first.
    func runs() async throws -> [RunRecord]
    func begin(_ run: RunRecord) async throws
    /// Adds a checkpoint and the rejects since the one before.
    func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for id: RunID) async throws
    /// The newest checkpoint. Throws when it is there but its content doesn't match its hash.
    func lastCheckpoint(of id: RunID) async throws -> Checkpoint?
    /// The first `limit` rejects in order.
    func rejects(of id: RunID, limit: Int) async throws -> [JournaledReject]
    func complete(_ id: RunID, at time: Instant) async throws
    func noteError(_ text: String, for id: RunID) async throws
    /// Forgets the run's checkpoints and rejects, so that it begins again.
    func reset(_ id: RunID) async throws
    /// Keeps a document of the run, such as its totals, by name.
    func keep(_ document: String, named name: String, for id: RunID) async throws
    func document(named name: String, of id: RunID) async throws -> String?
}
