import GantryConnectors
import GantryModel
import GantryPayroll
import Testing

@Suite("The days that a run pays") struct PaidDaysTests {
    private static let list = EmployeeTable([
        EmployeeTable.Row(employeeID: 7, payrollNumber: "7", group: "a"),
        EmployeeTable.Row(employeeID: 8, payrollNumber: "8", group: "b"),
    ])

    private static func code(_ code: String, _ pays: PayBasis, for group: String) -> PaySettings.Code {
        PaySettings.Code(code: code, title: code, pays: pays, price: nil, groups: [group])
    }

    private static func employee(_ id: Int64, _ code: String, on days: String...) throws -> PayrollEmployee {
        let days = try days.map { PayrollDay(date: try #require(CivilDate($0)), hours: Hours(7)) }
        return PayrollEmployee(
            payrollNumber: "\(id)", employeeID: id, name: nil, entries: 0, entryIDSum: 0,
            lines: [
                PayrollLine(
                    payCode: code, units: Hours(7 * days.count), rate: nil, amount: nil, entries: 0, days: days)
            ])
    }

    private static func day(_ employee: Int64, _ date: String) throws -> EmployeeDay {
        EmployeeDay(employeeID: employee, date: try #require(CivilDate(date)))
    }

    @Test("are those of holidays and leave for the groups whose code pays them, in whichever order they stand")
    func groups() throws {
        let holidays = Self.code("1300", .holidays(hoursADay: nil), for: "b")
        let vacation = Self.code("1300", .leave(PaidLeave(type: "VACATION", hoursADay: nil)), for: "b")
        let hours = Self.code("1300", .hours(HoursSelection(.weekend)), for: "a")
        let employees = [
            try Self.employee(7, "1300", on: "2026-05-23"), try Self.employee(8, "1300", on: "2026-05-25"),
        ]
        func days(_ codes: [PaySettings.Code]) -> PaidDays {
            PaidDays(of: employees, Self.list, by: PayCalculationTests.settings(codes))
        }
        let whit: Set = [try Self.day(8, "2026-05-25")]
        for codes in [[hours, holidays], [holidays, hours]] {
            let paid = days(codes)
            #expect(paid.holidays == whit && paid.leave.isEmpty, "\(codes)")
        }
        for codes in [[hours, vacation], [vacation, hours]] {
            let paid = days(codes)
            #expect(paid.leave == whit && paid.holidays.isEmpty, "\(codes)")
        }
    }

    @Test("are paid by two runs where both pay the same employee leave or a holiday")
    func shared() throws {
        let settings = PayCalculationTests.settings([PayCalculationTests.code("H", .holidays(hoursADay: nil))])
        func days(_ employees: [PayrollEmployee]) -> PaidDays { PaidDays(of: employees, nil, by: settings) }
        let month = days([try Self.employee(7, "H", on: "2026-05-14", "2026-05-25")])
        let fortnight = days([try Self.employee(7, "H", on: "2026-05-25"), try Self.employee(8, "H", on: "2026-05-14")])
        #expect(month.shared(with: fortnight).holidays == [try Self.day(7, "2026-05-25")])
        var rest = month
        rest.subtract(fortnight)
        #expect(rest.holidays == [try Self.day(7, "2026-05-14")] && rest.ofLeave == 1)
        #expect(rest.shared(with: fortnight).isEmpty)
    }

    @Test("are paid by two runs where one pays hours of a day or week together, of which the other has paid some")
    func together() throws {
        func days(_ pays: PayBasis, on days: String) throws -> PaidDays {
            PaidDays(
                of: [try Self.employee(7, "1000", on: days)], nil,
                by: PayCalculationTests.settings([PayCalculationTests.code("1000", pays)]))
        }
        let plain = PayBasis.hours(HoursSelection(.normal))
        let ofDay = PayBasis.hours(HoursSelection(.normal, ofDay: try PayCalculationTests.range("7.40-")))
        let ofWeek = PayBasis.hours(HoursSelection(.normal, ofWeek: try PayCalculationTests.range("37-")))
        let (monday, tuesday, next) = ("2026-01-05", "2026-01-06", "2026-01-12")
        let paid = try days(plain, on: monday)
        for whole in [ofDay, ofWeek, .daysWith(Hours(1))] {
            #expect(try !days(whole, on: monday).shared(with: paid).isEmpty, "\(whole)")
            #expect(try days(whole, on: next).shared(with: paid).isEmpty, "\(whole)")
        }
        #expect(try days(ofDay, on: tuesday).shared(with: paid).isEmpty)
        #expect(try !days(ofWeek, on: tuesday).shared(with: paid).isEmpty)
        // Each of these hours is paid by itself, so that its entry alone tells whether it was paid.
        #expect(try days(plain, on: monday).shared(with: days(ofDay, on: monday)).isEmpty)
        var corrected = try days(ofDay, on: monday)
        corrected.subtract(try days(ofDay, on: monday))
        #expect(corrected.shared(with: paid).isEmpty)
    }
}
