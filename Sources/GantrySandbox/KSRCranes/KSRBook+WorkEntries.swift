import FoundationEssentials
import Synchronization

/// Hours that workers write, and the week that shows them.
extension KSRBook {
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

    /// `POST /api/app/work-entries`. There is no transaction: where an item fails the answer is its failure, and the
    /// other rows are written all the same.
    func writeEntries(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let items = try Self.decoded(Items.self, request, "entries must be an array").entries
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
            let list = rows.map { "{\($0.columns)}" }.joined(separator: ",")
            let mail =
                rows.contains { !$0.isDraft }
                ? #","confirmationSent":true,"confirmationToken":"\#(randomToken())""# : ""
            return BackendAnswer(
                status: 201, body: Array(#"{"message":"Entries saved","entries":[\#(list)]\#(mail)}"#.utf8))
        }
    }

    private func write(_ item: Items.Item, of employee: String) throws(Refusal) -> WrittenEntries.Row {
        guard let day = Self.day(item.work_date) else { throw Refusal(.error(400, "Invalid work_date")) }
        guard began.office.task(String(item.task_id)) != nil else {
            throw Refusal(.error(500, "Foreign key constraint failed on task_id"))
        }
        let result: Result<WrittenEntries.Row, Refusal> = state.withLock { state in
            let place = state.entries.place(id: item.entry_id ?? 0, employee: employee, task: item.task_id, day: day)
            if let other = state.entries.place(id: 0, employee: employee, task: item.task_id, day: day), other != place
            {
                return .failure(Refusal(.error(409, "Another entry has this task and day")))
            }
            let old = place.map { state.entries.rows[$0] }
            if let old, old.status == "submitted" || old.confirmation == "confirmed" {
                return .failure(Refusal(.error(400, "Cannot modify entry that is submitted or confirmed")))
            }
            var row = WrittenEntries.Row(id: 0, employee: employee, task: item.task_id, day: day)
            // Times that are missing stay as they are, kilometres that are missing become none.
            (row.start, row.end) = (item.start_time ?? old?.start, item.end_time ?? old?.end)
            (row.pause, row.km) = (item.pause_minutes ?? 0, item.km ?? 0)
            (row.description, row.isDraft) = (item.description, item.is_draft != false)
            row.confirmation = item.confirmation_status ?? "pending"
            let written = state.entries.put(row, at: place)
            effects.enter(
                "write-work-entries", ["employeeId": employee, "taskId": String(item.task_id), "workDate": day.text],
                id: String(written.id))
            return .success(written)
        }
        return try result.get()
    }

    /// `GET /api/app/work-entries?selectedMonday=`: the signed-in person's own rows of that week, as far as they were
    /// written here.
    func week(_ request: BackendRequest) -> BackendAnswer {
        guard let day = request.query["selectedMonday"].flatMap({ CivilDay($0) }) else {
            return .error(400, "selectedMonday must be a date as YYYY-MM-DD")
        }
        let isDraft = request.query["is_draft"].map { $0 == "true" }
        let rows = state.withLock { $0.entries }.rows(
            of: request.holder, week: day.adding(days: -day.weekday), isDraft: isDraft)
        let list = rows.map { row in
            let task = began.office.task(String(row.task))?.text("title")
            return
                #"{\#(row.columns),"is_draft":\#(row.isDraft),"isActive":true,"timesheetId":null,"payroll_batch_id":null,"sent_to_payroll":false"#
                + #","Tasks":{"task_id":\#(row.task),"title":\#(jsonText(task))}}"#
        }
        return BackendAnswer(body: Array("[\(list.joined(separator: ","))]".utf8))
    }
}
