import GantryEngine
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// A batch, where a run of it stands, and what it must come to.
final class Batch: Sendable, CustomTestStringConvertible {
    typealias Outputs = MemoryOutputs<TestSummary>
    static let id = RunID(pipeline: "test", period: "2026-10", revision: 1)
    static let stage = StageID(id, "records")

    let name: String
    let lines: [String]
    let pageSize: Int
    let disk = MemoryDisk()
    let journal = memoryJournal()
    /// Every checkpoint that was ever committed, oldest first.
    let checkpoints = Shared<[Checkpoint]>([])
    /// Pages that attempts opened the source at.
    let openedAt = Shared<[Int]>([])
    private let attempts = Shared(0)
    let events = Shared<[RunEvent]>([])

    init(_ name: String, _ lines: [String], pageSize: Int = 4) {
        self.name = name
        self.lines = lines
        self.pageSize = pageSize
    }

    /// The same batch, not begun.
    func anew() -> Batch { Batch(name, lines, pageSize: pageSize) }

    var testDescription: String { name }

    /// Two checkpoints for every five pages, so that pages end at a checkpoint and between two.
    static let everyTenRecords = CheckpointPolicy(every: .seconds(3_600), records: 10)

    struct Options: Sendable {
        var policy = Batch.everyTenRecords
        var budget = RejectBudget.records(100)
        var stop = StopRequest()
        var statedTotal: Int?
        var gauge: RulesGauge?
        var losesRecord = false
        /// What the source gives when it is read in pieces; `nil` for the same.
        var linesInPieces: [String]?
        var hasPieces = true
        var knowsEnd = false
        /// Whether the stage is run once more when its source has changed.
        var startsAnew = true
        /// What the stage proves of the landed records before they are published; `nil` for nothing.
        var prove: (@Sendable (any ChunkSource<TestEntry>) async throws -> Void)?
        var willGive: @Sendable (_ page: Int) async throws -> Void = { _ in }
        var observe: @Sendable (RunEvent) -> Void = { _ in }
        /// Whether another machine has taken the run over by now.
        var isTaken: @Sendable () -> Bool = { false }
    }

    /// One process: starts the run or resumes it.
    ///
    /// - Returns: Whether the run was published before.
    @discardableResult
    func attempt(_ faults: Faults = Faults(), _ options: Options = Options()) async throws -> Bool {
        // Read back in other pieces each time: a rewrite may resume in the middle of one.
        let linesPerChunk = attempts.withLock { attempts in
            attempts += 1
            return 9 - attempts % 5
        }
        let run = Run(
            id: Batch.id, corrects: nil, snapshot: Instant(secondsSince1970: 0),
            journal: FaultyJournal(journal, faults: faults, isTaken: options.isTaken) { [checkpoints] checkpoint in
                checkpoints.withLock { $0.append(checkpoint) }
            },
            folders: MemoryFolders(disk, faults: faults),
            stop: options.stop, now: { Instant(secondsSince1970: 0) }
        ) { [events] news in
            guard case .batch(let event) = news else { return }
            events.withLock { $0.append(event) }
            options.observe(event)
        }
        return try await run.execute(
            Work(batch: self, faults: faults, options: options, linesPerChunk: linesPerChunk))
    }

    /// The run of a batch, and its one stage.
    struct Work: RunWork, Stage {
        let batch: Batch
        let faults: Faults
        let options: Options
        let linesPerChunk: Int

        var name: String { "records" }
        func identity(_: RunRecord?) -> RunIdentity { RunIdentity(.datasets, settings: []) }
        func requireSame(published _: RunRecord) {}
        func requireSame(unfinished _: RunRecord, as _: RunIdentity) {}
        func startsOver(_: RunRecord, identity _: RunIdentity) -> Bool { false }
        func run(_ stages: RunStages) async throws -> [StageResult] { try await stages.run([self]) }
        func seal(_ results: [StageResult], _: RunRecord) -> SealedRun {
            SealedRun(bag: results[0].totals, documents: [:])
        }

