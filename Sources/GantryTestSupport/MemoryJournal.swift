public import GantryEngine
public import GantryModel

/// A journal in memory: everything is durable, and lost with the object.
public actor MemoryJournal: Journal {
    /// Why a journal in memory refuses.
    public struct Refusal: Error, Equatable {
        /// What was refused, as a sentence.
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

    /// A journal without runs.
    public init() {}

    /// Every checkpoint that was ever committed for a stage that was not reset, oldest first.
    public func history(of id: StageID) -> [Checkpoint] { entry(id)?.history ?? [] }

    /// The current state of the run; `nil` if it doesn't exist.
    public func run(_ id: RunID) -> RunRecord? { records[id] }

    /// Every run, the latest start first.
    public func runs(_ scope: RunScope) -> [RunRecord] {
        let found = records.values.filter { scope.contains($0.head) }.sorted {
            $0.startedAt == $1.startedAt ? $0.id.description > $1.id.description : $0.startedAt > $1.startedAt
        }
        switch scope {
        case .newest(let count): return Array(found.prefix(count))
        case .ended(let count):
            // Sorting keeps the order of equal ones.
            let ended = found.sorted { ($0.finishedAt ?? $0.startedAt) > ($1.finishedAt ?? $1.startedAt) }
            return Array(ended.prefix(count))
        case .latest:
            var started: Set<String> = []
            var finished: Set<String> = []
            let last = found.filter { $0.phase == .complete }
                .sorted { ($0.finishedAt ?? $0.startedAt) > ($1.finishedAt ?? $1.startedAt) }
                .filter { finished.insert($0.id.pipeline + place($0)).inserted }
            return found.filter {
                $0.phase != .complete || started.insert($0.id.pipeline + place($0)).inserted || last.contains($0)
            }
        default: return found
        }
    }

    /// The heads of the same runs; what is in memory can't be damaged.
    public func heads(_ scope: RunScope) -> RunHeads { RunHeads(runs(scope).map(\.head)) }

    /// Enters a run that has not ended. Throws ``Refusal`` where it is entered already.
    public func begin(_ run: RunRecord, documents new: [String: String]) throws {
        guard records[run.id] == nil else { throw Refusal(reason: "\(run.id) has begun already.") }
        var entered = run
        entered.finishedAt = nil
        entered.lastError = ""
        records[run.id] = entered
        if !new.isEmpty { documents[run.id] = new }
    }

    /// Keeps the bag's checksum and the documents, and sets the phase to publish. Throws ``Refusal`` for an unknown
    /// run.
    public func seal(_ id: RunID, bag: String, documents new: [String: String]) throws {
        guard records[id] != nil else { throw Refusal(reason: "There is no run \(id).") }
        bags[id] = bag
        documents[id, default: [:]].merge(new) { $1 }
        records[id]?.phase = .publish
        records[id]?.lastError = ""
    }

    /// What `seal` was given; `nil` before it.
    public func bag(of id: RunID) -> String? { bags[id] }

    /// Sets the end of the run and forgets its checkpoints, but not their history.
    public func complete(_ id: RunID, at time: Instant) {
        for index in (stages[id] ?? []).indices { stages[id]?[index].checkpoints = [] }
        records[id]?.phase = .complete
        records[id]?.finishedAt = time
        records[id]?.lastError = ""
    }

    /// Keeps the last error of a run; nothing for an unknown one.
    public func noteError(_ text: String, for id: RunID) { records[id]?.lastError = text }

    /// Forgets the run with its stages and documents.
    public func reset(_ id: RunID) {
        records[id] = nil
        documents[id] = nil
        bags[id] = nil
        stages[id] = nil
    }

    /// Keeps a document in place of one of the same name. Throws ``Refusal`` for an unknown run.
    public func keep(_ document: String, named name: String, for id: RunID) throws {
        guard records[id] != nil else { throw Refusal(reason: "There is no run \(id).") }
        documents[id, default: [:]][name] = document
    }

    /// The text of a document; `nil` if the run has none of that name.
    public func document(named name: String, of id: RunID) -> String? { documents[id]?[name] }

    // MARK: Stages

    private func entry(_ stage: StageID) -> Entry? { stages[stage.run]?.first { $0.name == stage.name } }

    private func change(_ stage: StageID, _ body: (inout Entry) -> Void) throws {
        guard let index = stages[stage.run]?.firstIndex(where: { $0.name == stage.name }) else {
            throw Refusal(reason: "There is no stage \(stage).")
        }
        stages[stage.run]?[index].change(body)
    }

    /// Enters a stage after the existing ones. Throws ``Refusal`` if the run is unknown or the stage exists.
    public func begin(_ stage: StageID, documents: [String: String], checkpoint: Checkpoint?) throws {
        guard records[stage.run] != nil else { throw Refusal(reason: "There is no run \(stage.run).") }
        guard entry(stage) == nil else { throw Refusal(reason: "\(stage) has begun already.") }
        stages[stage.run, default: []].append(Entry(name: stage.name, documents: documents))
        if let checkpoint { try commit(checkpoint, rejects: [], for: stage) }
    }

    /// The stages in the order in which they were entered.
    public func stages(of id: RunID) -> [StageRecord] {
        (stages[id] ?? []).map { StageRecord(name: $0.name, result: $0.result) }
    }

    /// Keeps the checkpoint, and each reject in place of an earlier one of its ordinal. Throws ``Refusal`` for an
    /// unknown stage.
    public func commit(_ checkpoint: Checkpoint, rejects new: [JournaledReject], for stage: StageID) throws {
        try change(stage) { entry in
            entry.checkpoints.append(checkpoint)
            entry.history.append(checkpoint)
            for reject in new { entry.rejects[reject.ordinal] = reject }
        }
        records[stage.run]?.phase = Phase(checkpoint.phase)
        records[stage.run]?.lastError = ""
    }

    /// The checkpoint committed last; `nil` if there is none, also after the stage has finished.
    public func lastCheckpoint(of stage: StageID) -> Checkpoint? { entry(stage)?.checkpoints.last }

    /// Keeps the result and forgets the checkpoints. Throws ``Refusal`` for an unknown stage.
    public func finish(_ stage: StageID, with result: StageResult) throws {
        try change(stage) { entry in
            entry.result = result
            entry.checkpoints = []
        }
    }

    /// Forgets a stage; does nothing if it doesn't exist.
    public func reset(_ stage: StageID) { stages[stage.run]?.removeAll { $0.name == stage.name } }

    /// The text of a document; `nil` if the stage has none of that name.
    public func document(named name: String, of stage: StageID) -> String? { entry(stage)?.documents[name] }

    /// The first `limit` rejects by their ordinals.
    public func rejects(of stage: StageID, limit: Int) -> [JournaledReject] {
        Array((entry(stage)?.rejects ?? [:]).values.sorted { $0.ordinal < $1.ordinal }.prefix(limit))
    }
}

extension MemoryJournal.Entry {
    fileprivate mutating func change(_ body: (inout Self) -> Void) { body(&self) }
}

/// The server and account of a run.
func place(_ run: RunRecord) -> String {
    "@\(run.identity.source?.address ?? "") \(run.identity.source?.account ?? "")"
}
