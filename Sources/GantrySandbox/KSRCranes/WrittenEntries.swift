internal import GantryJSON
internal import GantryModel

/// Hours that were written while the sandbox runs, in the columns of the deployed server. One row for an employee, a
/// task and a day.
struct WrittenEntries: Sendable {
    struct Key: Hashable {
        var employee: String
        var task: Int
        var day: CivilDate
    }

    struct Row: Sendable {
        var id = 0
        var key: Key
        var start: String?
        var end: String?
        var pause: Int
        var km: Double
        var description: String?
        var isDraft: Bool
        var confirmation: String

        /// The columns in the answer to a write. Kilometres are a decimal column, which is written as a string.
        var columns: [JSONTree.Member] {
            let columns: JSONTree = [
                "entry_id": .integer(id), "employee_id": .number(key.employee), "task_id": .integer(key.task),
                "work_date": "\(key.day)T00:00:00.000Z", "start_time": JSONTree(start), "end_time": JSONTree(end),
                "pause_minutes": .integer(pause), "status": isDraft ? "pending" : "submitted",
                "confirmation_status": .string(confirmation), "description": JSONTree(description),
                "km": .string(JSONTree(javaScript: km).compact),
            ]
            return columns.members
        }
    }

    private static let firstID = 2_000_000_001

    /// In order of id.
    private(set) var rows: [Row] = []
    private var places: [Key: Int] = [:]

    func has(_ id: Int) -> Bool { rows.indices.contains(id - Self.firstID) }

    /// The rows of a person and week, the newest first.
    func rows(of employee: String, week monday: CivilDate, isDraft: Bool?) -> [Row] {
        rows.filter { row in
            row.key.employee == employee && row.key.day >= monday && row.key.day < monday + 7
                && (isDraft.map { row.isDraft == $0 } ?? true)
        }.sorted { ($0.key.day, $0.id) > ($1.key.day, $1.id) }
    }

    /// The place of the row with an id, or of the row with a key where the id is 0.
    func place(id: Int, _ key: Key) -> Int? {
        guard id != 0 else { return places[key] }
        return has(id) ? id - Self.firstID : nil
    }

    /// Replaces the row at a place, or appends a new row with a new id.
    mutating func put(_ row: Row, at place: Int?) -> Row {
        var row = row
        row.id = Self.firstID + (place ?? rows.count)
        if let place {
            places[rows[place].key] = nil
            rows[place] = row
        } else {
            rows.append(row)
        }
        places[row.key] = row.id - Self.firstID
        return row
    }
}
