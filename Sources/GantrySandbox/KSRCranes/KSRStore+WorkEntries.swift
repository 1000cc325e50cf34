internal import GantryJSON
internal import GantryModel
import Synchronization

/// Hours that workers write, and the week that shows them.
extension KSRStore {
    private struct Items: Decodable {
        struct Item: Decodable {
            var entry_id: Int?
            var task_id: Int
            var work_date: String
            var start_time: String?
            var end_time: String?
            var pause_minutes: Int?
            var km: Double?
            var description: String?
            var is_draft: Bool?
            var confirmation_status: String?
        }

        var entries: [Item]
    }

    /// `POST /api/app/work-entries`. There is no transaction: when an item fails, its failure is the answer, and the
    /// other rows are written all the same.
    func writeEntries(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let items = request.decoded(Items.self)?.entries else { throw .error(400, "entries must be an array") }
        var rows: [WrittenEntries.Row] = []
        var failure: Refusal?
        for item in items {
            do throws(Refusal) {
                rows.append(try write(item, of: request.holder))
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        let isSubmitted = rows.contains { !$0.isDraft }
        return BackendAnswer(
            status: 201,
            [
                "message": "Entries saved", "entries": .array(rows.map { .object($0.columns) }),
                "confirmationSent": isSubmitted ? true : nil,
                "confirmationToken": isSubmitted ? .string(randomToken()) : nil,
            ])
    }

    private func write(_ item: Items.Item, of employee: String) throws(Refusal) -> WrittenEntries.Row {
        guard let day = Self.day(item.work_date) else { throw .error(400, "Invalid work_date") }
        guard initial.fixtures.task(String(item.task_id)) != nil else {
            throw .error(500, "Foreign key constraint failed on task_id")
        }
        let key = WrittenEntries.Key(employee: employee, task: item.task_id, day: day)
        return try state.withLock { (state) throws(Refusal) in
            let place = state.entries.place(id: item.entry_id ?? 0, key)
            if let other = state.entries.place(id: 0, key), other != place {
                throw .error(409, "Another entry has this task and day")
            }
            let old = place.map { state.entries.rows[$0] }
            if let old, !old.isDraft || old.confirmation == "confirmed" {
                throw .error(400, "Cannot modify entry that is submitted or confirmed")
            }
            // Missing times stay unchanged, missing kilometres become 0.
            let row = state.entries.put(
                WrittenEntries.Row(
                    key: key, start: item.start_time ?? old?.start, end: item.end_time ?? old?.end,
                    pause: item.pause_minutes ?? 0, km: item.km ?? 0, description: item.description,
                    isDraft: item.is_draft != false, confirmation: item.confirmation_status ?? "pending"), at: place)
            effects.enter(
                "write-work-entries", ["employeeId": employee, "taskId": String(item.task_id), "workDate": "\(day)"],
                id: String(row.id))
            return row
        }
    }

    /// `GET /api/app/work-entries?selectedMonday=`: the rows that the signed-in person wrote here in that week.
    func week(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let day = request.query["selectedMonday"].flatMap({ CivilDate($0) }) else {
            throw .error(400, "selectedMonday must be a date as YYYY-MM-DD")
        }
        let isDraft = request.query["is_draft"].map { $0 == "true" }
        let rows = state.withLock { $0.entries }.rows(
            of: request.holder, week: day + (1 - day.isoWeekday), isDraft: isDraft)
        let list = rows.map { row -> JSONTree in
            let more: JSONTree = [
                "is_draft": .bool(row.isDraft), "isActive": true, "timesheetId": .null, "payroll_batch_id": .null,
                "sent_to_payroll": false,
                "Tasks": [
                    "task_id": .integer(row.key.task),
                    "title": JSONTree(initial.fixtures.task(String(row.key.task))?.text("title")),
                ],
            ]
            return .object(row.columns + more.members)
        }
        return BackendAnswer(.array(list))
    }
}
