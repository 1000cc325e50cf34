import GantryEngine
import GantryFiles
import GantryModel
import GantryRuns
import Testing

private let source = RunSource(system: "ksr-cranes", address: "https://a.example", account: nil)

private func run(
    _ name: String, _ phase: Phase = .complete, from source: RunSource = source, kind: RunIdentity.Kind = .datasets,
    day: String = "2026-11-20"
) throws -> RunRecord {
    var identity = RunIdentity(kind, settings: [])
    identity.source = source
    let id = try #require(RunID(name))
    let start = try #require(Instant(day))
    return RunRecord(
        id: id, identity: identity, snapshot: start, corrects: id.revision > 1 ? 1 : nil, startedAt: start,
        phase: phase, finishedAt: phase == .complete ? start : nil)
}

@Suite("Earlier periods") struct EarlierPeriodsTests {
    private func earlier(_ rule: any CountedPeriods, _ period: String, _ runs: [RunRecord]) throws -> EarlierPeriods {
        EarlierPeriods(before: try PayPeriod(period), of: "p", from: source, by: rule, runs: runs.map(\.head))
    }

    @Test("show only the past where they were begun before they were over and aren't finished on that day")
    func past() throws {
        func isPast(_ name: String, _ phase: Phase = .fetch, on day: String) throws -> Bool {
            let period = try PayPeriod(String(name.split(separator: "/")[1]))
            return try run(name, phase).head.showsOnlyPast(of: period, in: .utc, now: #require(Instant(day)))
        }
        // All were begun on 2026-11-20.
        for name in ["p/2026-11-20/r1", "p/2026-11@2026-11-20/r1", "p/2026/r1"] {
            #expect(try isPast(name, on: "2026-11-21"), "\(name)")
            #expect(try !isPast(name, on: "2026-11-20") && !isPast(name, .publish, on: "2026-11-21"), "\(name)")
        }
        #expect(try !isPast("p/2026-11-19/r1", on: "2026-11-21") && !isPast("p/2026-10/r1", on: "2027-01-01"))
    }

    @Test("without a run are new after the newest published one") func newlyMissed() throws {
        func found(_ runs: [RunRecord]) throws -> [String] {
            try earlier(StandardPeriod.yesterday, "2026-11-20", runs).newlyMissed
        }
        let first = [try run("p/2026-11-15/r1"), try run("p/2026-11-17/r1")]
        #expect(try found(first) == ["2026-11-18", "2026-11-19"])
        // A night that failed has told nobody of the nights before it.
        #expect(try found(first + [run("p/2026-11-19/r1", .fetch)]) == ["2026-11-18"])
        #expect(try found(first + [run("p/2026-11-19/r1")]) == [])
    }

    @Test("that were interrupted come oldest first, and nothing that a person began otherwise is among them")
    func unfinished() throws {
        let other = RunSource(system: "ksr-cranes", address: "https://b.example", account: nil)
        let found = try earlier(
            StandardPeriod.yesterday, "2026-11-20",
            [
                run("p/2026-11-20/r1", .fetch), run("p/2026-11-19/r1", .fetch), run("p/2026-11-18/r1"),
                run("p/2026-11-17/r1", .publish), run("p/2026-11-18/r2", .fetch), run("p/2026-10/r1", .fetch),
                run("q/2026-11-16/r1", .fetch), run("p/2026-11-15/r1", .fetch, from: other),
                run("p/2026-11-14/r1", .fetch, kind: .sheet), run("p/2026-11-21/r1", .fetch),
            ])
        #expect(found.unfinished.map(\.description) == ["p/2026-11-17/r1", "p/2026-11-19/r1"])
        #expect(found.missed == [])
    }

    @Test("of a rule follow each other by it, and runs of other days are none of them") func byRule() throws {
        let rule = try #require(PayPeriodRule(firstDay: 16))
        let found = try earlier(
            rule, "2026-10-16..2026-11-15",
            [
                run("p/2026-06-16..2026-07-15/r1"), run("p/2026-07-16..2026-08-15/r1", .fetch),
                run("p/2026-08/r1", .fetch), run("p/2026-08-16..2026-09-15@2026-09-01/r1", .fetch),
            ])
        #expect(found.unfinished.map(\.description) == ["p/2026-07-16..2026-08-15/r1"])
        #expect(found.missed == ["2026-08-16..2026-09-15", "2026-09-16..2026-10-15"])
    }

    @Test("that carry the day of the run are told apart by it") func dated() throws {
        let found = try earlier(
            StandardPeriod.thisYear, "2026@2026-11-21",
            [run("p/2026@2026-11-20/r1", .fetch), run("p/2026@2026-11-18/r1")])
        #expect(found.unfinished.map(\.description) == ["p/2026@2026-11-20/r1"])
        #expect(found.missed == [])
    }

    @Test("without a run are named until they have one, as far as a run of the last 31 periods is before them")
    func missed() throws {
        let gaps = [try run("p/2026-07/r1"), try run("p/2026-05/r1")]
        #expect(try earlier(StandardPeriod.lastMonth, "2026-10", gaps).missed == ["2026-06", "2026-08", "2026-09"])
        let later = gaps + [try run("p/2026-08/r1"), try run("p/2026-09/r1")]
        #expect(
            try earlier(StandardPeriod.lastMonth, "2026-10", later).missed == ["2026-06"], "a newer run hides no gap")
        let nights = [try run("p/2026-01-05/r1"), try run("p/2026-02-26/r1"), try run("p/2026-02-28/r1")]
        #expect(
            try earlier(StandardPeriod.yesterday, "2026-03-01", nights).missed == ["2026-02-27"], "old gaps are left")
        #expect(try earlier(StandardPeriod.yesterday, "2026-03-01", [run("p/2026-01-05/r1")]).missed.count == 54)
        #expect(try earlier(StandardPeriod.yesterday, "2026-03-01", [run("p/2026-02-27/r1")]).missed == ["2026-02-28"])
        #expect(try earlier(StandardPeriod.lastMonth, "2026-10", [run("p/2026-09/r1")]).missed == [])
        #expect(try earlier(StandardPeriod.lastMonth, "2026-10", []).missed == [], "nobody missed what was never made")
        #expect(try earlier(StandardPeriod.today, "2026-11-20", [run("p/2026-10-01/r1")]).missed == [])
    }
}

