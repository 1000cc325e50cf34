import GantryEngine
import GantryKit
import GantryModel
import GantryRuns
import Testing

@Suite("Lists of runs") struct ListedRunsTests {
    private func spoilDocuments(of run: RunID, _ runs: KeptRuns) throws {
        try runs.spoil("UPDATE documents SET content = 'x' WHERE run = '\(run)'")
    }

    @Test("read nothing of runs that they don't show") func shownOnly() async throws {
        let runs = try KeptRuns()
        let old = try await runs.publish("a/2026-08/r1")
        let new = try await runs.publish("a/2026-09/r1", daysLater: 30)
        try spoilDocuments(of: old, runs)
        let (latest, marks) = try await Gantry.latest(in: runs.workspace)
        #expect(latest.map(\.id) == [new] && marks.folders.isEmpty)
        var selection = RunSelection()
        selection.limit = 1
        #expect(try await Gantry.list(selection, in: runs.workspace).runs.map(\.id) == [new])
        selection.limit = nil
        selection.since = latest.first?.startedAt
        #expect(try await Gantry.list(selection, in: runs.workspace).runs.map(\.id) == [new])
        selection.since = nil
        await #expect(throws: JournalError.self) { try await Gantry.list(selection, in: runs.workspace) }
    }

    @Test("of pay have the newest revision of each period that can be used") func newestPay() async throws {
        let runs = try KeptRuns()
        try await runs.publish("a/2026-06/r1", kind: .payroll)
        try await runs.publish("a/2026-07/r1", kind: .payroll, daysLater: 30)
        let second = try await runs.publish("a/2026-07/r2", kind: .payroll, daysLater: 31)
        let kept = try await runs.publish("a/2026-08/r1", kind: .payroll, daysLater: 60)
        let dropped = try await runs.publish("a/2026-08/r2", kind: .payroll, daysLater: 61)
        _ = try await Gantry.withdraw(
            dropped, by: "clerk", because: "The wrong list of employees", in: runs.workspace)
        try await runs.publish("a/2026-09@2026-09-20/r1", kind: .payroll, daysLater: 62)
        try await runs.publish("a/2026-10/r1", daysLater: 63)
        let time = Instant(secondsSince1970: 1_790_000_000 + 86_400)
        #expect(try await Gantry.newestPay(since: time, in: runs.workspace).map(\.id) == [kept, second])
    }

    @Test("have the counts of records where they are wanted") func counts() async throws {
        let runs = try KeptRuns()
        let result = #"{"totals": {"counts": {"fetched": 3, "exported": 2, "held": 1, "repeated": 0, "rejected": 0}}}"#
        let run = try await runs.publish("a/2026-08/r1", documents: ["result": result])
        #expect(try await Gantry.list(RunSelection(), in: runs.workspace).counts[run]?.exported == 2)
        #expect(try await Gantry.list(RunSelection(), in: runs.workspace, withCounts: false).counts.isEmpty)
    }

    @Test("say which newer revision replaces a run, also where that isn't shown") func superseded() async throws {
        let runs = try KeptRuns()
        let other = try await runs.publish("b/2026-08/r1", daysLater: 1)
        try await runs.publish("a/2026-08/r2", daysLater: 2)
        let first = try await runs.publish("a/2026-08/r1", daysLater: 3)
        for change in [{ $0.limit = 1 }, { $0.since = Instant(secondsSince1970: 1_790_000_000 + 3 * 86_400) }]
            as [(inout RunSelection) -> Void]
        {
            var selection = RunSelection()
            change(&selection)
            let list = try await Gantry.list(selection, in: runs.workspace)
            #expect(list.runs.map(\.id) == [first] && list.superseded == [first])
        }
        #expect(try await Gantry.list(RunSelection(), in: runs.workspace).superseded == [first])
        var selection = RunSelection()
        selection.pipeline = "b"
        let list = try await Gantry.list(selection, in: runs.workspace)
        #expect(list.runs.map(\.id) == [other] && list.superseded.isEmpty)
    }

    @Test("are of one kind where that is asked") func kind() async throws {
        let runs = try KeptRuns()
        try await runs.publish("a/2026-08/r1")
        let early = try await runs.publish("s/x/r1", kind: .sheet)
        let late = try await runs.publish("s/y/r1", kind: .sheet, daysLater: 9)
        var selection = RunSelection()
        selection.kind = .sheet
        #expect(try await Gantry.list(selection, in: runs.workspace).runs.map(\.id) == [late, early])
        selection.since = Instant(secondsSince1970: 1_790_000_001)
        #expect(try await Gantry.list(selection, in: runs.workspace).runs.map(\.id) == [late])
    }

    @Test("name the pipelines of which only parts were fetched, which have no line") func parts() async throws {
        let runs = try KeptRuns()
        try await runs.publish("a/2026-08/r1")
        try await runs.publish("p/2026-08/r1", kind: .part, part: "1/2")
        let (latest, marks) = try await Gantry.latest(in: runs.workspace)
        let board = StatusBoard(
            runs: latest, holders: [:], progress: [:], marks: marks, connection: { _ in "" }, scheduled: [:],
            maxAge: nil, now: Instant(secondsSince1970: 1_800_000_000))
        #expect(board.pipelines == ["a", "p"])
        #expect(board.lines.map(\.pipeline) == ["a"])
    }
}
