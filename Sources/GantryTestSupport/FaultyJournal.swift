package import GantryEngine
package import GantryModel

/// A journal whose calls can fail, in front of one that works. The faults have them as `journal.commit`, and those of
/// stages that a run has too as `journal.beginStage`.
package struct FaultyJournal: Journal {
    private let journal: any Journal
    private let faults: Faults
    private let isTaken: @Sendable () -> Bool
    private let committed: @Sendable (Checkpoint) -> Void

    /// Every call goes through `faults` to `journal`.
    ///
    /// - Parameters:
    ///   - isTaken: Whether another machine has the run by now, so that every call is refused.
    ///   - committed: Gets each checkpoint that is durable.
    package init(
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
        return try await faults.around(operation, effect)
    }

    package func run(_ id: RunID) async throws -> RunRecord? {
        try await around("journal.run") { try await journal.run(id) }
    }
    package func runs(_ scope: RunScope) async throws -> [RunRecord] {
        try await around("journal.runs") { try await journal.runs(scope) }
    }
    package func heads(_ scope: RunScope) async throws -> RunHeads {
        try await around("journal.heads") { try await journal.heads(scope) }
    }

    package func begin(_ run: RunRecord, documents: [String: String]) async throws {
        try await around("journal.begin") { try await journal.begin(run, documents: documents) }
    }

    package func seal(_ id: RunID, bag: String, documents: [String: String]) async throws {
        try await around("journal.seal") { try await journal.seal(id, bag: bag, documents: documents) }
    }

    package func bag(of id: RunID) async throws -> String? {
        try await around("journal.bag") { try await journal.bag(of: id) }
    }

    package func complete(_ id: RunID, at time: Instant) async throws {
        try await around("journal.complete") { try await journal.complete(id, at: time) }
    }

    package func noteError(_ text: String, for id: RunID) async throws {
        try await around("journal.noteError") { try await journal.noteError(text, for: id) }
    }

    package func reset(_ id: RunID) async throws {
        try await around("journal.reset") { try await journal.reset(id) }
    }

    package func keep(_ document: String, named name: String, for id: RunID) async throws {
        try await around("journal.keep") { try await journal.keep(document, named: name, for: id) }
    }

    package func document(named name: String, of id: RunID) async throws -> String? {
        try await around("journal.document") { try await journal.document(named: name, of: id) }
    }

    package func begin(_ stage: StageID, documents: [String: String], checkpoint: Checkpoint?) async throws {
        try await around("journal.beginStage") {
            try await journal.begin(stage, documents: documents, checkpoint: checkpoint)
        }
    }

    package func stages(of id: RunID) async throws -> [StageRecord] {
        try await around("journal.stages") { try await journal.stages(of: id) }
    }

    package func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for stage: StageID) async throws {
        try await around("journal.commit") {
            try await journal.commit(checkpoint, rejects: rejects, for: stage)
            committed(checkpoint)
        }
    }

    package func lastCheckpoint(of stage: StageID) async throws -> Checkpoint? {
        try await around("journal.lastCheckpoint") { try await journal.lastCheckpoint(of: stage) }
    }

    package func finish(_ stage: StageID, with result: StageResult) async throws {
        try await around("journal.finish") { try await journal.finish(stage, with: result) }
    }

    package func reset(_ stage: StageID) async throws {
        try await around("journal.resetStage") { try await journal.reset(stage) }
    }

    package func document(named name: String, of stage: StageID) async throws -> String? {
        try await around("journal.documentOfStage") { try await journal.document(named: name, of: stage) }
    }

    package func rejects(of stage: StageID, limit: Int) async throws -> [JournaledReject] {
        try await around("journal.rejects") { try await journal.rejects(of: stage, limit: limit) }
    }
}
