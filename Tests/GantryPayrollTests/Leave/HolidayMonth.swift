import GantryConnectors
import GantryModel
import GantryPayroll
import Testing

/// A period of an office that pays the holidays of its calendar, vacation in days, and hours.
struct HolidayMonth {
    var period = "2026-12"
    /// 24 December is half free.
    var calendar = PayCalendar(
        holidays: Set(DanishHolidays.all(of: 2026)), halfDays: Set([CivilDate("2026-12-24")].compactMap(\.self)))
    var hoursADay: Hours? = Hours(nano: 7_400_000_000)
    var price: PayPrice? = .rate(.hourly, factorNano: 1_000_000_000)
    var salaried = PaySettings.SalariedLines.none
    /// The groups that vacation is paid to; everybody where there are none.
    var vacationGroups: [String] = []
    /// Pay codes besides.
    var codes: [PaySettings.Code] = []
    var rows = [EmployeeTable.Row(employeeID: 7, payrollNumber: "7")]
    var people = [
        Roster.Person(id: 7, name: "Worker 7", hourlyRate: Money(nano: 200_000_000_000)),
        Roster.Person(id: 8, name: "Worker 8", hourlyRate: nil),
    ]
    var requests: [ApprovedLeave.Request] = []
    var entries: [Entry] = []
    var rules: [String: CheckRule] = [:]
    var decisions = Decisions()
    var takenOut: [PayInputs.TakenOut] = []

    var settings: PaySettings {
        var settings = PayCalculationTests.settings(
            [
                PayCalculationTests.code("N", .hours(HoursSelection(.normal))),
                PaySettings.Code(
                    code: "V", title: "V", pays: .leave(PaidLeave(type: "VACATION", hoursADay: nil)), price: nil,
                    groups: vacationGroups),
                PayCalculationTests.code("H", .holidays(hoursADay: hoursADay), price),
            ] + codes)
        settings.notPaidLeave = ["PERSONAL"]
        settings.salaried = salaried
        settings.employees = "employees.csv"
        return settings
    }

    var checks: PayrollChecks {
        PayrollChecks(
            rule: { name in
                rules[name] ?? PayrollChecks.descriptors.first { $0.name == name }?.standard ?? .off
            }, pay: settings)
    }

    var inputs: PayInputs {
        var inputs = PayInputs(
            employees: EmployeeTable(rows), calendar: calendar, leave: ApprovedLeave(requests), decisions: decisions)
        inputs.takenOut = takenOut
        return inputs
    }

    func calculation() throws -> PayCalculation {
        let batch = PayrollBatch(
            system: "ksr-cranes", connection: "ksr", pipeline: "p", period: try PayPeriod(period), revision: 1,
            snapshot: Instant(secondsSince1970: 0), currency: "DKK", unitsDecimals: 2)
        return PayCalculation(settings, batch: batch, inputs: inputs, holding: checks.leaveHolds)
    }

    func outcome() throws -> Outcome {
        try check(entries.map { $0.json() }, checks, roster: Roster(people), inputs: inputs, period: period)
    }

    func employees(_ outcome: Outcome) throws -> [PayrollEmployee] {
        try calculation().employees(of: outcome.summary.employees, in: Roster(people))
    }

    /// The lines of holidays as `employee units amount`.
    func lines(_ outcome: Outcome) throws -> [String] {
        try employees(outcome).flatMap { employee in
            employee.lines.filter { $0.payCode == "H" }.map {
                "\(employee.employeeID) \($0.units)\($0.amount.map { " \($0)" } ?? "")"
            }
        }
    }

    /// `all = paid + held`
    func days(_ outcome: Outcome) -> String {
        outcome.summary.holidays.map { "\($0.days.all) = \($0.days.paid) + \($0.days.held)" } ?? ""
    }

    func side() throws -> PayExplanation.Side {
        PayExplanation.Side(try calculation(), roster: Roster(people), employees: try employees(outcome()))
    }

    mutating func work(_ employee: Int = 7, on days: String...) {
        for day in days {
            entries.append(Entry(entries.count + 1, employee: employee, day: day))
        }
    }

    mutating func vacation(
        _ type: String = "VACATION", of employee: Int64 = 7, from first: String, to last: String, half: Bool = false
    )
        throws
    {
        requests.append(
            ApprovedLeave.Request(
                id: Int64(80_001 + requests.count), employeeID: employee, type: type,
                first: try #require(CivilDate(first)), last: try #require(CivilDate(last)), isHalfDay: half,
                statedDays: nil))
    }

    mutating func hold(_ employee: Int64) {
        decisions = Decisions([
            Decision(
                id: "H", verb: .hold, rule: Decision.byHand, entry: nil, employee: employee, date: nil,
                found: "kept out by clerk", by: "clerk", because: "Dispute about the rest",
                time: Instant(secondsSince1970: 0))
        ])
    }
}
