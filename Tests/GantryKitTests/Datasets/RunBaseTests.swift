import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryKit
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("What a run continues from") struct RunBaseTests {
    private func base(
        _ name: String, corrects: Int? = nil, asking: [RunIdentity.Setting] = [], in kept: KeptRuns
    ) async throws -> RunIdentity.Base {
        try await RunIdentity.Base(
            of: try #require(RunID(name)), corrects: corrects, from: KeptRuns.source, asking: asking, in: kept.journal,
            kept.workspace)
    }

    @Test("is the beginning where a list is described otherwise, also of a correction") func described() async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("news/2026-01/r1", base: .beginning)
        try await kept.publish("news/2026-02/r1", base: .run(first), daysLater: 1)
        let other = [RunIdentity.Setting("datasets[0].listed-by", "1a2b")]
        #expect(try await base("news/2026-03/r1", asking: other, in: kept) == .beginning)
        #expect(try await base("news/2026-02/r2", corrects: 1, in: kept) == .run(first))
        #expect(try await base("news/2026-02/r2", corrects: 1, asking: other, in: kept) == .beginning)
    }

    @Test("is told to be none where only what the system file says of the list is another") func told() async throws {
        let kept = try KeptRuns()
        func other(_ key: String) async throws -> RunID? {
            try await RunIdentity.Base.ofOtherLists(
                besides: try #require(RunID("news/2026-03/r1")), from: KeptRuns.source,
                asking: [RunIdentity.Setting(key, "1a2b")], in: kept.journal, kept.workspace)
        }
        #expect(try await other("datasets[0].listed-by") == nil, "there is no run")
        let first = try await kept.publish("news/2026-01/r1", base: .beginning)
        let second = try await kept.publish("news/2026-02/r1", base: .run(first), daysLater: 1)
        #expect(try await other("datasets[0].listed-by") == second)
        #expect(try await other("datasets[0].filters.state") == nil, "the pipeline file says so")
    }

    @Test("has the same filters, whatever else the list could be narrowed by") func filters() throws {
        func narrowing(_ old: String = "filters:", _ new: String = "filters:") throws -> [RunIdentity.Setting] {
            let list = """
                paging: none
                total: total
                since: { field: made }
                filters:
                  state: { help: Those in this state., one-of: [open, closed], query: status }
                """
            let system = try SystemFile.tracker(
                list.replacing(old, with: new),
                fields: "id: { type: integer, required: true }, made: { type: time, required: true }")
            let pipeline = try Pipeline.read(
                Array(
                    """
                    pipeline: news
                    connection: tracker
                    datasets:
                      - dataset: tracker.hours
                        since: last-run
                        filters: { state: open }
                        outputs: [{ file: hours.csv, format: csv }]
                    """.utf8), named: "news.yaml", catalog: Catalog(of: Systems([system])))
            return try DatasetPlan.narrowing(pipeline, of: system, PayPeriod("2026-12"))
        }
        let known = try narrowing()
        #expect(try narrowing("[open, closed]", "[open, closed, held]") == known)
        #expect(try narrowing("filters:", "filters:\n  user: { help: Those of a user. }") == known)
        #expect(try narrowing("query: status", "query: state") != known, "the server is asked for something else")
    }

    @Test(
        "is the last run of the chain, although a clock was a year ahead for a night, or behind",
        arguments: [365, -365])
    func clocks(daysLater: Int64) async throws {
        let kept = try KeptRuns()
        #expect(try await base("news/2026-01/r1", in: kept) == .beginning)
        let first = try await kept.publish("news/2026-01/r1", base: .beginning)
        let wrong = try await kept.publish("news/2026-02/r1", base: .run(first), daysLater: daysLater)
        #expect(try await base("news/2026-03/r1", in: kept) == .run(wrong))
        let third = try await kept.publish("news/2026-03/r1", base: .run(wrong), daysLater: 2)
        #expect(try await base("news/2026-04/r1", in: kept) == .run(third))
        let correction = try await base("news/2026-03/r2", corrects: 1, in: kept)
        #expect(correction == .run(wrong), "it continues from where the corrected run did")
        let corrected = try await kept.publish("news/2026-03/r2", base: correction, daysLater: 3)
        #expect(try await base("news/2026-04/r1", in: kept) == .run(corrected), "it has what came since, too")
    }

    @Test("is before a run that was withdrawn, since no run after it has its records") func withdrawn() async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("news/2026-01/r1", base: .beginning)
        let second = try await kept.publish("news/2026-02/r1", base: .run(first), daysLater: 1)
        let third = try await kept.publish("news/2026-03/r1", base: .run(second), daysLater: 2)
        let fourth = try await kept.publish("news/2026-04/r1", base: .run(third), daysLater: 3)
        #expect(try await base("news/2026-05/r1", in: kept) == .run(fourth))
        _ = try await Gantry.withdraw(second, by: "clerk", because: "It was the wrong account", in: kept.workspace)
        #expect(try await base("news/2026-05/r1", in: kept) == .run(first))
        #expect(try await base("news/2026-04/r2", corrects: 1, in: kept) == .run(first))
        let instead = try await base("news/2026-02/r2", in: kept)
        #expect(instead == .run(first))
        let replaced = try await kept.publish("news/2026-02/r2", base: instead, daysLater: 4)
        #expect(try await base("news/2026-05/r1", in: kept) == .run(replaced))
    }

    @Test("is refused while its folder is gone, and before it once it is forgotten") func missing() async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("news/2026-01/r1", base: .beginning)
        let second = try await kept.publish("news/2026-02/r1", base: .run(first), daysLater: 1)
        try kept.remove("exports/\(second)")
        let told = await refusal { _ = try await base("news/2026-03/r1", in: kept) }
        #expect(told.contains("\(second)") && told.contains("missing") && told.contains("in no archive"), "\(told)")
        _ = try await Upkeep.forget(second, in: kept.workspace)
        #expect(try await base("news/2026-03/r1", in: kept) == .run(first))
    }

    @Test("is refused with one way out where many folders are gone, or all", arguments: ["exports/news", "exports"])
    func lost(_ gone: String) async throws {
        let kept = try KeptRuns()
        var runs: [RunID] = []
        for month in 1...4 {
            let base = runs.last.map { RunIdentity.Base.run($0) } ?? .beginning
            runs.append(try await kept.publish("news/2026-0\(month)/r1", base: base, daysLater: Int64(month)))
        }
        try kept.remove(gone)
        let error = await #expect(throws: RunError.self) { _ = try await base("news/2026-05/r1", in: kept) }
        let told = try #require(error)
        #expect(told.explanation.contains("\(runs[3])") && told.explanation.contains("\(runs[0])"), "\(told)")
        let advice = try #require(told.advice).text { "<\($0)>" }
        let way = "<\(Advice.Action.withdraw(run: runs[0].description))>"
        #expect(advice.contains(way) && !advice.contains("forget"), "\(advice)")
        _ = try await Gantry.withdraw(runs[0], by: "clerk", because: "The disk is gone", in: kept.workspace)
        #expect(try await base("news/2026-05/r1", in: kept) == .beginning)
    }

    @Test("is refused naming the first run whose folder is gone, and then goes on before it") func lostLater()
        async throws
    {
        let kept = try KeptRuns()
        let first = try await kept.publish("news/2026-01/r1", base: .beginning)
        let second = try await kept.publish("news/2026-02/r1", base: .run(first), daysLater: 1)
        let third = try await kept.publish("news/2026-03/r1", base: .run(second), daysLater: 2)
        let fourth = try await kept.publish("news/2026-04/r1", base: .run(third), daysLater: 3)
        for run in [second, fourth] { try kept.remove("exports/\(run)") }
        let told = await refusal { _ = try await base("news/2026-05/r1", in: kept) }
        #expect(told.contains("\(fourth)") && told.contains("the first being \(second)"), "\(told)")
        _ = try await Gantry.withdraw(second, by: "clerk", because: "Its disk is gone", in: kept.workspace)
        #expect(try await base("news/2026-05/r1", in: kept) == .run(first))
    }

    @Test("is refused while this machine's clock is behind what was exported already") func behind() async throws {
        let kept = try KeptRuns()
        let run = try await kept.begin("leaves/2026-01/r1")
        let stage = StageID(run, "leaves")
        let latest = try #require(Instant("2026-11-20T10:00:00Z"))
        var bookmark = Bookmark()
        bookmark.pass(latest.nanosecondsSince1970, in: "") { Array("7".utf8) }
        try await kept.journal.begin(stage, documents: [:], checkpoint: nil)
        try await kept.journal.finish(
            stage,
            with: StageResult(name: "leaves", counts: BatchCounts(), files: [], totals: "{}", bookmark: bookmark.text))
        let system = try #require(Systems.builtIn.dataset(named: "cdbl.leaves")).system
        func refused(_ now: Instant) async -> String {
            await refusal {
                try await RunIdentity.Base.run(run).requireBefore(now, ["cdbl.leaves"], of: system, in: kept.journal)
            }
        }
        #expect(await refused(latest).isEmpty)
        let told = await refused(try #require(Instant("2021-01-01T02:30:00Z")))
        #expect(
            told.contains("2021-01-01T02:30:00Z") && told.contains("\(run)") && told.contains("2026-11-20T10:00:00Z"),
            "\(told)")
    }

    @Test("has the same days where Gantry leaves out records of others, asked for or not", arguments: [true, false])
    func days(asks: Bool) throws {
        let query = asks ? ", query: { from: \"{from}\", to: \"{to}\" }" : ""
        let system = try SystemFile.tracker(
            "paging: none\ntotal: total\nperiod: { day: day\(query) }\nsince: { field: made }",
            fields:
                "id: { type: integer, required: true }, day: { type: date, required: true }, made: { type: time, required: true }"
        )
        let pipeline = try Pipeline.read(
            Array(
                """
                pipeline: news
                connection: tracker
                datasets:
                  - dataset: tracker.hours
                    since: last-run
                    outputs: [{ file: hours.csv, format: csv }]
                """.utf8), named: "news.yaml", catalog: Catalog(of: Systems([system])))
        func narrowing(_ period: String) throws -> [RunIdentity.Setting] {
            try DatasetPlan.narrowing(pipeline, of: system, PayPeriod(period))
        }
        #expect(try narrowing("2026-12").contains(RunIdentity.Setting("days", "2026-12-01..2026-12-31")))
        #expect(try narrowing("2026-12").contains { $0.key == "datasets[0].listed-by" })
        #expect(try narrowing("2027-01") != narrowing("2026-12"))
    }
}
