public import GantryEngine
public import GantryModel

/// A journal in memory: what it is told is durable, and lost with the object.
public actor MemoryJournal: Journal {
    /// Why a journal in memory refuses.
    public struct Refusal: Error, Equatable {
        public let reason: String
    }

    private var records: [RunID: RunRecord] = [:]
    private var documents: [RunID: [String: String]] = [:]
    private var bags: [RunID: String] = [:]
    private var stages: [RunID: [Entry]] = [:]

    fileprivate struct Entry {
        let name: String
        let documents: [String: String]
        var result: StageResult?
        var checkpoints: [Checkpoint] = []
        /// Every checkpoint that was ever committed, oldest first.
        var history: [Checkpoint] = []
        var rejects: [Int: JournaledReject] = [:]
    }

    public init() {}

    /// Every checkpoint that was ever committed for a stage that was not reset, oldest first.
    public func history(of id: StageID) -> [Checkpoint] { entry(id)?.history ?? [] }

    public func run(_ id: RunID) -> RunRecord? { records[id] }

    public func runs() -> [RunRecord] {
        records.values.sorted {
            $0.startedAt == $1.startedAt ? $0.id.description > $1.id.description : $0.startedAt > $1.startedAt
        }
    }

    public func damagedRuns() -> [DamagedRun] { [] }

    public func begin(_ run: RunRecord, documents new: [String: String]) throws {
        guard records[run.id] == nil else { throw Refusal(reason: "\(run.id) has begun already.") }
        var entered = run
        entered.finishedAt = nil
        entered.lastError = ""
        records[run.id] = entered
        if !new.isEmpty { documents[run.id] = new }
    }

    public func seal(_ id: RunID, bag: String, documents new: [String: String]) throws {
        guard records[id] != nil else { throw Refusal(reason: "There is no run \(id).") }
        bags[id] = bag
        documents[id, default: [:]].merge(new) { $1 }
        records[id]?.phase = .publish
        records[id]?.lastError = ""
    }

    public func bag(of id: RunID) -> String? { bags[id] }

    public func complete(_ id: RunID, at time: Instant) {
        for index in (stages[id] ?? []).indices { stages[id]?[index].checkpoints = [] }
        records[id]?.phase = .complete
        records[id]?.finishedAt = time
        records[id]?.lastError = ""
    }

    public func noteError(_ text: String, for id: RunID) { records[id]?.lastError = text }

    public func reset(_ id: RunID) {
        records[id] = nil
        documents[id] = nil
        bags[id] = nil
        stages[id] = nil
    }

    public func keep(_ document: String, named name: String, for id: RunID) throws {
        guard records[id] != nil else { throw Refusal(reason: "There is no run \(id).") }
        documents[id, default: [:]][name] = document
    }

    public func document(named name: String, of id: RunID) -> String? { documents[id]?[name] }

    // MARK: Stages

    private func entry(_ stage: StageID) -> Entry? { stages[stage.run]?.first { $0.name == stage.name } }

    private func change(_ stage: StageID, _ body: (inout Entry) -> Void) throws {
        guard let index = stages[stage.run]?.firstIndex(where: { $0.name == stage.name }) else {
            throw Refusal(reason: "There is no stage \(stage).")
        }
        stages[stage.run]?[index].change(body)
    }

    public func begin(_ stage: StageID, documents: [String: String], checkpoint: Checkpoint?) throws {
        guard records[stage.run] != nil else { throw Refusal(reason: "There is no run \(stage.run).") }
        guard entry(stage) == nil else { throw Refusal(reason: "\(stage) has begun already.") }
        stages[stage.run, default: []].append(Entry(name: stage.name, documents: documents))
        if let checkpoint { try commit(checkpoint, rejects: [], for: stage) }
    }

    public func stages(of id: RunID) -> [StageRecord] {
        (stages[id] ?? []).map { StageRecord(name: $0.name, result: $0.result) }
    }

    public func commit(_ checkpoint: Checkpoint, rejects new: [JournaledReject], for stage: StageID) throws {
        try change(stage) { entry in
            entry.checkpoints.append(checkpoint)
            entry.history.append(checkpoint)
            for reject in new { entry.rejects[reject.ordinal] = reject }
        }
        records[stage.run]?.phase = Phase(checkpoint.phase)
        records[stage.run]?.lastError = ""
    }

    public func lastCheckpoint(of stage: StageID) -> Checkpoint? { entry(stage)?.checkpoints.last }

    public func finish(_ stage: StageID, with result: StageResult) throws {
        try change(stage) { entry in
            entry.result = result
            entry.checkpoints = []
        }
    }

    public func reset(_ stage: StageID) { stages[stage.run]?.removeAll { $0.name == stage.name } }

    public func document(named name: String, of stage: StageID) -> String? { entry(stage)?.documents[name] }

    public func rejects(of stage: StageID, limit: Int) -> [JournaledReject] {
        Array((entry(stage)?.rejects ?? [:]).values.sorted { $0.ordinal < $1.ordinal }.prefix(limit))
    }
}

extension MemoryJournal.Entry {
    fileprivate mutating func change(_ body: (inout Self) -> Void) { body(&self) }
}
