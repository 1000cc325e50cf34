package import GantryConnectors
package import GantryFormats
internal import GantryModel
package import GantryOutputs

/// Columns of files of work entries, with what they show of the joined workers.
package enum WorkEntryColumns {
    /// The columns that a file has; one whose field is unknown is left out.
    package static func all(
        _ columns: [OutputColumn], _ dialect: CSVDialect, _ roster: Roster
    ) -> [CSVColumn<WorkEntry>] {
        columns.compactMap { column($0, dialect, roster) }
    }

    /// Fields of workers that the columns show besides number, name and rate, in alphabetical order.
    package static func otherFields(_ columns: some Sequence<OutputColumn>) -> [String] {
        Set(columns.filter { $0.field.join != nil }.map(\.field.name))
            .subtracting(["employee_id", "name", "hourly_rate"]).sorted()
    }

    private static func column(
        _ column: OutputColumn, _ dialect: CSVDialect, _ roster: Roster
    ) -> CSVColumn<WorkEntry>? {
        let places = column.decimals ?? .exact
        if column.field.join != nil {
            let cells = roster.people.map { person -> [UInt8] in
                switch column.field.name {
                case "employee_id": Array(String(person.id).utf8)
                case "name": dialect.cell(person.name)
                case "hourly_rate":
                    person.hourlyRate.map {
                        Array(decimalText(nano: $0.nano, places, point: dialect.decimalPoint).utf8)
                    } ?? []
                default: dialect.cell(person.others[column.field.name] ?? "")
                }
            }
            return CSVColumn(heading: column.heading, source: .joined(cells))
        }
        guard let field = WorkEntry.fields.first(where: { $0.name == column.field.name }) else { return nil }
        return CSVColumn(heading: column.heading, source: .field(field.access, places))
    }
}
