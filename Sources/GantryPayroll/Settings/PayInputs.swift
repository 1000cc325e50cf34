internal import GantryEngine
internal import GantryJSON
internal import GantryModel

/// What pay lines are made of besides hours and workers. A run takes them when it begins and keeps them: an office may
/// edit its files while a run is interrupted.
package struct PayInputs: Sendable, Equatable {
    /// `nil` where the settings name no file of employees.
    package var employees: EmployeeTable?
    package var calendar = PayCalendar()
    /// `nil` where no pay code pays leave.
    package var leave: ApprovedLeave?

    package init() {}

    package init(employees: EmployeeTable?, calendar: PayCalendar, leave: ApprovedLeave?) {
        self.employees = employees
        self.calendar = calendar
        self.leave = leave
    }

    /// The approved leave of employees who can be paid: those with a row in the list of employees, and in the list of
    /// workers.
    /// - Parameter roster: `nil` where nobody is unknown.
    package func payableLeave(roster: Roster?) -> ApprovedLeave? {
        leave.map { leave in
            ApprovedLeave(
                leave.requests.filter { request in
                    (employees.map { $0[request.employeeID] != nil } ?? true)
                        && (roster.map { $0.index(of: request.employeeID) >= 0 } ?? true)
                })
        }
    }

    /// Whether there is anything that a run has to keep.
    package static func areNeeded(by settings: PaySettings?) -> Bool {
        guard let settings else { return false }
        return settings.employees != nil || settings.calendar != nil || settings.paysLeave
    }

    /// As a run keeps them.
    package var document: [UInt8] {
        let employees = self.employees.map { String(decoding: $0.csv(of: Set($0.rows.map(\.employeeID))), as: UTF8.self) }
        return Array(
            JSONTree.object([
                "employees": employees.map { .string($0) } ?? .null,
                "weekend": .array(calendar.weekend.map(\.rawValue).sorted().map { .string($0) }),
                "holidays": .array(calendar.holidays.sorted().map { .string("\($0)") }),
                "leave": leave.map { .string(String(decoding: $0.lines, as: UTF8.self)) } ?? .null,
            ]).compact.utf8)
    }

    /// Reads what `document` gave.
    /// - Throws: `RunError.landingDamaged` when it is something else.
    package init(document bytes: [UInt8], path: String) throws {
        guard let tree = try? JSONTree(bytes), let weekend = tree["weekend"]?.list, let holidays = tree["holidays"]?.list
        else {
            throw RunError(
                .landingDamaged, "\(path) isn't what the run kept about employees and holidays.",
                advice: "Run again with \(.startOver) to fetch the batch again.")
        }
        employees = try tree["employees"]?.text.map { try EmployeeTable(csv: Array($0.utf8), path: path) }
        calendar = PayCalendar(
            weekend: Set(weekend.compactMap { $0.text.flatMap(WeekendDay.init(rawValue:)) }),
            holidays: Set(holidays.compactMap { $0.text.flatMap { CivilDate($0) } }))
        leave = try tree["leave"]?.text.map { try ApprovedLeave(lines: Array($0.utf8), path: path) }
    }
}
