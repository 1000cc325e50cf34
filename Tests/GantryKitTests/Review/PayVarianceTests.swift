import GantryJSON
import GantryKit
import GantryModel
import GantryPayroll
import GantryRuns
import Testing

@Suite("Pay that differs from the period before") struct PayVarianceTests {
    private static let hours = PaidSum(units: 74_000_000_000, amount: nil)

    private func line(_ number: String, _ employee: Int64, _ name: String) -> VarianceBase.Line {
        VarianceBase.Line(employee: employee, number: number, name: name, code: "1000", sum: Self.hours)
    }

    private func now(_ number: String, _ employee: Int64, _ name: String) -> VarianceTable.Now {
        VarianceTable.Now(employee: employee, number: number, name: name, sums: [("1000", Self.hours)])
    }

    private func findings(
        _ lines: [VarianceBase.Line], earlier: [VarianceBase.Former] = [], _ now: [VarianceTable.Now],
        _ decided: Decisions = Decisions()
    ) -> [ReviewReport.Finding] {
        let base = VarianceBase(
            run: "payroll/2026-09/r1", bag: String(repeating: "a", count: 64), isSigned: true, lines: lines,
            earlier: earlier)
        return PayVariance.findings(from: base, to: now, .object([]), decided: decided)
    }

    private func decision(_ verb: DecisionVerb, _ finding: ReviewReport.Finding, by person: String) -> Decision {
        Decision(
            id: finding.id, verb: verb, rule: finding.rule, entry: nil, employee: finding.employee, date: nil,
            found: finding.found, by: person, because: "As the payroll program has it.",
            time: Instant(secondsSince1970: 0))
    }

    @Test("warns of another payroll number of an employee, and of nothing else, until a person accepts it")
    func changed() throws {
        let (before, after) = ([line("0042", 1001, "Anna")], [now("42", 1001, "Anna A")])
        let all = findings(before, after)
        let finding = try #require(all.first)
        #expect(all.count == 1 && finding.rule == "payroll-number-changed" && finding.severity == .warning)
        #expect(finding.found == "payroll number 0042 → 42" && finding.expected == "0042, as in payroll/2026-09/r1")
        #expect(finding.employee == 1001 && finding.name == "Anna A" && finding.state == .open)
        let accepted = findings(before, after, Decisions([decision(.accept, finding, by: "clerk")]))
        #expect(accepted.map(\.state) == [.accepted])
        #expect(findings(before, [now("0042", 1001, "Anna")]).isEmpty)
    }

    @Test("stops pay under a number of another employee until it is mended, or two people waive it")
    func reused() throws {
        let before = [line("0042", 1001, "Anna"), line("0043", 1002, "Bo")]
        let swapped = [now("0042", 1002, "Bo"), now("0043", 1001, "Anna")]
        let all = findings(before, swapped)
        #expect(all.map(\.rule) == ["payroll-number-reused", "payroll-number-reused"])
        #expect(
            all.map(\.employee) == [1002, 1001] && all.allSatisfy { $0.severity == .critical && $0.state == .open })
        let finding = try #require(all.first)
        #expect(finding.found == "payroll number 0042, that of employee 1001 before")
        let one = decision(.waive, finding, by: "clerk")
        let two = decision(.waive, finding, by: "boss")
        #expect(findings(before, swapped, Decisions([one])).map(\.state) == [.waitsForSecond, .open])
        #expect(findings(before, swapped, Decisions([one, two])).map(\.state) == [.waived, .open])
    }

    @Test("stops a number that somebody new has from an employee who is gone, and knows both by name")
    func taken() {
        let all = findings([line("0042", 1001, "Anna")], [now("0042", 1003, "Carl")])
        #expect(
            all.map { "\($0.rule) \($0.employee ?? 0) \($0.name ?? "")" } == [
                "payroll-number-reused 1003 Carl", "new-worker 1003 Carl", "nobody-home 1001 Anna",
            ])
    }

    @Test("knows the last number of who is back, and whose a number was in the periods before") func back() {
        let earlier: [VarianceBase.Former] = [
            .init(employee: 1005, number: "0045"), .init(employee: 1004, number: "0046"),
        ]
        let changed = findings([], earlier: earlier, [now("0099", 1005, "Ea")])
        #expect(changed.map(\.rule) == ["payroll-number-changed"])
        #expect(changed.first?.found == "payroll number 0045 → 0099")
        #expect(changed.first?.expected == "0045, as when the employee was paid last")
        #expect(findings([], earlier: earlier, [now("0045", 1005, "Ea")]).isEmpty)
        let taken = findings(
            [line("0099", 1005, "Ea"), line("0047", 1006, "Fie")], earlier: earlier,
            [now("0099", 1005, "Ea"), now("0045", 1006, "Fie")])
        #expect(taken.map(\.rule) == ["payroll-number-reused"])
        #expect(taken.first?.found == "payroll number 0045, that of employee 1005 before")
        // What was paid last counts before what was paid earlier.
        #expect(findings([line("0045", 1006, "Fie")], earlier: earlier, [now("0045", 1006, "Fie")]).isEmpty)
    }

    @Test("says what was paid before as it was published, without the amount where one isn't known") func before() {
        func money(_ units: Int) -> Money { Money(nano: Int128(units) * 1_000_000_000) }
        func amount(_ paid: [String: Int?], now: [String: Int?]) -> Money? {
            var base = VarianceBase(
                run: "payroll/2026-08/r1", bag: "a", isSigned: true,
                lines: [line("0042", 1001, "Anna"), line("0042", 1001, "Anna"), line("0043", 1002, "Bo")], earlier: [])
            base.paid = BasePay(
                employees: 2,
                codes: paid.map { code, amount in
                    BasePay.Code(
                        code: code, unit: .hours,
                        sum: PaidSum(units: 1_000_000_000, amount: amount.map { money($0).nano }))
                })
            let codes = now.map { code, amount in
                ExportTotals.PayCodeTotal(
                    code: code, title: code, units: HoursSum(1), amount: amount.map { money($0) }, lines: 1)
            }
            let before = ReviewReport.Before(base, codes: codes)
            #expect(before.employees == 2)
            return before.amount
        }
        #expect(amount(["1000": 29_600], now: ["1000": 29_600]) == money(29_600))
        #expect(amount(["1000": 29_600, "2000": nil], now: ["1000": 28_000, "2000": nil]) == money(29_600))
        #expect(amount(["1000": nil, "1100": 500], now: ["1000": 28_000]) == nil)
        #expect(amount(["2000": nil], now: ["2000": nil]) == nil)
    }
}