        func run(_ context: StageContext) async throws -> StageResult {
            if !options.startsAnew, batch.openedAt.withLock({ !$0.isEmpty }) {
                throw RunError(.sourceChanged, "It changed before.")
            }
            try await context.begin()
            let stage = BatchStage<TestRules>(
                context, landing: MemoryLanding(batch.disk, faults: faults, linesPerChunk: linesPerChunk),
                outputs: Outputs(batch.disk, faults: faults) { $0.counts }, policy: options.policy,
                budget: options.budget
            ) { TestRules(wholeBatch: $0, gauge: options.gauge, losesRecord: options.losesRecord) }
            let lines = options.linesInPieces ?? batch.lines
            guard options.hasPieces else {
                return try await stage.execute(pageSize: batch.pageSize) { try batch.open($0, faults, options) }
            }
            return try await stage.execute(
                pageSize: batch.pageSize, openSource: { try batch.open($0, faults, options) },
                openPieces: { try batch.open($0, faults, options, lines) }, prove: options.prove)
        }
    }

    private func open(
        _ position: SourcePosition, _ faults: Faults, _ options: Options, _ pieces: [String]? = nil
    ) throws -> ArraySource<TestEntry> {
        let call = try faults.enter("source.open")
        let size = position.pageSize
        openedAt.withLock { $0.append(position.page) }
        #expect(size == pageSize)
        let lines = pieces ?? lines
        var pages = stride(from: 0, to: lines.count, by: size).enumerated().map { index, start in
            Chunk<TestEntry>(lines[start..<min(start + size, lines.count)], page: index + 1)
        }
        // A server with nothing to give sends a page all the same.
        if pages.isEmpty { pages = [Chunk<TestEntry>(lines: [], page: 1)] }
        let source = ArraySource(
            pages, startingAt: position.page, statedTotal: options.statedTotal ?? lines.count, pageSize: size,
            knowsEnd: options.knowsEnd, faults: faults, willGive: options.willGive)
        try faults.leave(call)
        return source
    }

    /// The published files by name.
    var published: [String: String] {
        var files: [String: String] = [:]
        for name in disk.names(under: Outputs.export) { files[name] = disk.text(of: Outputs.export + name) }
        return files
    }

    var isPublished: Bool { !published.isEmpty }

    /// Whether a record came again on another page.
    var repeatsAcrossPages: Bool {
        let chunk = Chunk<TestEntry>(lines)
        let rejected = Set(chunk.rejects.map(\.index))
        var pages: [Int64: Int] = [:]
        for (index, entry) in chunk.records.enumerated() where !rejected.contains(index) {
            if let page = pages[entry.id], page != index / pageSize { return true }
            pages[entry.id] = index / pageSize
        }
        return false
    }

    /// The pages that an attempt must open the source at, given the checkpoint it goes on from: the next one until all
    /// is landed, and where records came again, the next one to compare.
    func pagesToOpen(from last: Checkpoint?) -> [Int] {
        guard let last else { return repeatsAcrossPages ? [1, 1] : [1] }
        guard last.phase == .fetch else { return [] }
        return (last.isSourceAtEnd == true ? [] : [last.nextPage])
            + (repeatsAcrossPages ? [last.rereading?.source.page ?? 1] : [])
    }

