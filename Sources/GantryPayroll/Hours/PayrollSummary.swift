package import GantryConnectors
package import GantryEngine
package import GantryModel

/// Hours by category, summed over any number of entries.
package struct HoursByCategory: Equatable, Sendable {
    package var normal = HoursSum.zero
    package var overtime = HoursSum.zero
    package var weekend = HoursSum.zero

    package init() {}

    package mutating func add(_ entry: WorkEntry) {
        normal += entry.normalHours
        overtime += entry.overtimeHours
        weekend += entry.weekendHours
    }

    mutating func add(_ other: HoursByCategory) {
        normal = normal + other.normal
        overtime = overtime + other.overtime
        weekend = weekend + other.weekend
    }

    package var total: HoursSum { normal + overtime + weekend }
}

/// The hours of one day of a period, all employees together.
package struct PeriodDay: Equatable, Sendable {
    package let date: CivilDate
    package let exported: HoursByCategory
    package let held: HoursByCategory
}

/// A person's hours of one day. In 64 bits, since there are as many as employees times days: what they can't hold is
/// kept apart (`OverflowDay`).
package struct DayHours: Sendable {
    /// Exported hours by category.
    package private(set) var normal = Hours.zero
    package private(set) var overtime = Hours.zero
    package private(set) var weekend = Hours.zero
    /// Hours of all distinct entries, held ones included.
    private(set) var all = Hours.zero

    /// Exported hours of all categories.
    package var exported: HoursSum { HoursSum(normal) + HoursSum(overtime) + HoursSum(weekend) }

    package init() {}

    /// A day's exported hours, `nil` when 64 bits can't hold them.
    package init?(exported: HoursByCategory) {
        guard let normal = exported.normal.hours, let overtime = exported.overtime.hours,
            let weekend = exported.weekend.hours
        else { return nil }
        self.normal = normal
        self.overtime = overtime
        self.weekend = weekend
    }

    /// False, and nothing is added, when 64 bits can't hold the sum.
    @inline(__always)
    mutating func addToAll(_ hours: Hours) -> Bool {
        let (sum, overflow) = all.nano.addingReportingOverflow(hours.nano)
        if !overflow { all.nano = sum }
        return !overflow
    }

    /// Adds an exported entry. False, and nothing is added, when 64 bits can't hold a sum.
    @inline(__always)
    mutating func export(_ entry: WorkEntry) -> Bool {
        let (normal, first) = self.normal.nano.addingReportingOverflow(entry.normalHours.nano)
        let (overtime, second) = self.overtime.nano.addingReportingOverflow(entry.overtimeHours.nano)
        let (weekend, third) = self.weekend.nano.addingReportingOverflow(entry.weekendHours.nano)
        guard !first, !second, !third else { return false }
        self.normal.nano = normal
        self.overtime.nano = overtime
        self.weekend.nano = weekend
        return true
    }
}

/// What was in a person's day when 64 bits were full.
struct OverflowDay: Sendable {
    private(set) var exported = HoursByCategory()
    private(set) var all = HoursSum.zero

    mutating func add(_ day: DayHours) {
        exported.normal += day.normal
        exported.overtime += day.overtime
        exported.weekend += day.weekend
        all += day.all
    }

    mutating func add(_ other: OverflowDay) {
        exported.add(other.exported)
        all = all + other.all
    }
}

/// How many exported entries an employee has.
package struct EmployeeTally: Equatable, Sendable {
    package var entries = 0
    /// Entries with hours in the category.
    package var normal = 0
    package var overtime = 0
    package var weekend = 0
    /// Sum of the entries' numbers.
    package var sumOfIDs: Int128 = 0

    package init() {}

    @inline(__always)
    mutating func add(_ entry: WorkEntry) {
        entries += 1
        if entry.normalHours != .zero { normal += 1 }
        if entry.overtimeHours != .zero { overtime += 1 }
        if entry.weekendHours != .zero { weekend += 1 }
        sumOfIDs += Int128(entry.id)
    }
}

/// What the checks know after the last entry: totals, and hours by employee and day.
package struct PayrollSummary: Sendable {
    package let period: PayPeriod
    package let counts: BatchCounts
    /// Hours that are exported, and hours that are held.
    package let exported: HoursByCategory
    package let held: HoursByCategory
    /// The same hours by day, each day of the period once and in order.
    package let days: [PeriodDay]
    /// Held hours on days outside of the period.
    package let heldElsewhere: HoursByCategory
    /// Sum of the numbers of the exported entries: meaningless in itself, it catches a dropped or swapped one.
    package let hashOfIDs: Int128
    /// Exceptions by rule and severity.
    package let exceptions: [ExceptionCount]
    /// Notes about an employee instead of an entry: whole days in order of employee and date, then rates in order of
    /// employee.
    package let employeeNotes: [ExceptionNote]

    let employeeIDs: [Int64]
    let tallies: [EmployeeTally]
    let cells: [DayHours]
    let detail: HoursDetail?
    /// Leave that is paid, by employee; empty where leave isn't paid.
    let leave: [Int64: [TakenLeave]]
    /// What became of all approved leave; `nil` where leave isn't paid.
    package let leaveDays: LeaveDays?
    /// What becomes of the holidays of the period; `nil` where no pay code pays them.
    package let holidays: HolidayRuling?
    /// Indexes in `cells` whose exported hours 64 bits can't hold; empty but for absurd input.
    let excessiveCells: Set<Int>
    /// Whether findings tell the day at the office.
    let namesZone: Bool
    /// Roles whose field no usable entry has; empty where there is no such entry.
    package let absentRoles: SilentRoles

    /// Every employee with an entry, exported or not.
    package var everybody: Set<Int64> { Set(employeeIDs) }

    /// Every employee with at least one exported entry or a day of leave, in order of their numbers.
    package var employees: [EmployeeHours] {
        let days = period.days
        var all = employeeIDs.indices.filter { tallies[$0].entries > 0 || leave[employeeIDs[$0]] != nil }.map { slot in
            let range = (slot * days)..<((slot + 1) * days)
            return EmployeeHours(
                id: employeeIDs[slot], tally: tallies[slot], days: cells[range],
                dailyEntries: detail?.entries[range] ?? [],
                projectDays: detail.flatMap { $0.projects.isEmpty ? nil : $0.projects[range] } ?? [],
                leave: leave[employeeIDs[slot]] ?? [], holidays: holidays?.paid[employeeIDs[slot]] ?? [],
                excessiveDay: excessiveDay(slot))
        }
        if !leave.isEmpty {
            let known = Set(employeeIDs)
            let none = ArraySlice(repeatElement(DayHours(), count: days))
            all += leave.filter { !known.contains($0.key) }.map { id, taken in
                EmployeeHours(
                    id: id, tally: EmployeeTally(), days: none, leave: taken, holidays: holidays?.paid[id] ?? [])
            }
        }
        return all.sorted { $0.id < $1.id }
    }

    private func excessiveDay(_ slot: Int) -> CivilDate? {
        guard !excessiveCells.isEmpty else { return nil }
        let day = (0..<period.days).first { excessiveCells.contains(slot * period.days + $0) }
        return day.map { period.first + $0 }
    }
}
