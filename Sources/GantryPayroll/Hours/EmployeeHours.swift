package import GantryConnectors
package import GantryModel

/// One employee of a run, with what pay lines are made of.
package struct EmployeeHours: Sendable {
    package let id: Int64
    package let tally: EmployeeTally
    /// Exported hours for each day of the period.
    package let days: ArraySlice<DayHours>
    /// For each day of the period; empty where no pay code needs them .
    package let dailyEntries: ArraySlice<EntryCounts>
    /// The hours of each day by project; empty where pay isn't split by projects.
    package let projectDays: ArraySlice<[ProjectDay]>
    /// Approved leave on days of the period, one element for each kind.
    package let leave: [TakenLeave]
    /// Paid holidays in half days by the day's place in the period, in order.
    package let holidays: [(offset: Int, halves: Int)]
    /// The first day whose exported hours no `Hours` can hold, so that `days` is wrong about it.
    package let excessiveDay: CivilDate?

    package init(
        id: Int64, tally: EmployeeTally, days: ArraySlice<DayHours>, dailyEntries: ArraySlice<EntryCounts> = [],
        projectDays: ArraySlice<[ProjectDay]> = [], leave: [TakenLeave] = [],
        holidays: [(offset: Int, halves: Int)] = [], excessiveDay: CivilDate? = nil
    ) {
        self.holidays = holidays
        self.id = id
        self.tally = tally
        self.days = days
        self.dailyEntries = dailyEntries
        self.projectDays = projectDays
        self.leave = leave
        self.excessiveDay = excessiveDay
    }
}

/// How many exported entries a day has.
package struct EntryCounts: Equatable, Sendable {
    package private(set) var all: UInt32 = 0
    private var normal: UInt32 = 0
    private var overtime: UInt32 = 0
    private var weekend: UInt32 = 0

    package init() {}

    package mutating func add(_ entry: WorkEntry) {
        all &+= 1
        if entry.normalHours != .zero { normal &+= 1 }
        if entry.overtimeHours != .zero { overtime &+= 1 }
        if entry.weekendHours != .zero { weekend &+= 1 }
    }

    /// Entries with hours of one kind.
    package subscript(quantity: PayQuantity) -> Int {
        switch quantity {
        case .normal: Int(normal)
        case .overtime: Int(overtime)
        case .weekend: Int(weekend)
        }
    }
}

/// An employee's exported hours of a day on one project.
package struct ProjectDay: Sendable {
    /// `nil` for hours without a project.
    package let project: Int64?
    /// The smallest id of its entries, which decides the order of projects in a day.
    package private(set) var firstEntry: Int64
    package private(set) var hours = HoursByCategory()
    package private(set) var entries = EntryCounts()

    package init(_ entry: WorkEntry) {
        project = entry.projectID
        firstEntry = entry.id
        add(entry)
    }

    package mutating func add(_ entry: WorkEntry) {
        if entry.id.precedes(key: firstEntry) { firstEntry = entry.id }
        hours.add(entry)
        entries.add(entry)
    }
}

extension Int64 {
    /// Whether a key is smaller than another: of texts by what they say, which their numbers don't.
    func precedes(key other: Int64) -> Bool {
        Swift.max(self, other) < TextKeys.first ? self < other : PayrollNumber.precedes(keyText, other.keyText)
    }
}

extension [ProjectDay] {
    /// Adds an entry to the project that it belongs to.
    package mutating func add(_ entry: WorkEntry) {
        if let index = firstIndex(where: { $0.project == entry.projectID }) {
            self[index].add(entry)
        } else {
            append(ProjectDay(entry))
        }
    }
}

/// Hours of one period by employee and day, in more detail than `DayHours`: only where pay codes need it.
///
/// Its arrays have an element for each employee and day, in the order of the cells that they belong to.
package struct HoursDetail: Sendable {
    private(set) var entries: [EntryCounts] = []
    private(set) var projects: [[ProjectDay]] = []
    private let isByProject: Bool

    package init(isByProject: Bool) { self.isByProject = isByProject }

    mutating func grow(by days: Int) {
        entries.append(contentsOf: repeatElement(EntryCounts(), count: days))
        if isByProject { projects.append(contentsOf: repeatElement([], count: days)) }
    }

    mutating func add(_ entry: WorkEntry, to cell: Int) {
        entries[cell].add(entry)
        if isByProject { projects[cell].add(entry) }
    }
}