@Suite("A list of runs") struct RunSelectionTests {
    @Test("of a pipeline has its runs with every connection") func connections() throws {
        let runs = try ["p/2026-10/r1", "p@a/2026-10/r1", "p@b/2026-10/r1", "pq/2026-10/r1"].map { try run($0) }
        func names(_ pipeline: String) -> [String] {
            var selection = RunSelection()
            selection.pipeline = pipeline
            return selection.of(runs.map(\.head), holders: [:]).map(\.id.pipeline)
        }
        #expect(names("p") == ["p", "p@a", "p@b"])
        #expect(names("p@a") == ["p@a"])
    }

    @Test("is filtered and sorted") func selection() throws {
        let runs = [
            try run("b/2026-10/r1", .fetch, day: "2026-11-09"), try run("a/2026-10/r1", day: "2026-11-08"),
            try run("a/2026-09/r1", .fetch, day: "2026-11-07"), try run("a/2026-08/r1", day: "2026-11-06"),
        ]
        let holders = [runs[2].id: LockHolder(pid: 1, host: nil, since: nil, command: nil)]
        func names(_ change: (inout RunSelection) -> Void) -> String {
            var selection = RunSelection()
            change(&selection)
            return selection.of(runs.map(\.head), holders: holders).map { "\($0.id.pipeline)\($0.id.period.suffix(2))" }
                .joined(separator: " ")
        }
        #expect(names { _ in } == "b10 a10 a09 a08")
        #expect(names { $0.pipeline = "a" } == "a10 a09 a08")
        #expect(names { $0.states = [.running] } == "a09")
        #expect(names { $0.states = [.unfinished] } == "b10")
        #expect(names { $0.states = [.published, .running] } == "a10 a09 a08")
        #expect(names { $0.since = Instant("2026-11-08") } == "b10 a10")
        #expect(names { $0.limit = 2 } == "b10 a10")
        #expect(names { $0.order = .name } == "a08 a09 a10 b10")
        #expect(names { ($0.order, $0.limit) = (.finished, 3) } == "b10 a09 a10")
    }
}