    /// What must be published, worked out from all lines at once.
    var expected: [String: String] {
        let chunk = Chunk<TestEntry>(lines)
        let rejected = Set(chunk.rejects.map(\.index))
        var first: [Int64: TestEntry] = [:]
        var conflicting: Set<Int64> = []
        var units: [Int64: Int64] = [:]
        for (index, entry) in chunk.records.enumerated() where !rejected.contains(index) {
            if let known = first[entry.id] {
                if known != entry { conflicting.insert(entry.id) }
            } else {
                first[entry.id] = entry
                units[entry.person, default: 0] += entry.units
            }
        }
        var seen: Set<Int64> = []
        var exported = ""
        var held = ""
        var rejects = ""
        var summary = TestSummary(counts: BatchCounts(), units: 0)
        summary.counts.fetched = lines.count
        for (index, entry) in chunk.records.enumerated() {
            let line = lines[index] + "\n"
            if rejected.contains(index) {
                rejects += "\(index): " + line
                summary.counts.rejected += 1
            } else if conflicting.contains(entry.id) {
                held += "held " + line
                summary.counts.held += 1
            } else if !seen.insert(entry.id).inserted {
                held += "repeated " + line
                summary.counts.repeats += 1
            } else if entry.units < 0 || units[entry.person, default: 0] > TestRules.limit {
                held += "held " + line
                summary.counts.held += 1
            } else {
                exported += line
                summary.counts.exported += 1
                summary.units += entry.units
            }
        }
        exported += "rows \(summary.counts.exported), units \(summary.units)\n"
        return ["exported": exported, "held": held, "rejects": rejects, "summary": "\(summary)\n"]
    }

    /// Rejects that the journal must hold: the page and the place in the run.
    var expectedRejects: [JournaledReject] {
        Chunk<TestEntry>(lines).rejects.map { reject in
            JournaledReject(
                page: reject.index / pageSize + 1,
                reject: Reject(
                    index: reject.index % pageSize, field: reject.field, found: reject.found, expected: reject.expected),
                ordinal: reject.index)
        }
    }

    /// Everything a finished run must have left, and nothing else.
    func expectFinished(
        _ context: @autoclosure () -> String = "", _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let published = published
        #expect(published == expected, "\(context())", sourceLocation: location)
        #expect(
            disk.names(under: "") == published.keys.map { Outputs.export + $0 }.sorted(), "\(context())",
            sourceLocation: location)
        let run = try await journal.run(Batch.id)
        #expect(run?.phase == .complete, "\(context())", sourceLocation: location)
        let result = try await journal.stages(of: Batch.id).first?.result
        #expect(result?.counts.fetched == lines.count, "\(context())", sourceLocation: location)
        let rejects = try await journal.rejects(of: Batch.stage, limit: .max)
        #expect(rejects == expectedRejects, "\(context())", sourceLocation: location)
    }
}

extension Batch {
    /// Records of a few people with one held, an exact repeat far from its first, and two rejects.
    static let plain = Batch(
        "plain",
        (1...26).map { number in
            switch number {
            case 9: "9 2 -4"
            case 13: "13 1 many"
            case 17: "3 4 3"
            case 22: "no record"
            default: "\(number) \(number % 3 == 0 ? 4 : number % 5) \(number % 4 + (number == 3 ? 0 : 1))"
            }
        })

    /// A person whose units pass the limit only with the last record.
    static let lateVerdict = Batch("late verdict", (1...22).map { "\($0) \($0 % 3) 9" } + ["13 1 none", "24 1 90"])

    /// Two records under one number, far apart, and an exact repeat.
    static let conflict = Batch("conflict", (1...18).map { "\($0) \($0) 5" } + ["2 2 6", "7 7 5", "21 2 1"])

    static let empty = Batch("empty", [])
    static let one = Batch("one", ["1 1 1"])
    static let kinds = [plain, lateVerdict, conflict, empty, one]
}

/// The error that `body` throws as a `RunError`'s code.
func runErrorCode(
    _ location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> RunError.Code? {
    do {
        try await body()
        Issue.record("Nothing was thrown", sourceLocation: location)
        return nil
    } catch let error as RunError {
        return error.code
    } catch {
        Issue.record(error, sourceLocation: location)
        return nil
    }
}

/// A value that closures of several tasks change.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>
    init(_ value: Value) { state = Mutex(value) }
    func withLock<T: Sendable>(_ body: (inout Value) throws -> T) rethrows -> T {
        try state.withLock { value in
            var copy = value
            defer { value = copy }
            return try body(&copy)
        }
    }
}
