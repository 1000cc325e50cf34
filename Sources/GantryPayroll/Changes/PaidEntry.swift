package import GantryConnectors
package import GantryModel

/// What pay depends on of an exported entry.
package struct PaidEntry: Hashable, Sendable {
    package var id: Int64
    package var employee: Int64
    package var date: CivilDate
    package var normal: Hours
    package var overtime: Hours
    package var weekend: Hours
    package var project: Int64?

    package init(_ entry: WorkEntry) {
        id = entry.id
        employee = entry.employeeID
        date = entry.workDate
        normal = entry.normalHours
        overtime = entry.overtimeHours
        weekend = entry.weekendHours
        project = entry.projectID
    }

    /// The same as an entry without anything else.
    package var record: WorkEntry {
        var entry = WorkEntry()
        entry.id = id
        entry.employeeID = employee
        entry.workDate = date
        entry.normalHours = normal
        entry.overtimeHours = overtime
        entry.weekendHours = weekend
        entry.projectID = project
        return entry
    }

    var hours: String { "\(normal + overtime + weekend)" }

    /// The fields as pipeline files name them, what each contains, and how it is taken from another entry.
    static let fields: [(name: String, text: @Sendable (Self) -> String, take: @Sendable (inout Self, Self) -> Void)] =
        [
            ("employeeId", { $0.employee.keyText }, { $0.employee = $1.employee }),
            ("workDate", { "\($0.date)" }, { $0.date = $1.date }),
            ("normalHours", { "\($0.normal)" }, { $0.normal = $1.normal }),
            ("overtimeHours", { "\($0.overtime)" }, { $0.overtime = $1.overtime }),
            ("weekendHours", { "\($0.weekend)" }, { $0.weekend = $1.weekend }),
            ("projectId", { $0.project?.keyText ?? "" }, { $0.project = $1.project }),
        ]
}

/// An entry that is exported otherwise in two exports.
package struct EntryDifference: Sendable {
    /// `nil` where it was not exported.
    package let old: PaidEntry?
    /// `nil` where it is not exported now.
    package let new: PaidEntry?
    /// Whether a check or a decision kept it out then, or keeps it out now.
    package let wasHeld: Bool
    package let isHeld: Bool

    /// `nil` where the two are the same.
    package init?(old: PaidEntry?, new: PaidEntry?, wasHeld: Bool = false, isHeld: Bool = false) {
        guard old != new else { return nil }
        self.old = old
        self.new = new
        self.wasHeld = wasHeld
        self.isHeld = isHeld
    }

    /// Employees whose lines it can change.
    package var employees: Set<Int64> { Set([old?.employee, new?.employee].compactMap(\.self)) }

    /// The days on which it is while one field after the other changes.
    package var days: Set<EmployeeDay> {
        Set(
            employees.flatMap { employee in
                [old?.date, new?.date].compactMap { $0.map { EmployeeDay(employeeID: employee, date: $0) } }
            })
    }

    var order: (Int64, CivilDate, Int64) {
        guard let entry = new ?? old else { return (0, CivilDate(daysSince1970: 0), 0) }
        return (entry.employee, entry.date, entry.id)
    }
}

/// What an employee has worked on a day.
package struct PaidDay: Sendable {
    private(set) var hours = HoursByCategory()
    private(set) var counts = EntryCounts()
    private(set) var projects: [ProjectDay] = []
    /// Its entries, where they are kept one by one.
    private(set) var entries: [PaidEntry] = []

    package init() {}

    package mutating func add(_ entry: PaidEntry, isApart: Bool) {
        let record = entry.record
        hours.add(record)
        counts.add(record)
        projects.add(record)
        if isApart { entries.append(entry) }
    }

    /// A day whose entries are kept one by one, without one of them.
    mutating func remove(_ id: Int64) {
        let rest = entries.filter { $0.id != id }
        self = PaidDay()
        for entry in rest { add(entry, isApart: true) }
    }
}
