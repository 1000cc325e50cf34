import GantryEngine
import GantryModel
import GantryPages
import GantryRuns
import Testing

@Suite("The months of a report of datasets") struct MonthBarsTests {
    private func page(
        _ datasets: [(String, [(Int, Int, Int)])], of field: String? = nil, _ language: Language = .english
    ) -> String {
        let facts = RunFacts(
            RunID(pipeline: "leave-history", period: "2026", revision: 1),
            RunSource(system: "cdbl-lms", address: "https://lms.example.com", account: "office"))
        var totals = ExportTotals()
        totals.datasets = datasets.map { name, months in
            ExportTotals.DatasetTotal(
                name: name, counts: BatchCounts(),
                months: months.map { ExportTotals.MonthTotal(year: $0, month: $1, count: $2) }, of: field)
        }
        let page = DatasetReportPage(
            facts, totals: totals, exceptions: [], in: PageText(language, zone: .denmark))
        return String(decoding: page.bytes(), as: UTF8.self)
    }

    @Test("are shown without a gap, so that one without records is seen")
    func gap() {
        let page = page([("cdbl.leaves", [(2025, 12, 40), (2026, 2, 4)])])
        #expect(page.contains("January 2026</th><td class=\"n\">0</td>"))
        #expect(page.contains("width=\"440.0\"") && page.contains("width=\"44.0\"") && page.contains("width=\"0.0\""))
        #expect(!page.contains("<h3 id=\"months-1\">"))
    }

    @Test("are the newest sixty, and the page says where the others are")
    func many() {
        let months = (0..<70).map { (2020 + $0 / 12, $0 % 12 + 1, 1) }
        let page = page([("a.b", months), ("a.c", [(2026, 1, 1)]), ("a.d", [])], .danish)
        #expect(page.contains("10 tidligere måneder står i totals.json.") && !page.contains("oktober 2020"))
        #expect(page.contains("november 2020") && page.contains("oktober 2025"))
        #expect(page.contains("<h3 id=\"months-2\">a.c</h3>") && !page.contains("a.d</h3>"))
    }

    @Test("are those of a time by UTC, which the page names") func times() {
        #expect(page([("talk.messages", [(2026, 1, 3)])], of: "timestamp").contains("<p>By timestamp, in UTC.</p>"))
        #expect(!page([("cdbl.leaves", [(2026, 1, 3)])]).contains("in UTC"))
    }

    @Test("are not on the page of records without days") func none() {
        #expect(!page([("a.b", [])]).contains("id=\"months\""))
    }
}
