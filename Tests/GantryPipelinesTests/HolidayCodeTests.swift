import GantryEngine
import GantryModel
import GantryPayroll
import GantryRuns
import GantryTestSupport
import Testing

@Suite("Pay codes of holidays") struct HolidayCodeTests {
    private static func file(
        _ codes: [String], calendar: String = "calendar: { holidays: denmark }", employees: String = "employees.csv"
    ) -> String {
        """
        pipeline: holidays
        connection: ksr
        records: { dataset: ksr.work-entries }
        join: { dataset: ksr.workers, by: employeeId }
        pay:
          \(employees.isEmpty ? "" : "employees: \(employees)")
          currency: DKK
          \(calendar)
          not-paid: [weekendHours, overtimeHours]
          codes:
            - { code: "1000", hours: normalHours }
        \(codes.map { "    - { \($0) }\n" }.joined())
        outputs:
          - { file: payroll.xml, format: payroll-xml }
        """
    }

    private static let whole =
        #"code: "1300", title: Public holiday, holidays: on-workdays, unit: hours, hours-a-day: 7.40, rate: worker.hourly_rate"#

    private static func read(_ text: String) throws -> Pipeline {
        try Pipeline.read(Array(text.utf8), named: "holidays.yaml", catalog: .documented)
    }

    @Test("are read in hours and in days, and need no code for leave") func reading() throws {
        let pipeline = try Self.read(Self.file([Self.whole]))
        guard case .stages(let stages) = pipeline.work, case .payroll(let payroll)? = stages.first else {
            Issue.record("no payroll")
            return
        }
        let pay = try #require(payroll.pay)
        #expect(pay.codes.map(\.pays).last == .holidays(hoursADay: Hours(nano: 7_400_000_000)))
        #expect(pay.paysHolidays && !pay.paysLeave && pay.codes.last?.unit == .hours)
        #expect(pipeline.settings.contains { $0.key == "pay.codes[1].holidays" && $0.value == "on-workdays" })
        _ = try Self.read(Self.file([#"code: "1300", holidays: on-workdays, fixed-rate: 1554"#]))
    }

    @Test(
        "are a mistake where nobody knows the days or the people, or a holiday would be paid twice",
        arguments: [
            (file([whole], employees: ""), "pays holidays, but nothing says who is employed"),
            (file([whole], calendar: "rounding: half-up"), "needs to know which days are workdays"),
            (file([whole], calendar: "calendar: { holidays: none }"), "pays holidays, but the calendar has none"),
            (file([whole, whole.replacing("1300", with: "1310")]), "Two pay codes pay holidays"),
            (
                file([#"code: "1300", holidays: on-workdays, rate: worker.hourly_rate"#]),
                "pays holidays in days, but its rate is for an hour"
            ),
            (file([#"code: "1300", holidays: on-workdays, unit: hours"#]), "hours-a-day"),
            (file([#"code: "1300", holidays: all"#]), "on-workdays"),
            (
                file([#"code: "1300", holidays: on-workdays, leave: VACATION"#]), "pays leave and holidays"
            ),
            (file([#"code: "1300", holidays: on-workdays, of-day: 0-3"#]), "has of-day, but pays no hours of work"),
        ])
    func mistakes(text: String, mistake: String) throws {
        let error = try #require(throws: (any Error).self) { try Self.read(text) }
        #expect("\(error)".contains(mistake), "\(error)")
    }
}
