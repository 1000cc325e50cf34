/// Notifications and statistics.
extension GeneratedOffice {
    static let noticeCount = 64

    var notifications: RecordSet {
        numbered(
            Self.noticeCount,
            { field, position in
                field == "isRead" ? String(isRead(position)) : field == "createdAt" ? sent(position) : nil
            }, { notification($0) })
    }

    func isRead(_ position: Int) -> Bool { scatter(UInt64(position) &+ 1, 111) & 3 != 0 }

    /// The newest first; two of them came at the same moment.
    func sent(_ position: Int) -> String {
        let place = position == 5 ? 4 : position
        return Moment(CivilDay(year: Self.year, month: 10, day: 31), hour: 16).adding(-place * 39_600).text.dropLast()
            + ".000000Z"
    }

    func notification(_ position: Int) -> String {
        let kinds = [
            ("WORK_ENTRY_SUBMITTED", "HOURS", "NORMAL"), ("WORK_ENTRY_APPROVED", "HOURS", "LOW"),
            ("LEAVE_REQUEST_SUBMITTED", "LEAVE", "HIGH"),
            ("LEAVE_REQUEST_APPROVED", "LEAVE", "NORMAL"), ("PAYROLL_READY", "PAYROLL", "URGENT"),
            ("TASK_ASSIGNED", "TASK", "NORMAL"),
            ("SYSTEM_MAINTENANCE", "SYSTEM", "LOW"),
        ]
        let (type, category, priority) = kinds[position % kinds.count]
        return
            #"{"id":\#(5_064 - position),"employeeId":901,"notificationType":"\#(type)","title":\#(position % 9 == 4 ? "null" : "\"Notice \(5_064 - position)\"")"#
            + #","message":\#(Self.reasons[1 + position % 7]),"category":"\#(category)","priority":"\#(priority)","isRead":\#(isRead(position))"#
            + #","actionRequired":\#(priority == "URGENT"),"createdAt":"\#(sent(position))","actionUrl":\#(position % 3 == 0 ? "\"https://ksrcranes.dk/app/open?token=nt_\(position)abc\"" : "null")"#
            + #","metadata":\#(position % 4 == 0 ? #"{"entries":[100001,100002],"source":"app"}"# : "null")}"#
    }

    var dashboard: [UInt8] {
        Array(
            (#"{"overview":{"pending_hours":\#(employees * 3),"ready_employees":\#(employees),"total_amount":\#(employees * 1_350).5,"active_batches":2"#
                + #","current_period":{"id":21,"year":2026,"period_number":21,"start_date":"2026-10-05T00:00:00.000Z","end_date":"2026-10-18T23:59:59.999Z","status":"active","week_number":41}"#
                + #","period_progress":0.7142857142857143,"last_updated":"2026-10-31T16:00:00.000Z"},"pending_items":["#
                + #"{"id":1,"title":"Hours to review","subtitle":"12 entries; 3 workers","priority":"high","time_ago":"2 hours","requires_action":true,"icon":"clock","related_id":20,"type":"hours_review"},"#
                + #"{"id":"2","title":"Batch 2026-20","subtitle":null,"priority":"medium","time_ago":"1 day","requires_action":false,"icon":"doc","type":"batch_approval"}],"recent_activity":["#
                + #"{"id":1,"title":"Hours confirmed","description":"=14 entries","timestamp":"2026-10-31T15:20:00.000Z","type":"hours_confirmed","related_id":19},"#
                + #"{"id":2,"title":"System ready","description":"","timestamp":"2026-10-31T06:00:00.000Z","type":"system_ready"}]}"#)
                .utf8)
    }

    /// Agrees with the list of batches.
    var payroll: [UInt8] {
        Array(
            (#"{"total_batches":6,"draft_batches":1,"pending_approval_batches":0,"approved_batches":1,"completed_batches":4,"failed_batches":0"#
                + #","total_amount":"\#(amountOfBatches).00","avg_processing_time":2.3333333333333335}"#).utf8)
    }
}

extension GeneratedOffice {
    /// The sample files beside work entries and the four lists: a dozen workers' worth of each.
    static func sampleFiles(_ data: GeneratedData) -> [SampleFile] {
        let few = GeneratedOffice(data, employees: 12)
        let details = few.tasks.texts().compactMap { task in
            (try? JSONBytes.member("task_id", of: task)).flatMap { $0 }.flatMap {
                few.task(String(decoding: task[$0.value], as: UTF8.self))
            }
        }
        return [
            SampleFile("dashboard-statistics.json", [few.dashboard]),
            SampleFile("leave-balances.json", GeneratedOffice(data).leaveBalances.texts()),
            SampleFile("leave-requests.json", few.leaveRequests.texts()),
            SampleFile("notifications.json", few.notifications.texts()),
            SampleFile("payroll-statistics.json", [few.payroll]), SampleFile("task-details.json", details),
            SampleFile("tasks.json", few.tasks.texts()), SampleFile("timesheets.json", few.timesheets.texts()),
        ]
    }
}

extension RecordSet {
    /// Every record's JSON text; for small sets.
    func texts() -> [[UInt8]] {
        (0..<count).map { position in
            var bytes: [UInt8] = []
            append(position, &bytes)
            return bytes
        }
    }
}
