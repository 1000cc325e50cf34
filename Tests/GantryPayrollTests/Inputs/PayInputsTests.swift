import GantryModel
import GantryPayroll
import Testing

@Suite("What a run keeps of employees, holidays, periods and the period before")
struct PayInputsTests {
    @Test("is the same when the run is resumed")
    func document() throws {
        var inputs = PayInputs(
            employees: EmployeeTable([
                .init(employeeID: 1001, payrollNumber: "0042", group: "-5", isSalaried: true, name: "=1+1")
            ]),
            calendar: PayCalendar(weekend: [.sunday], holidays: [try #require(CivilDate("2026-12-25"))]), leave: nil)
        inputs.payPeriods = [
            .init(first: try #require(CivilDate("2026-10-05")), last: try #require(CivilDate("2026-10-18")))
        ]
        inputs.base = VarianceBase(
            run: "p/2026-09/r2", bag: String(repeating: "a", count: 64), isSigned: true,
            lines: [
                .init(
                    employee: 1001, number: "0042", name: "=1+1", code: "1000",
                    sum: PaidSum(units: 166_230_000_000, amount: 31_000_010_000_000)),
                .init(
                    employee: 7, number: "7", name: nil, code: "2000",
                    sum: PaidSum(units: -500_000_000, amount: nil)),
            ], earlier: [.init(employee: 9, number: "0009")])
        inputs.base?.paid = BasePay(
            employees: 2,
            codes: [
                .init(code: "1000", unit: .hours, sum: PaidSum(units: 170_000_000_000, amount: nil)),
                .init(code: "2000", unit: .days, sum: PaidSum(units: -500_000_000, amount: 1)),
            ])
        #expect(try PayInputs(document: inputs.document, path: "pay-inputs.json") == inputs)
        #expect(inputs.areNeeded(by: nil) && !PayInputs().areNeeded(by: nil))
    }
}
