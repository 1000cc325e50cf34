public import GantryEngine
public import GantryModel

/// A journal whose calls can fail, in front of one that keeps what it is told.
public struct FaultyJournal: Journal {
    private let journal: any Journal
    private let faults: Faults

    public init(_ journal: any Journal, faults: Faults) {
        self.journal = journal
        self.faults = faults
    }

    private func around<T: Sendable>(_ operation: String, _ effect: () async throws -> T) async throws -> T {
        let call = try faults.enter(operation)
        let result = try await effect()
        try faults.leave(call)
        return result
    }

    public func run(_ id: RunID) async throws -> RunRecord? {
        try await around("journal.run") { try await journal.run(id) }
    }
    public func runs() async throws -> [RunRecord] { try await around("journal.runs") { try await journal.runs() } }
    public func damagedRuns() async throws -> [DamagedRun] {
        try await around("journal.damagedRuns") { try await journal.damagedRuns() }
    }

    public func begin(_ run: RunRecord, documents: [String: String]) async throws {
        try await around("journal.begin") { try await journal.begin(run, documents: documents) }
    }

    public func seal(_ id: RunID, bag: String, documents: [String: String]) async throws {
        try await around("journal.seal") { try await journal.seal(id, bag: bag, documents: documents) }
    }

    public func bag(of id: RunID) async throws -> String? {
        try await around("journal.bag") { try await journal.bag(of: id) }
    }

    public func complete(_ id: RunID, at time: Instant) async throws {
        try await around("journal.complete") { try await journal.complete(id, at: time) }
    }

    public func noteError(_ text: String, for id: RunID) async throws {
        try await around("journal.noteError") { try await journal.noteError(text, for: id) }
    }

    public func reset(_ id: RunID) async throws {
        try await around("journal.reset") { try await journal.reset(id) }
    }

    public func keep(_ document: String, named name: String, for id: RunID) async throws {
        try await around("journal.keep") { try await journal.keep(document, named: name, for: id) }
    }

    public func document(named name: String, of id: RunID) async throws -> String? {
        try await around("journal.document") { try await journal.document(named: name, of: id) }
    }

    public func begin(_ stage: StageID, documents: [String: String], checkpoint: Checkpoint?) async throws {
        try await around("journal.beginStage") {
            try await journal.begin(stage, documents: documents, checkpoint: checkpoint)
        }
    }

    public func stages(of id: RunID) async throws -> [StageRecord] {
        try await around("journal.stages") { try await journal.stages(of: id) }
    }

    public func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for stage: StageID) async throws {
        try await around("journal.commit") { try await journal.commit(checkpoint, rejects: rejects, for: stage) }
    }

    public func lastCheckpoint(of stage: StageID) async throws -> Checkpoint? {
        try await around("journal.lastCheckpoint") { try await journal.lastCheckpoint(of: stage) }
    }

    public func finish(_ stage: StageID, with result: StageResult) async throws {
        try await around("journal.finish") { try await journal.finish(stage, with: result) }
    }

    public func reset(_ stage: StageID) async throws {
        try await around("journal.resetStage") { try await journal.reset(stage) }
    }

    public func document(named name: String, of stage: StageID) async throws -> String? {
        try await around("journal.documentOfStage") { try await journal.document(named: name, of: stage) }
    }

    public func rejects(of stage: StageID, limit: Int) async throws -> [JournaledReject] {
        try await around("journal.rejects") { try await journal.rejects(of: stage, limit: limit) }
    }
}
