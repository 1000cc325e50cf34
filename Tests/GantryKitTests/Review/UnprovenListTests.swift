import GantryKit
import GantryModel
import GantryPayroll
import GantryRuns
import Testing

@Suite("A list that nothing shows to be whole") struct UnprovenListTests {
    private var totals: ExportTotals {
        var totals = ExportTotals()
        totals.unproven = ["work-entries", "workers", "leave"]
        return totals
    }

    @Test("is a warning of the review, one for each") func warnings() {
        #expect(UnprovenList.findings(ExportTotals(), decided: Decisions()).isEmpty)
        let findings = UnprovenList.findings(totals, decided: Decisions())
        #expect(
            findings.map(\.found) == [
                "the list of work entries", "the list of workers", "the list of approved leave",
            ])
        #expect(Set(findings.map(\.id)).count == 3)
        for finding in findings {
            #expect(finding.rule == "unproven-list" && finding.severity == .warning && finding.state == .open)
            #expect(!finding.canBeWaived && !finding.canBeHeld)
        }
    }

    @Test("waits for nobody once a person has accepted it") func accepted() throws {
        let first = try #require(UnprovenList.findings(totals, decided: Decisions()).first)
        let decision = Decision(
            id: first.id, verb: .accept, rule: first.rule, entry: nil, employee: nil, date: nil, found: first.found,
            by: "clerk", because: "The sums are those of the server.", time: Instant(secondsSince1970: 0))
        let findings = UnprovenList.findings(totals, decided: Decisions([decision]))
        #expect(findings.map(\.state) == [.accepted, .open, .open])
    }
}
