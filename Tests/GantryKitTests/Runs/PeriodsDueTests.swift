import GantryEngine
import GantryKit
import GantryModel
import Testing

@Suite("Periods that are due") struct PeriodsDueTests {
    private static let over = ["2026-10", "2026-09", "2026-08", "2026-07", "2026-06"]

    @Test(
        "are the newest, and gaps between those that there are",
        arguments: [
            ([], ["2026-10"]), (["2026-10"], []), (["2026-07"], ["2026-10", "2026-09", "2026-08"]),
            (["2026-10", "2026-07"], ["2026-09", "2026-08"]), (["2026-11", "2026-09"], ["2026-10"]),
            (["2026-09-28..2026-10-11", "2026-08"], ["2026-10"]),
            (["2026-10", "2026-09@2026-09-20", "2026-08"], ["2026-09"]),
        ] as [([String], [String])])
    func due(known: [String], due: [String]) throws {
        let periods = try Self.over.map { try PayPeriod($0) }
        #expect(try PeriodsDue.of(periods, known: known.map { try PayPeriod($0) }).map(\.name) == due)
    }

    @Test("are the newest that are over, and before one of them the gaps since the first run, the oldest first")
    func gaps() throws {
        let today = try #require(CivilDate("2026-11-05"))
        let over = PeriodsDue.over(on: today, by: StandardPeriod.lastMonth)
        #expect(over.count == 12 && over.prefix(2).map(\.name) == ["2026-10", "2026-09"])
        func gaps(_ known: [String]) throws -> [String] {
            try PeriodsDue.gaps(
                before: PayPeriod("2026-10"), by: StandardPeriod.lastMonth, known: known.map { try PayPeriod($0) }
            ).map(\.name)
        }
        #expect(try gaps([]).isEmpty)
        #expect(try gaps(["2026-09"]).isEmpty)
        #expect(try gaps(["2026-07"]) == ["2026-08", "2026-09"])
        #expect(try gaps(["2026-08", "2026-10", "2026-11"]) == ["2026-09"])
    }

    @Test("are named by a month and by the status once one was skipped, until it is made or was forgotten")
    func skipped() async throws {
        let kept = try KeptRuns()
        func month() async throws -> [String] {
            try await Gantry.month(
                PayPeriod("2026-10"), of: "pay", rules: nil, counted: StandardPeriod.lastMonth, in: kept.workspace
            ).withoutRun.map(\.name)
        }
        func status() async throws -> [String] {
            let run = try #require(try await Gantry.latest(in: kept.workspace).runs.first)
            return try await Gantry.payGaps(of: run, by: StandardPeriod.lastMonth, in: kept.workspace).map(\.name)
        }
        try await kept.publish("pay/2026-08/r1", kind: .payroll)
        #expect(try await month() == ["2026-09"])
        #expect(try await status().isEmpty)
        try await kept.publish("pay/2026-10/r1", kind: .payroll, daysLater: 1)
        #expect(try await month() == ["2026-09"])
        #expect(try await status() == ["2026-09"])
        let made = try await kept.publish("pay/2026-09/r1", kind: .payroll, daysLater: 2)
        #expect(try await month().isEmpty)
        #expect(try await status().isEmpty)
        _ = try await Upkeep.forget(made, in: kept.workspace)
        #expect(try await month().isEmpty)
        #expect(try await status().isEmpty)
    }
}
