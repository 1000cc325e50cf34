internal import GantryEngine
package import GantryFormats
internal import GantryJSON
package import GantryModel
internal import GantryOutputs

/// A row of `entry-changes.csv`: what a correction has otherwise than the export it corrects, and why.
package struct EntryChange: Equatable, Sendable {
    /// The rules by which a correction differs; each row is a finding.
    package enum Rule: String, Sendable, CaseIterable {
        /// The entry was not exported then, and is now.
        case late
        /// It was exported then with another value.
        case changedAfterSigning = "changed-after-signing"
        /// It was exported then, and is not now.
        case vanished
        /// The source has another rate than the one that is paid: that of the export which is corrected.
        case rateChanged = "rate-changed"
    }

    package var rule: Rule
    /// `nil` for what is about an employee.
    package var entry: Int64?
    package var employee: Int64
    package var date: CivilDate?
    /// The field by its name in pipeline files; `hours` for all hours of an entry.
    package var field: String
    /// Empty where there was none.
    package var old: String
    /// Empty where there is none now.
    package var new: String

    /// The field of all hours of an entry.
    package static let hours = "hours"
    private static let numbers: Set<String> = [
        hours, "normalHours", "overtimeHours", "weekendHours", PayRate.hourly.rawValue,
    ]
    /// Whether the values are numbers with decimals.
    fileprivate var hasNumbers: Bool { EntryChange.numbers.contains(field) }

    package init(
        _ rule: Rule, entry: Int64?, employee: Int64, date: CivilDate?, field: String, old: String, new: String
    ) {
        self.rule = rule
        self.entry = entry
        self.employee = employee
        self.date = date
        self.field = field
        self.old = old
        self.new = new
    }

    package var action: PayrollChange.Action {
        switch rule {
        case .late: .add
        case .changedAfterSigning, .rateChanged: .change
        case .vanished: .void
        }
    }

    /// What a person sees, and what the id of the finding is made of.
    package var found: String {
        switch rule {
        case .late: "\(new) hours, not paid before"
        case .vanished: "\(old) hours, paid before"
        case .changedAfterSigning: "\(field) \(old.isEmpty ? "none" : old) → \(new.isEmpty ? "none" : new)"
        case .rateChanged: "\(new) at the source"
        }
    }

    package var expected: String {
        switch rule {
        case .late: "an entry that was paid before"
        case .vanished: "an entry that is still paid"
        case .changedAfterSigning: "what was signed"
        case .rateChanged: "\(old), as signed; that is paid"
        }
    }

    package var findingID: String {
        FindingID.make(rule: rule.rawValue, entry: entry, employee: employee, date: date, found: found)
    }
}

/// `entry-changes.csv`.
package enum EntryChangesTable {
    package static let fileName = "entry-changes.csv"
    package static let headings = [
        "action", "entry_id", "employee_id", "work_date", "field", "old", "new", "rule",
    ]

    package static func csv(_ rows: [EntryChange], dialect: CSVDialect) -> [UInt8] {
        var table = CSVTable(dialect: dialect)
        table.appendHeader(headings)
        func value(_ text: String, of row: EntryChange) -> CSVCell {
            guard row.hasNumbers, let nano = JSONTree.string(text).nano else { return .text(text) }
            return .decimal(nano, .exact)
        }
        for row in rows {
            table.append([
                .text(row.action.rawValue), row.entry.map { .integer($0) } ?? .empty, .integer(row.employee),
                row.date.map { .text("\($0)") } ?? .empty, .text(row.field), value(row.old, of: row),
                value(row.new, of: row),
                .text(row.rule.rawValue),
            ])
        }
        return table.take()
    }

    /// Reads what `csv` gave.
    /// - Throws: `RunError.verificationFailed` with the row that is no change of an entry.
    package static func read(_ bytes: [UInt8], dialect: CSVDialect) throws -> [EntryChange] {
        var table = CSVRows(bytes, dialect: dialect)
        guard table.next() == headings else {
            throw RunError(
                .verificationFailed,
                "its headings are not those of a list of changed entries: \(headings.joined(separator: ", "))")
        }
        var rows: [EntryChange] = []
        while let cells = table.next() {
            guard cells.count == headings.count, let rule = EntryChange.Rule(rawValue: cells[7]),
                let employee = Int64(cells[2])
            else { throw RunError(.verificationFailed, "row \(rows.count + 2) is not a change of an entry") }
            var row = EntryChange(
                rule, entry: Int64(cells[1]), employee: employee, date: CivilDate(cells[3]), field: cells[4],
                old: dialect.unguarded(cells[5]) ?? "", new: dialect.unguarded(cells[6]) ?? "")
            if row.hasNumbers, dialect.decimalPoint != 0x2E {
                row.old = row.old.replacing(",", with: ".")
                row.new = row.new.replacing(",", with: ".")
            }
            guard row.action.rawValue == cells[0] else {
                throw RunError(.verificationFailed, "row \(rows.count + 2): \(singleLine(cells[0])) is not its action")
            }
            rows.append(row)
        }
        return rows
    }
}
