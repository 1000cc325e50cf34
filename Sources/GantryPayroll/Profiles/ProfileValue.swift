/// A value that a column can show. The list is closed: there is no way to calculate another.
package enum ProfileValue: Hashable, Sendable {
    /// Something that the output gives, by name.
    case need(String)
    // The employee.
    case number, name
    case employeeRows, employeeUnits
    // The row.
    case code, title, absence, units, rate, amount, unit, action, project, date, lineFirst, lineLast, row
    // The run.
    case first, last, month, period, run, revision, snapshot
    // The whole file.
    case rows, sumUnits, sumAmount

    /// All but `needs`, as profiles spell them.
    package static let named: [(name: String, value: ProfileValue)] = [
        ("number", .number), ("name", .name), ("code", .code), ("title", .title), ("absence", .absence),
        ("units", .units), ("rate", .rate),
        ("amount", .amount), ("unit", .unit), ("action", .action), ("project", .project), ("date", .date),
        ("line.first", .lineFirst), ("line.last", .lineLast), ("first", .first), ("last", .last), ("month", .month),
        ("period", .period), ("run", .run), ("revision", .revision), ("snapshot", .snapshot), ("row", .row),
        ("rows", .rows), ("employee.rows", .employeeRows), ("employee.units", .employeeUnits),
        ("sum.units", .sumUnits), ("sum.amount", .sumAmount),
    ]

    /// As profiles spell it.
    package var spelling: String {
        if case .need(let name) = self { return name }
        return ProfileValue.named.first { $0.value == self }?.name ?? ""
    }

    /// What a value is of.
    package enum Scope: Sendable {
        /// The run: the same in every line.
        case run
        case employee
        case row
        /// All rows of a file.
        case file
    }

    package var scope: Scope {
        switch self {
        case .need, .first, .last, .month, .period, .run, .revision, .snapshot: .run
        case .number, .name, .employeeRows, .employeeUnits: .employee
        case .code, .title, .absence, .units, .rate, .amount, .unit, .action, .project, .date, .lineFirst, .lineLast,
            .row:
            .row
        case .rows, .sumUnits, .sumAmount: .file
        }
    }

    /// Whether the rows of one pay line can have different ones.
    var differsInLine: Bool {
        switch self {
        case .units, .amount, .date, .lineFirst, .lineLast, .row, .rows, .sumUnits, .sumAmount: true
        default: false
        }
    }

    /// What kind of value it is, which decides what a column can say of it.
    package enum Kind: Sendable {
        /// Hours, days or times.
        case units
        case money
        /// A whole number.
        case count
        case date
        case text
    }

    package var kind: Kind {
        switch self {
        case .units, .employeeUnits, .sumUnits: .units
        case .rate, .amount, .sumAmount: .money
        case .revision, .row, .rows, .employeeRows: .count
        case .date, .lineFirst, .lineLast, .first, .last, .snapshot: .date
        case .need, .number, .name, .code, .title, .absence, .unit, .action, .project, .month, .period, .run: .text
        }
    }
}
