public import GantryEngine
public import GantryModel

/// Hours by category, summed over any number of entries.
public struct HoursByCategory: Equatable, Sendable {
    public var normal = HoursSum.zero
    public var overtime = HoursSum.zero
    public var weekend = HoursSum.zero

    public init() {}

    @inlinable
    public mutating func add(_ entry: WorkEntry) {
        normal += entry.normalHours
        overtime += entry.overtimeHours
        weekend += entry.weekendHours
    }

    public var total: HoursSum { normal + overtime + weekend }
}

/// A person's hours of one day. In 64 bits, since there are as many as employees times days: what they can't hold is
/// kept apart (`WideDay`).
public struct DayHours: Sendable {
    /// Exported hours by category.
    public private(set) var normal = Hours.zero
    public private(set) var overtime = Hours.zero
    public private(set) var weekend = Hours.zero
    /// Hours of all distinct entries, held ones included.
    private(set) var all = Hours.zero

    /// Exported hours of all categories.
    public var exported: HoursSum { HoursSum(normal) + HoursSum(overtime) + HoursSum(weekend) }

    init() {}

    /// A day's exported hours, `nil` when 64 bits can't hold them.
    init?(exported: HoursByCategory) {
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
struct WideDay: Sendable {
    private(set) var exported = HoursByCategory()
    private(set) var all = HoursSum.zero

    mutating func add(_ day: DayHours) {
        exported.normal += day.normal
        exported.overtime += day.overtime
        exported.weekend += day.weekend
        all += day.all
    }
}

/// How many exported entries an employee has.
public struct EmployeeTally: Equatable, Sendable {
    public var entries = 0
    /// Entries with hours in the category.
    public var normal = 0
    public var overtime = 0
    public var weekend = 0
    /// Sum of the entries' numbers.
    public var sumOfIDs: Int128 = 0

    public init() {}

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
public struct PayrollSummary: Sendable {
    /// One employee who has entries, with hours by day of the period.
    public struct Employee: Sendable {
        public let id: Int64
        /// Index in the roster's people, -1 for an unknown worker.
        public let person: Int32
        public let tally: EmployeeTally
        /// Exported hours for each day of the period.
        public let days: ArraySlice<DayHours>
        /// The first day whose exported hours no `Hours` can hold, so that `days` is wrong about it.
        public let excessiveDay: CivilDate?
    }

    public let period: PayPeriod
    public let counts: BatchCounts
    /// Hours that are exported, and hours that are held.
    public let exported: HoursByCategory
    public let held: HoursByCategory
    /// Sum of the numbers of the exported entries: meaningless in itself, it catches a dropped or swapped one.
    public let hashOfIDs: Int128
    /// Exceptions by rule and severity.
    public let exceptions: [ExceptionCount]
    /// Notes about an employee instead of an entry: whole days in order of employee and date, then rates in order of
    /// employee.
    public let employeeNotes: [ExceptionNote]

    let employeeIDs: [Int64]
    let people: [Int32]
    let tallies: [EmployeeTally]
    let cells: [DayHours]
    /// Indexes in `cells` whose exported hours 64 bits can't hold; empty but for absurd input.
    let excessiveCells: Set<Int>

    /// Every employee with at least one exported entry, in order of their numbers.
    public var employees: [Employee] {
        let days = period.days
        let order = employeeIDs.indices.filter { tallies[$0].entries > 0 }.sorted { employeeIDs[$0] < employeeIDs[$1] }
        return order.map { slot in
            Employee(
                id: employeeIDs[slot], person: people[slot], tally: tallies[slot],
                days: cells[(slot * days)..<((slot + 1) * days)], excessiveDay: excessiveDay(slot))
        }
    }

    private func excessiveDay(_ slot: Int) -> CivilDate? {
        guard !excessiveCells.isEmpty else { return nil }
        let day = (0..<period.days).first { excessiveCells.contains(slot * period.days + $0) }
        return day.map { period.first + $0 }
    }
}

/// How often a rule found something.
public struct ExceptionCount: Equatable, Sendable {
    public let rule: String
    public let severity: Severity
    public var count: Int

    public init(rule: String, severity: Severity, count: Int) {
        self.rule = rule
        self.severity = severity
        self.count = count
    }
}
