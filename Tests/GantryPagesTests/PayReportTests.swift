import GantryEngine
import GantryJSON
import GantryModel
import GantryPages
import GantryRuns
import Testing

@Suite("The report of a run of pay")
struct PayReportTests {
    private func report(change: (inout PayReport) -> Void) throws -> PayReport {
        var totals = ExportTotals()
        totals.counts.fetched = 1_491
        totals.counts.exported = 1_459
        totals.counts.held = 31
        totals.counts.repeats = 1
        totals.employees = 60
        totals.hours = [
            ExportTotals.QuantityTotal(
                name: "normalHours", exported: HoursSum(nano: 9_692_350_000_005), held: HoursSum(nano: 180_583_333_334))
        ]
        totals.payCodes = [
            ExportTotals.PayCodeTotal(
                code: "1000", title: "Normal hours", units: HoursSum(nano: 9_692_330_000_000),
                amount: Money(nano: 2_297_295_290_000_000), lines: 60, rate: "worker.hourly_rate",
                rates: ["worker.hourly_rate", "33.33"])
        ]
        totals.amount = Money(nano: 2_297_295_290_000_000)
        totals.currency = "DKK"
        let facts = RunFacts(
            RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1),
            RunSource(system: "ksr-cranes", address: "https://cranes.example.com", account: "clerk"))
        var report = PayReport(facts, period: try PayPeriod("2026-10"), totals: totals)
        change(&report)
        return report
    }

    private func page(
        _ language: Language = .english, isNamed: Bool = true, change: (inout PayReport) -> Void = { _ in }
    ) throws -> String {
        let text = PageText(language, zone: .denmark)
        return String(
            decoding: PayReportPage(try report(change: change), text, isNamed: isNamed).bytes(), as: UTF8.self)
    }

    private func finding(
        _ id: String, _ state: PayReport.Finding.State, employee: String = "1009", name: String = "Otto",
        amount: Money? = nil, decision: PayReport.Finding.Decision? = nil
    ) -> PayReport.Finding {
        PayReport.Finding(
            id: id, rule: "not-approved", employee: employee, name: name,
            day: CivilDate(year: 2026, month: 10, day: 1), found: "SUBMITTED", hours: Hours(nano: 9_150_000_000),
            amount: amount, state: state, decision: decision)
    }

    @Test("tells what a unit of each pay code is paid") func rates() throws {
        #expect(try page().contains("1000 Normal hours rate worker.hourly_rate or 33.33"))
    }

    @Test("A correction names the revision that it corrects, and its lines") func correction() throws {
        let text = """
            {"kind":"correction","base":{"run":"payroll-monthly/2026-10/r1","new_settings":false},"changes":{"rows":1}}
            """
        let total = try #require(ExportTotals.CorrectionTotal(JSONTree(Array(text.utf8))))
        func page(_ isNamed: Bool) throws -> String {
            try self.page(isNamed: isNamed) { report in
                var totals = report.totals
                totals.correction = total
                // One between the two was never delivered.
                let facts = RunFacts(
                    RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 3), report.facts.source)
                report = PayReport(facts, period: report.period, totals: totals)
                report.changedLines = [
                    PayReport.ChangedLine(
                        number: "1009", name: "Zacharias", code: "1110", project: nil,
                        units: (7_400_000_000, 10_400_000_000), amount: 600_000_000_000)
                ]
            }
        }
        let named = try page(true)
        #expect(named.contains("This run corrects r1: ") && !named.contains("corrects r2"))
        #expect(named.contains("Zacharias") && named.contains(">+3.00<") && named.contains(">+600.00<"))
        #expect(try !page(false).contains("Zacharias"))
    }

    @Test("A run names what was delivered of its period since") func later() throws {
        let page = try page { $0.standing.later = [(2, "was delivered to /mnt/payroll on 2026-11-09")] }
        #expect(page.contains("<li>r2 was delivered to /mnt/payroll on 2026-11-09</li>"))
        #expect(!page.contains("None: this is the first revision."))
        #expect(try self.page().contains("None: this is the first revision."))
    }

    @Test("Units have all the decimals that they have in the files")
    func unitsAreNotRounded() throws {
        let page = try page {
            $0.unitsDecimals = 3
            var person = PayReport.Employee(number: "1009", name: "Zacharias")
            person.lines = [(code: "1000", units: 7_333_000_000, amount: nil)]
            $0.employees = [person]
        }
        #expect(page.contains("9\u{202F}692.330</td>") && page.contains(">7.333</td>"))
        #expect(try self.page().contains("9\u{202F}692.33</td>"))
    }

    @Test("Numbers and days are written as the language writes them")
    func numbersFollowTheLanguage() throws {
        let (english, danish) = (try page(), try page(.danish))
        #expect(english.contains("2\u{202F}297\u{202F}295.29") && english.contains("Pay October 2026"))
        #expect(danish.contains("2.297.295,29") && danish.contains("Løn oktober 2026"))
        #expect(english.contains("Thursday 1 October 2026") && danish.contains("torsdag 1. oktober 2026"))
    }

    @Test("Without names no name of an employee is on the page")
    func namesCanBeLeftOut() throws {
        func change(_ report: inout PayReport) {
            report.findings = [finding("AAAA", .open, name: "Zacharias")]
            report.employees = [PayReport.Employee(number: "1009", name: "Zacharias")]
        }
        #expect(try page(change: change).contains("Zacharias"))
        let page = try page(isNamed: false, change: change)
        #expect(!page.contains("Zacharias") && page.contains("1009"))
    }

    @Test("A name with markup is shown and does nothing")
    func hostileNamesAreText() throws {
        let name = "<script>alert(1)</script>"
        let page = try page {
            $0.findings = [finding("AAAA", .open, name: name)]
            $0.employees = [PayReport.Employee(number: "1009", name: name)]
        }
        #expect(!page.contains("<script") && page.contains("&lt;script&gt;"))
    }

    @Test("The first sheet has at most seven findings, and says how many more there are")
    func sheetIsShort() throws {
        let page = try page { report in
            report.findings = (1...9).map { finding("F\($0)", $0 == 9 ? .open : .held, name: "Person \($0)") }
        }
        #expect(page.contains("The other 2 are under Findings and decisions.") && page.contains("F9"))
    }

    @Test("Of hundreds of findings the first are listed, and the others counted")
    func findingsAreCut() throws {
        let page = try page { report in
            report.findings = (1...250).map { finding("F\($0)", .held, name: "Person \($0)") }
        }
        #expect(page.contains("The other 50 are in the list of exceptions."))
        #expect(page.contains(">F200<") && !page.contains(">F201<"))
    }

    @Test("Who signed is on the first sheet, and whether a key proves it")
    func signersAreShown() throws {
        let page = try page { report in
            report.standing.prepared = PayReport.Signer(
                name: "Payroll Clerk", time: Instant(secondsSince1970: 1_793_600_000), hasKey: false)
            report.standing.seal = "2BJI-XUV2-ZAN3-4KIE-55DY"
        }
        #expect(page.contains("Prepared, not approved") && page.contains("2BJI-XUV2-ZAN3-4KIE-55DY"))
        #expect(page.contains("<b>Payroll Clerk</b>") && page.contains("declared, without a key"))
    }

    @Test("A run that was withdrawn says so above everything")
    func withdrawnRunsSaySo() throws {
        let page = try page { report in
            var facts = report.facts
            facts.withdrawn = Withdrawal(
                run: facts.run, by: "manager", because: "The wrong month.", time: Instant(secondsSince1970: 0), bag: "")
            report = PayReport(facts, period: report.period, totals: report.totals)
        }
        #expect(page.contains("<b>Withdrawn.</b>"))
    }

    @Test("A list that nothing proves to be whole is named")
    func unprovenListsAreNamed() throws {
        let page = try page { report in
            var totals = report.totals
            totals.unproven = ["workers"]
            report = PayReport(report.facts, period: report.period, totals: totals)
        }
        #expect(page.contains("Nothing shows that these lists are whole: workers."))
    }

    @Test("Of thousands of employees those without a finding are left out, and counted")
    func longListsAreCut() throws {
        let page = try page { report in
            report.employees = (1...2_001).map { PayReport.Employee(number: "\($0)", name: "Person \($0)") }
            report.findings = [finding("AAAA", .open, employee: "77", name: "Person 77")]
        }
        #expect(page.contains("1 with a finding or a big change; all 2\u{202F}001 are in the pay files."))
        #expect(page.contains("Person 77") && !page.contains("Person 78"))
    }
}
