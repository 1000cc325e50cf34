import GantryJSON
import GantryModel
import GantryPayroll
import Testing

@Suite("What totals say of the period before")
struct PayComparisonTests {
    private static func sum(_ units: Int, _ amount: Int?) -> PaidSum {
        PaidSum(units: Int128(units) * 1_000_000_000, amount: amount.map { Int128($0) * 1_000_000_000 })
    }

    private static let codes = [
        PayCode("1000", title: "Normal"), PayCode("1200", title: "Weekend"),
        PayCode("3000", title: "Allowance", unit: .times),
    ]

    /// Employees of before and of now; 1001 is in both.
    private static func comparison(then: String, of amount: Int? = 1_000) throws -> String {
        func employee(_ number: String, _ lines: [(String, Int, Int?)]) -> PayrollEmployee {
            PayrollEmployee(
                payrollNumber: number, employeeID: Int64(number) ?? 0, name: nil, entries: 1, entryIDSum: 1,
                lines: lines.map {
                    PayrollLine(
                        payCode: $0.0, units: Hours($0.1), rate: nil,
                        amount: $0.2.map { Money(nano: Int128($0) * 1_000_000_000) }, entries: 1, days: [])
                })
        }
        let before = [
            employee("1001", [("1000", 100, 20_000), ("3000", 3, 150)]),
            employee("1002", [("1000", 50, amount), ("2100", 2, 300)]), employee("1003", []),
        ]
        let workdays = try (PayPeriod(then).workdays, PayPeriod("2026-10").workdays)
        var base = VarianceBase(
            run: "p/\(then)/r2", bag: String(repeating: "a", count: 64), isSigned: true,
            lines: VarianceBase.lines(of: before, workdays: workdays),
            earlier: [.init(employee: 1004, number: "1004")])
        base.paid = BasePay(
            before,
            codes: [
                PayCode("1000", title: "Normal"), PayCode("2100", title: "Leave", unit: .days),
                PayCode("3000", title: "Allowance", unit: .times),
            ])
        let rows = VarianceTable.rows(
            base,
            [
                VarianceTable.Now(
                    employee: 1001, number: "1001", name: nil,
                    sums: [("1000", sum(110, 22_000)), ("1200", sum(8, 2_000)), ("3000", sum(4, 200))]),
                VarianceTable.Now(employee: 1004, number: "1004", name: nil, sums: [("1000", sum(7, 1_400))]),
                VarianceTable.Now(employee: 1005, number: "1005", name: nil, sums: [("1000", sum(1, nil))]),
            ])
        let made = PayComparison(base, rows, codes: codes, in: try PayPeriod("2026-10"))
        #expect(VarianceBase(document: base.document) == base)
        return try #require(made).tree.compact
    }

    @Test("have what was paid and what is paid otherwise, hours apart from days and times") func unscaled() throws {
        let text = try Self.comparison(then: "2026-09")
        #expect(
            text == #"""
                {"run":"p/2026-09/r2","period":"2026-09","employees":2,"new":1,"gone":1,"back":1,"scaled":null,\#
                "hours":"150.00","hours_difference":"-24.00","amount":"21450.00","amount_difference":null,\#
                "pay_codes":[{"code":"1000","units":"150.00","units_difference":"-32.00","amount":"21000.00",\#
                "amount_difference":null},{"code":"1200","units":"0.00","units_difference":"8.00","amount":"0.00",\#
                "amount_difference":"2000.00"},{"code":"3000","unit":"times","units":"3.00","units_difference":"1.00",\#
                "amount":"150.00","amount_difference":"50.00"},{"code":"2100","unit":"days","units":"2.00",\#
                "units_difference":"-2.00","amount":"300.00","amount_difference":"-300.00"}]}
                """#)
    }

    @Test("state what was paid, and not what a comparison scales it to") func scaled() throws {
        let text = try Self.comparison(then: "2026-07")
        #expect(text.contains(#""scaled":{"from":23,"to":22},"hours":"150.00","hours_difference":"-24.00""#), "\(text)")
    }

    @Test("know no amount where a line has none") func unknown() throws {
        let text = try Self.comparison(then: "2026-09", of: nil)
        #expect(
            text.contains(#""amount":null,"amount_difference":null,"pay_codes":[{"code":"1000","units":"150.00","#),
            "\(text)")
    }
}
