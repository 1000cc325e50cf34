import GantryEngine
import GantryModel
import GantryTestSupport
import Testing

@Suite("A stage whose source can't be read on") struct StagesAnewTests {
    private struct TestStage: Stage {
        let name: String
        var keySources: Set<String> = []
        let body: @Sendable (_ call: Int) throws -> Void
        let calls: Shared<[String]>

        func run(_ context: StageContext) async throws -> StageResult {
            try await context.begin()
            let call = calls.withLock { calls in
                calls.append(name)
                return calls.count { $0 == name }
            }
            try body(call)
            return StageResult(name: name, counts: BatchCounts(), files: [], totals: "{}")
        }
    }

    private let calls = Shared<[String]>([])
    private let record = RunRecord(
        id: RunID(pipeline: "test", period: "2026-10", revision: 1), identity: RunIdentity(.datasets, settings: []),
        snapshot: Instant(secondsSince1970: 0), corrects: nil, startedAt: Instant(secondsSince1970: 0))
    private let journal = memoryJournal()

    private func stage(
        _ name: String, from sources: Set<String> = [],
        _ body: @escaping @Sendable (_ call: Int) throws -> Void = { _ in }
    ) -> TestStage {
        TestStage(name: name, keySources: sources, body: body, calls: calls)
    }

    /// One process that runs the stages.
    private func attempt(_ stages: [TestStage]) async throws {
        let run = RunStages(record: record, journal: journal, stop: StopRequest()) { _ in }
        let results = try await run.run(stages)
        #expect(results.map(\.name) == stages.map(\.name))
    }

    private func takeCalls() -> [String] {
        calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    @Test("runs again after those that its keys come from, and all between") func keys() async throws {
        try await journal.begin(record)
        try await attempt([
            stage("first"), stage("list"), stage("other"),
            stage("details", from: ["list"]) { if $0 == 1 { throw RunError(.sourceChanged, "One is gone.") } },
        ])
        #expect(takeCalls() == ["first", "list", "other", "details", "list", "other", "details"])
    }

    @Test("ends the run when it can't be read the second time either")
    func twice() async throws {
        try await journal.begin(record)
        let stages = [
            stage("list"),
            stage("details", from: ["list"]) { if $0 < 3 { throw RunError(.sourceChanged, "One is gone.") } },
        ]
        #expect(await runErrorCode { try await attempt(stages) } == .sourceChanged)
        #expect(takeCalls() == ["list", "details", "list", "details"])
    }

    @Test("begins anew where it goes on from an earlier attempt and the list is incomplete") func incomplete()
        async throws
    {
        try await journal.begin(record)
        let stages = [
            stage("list") {
                if $0 == 1 { throw RunError(.stopped, "Stopped.") }
                if $0 == 2 { throw RunError(.sourceIncomplete, "The source reported 60 records but sent 20.") }
            }
        ]
        #expect(await runErrorCode { try await attempt(stages) } == .stopped)
        try await attempt(stages)
        #expect(takeCalls() == ["list", "list", "list"])
    }

    @Test("is begun anew by the same command where a payroll number is another employee's") func otherOwner()
        async throws
    {
        try await journal.begin(record)
        let stages = [stage("list") { if $0 == 1 { throw RunError(.otherOwner, "It is another employee's.") } }]
        #expect(await runErrorCode { try await attempt(stages) } == .otherOwner)
        #expect(takeCalls() == ["list"])
        #expect(try await journal.stages(of: record.id).isEmpty)
        try await attempt([stage("list")])
    }

    @Test("ends the run where the list is incomplete from the start") func incompleteAtOnce() async throws {
        try await journal.begin(record)
        let stages = [stage("list") { _ in throw RunError(.sourceIncomplete, "The source reported 60 records.") }]
        #expect(await runErrorCode { try await attempt(stages) } == .sourceIncomplete)
        #expect(takeCalls() == ["list"])
    }
}
