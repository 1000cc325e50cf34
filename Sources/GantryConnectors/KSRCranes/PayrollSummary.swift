public import GantryEngine
public import GantryModel

/// Hours by category.
public struct HoursByCategory: Equatable, Sendable {
    public var normal = Hours.zero
    public var overtime = Hours.zero
    public var weekend = Hours.zero

    public init() {}

    @inlinable
    public mutating func add(_ entry: WorkEntry) {
        normal += entry.normalHours
        overtime += entry.overtimeHours
        weekend += entry.weekendHours
    }

    public var total: Hours { normal + overtime + weekend }
}

/// A person's hours of one day.
public struct DayHours: Sendable {
    public var exported = HoursByCategory()
    /// Hours of all distinct entries, held ones included.
    var all = Hours.zero
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
    /// Notes about a person's whole day, in order of employee and date.
    public let dayNotes: [ExceptionNote]

    let employeeIDs: [Int64]
    let people: [Int32]
    let tallies: [EmployeeTally]
    let cells: [DayHours]

    /// Every employee with at least one exported entry, in order of their numbers.
    public var employees: [Employee] {
        let days = period.days
        let order = employeeIDs.indices.filter { tallies[$0].entries > 0 }.sorted { employeeIDs[$0] < employeeIDs[$1] }
        return order.map { slot in
            Employee(
                id: employeeIDs[slot], person: people[slot], tally: tallies[slot],
                days: cells[(slot * days)..<((slot + 1) * days)])
        }
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
