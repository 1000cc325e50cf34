import GantryEngine
import GantryModel
import GantryPages
import GantryRuns
import Testing

@Suite("The heat map of a report")
struct HeatMapTests {
    private static let first = CivilDate(year: 2026, month: 10, day: 1)

    private func page(
        period: String = "2026-10", employees: Int = 2, isNamed: Bool = true, change: (inout PayReport) -> Void
    ) throws -> String {
        var totals = ExportTotals()
        totals.employees = employees
        var facts = RunFacts(
            RunID(pipeline: "payroll-monthly", period: period, revision: 1),
            RunSource(system: "ksr-cranes", address: "https://cranes.example.com", account: "clerk"))
        facts.files = [ExportedFile(path: "data/payroll-2026-10.xlsx", bytes: 1, rows: nil, sha256: "")]
        var report = PayReport(facts, period: try PayPeriod(period), totals: totals)
        change(&report)
        let text = PageText(.english, zone: .denmark)
        return String(decoding: PayReportPage(report, text, isNamed: isNamed).bytes(), as: UTF8.self)
    }

    private func person(_ number: String, _ hours: [Int128]) throws -> PayReport.DailyHours {
        var person = PayReport.DailyHours(number: number, name: "Otto")
        let first = try #require(Self.first)
        for (offset, nano) in hours.enumerated() where nano != 0 { person.days[first + offset] = nano }
        return person
    }

    private func held(_ employee: String, hours: Int64) -> PayReport.Finding {
        PayReport.Finding(
            id: "AAAA", rule: "not-approved", employee: employee, name: "Otto", day: Self.first,
            found: "SUBMITTED", hours: Hours(nano: hours), amount: nil, state: .held, decision: nil)
    }

    @Test("Each day has its hours and its shade, and each employee the sum")
    func shades() throws {
        let person = try person("7", [3_000_000_000, 6_000_000_000, 8_000_000_000, 12_000_000_000, 12_100_000_000])
        let page = try page { $0.dailyHours = [person] }
        for cell in ["k1\">3.0<", "k2\">6.0<", "k3\">8.0<", "k4\">12.0<", "k5\">12.1<", "<b>41.1</b>"] {
            #expect(page.contains(cell), "\(cell)")
        }
        #expect(page.contains("<th scope=\"col\" class=\"we\">3\nS</th>"))
    }

    @Test("A day on hold has a frame and words, and its hours where nothing is paid")
    func held() throws {
        let person = try person("7", [8_000_000_000])
        let page = try page {
            $0.dailyHours = [person]
            $0.findings = [
                held("7", hours: 2_000_000_000), held("8", hours: 4_500_000_000), held("9", hours: 1),
                held("9", hours: 1),
            ]
        }
        #expect(page.contains("k3 hold\">8.0<span class=\"hide\"> On hold"))
        #expect(page.contains(" hold\">4.5<span") && page.contains(" hold\">!<span"))
    }

    @Test("Without names, only numbers are in it")
    func names() throws {
        let person = try person("7", [8_000_000_000])
        let page = try page(isNamed: false) {
            $0.dailyHours = [person]
            $0.findings = [held("8", hours: 1)]
        }
        #expect(page.contains("<span class=\"num\">8</span>") && !page.contains("Otto"))
    }

    @Test("Of many employees it says how many are shown, and which workbook has them all")
    func many() throws {
        let people = try (1...201).map { try person("\($0)", [8_000_000_000]) }
        let page = try page(employees: 2_500) { $0.dailyHours = people }
        #expect(page.contains("200 with a finding or a big change; all 2\u{202F}500 are in payroll-2026-10.xlsx."))
        #expect(page.contains(">200</span>") && !page.contains(">201</span>"))
    }

    @Test("Where no file has the days, the page says what would; more than 31 days have none")
    func absent() throws {
        #expect(try page { _ in }.contains("payroll-xml"))
        #expect(try !page(period: "2026") { _ in }.contains("id=\"heat\""))
    }
}
