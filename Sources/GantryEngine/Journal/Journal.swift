public import GantryModel

/// A run as the journal keeps it. What its head says can be asked of the record itself.
@dynamicMemberLookup
public struct RunRecord: Equatable, Sendable {
    /// What lists show of it.
    public var head: RunHead
    /// What it was begun with.
    public let identity: RunIdentity

    /// A record with the given values. By default the run is new: fetching, unfinished and without an error.
    public init(
        id: RunID, identity: RunIdentity, snapshot: Instant, corrects: Int?, startedAt: Instant, phase: Phase = .fetch,
        finishedAt: Instant? = nil, lastError: String = ""
    ) {
        self.identity = identity
        head = RunHead(
            id: id, kind: identity.kind, period: identity.period, source: identity.source, part: identity.part,
            snapshot: snapshot, corrects: corrects, startedAt: startedAt, phase: phase, finishedAt: finishedAt,
            lastError: lastError)
    }

    /// The key of the run.
    public var id: RunID { head.id }

    /// A value of the head.
    public subscript<T>(dynamicMember path: KeyPath<RunHead, T>) -> T { head[keyPath: path] }

    /// A value of the head that can change.
    public subscript<T>(dynamicMember path: WritableKeyPath<RunHead, T>) -> T {
        get { head[keyPath: path] }
        set { head[keyPath: path] = newValue }
    }
}

/// A reject with the place where the server showed it.
public struct JournaledReject: Equatable, Sendable {
    /// Only the first ones of a run are kept, this many; all are counted.
    public static let mostKept = 100

    /// The page that the record was on, from 1.
    public let page: Int
    /// Why the record can't be used.
    public let reject: Reject
    /// Position in the run, from 0.
    public let ordinal: Int

    /// A reject at the given page and position.
    public init(page: Int, reject: Reject, ordinal: Int) {
        self.page = page
        self.reject = reject
        self.ordinal = ordinal
    }
}

/// A run whose entry in the journal can't be used.
public struct DamagedRun: Sendable {
    /// The run as the entry names it, which may be damaged too.
    public let name: String
    /// What is wrong with it and what to do.
    public let problem: any ExplainedError

    /// A damaged entry. `name` need not be a valid run name.
    public init(name: String, problem: any ExplainedError) {
        self.name = name
        self.problem = problem
    }

    /// `nil` if no run has the name.
    public var id: RunID? { RunID(name) }
}

/// A stage of a run.
public struct StageID: Hashable, Sendable, CustomStringConvertible {
    /// The run that the stage belongs to.
    public let run: RunID
    /// Unique within the run: `appointments`.
    public let name: String

    /// The stage `name` of `run`; the form of the name is not checked.
    public init(_ run: RunID, _ name: String) {
        self.run = run
        self.name = name
    }

    /// `nightly-archive/2026-10/r1 appointments`.
    public var description: String { "\(run) \(name)" }
}

/// Where runs, their stages and checkpoints are kept. Every call that writes is one transaction, durable when it
/// returns.
///
/// What a journal must do is tested by the conformance suite that every implementation runs.
public protocol Journal: Sendable {
    /// `nil` when it was never begun. Throws when its entry is damaged.
    func run(_ id: RunID) async throws -> RunRecord?
    /// The runs of a scope that can be read, newest first. ``heads(_:)`` costs a fraction of it.
    func runs(_ scope: RunScope) async throws -> [RunRecord]
    /// What lists show of the runs of a scope, and which of them can't be read.
    func heads(_ scope: RunScope) async throws -> RunHeads
    /// Enters a new run together with documents by name. All of it or nothing. Throws if the run already exists.
    func begin(_ run: RunRecord, documents: [String: String]) async throws
    /// Says that the run's bag is complete and may get its name, and keeps documents with it.
    func seal(_ id: RunID, bag: String, documents: [String: String]) async throws
    /// SHA-256 of the tag manifest of a sealed run's bag; `nil` for any other.
    func bag(of id: RunID) async throws -> String?
    /// Says that the run is published, since when, and that no stage resumes any more: their checkpoints are removed.
    /// Rejects and documents stay.
    func complete(_ id: RunID, at time: Instant) async throws
    /// Why the run stopped, for people; the next checkpoint clears it.
    func noteError(_ text: String, for id: RunID) async throws
    /// Removes the run with its stages, checkpoints, rejects and documents, so that it can be begun again.
    func reset(_ id: RunID) async throws
    /// Keeps a document of the run, such as its totals, by name.
    func keep(_ document: String, named name: String, for id: RunID) async throws
    /// `nil` if there is none. Throws when its content doesn't match its hash.
    func document(named name: String, of id: RunID) async throws -> String?

    /// Enters a new stage with what it is based on: documents by name, and a checkpoint unless it starts with the first
    /// page. All of it or nothing. Throws when the stage already exists, or its run doesn't.
    func begin(_ stage: StageID, documents: [String: String], checkpoint: Checkpoint?) async throws
    /// The stages of a run that have begun, in that order.
    func stages(of id: RunID) async throws -> [StageRecord]
    /// Adds a checkpoint and the rejects since the one before. Throws when the stage has not begun.
    func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for stage: StageID) async throws
    /// The newest checkpoint. Throws if its content doesn't match its hash.
    func lastCheckpoint(of stage: StageID) async throws -> Checkpoint?
    /// Stores the result of a stage. Its checkpoints are removed; rejects and documents stay.
    func finish(_ stage: StageID, with result: StageResult) async throws
    /// Removes the stage with its checkpoints, rejects and documents, so that it can be begun again.
    func reset(_ stage: StageID) async throws
    /// A document that a stage was begun with. Throws if its content doesn't match its hash.
    func document(named name: String, of stage: StageID) async throws -> String?
    /// The first `limit` rejects of a stage in order.
    func rejects(of stage: StageID, limit: Int) async throws -> [JournaledReject]
}

/// A stage as the journal keeps it.
public struct StageRecord: Equatable, Sendable {
    /// Unique within the run; the same as `Stage.name`.
    public let name: String
    /// The result; `nil` while it is under way.
    public let result: StageResult?

    /// A stage that finished with `result`, or is under way where that is `nil`.
    public init(name: String, result: StageResult?) {
        self.name = name
        self.result = result
    }
}

extension Journal {
    /// Enters a new run that is based on nothing yet.
    public func begin(_ run: RunRecord) async throws { try await begin(run, documents: [:]) }

    /// The first `limit` rejects of a run, stage by stage.
    public func rejects(of run: RunID, limit: Int) async throws -> [JournaledReject] {
        var rejects: [JournaledReject] = []
        for stage in try await stages(of: run) where rejects.count < limit {
            rejects += try await self.rejects(of: StageID(run, stage.name), limit: limit - rejects.count)
        }
        return rejects
    }

    /// The result of a stage; `nil` if it is under way or has not begun.
    public func result(of stage: StageID) async throws -> StageResult? {
        try await stages(of: stage.run).first { $0.name == stage.name }?.result
    }
}
