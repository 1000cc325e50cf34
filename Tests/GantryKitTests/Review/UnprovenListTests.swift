import GantryEngine
import GantryKit
import GantryModel
import GantryPayroll
import GantryRuns
import Testing

@Suite("A list that nothing shows to be whole") struct UnprovenListTests {
    private var totals: ExportTotals {
        var totals = ExportTotals()
        totals.unproven = ["work-entries", "workers", "leave"]
        totals.counts.fetched = 30
        totals.hours = [
            ExportTotals.QuantityTotal(name: "normalHours", exported: HoursSum(200), held: HoursSum(32)),
            ExportTotals.QuantityTotal(name: "overtimeHours", exported: HoursSum(8), held: .zero),
        ]
        return totals
    }

    private func findings(
        _ totals: ExportTotals, workers: Int? = 3, leave: Int? = 1, decided: Decisions = Decisions(),
        of revision: Int = 1
    ) -> [ReviewReport.Finding] {
        let run = RunID(pipeline: "pay", period: "2026-10", revision: revision)
        return UnprovenList.findings(of: run, totals, workers: workers, leave: leave, decided: decided)
    }

    @Test("is a warning of the review, one for each") func warnings() {
        #expect(findings(ExportTotals()).isEmpty)
        let findings = findings(totals)
        #expect(
            findings.map(\.found) == [
                "the list of work entries: 30 records, 240.00 hours", "the list of workers: 3 records",
                "the list of approved leave: 1 request",
            ])
        #expect(Set(findings.map(\.id)).count == 3)
        for finding in findings {
            #expect(finding.rule == "unproven-list" && finding.severity == .warning && finding.state == .open)
            #expect(!finding.canBeWaived && !finding.canBeHeld)
        }
    }

    @Test("waits for nobody once a person has accepted it") func accepted() throws {
        let first = try #require(findings(totals).first)
        let decision = Decision(
            id: first.id, verb: .accept, rule: first.rule, entry: nil, employee: nil, date: nil, found: first.found,
            by: "clerk", because: "The sums are those of the server.", time: Instant(secondsSince1970: 0))
        let decided = Decisions([decision])
        #expect(findings(totals, decided: decided).map(\.state) == [.accepted, .open, .open])
        // Files that are written again hold other entries back, of the same list.
        var held = totals
        held.hours = [ExportTotals.QuantityTotal(name: "normalHours", exported: HoursSum(40), held: HoursSum(200))]
        #expect(findings(held, decided: decided).first?.state == .accepted)
        // Another list was compared by nobody.
        var fewer = totals
        fewer.counts.fetched = 20
        #expect(findings(fewer, decided: decided).first?.state == .open)
        fewer = totals
        fewer.hours.removeLast()
        #expect(findings(fewer, decided: decided).first?.state == .open)
    }

    @Test("is another finding with another number of workers or requests, and is named where the run keeps neither")
    func lists() {
        let ids = Set(findings(totals).map(\.id))
        #expect(ids.intersection(findings(totals, workers: 2, leave: 2).map(\.id)).count == 1)
        let unknown = findings(totals, workers: nil, leave: nil)
        #expect(
            unknown.map(\.found).suffix(2) == [
                "the list of workers of pay/2026-10/r1", "the list of approved leave of pay/2026-10/r1",
            ])
        // Nothing shows that another revision had the same.
        let later = findings(totals, workers: nil, leave: nil, of: 2)
        #expect(Set(unknown.suffix(2).map(\.id)).isDisjoint(with: later.suffix(2).map(\.id)))
        #expect(Set(findings(totals, of: 2).map(\.id)) == ids)
    }
}
