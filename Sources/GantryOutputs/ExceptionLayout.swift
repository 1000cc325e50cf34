package import GantryEngine
package import GantryFormats
internal import GantryModel

/// How exceptions are laid out.
package enum ExceptionLayout: Sendable {
    /// With the entry, the employee and the day.
    case payroll
    /// With the key of the record.
    case dataset

    package var headings: [String] {
        switch self {
        case .payroll: ["severity", "rule", "entry_id", "employee_id", "work_date", "found", "expected"]
        case .dataset: ["severity", "rule", "record", "found", "expected"]
        }
    }

    package func cells(_ note: ExceptionNote) -> [CSVCell] {
        var cells: [CSVCell] = [.text(note.severity.rawValue), .text(note.rule)]
        switch self {
        case .payroll:
            cells.append(note.recordID.map { .integer($0) } ?? .empty)
            cells.append(note.employeeID.map { .integer($0) } ?? .empty)
            cells.append(note.date.map { .text($0.description) } ?? .empty)
        case .dataset: cells.append(.text(note.recordKey ?? ""))
        }
        cells.append(.text(note.found))
        cells.append(.text(note.expected))
        return cells
    }
}
