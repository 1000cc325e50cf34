import GantryConnectors
import GantryModel
import GantryPayroll
import Testing

/// October 2026 of an office whose pay codes pay vacation in days and sickness by the hour, and nothing personal.
struct LeaveMonth {
    var salaried = PaySettings.SalariedLines.none
    var employees: EmployeeTable?
    var calendar = PayCalendar()
    var people = [
        Roster.Person(id: 7, name: "Worker 7", hourlyRate: Money(nano: 200_000_000_000)),
        Roster.Person(id: 8, name: "Worker 8", hourlyRate: nil),
        Roster.Person(id: 9, name: "Worker 9", hourlyRate: Money(nano: -5_000_000_000)),
    ]
    var rules: [String: CheckRule] = [:]
    var decisions = Decisions()
    var requests: [ApprovedLeave.Request] = []

    static let aDay = Hours(nano: 7_400_000_000)

    var settings: PaySettings {
        var settings = PayCalculationTests.settings([
            PayCalculationTests.code("N", .hours(HoursSelection(.normal))),
            PayCalculationTests.code("V", .leave(PaidLeave(type: "VACATION", hoursADay: nil))),
            PayCalculationTests.code(
                "S", .leave(PaidLeave(type: "SICK", hoursADay: Self.aDay)),
                .rate(.hourly, factorNano: 1_000_000_000)),
        ])
        settings.notPaidLeave = ["PERSONAL"]
        settings.salaried = salaried
        return settings
    }

    var checks: PayrollChecks {
        PayrollChecks(
            rule: { name in
                rules[name] ?? PayrollChecks.descriptors.first { $0.name == name }?.standard ?? .off
            }, pay: settings)
    }

    func inputs() -> PayInputs {
        PayInputs(
            employees: employees, calendar: calendar, leave: ApprovedLeave(requests), decisions: decisions)
    }

    func outcome(_ entries: [Entry] = []) throws -> Outcome {
        try check(entries.map { $0.json() }, checks, roster: Roster(people), inputs: inputs())
    }

    func calculation() throws -> PayCalculation {
        let batch = PayrollBatch(
            system: "ksr-cranes", connection: "ksr", pipeline: "p", period: try PayPeriod("2026-10"), revision: 1,
            snapshot: Instant(secondsSince1970: 0), unitsDecimals: 2)
        return PayCalculation(settings, batch: batch, inputs: inputs(), holding: checks.leaveHolds)
    }

    /// The lines of everybody as `employee code units`.
    func lines(_ outcome: Outcome) throws -> [String] {
        try calculation().employees(of: outcome.summary.employees, in: Roster(people)).flatMap { employee in
            employee.lines.map { "\(employee.employeeID) \($0.payCode) \($0.units)" }
        }
    }

    /// A request of October; `half` for half a day.
    mutating func add(
        _ id: Int64, _ type: String = "VACATION", of employee: Int64 = 7, from first: Int, to last: Int? = nil,
        half: Bool = false, stated: Double? = nil
    ) throws {
        func day(_ day: Int) throws -> CivilDate { try #require(CivilDate("2026-10-01")) + (day - 1) }
        requests.append(
            ApprovedLeave.Request(
                id: id, employeeID: employee, type: type, first: try day(first), last: try day(last ?? first),
                isHalfDay: half, statedDays: stated.map { Int64($0 * 1_000_000_000) }))
    }
}

extension LeaveDays {
    /// `approved = paid + notPaid + salaried + held`
    var words: String { "\(approved) = \(paid) + \(notPaid) + \(salaried) + \(held)" }
}
