package import GantryConnectors
package import GantryFormats
internal import GantryModel
package import GantryOutputs

/// Columns of files of work entries, with what they show of the joined workers.
package enum WorkEntryColumns {
    /// The fields with a key, which can be a text where the records were read by roles.
    private static let keys: Set = ["id", "employeeId", "projectId", "taskId", "approvedBy"]

    /// The columns that a file has; one whose field is unknown is left out.
    /// - Parameter byRoles: whether the records were read by roles.
    package static func all(
        _ columns: [OutputColumn], dialect: CSVDialect, roster: Roster, byRoles: Bool
    ) -> [CSVColumn<WorkEntry>] {
        columns.compactMap {
            CSVColumn($0, of: WorkEntry.fields, keys: byRoles ? keys : [], dialect: dialect) {
                values(of: $0, in: roster)
            }
        }
    }

    /// What a sheet of a workbook has for the columns.
    package static func sheet(_ columns: [OutputColumn]) -> [WorkbookColumn] {
        columns.map { column in
            let kind: ValueKind? =
                switch column.field {
                case let field where field.join == nil:
                    WorkEntry.fields.first { $0.name == field.name }?.access.kind
                case let field where field.name == "employee_id": .integer
                case let field where field.name == "hourly_rate": .money
                default: .text
                }
            return WorkbookColumn(
                heading: column.heading, kind: WorkbookColumn.Kind(kind ?? .text, column.decimals))
        }
    }

    /// Fields of workers that the columns show besides number, name and rate, in alphabetical order.
    package static func otherFields(_ columns: some Sequence<OutputColumn>) -> [String] {
        Set(columns.filter { $0.field.join != nil }.map(\.field.name))
            .subtracting(["employee_id", "name", "hourly_rate"]).sorted()
    }

    /// A field of every worker, in the order of the roster.
    private static func values(of field: String, in roster: Roster) -> [JoinedValue] {
        roster.people.map { person in
            switch field {
            case "employee_id": person.id.isTextKey ? .text(person.id.keyText) : .integer(person.id)
            case "name": .text(person.name)
            case "hourly_rate": person.hourlyRate.map { .money($0) } ?? .text("")
            default: .text(person.others[field] ?? "")
            }
        }
    }
}
