internal import GantryModel

/// The settings by which hours, leave and holidays become pay lines.
struct PayTerms: Sendable {
    var settings: PaySettings?
    var batch: PayrollBatch
    var calendar: PayCalendar
    /// Whether the office has a list of employees.
    var hasList: Bool

    init(_ calculation: PayCalculation) {
        settings = calculation.settings
        batch = calculation.batch
        calendar = calculation.inputs.calendar
        hasList = calculation.inputs.employees != nil
    }
}

/// All that the pay lines of one employee are made of.
struct PaidMonth: Sendable {
    let id: Int64
    var terms: PayTerms
    /// In the office's list of employees.
    var row: EmployeeTable.Row?
    /// Among the workers of the source.
    var person: Roster.Person?
    /// Approved requests that nothing holds. Unclear ones among them are left out on purpose.
    var leave: [ApprovedLeave.Request]
    /// Holidays that are held, whatever the employee has worked.
    var withheld: Set<CivilDate>
    var days: [CivilDate: PaidDay]

    /// The employee as payroll files have them.
    /// - Throws: `RunError.verificationFailed` when hours are larger than payroll files can hold.
    func employee() throws -> PayrollEmployee {
        let period = terms.batch.period
        let days = (0..<period.days).map { self.days[period.first + $0] ?? PaidDay() }
        var tally = EmployeeTally()
        for day in days { tally.entries += Int(day.counts.all) }
        let inputs = PayInputs(
            employees: terms.hasList ? EmployeeTable(row.map { [$0] } ?? []) : nil, calendar: terms.calendar,
            leave: nil)
        let leave = ApprovedLeave(leave.filter { $0.problem == nil }).taken(in: period, inputs.workCalendar)[id] ?? []
        let hours = EmployeeHours(
            id: id, tally: tally, days: days.map { DayHours(exported: $0.hours) ?? DayHours() }[...],
            dailyEntries: terms.settings?.needsDailyEntries == true ? days.map(\.counts)[...] : [],
            projectDays: terms.settings?.isByProject == true ? days.map(\.projects)[...] : [],
            leave: leave, holidays: holidays(in: period, inputs.workCalendar, leave))
        return try PayCalculation(terms.settings, batch: terms.batch, inputs: inputs)
            .employee(hours, in: Roster(person.map { [$0] } ?? []))
    }

    /// The holidays that are paid, if a pay code pays them.
    private func holidays(
        in period: PayPeriod, _ calendar: PayCalendar, _ leave: [TakenLeave]
    ) -> [(offset: Int, halves: Int)] {
        guard let row, terms.hasList else { return [] }
        let kinds = LeaveTerms(terms.settings, LeaveHolds())
        let paid = leave.filter { kinds.pays($0.type, row) }
        let worked = (0..<period.days).filter { days[period.first + $0]?.hours.total ?? .zero > .zero }
        let present = Set(worked).union(paid.flatMap(\.days).map(\.offset))
        let all = PublicHolidays(of: row, in: period, calendar).days
        let unpaid = self.leave.filter { !kinds.pays($0.type, row) }
        return PublicHolidays.divide(all, by: unpaid, in: period, calendar).beside.filter {
            !withheld.contains(period.first + $0.offset) && PublicHolidays.isProven($0.offset, by: present)
        }
    }

    mutating func add(_ entry: PaidEntry) { days[entry.date, default: PaidDay()].add(entry, isApart: true) }

    mutating func remove(_ entry: PaidEntry) { days[entry.date]?.remove(entry.id) }

    /// A worker's rate for people; empty for none.
    static func rate(_ person: Roster.Person?) -> String {
        person?.hourlyRate.map { "\($0)" } ?? person?.unreadableRate ?? ""
    }
}

extension ApprovedLeave.Request {
    /// `VACATION 2026-10-08..2026-10-09, 2.00 days`, the days being the working days of a period.
    func words(in period: PayPeriod, _ calendar: PayCalendar) -> String {
        let halves = (0..<period.days).reduce(0) { $0 + self.halves(on: period.first + $1, calendar) }
        return "\(type) \(first)..\(last), \(Hours(nano: Int64(halves) * 500_000_000)) days"
    }
}

extension EmployeeTable.Row {
    /// A column of the list on which pay depends.
    struct Field {
        /// Its heading.
        let name: String
        /// The value for people; empty where there is no row.
        let text: (EmployeeTable.Row?) -> String
        /// A row with the value of another one.
        let taking: (EmployeeTable.Row?, EmployeeTable.Row?) -> EmployeeTable.Row?

        init<Value>(
            _ name: String, at path: WritableKeyPath<EmployeeTable.Row, Value>, _ text: @escaping (Value) -> String
        ) {
            self.name = name
            self.text = { $0.map { text($0[keyPath: path]) } ?? "" }
            taking = { row, other in
                guard var row, let other else { return other }
                row[keyPath: path] = other[keyPath: path]
                return row
            }
        }
    }

    /// What pay depends on.
    static var fields: [Field] {
        [
            Field("payroll_number", at: \.payrollNumber) { $0 },
            Field("pay_group", at: \.group) { $0 ?? "" },
            Field("paid_by", at: \.isSalaried) { $0 ? "salary" : "hours" },
            Field("hours_a_day", at: \.hoursADay) { $0.map { "\($0)" } ?? "" },
            Field("workdays", at: \.workdays) { $0?.text ?? "" },
            Field("employed_from", at: \.employedFrom) { $0.map { "\($0)" } ?? "" },
            Field("employed_to", at: \.employedTo) { $0.map { "\($0)" } ?? "" },
        ]
    }
}
