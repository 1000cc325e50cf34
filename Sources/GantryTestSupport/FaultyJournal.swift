public import GantryEngine
public import GantryModel

/// A journal whose calls can fail, in front of one that works.
public struct FaultyJournal: Journal {
    private let journal: any Journal
    private let faults: Faults
    private let isTaken: @Sendable () -> Bool
    private let committed: @Sendable (Checkpoint) -> Void

    /// Every call goes through `faults` to `journal`.
    ///
    /// - Parameters:
    ///   - isTaken: Whether another machine has the run by now, so that every call is refused.
    ///   - committed: Gets each checkpoint that is durable.
    public init(
        _ journal: any Journal, faults: Faults, isTaken: @escaping @Sendable () -> Bool = { false },
        committed: @escaping @Sendable (Checkpoint) -> Void = { _ in }
    ) {
        self.journal = journal
        self.faults = faults
        self.isTaken = isTaken
        self.committed = committed
    }

    private func around<T: Sendable>(_ operation: String, _ effect: () async throws -> T) async throws -> T {
        if isTaken() { throw JournalError(.leaseLost, "Another process has the run.") }
        let call = try faults.enter(operation)
        let result = try await effect()
        try faults.leave(call)
        return result
    }

    /// Named `journal.run` in the faults.
    public func run(_ id: RunID) async throws -> RunRecord? {
        try await around("journal.run") { try await journal.run(id) }
    }
    /// Named `journal.runs` in the faults.
    public func runs(_ scope: RunScope) async throws -> [RunRecord] {
        try await around("journal.runs") { try await journal.runs(scope) }
    }
    /// Named `journal.heads` in the faults.
    public func heads(_ scope: RunScope) async throws -> RunHeads {
        try await around("journal.heads") { try await journal.heads(scope) }
    }

    /// Named `journal.begin` in the faults.
    public func begin(_ run: RunRecord, documents: [String: String]) async throws {
        try await around("journal.begin") { try await journal.begin(run, documents: documents) }
    }

    /// Named `journal.seal` in the faults.
    public func seal(_ id: RunID, bag: String, documents: [String: String]) async throws {
        try await around("journal.seal") { try await journal.seal(id, bag: bag, documents: documents) }
    }

    /// Named `journal.bag` in the faults.
    public func bag(of id: RunID) async throws -> String? {
        try await around("journal.bag") { try await journal.bag(of: id) }
    }

    /// Named `journal.complete` in the faults.
    public func complete(_ id: RunID, at time: Instant) async throws {
        try await around("journal.complete") { try await journal.complete(id, at: time) }
    }

    /// Named `journal.noteError` in the faults.
    public func noteError(_ text: String, for id: RunID) async throws {
        try await around("journal.noteError") { try await journal.noteError(text, for: id) }
    }

    /// Named `journal.reset` in the faults.
    public func reset(_ id: RunID) async throws {
        try await around("journal.reset") { try await journal.reset(id) }
    }

    /// Named `journal.keep` in the faults.
    public func keep(_ document: String, named name: String, for id: RunID) async throws {
        try await around("journal.keep") { try await journal.keep(document, named: name, for: id) }
    }

    /// Named `journal.document` in the faults.
    public func document(named name: String, of id: RunID) async throws -> String? {
        try await around("journal.document") { try await journal.document(named: name, of: id) }
    }

    /// Named `journal.beginStage` in the faults.
    public func begin(_ stage: StageID, documents: [String: String], checkpoint: Checkpoint?) async throws {
        try await around("journal.beginStage") {
            try await journal.begin(stage, documents: documents, checkpoint: checkpoint)
        }
    }

    /// Named `journal.stages` in the faults.
    public func stages(of id: RunID) async throws -> [StageRecord] {
        try await around("journal.stages") { try await journal.stages(of: id) }
    }

    /// Named `journal.commit` in the faults.
    public func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for stage: StageID) async throws {
        try await around("journal.commit") {
            try await journal.commit(checkpoint, rejects: rejects, for: stage)
            committed(checkpoint)
        }
    }

    /// Named `journal.lastCheckpoint` in the faults.
    public func lastCheckpoint(of stage: StageID) async throws -> Checkpoint? {
        try await around("journal.lastCheckpoint") { try await journal.lastCheckpoint(of: stage) }
    }

    /// Named `journal.finish` in the faults.
    public func finish(_ stage: StageID, with result: StageResult) async throws {
        try await around("journal.finish") { try await journal.finish(stage, with: result) }
    }

    /// Named `journal.resetStage` in the faults.
    public func reset(_ stage: StageID) async throws {
        try await around("journal.resetStage") { try await journal.reset(stage) }
    }

    /// Named `journal.documentOfStage` in the faults.
    public func document(named name: String, of stage: StageID) async throws -> String? {
        try await around("journal.documentOfStage") { try await journal.document(named: name, of: stage) }
    }

    /// Named `journal.rejects` in the faults.
    public func rejects(of stage: StageID, limit: Int) async throws -> [JournaledReject] {
        try await around("journal.rejects") { try await journal.rejects(of: stage, limit: limit) }
    }
}
