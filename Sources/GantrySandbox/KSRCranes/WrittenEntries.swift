/// Hours that were written while the sandbox runs, in the columns of the deployed server. One row for an employee, a
/// task and a day.
struct WrittenEntries: Sendable {
    struct Row: Sendable {
        var id: Int
        var employee: String
        var task: Int
        var day: CivilDay
        var start: String?
        var end: String?
        var pause = 0
        var km = 0.0
        var description: String?
        var isDraft = true
        var confirmation = "pending"

        var status: String { isDraft ? "pending" : "submitted" }

        /// The columns that the answer to a write has. Kilometres are a decimal column, which is written as a string.
        var columns: String {
            #""entry_id":\#(id),"employee_id":\#(employee),"task_id":\#(task),"work_date":"\#(day.text)T00:00:00.000Z","start_time":\#(jsonText(start))"#
                + #","end_time":\#(jsonText(end)),"pause_minutes":\#(pause),"status":"\#(status)","confirmation_status":\#(jsonString(confirmation))"#
                + #","description":\#(jsonText(description)),"km":"\#(WorkEntrySpelling.javaScript(km))""#
        }
    }

    private struct Key: Hashable {
        var employee: String
        var task: Int
        var day: CivilDay

        init(_ employee: String, _ task: Int, _ day: CivilDay) {
            (self.employee, self.task, self.day) = (employee, task, day)
        }
    }

    private static let firstID = 2_000_000_001

    /// In order of id.
    private(set) var rows: [Row] = []
    private var places: [Key: Int] = [:]

    func has(_ id: Int) -> Bool { rows.indices.contains(id - Self.firstID) }

    /// The rows of a person and week, the newest first.
    func rows(of employee: String, week monday: CivilDay, isDraft: Bool?) -> [Row] {
        rows.filter { row in
            row.employee == employee && row.day >= monday && row.day < monday.adding(days: 7)
                && (isDraft.map { row.isDraft == $0 } ?? true)
        }.sorted { ($0.day, $0.id) > ($1.day, $1.id) }
    }

    /// Where the row is that an item means: by its id, or by task and day.
    func place(id: Int, employee: String, task: Int, day: CivilDay) -> Int? {
        guard id != 0 else { return places[Key(employee, task, day)] }
        return has(id) ? id - Self.firstID : nil
    }

    /// Puts a row in place of an old one, or behind the last with an id of its own.
    mutating func put(_ row: Row, at place: Int?) -> Row {
        var row = row
        if let place {
            row.id = rows[place].id
            places[Key(rows[place].employee, rows[place].task, rows[place].day)] = nil
            rows[place] = row
        } else {
            row.id = Self.firstID + rows.count
            rows.append(row)
        }
        places[Key(row.employee, row.task, row.day)] = row.id - Self.firstID
        return row
    }
}
