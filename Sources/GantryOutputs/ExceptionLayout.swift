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
        case .payroll:
            [
                "severity", "rule", "entry_id", "employee_id", "work_date", "found", "expected", "id", "name", "hours",
                "approved_by", "decision", "decided_by", "because",
            ]
        case .dataset: ["severity", "rule", "record", "found", "expected"]
        }
    }

    /// For each column whether it holds numbers.
    package var isNumeric: [Bool] {
        headings.map { ["entry_id", "employee_id", "hours", "approved_by"].contains($0) }
    }

    package func cells(_ note: ExceptionNote) -> [CSVCell] {
        var cells: [CSVCell] = [.text(note.severity.rawValue), .text(note.rule)]
        switch self {
        case .payroll:
            cells.append(note.recordID.map { .key($0) } ?? .empty)
            cells.append(note.employeeID.map { .key($0) } ?? .empty)
            cells.append(note.date.map { .text($0.description) } ?? .empty)
        case .dataset: cells.append(.text(note.recordKey ?? ""))
        }
        cells.append(.text(note.found))
        cells.append(.text(note.expected))
        guard self == .payroll else { return cells }
        let details = note.details
        return cells + [
            .text(details?.id ?? ""), .text(details?.name ?? ""),
            details?.hours.map { .decimal(Int128($0.nano), .exact) } ?? .empty,
            details?.approvedBy.map { .key($0) } ?? .empty, .text(details?.decision?.verb ?? ""),
            .text(details?.decision?.by ?? ""), .text(details?.decision?.because ?? ""),
        ]
    }
}
