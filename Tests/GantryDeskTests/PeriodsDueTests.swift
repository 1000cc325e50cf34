import GantryDesk
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
        ] as [([String], [String])])
    func due(known: [String], due: [String]) throws {
        let periods = try Self.over.map { try PayPeriod($0) }
        #expect(try PeriodsDue.of(periods, known: known.map { try PayPeriod($0) }).map(\.name) == due)
    }
}
