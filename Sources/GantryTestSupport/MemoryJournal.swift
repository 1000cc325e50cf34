public import GantryEngine
public import GantryModel

/// A journal in memory: what it is told is durable, and lost with the object.
public actor MemoryJournal: Journal {
    /// Why a journal in memory refuses.
    public struct Refusal: Error, Equatable {
        public let reason: String
    }

    private var records: [RunID: RunRecord] = [:]
    private var checkpoints: [RunID: [Checkpoint]] = [:]
    private var rejects: [RunID: [Int: JournaledReject]] = [:]
    private var documents: [RunID: [String: String]] = [:]

    public init() {}

    /// Every checkpoint that was ever committed for a run and not reset, oldest first.
    public func history(of id: RunID) -> [Checkpoint] { checkpoints[id] ?? [] }

    public func run(_ id: RunID) -> RunRecord? { records[id] }

    public func runs() -> [RunRecord] {
        records.values.sorted {
            $0.startedAt == $1.startedAt ? $0.id.description > $1.id.description : $0.startedAt > $1.startedAt
        }
    }

    public func damagedRuns() -> [DamagedRun] { [] }

    public func begin(_ run: RunRecord, documents new: [String: String], checkpoint: Checkpoint?) throws {
        try enter(run)
        if !new.isEmpty { documents[run.id] = new }
        if let checkpoint { try commit(checkpoint, rejects: [], for: run.id) }
    }

    private func enter(_ run: RunRecord) throws {
        guard records[run.id] == nil else { throw Refusal(reason: "\(run.id) has begun already.") }
        var new = run
        new.finishedAt = nil
        new.lastError = ""
        records[run.id] = new
    }

    public func commit(_ checkpoint: Checkpoint, rejects new: [JournaledReject], for id: RunID) throws {
        guard records[id] != nil else { throw Refusal(reason: "There is no run \(id).") }
        checkpoints[id, default: []].append(checkpoint)
        for reject in new { rejects[id, default: [:]][reject.ordinal] = reject }
        records[id]?.phase = checkpoint.phase
        records[id]?.lastError = ""
    }

    public func lastCheckpoint(of id: RunID) -> Checkpoint? { checkpoints[id]?.last }

    public func rejects(of id: RunID, limit: Int) -> [JournaledReject] {
        Array((rejects[id] ?? [:]).values.sorted { $0.ordinal < $1.ordinal }.prefix(limit))
    }

    public func complete(_ id: RunID, at time: Instant) {
        checkpoints[id] = nil
        records[id]?.phase = .complete
        records[id]?.finishedAt = time
        records[id]?.lastError = ""
    }

    public func noteError(_ text: String, for id: RunID) { records[id]?.lastError = text }

    public func reset(_ id: RunID) {
        records[id] = nil
        checkpoints[id] = nil
        rejects[id] = nil
        documents[id] = nil
    }

    public func keep(_ document: String, named name: String, for id: RunID) throws {
        guard records[id] != nil else { throw Refusal(reason: "There is no run \(id).") }
        documents[id, default: [:]][name] = document
    }

    public func document(named name: String, of id: RunID) -> String? { documents[id]?[name] }
}
