/// What KSR Cranes has beside hours and the four lists: timesheets, leave, tasks, notifications, statistics.
struct KSROffice: Sendable {
    let timesheets: RecordSet
    let leaveRequests: RecordSet
    let leaveBalances: RecordSet
    let tasks: RecordSet
    let notifications: RecordSet
    /// A task with those who are on it, by its number.
    let task: @Sendable (String) -> [UInt8]?
    let dashboard: [UInt8]
    let payroll: [UInt8]

    init(_ folder: SampleFolder) throws(SandboxError) {
        let details = try folder.records("task-details")
        let notices = try folder.records("notifications")
        self.init(
            timesheets: RecordSet(try folder.records("timesheets")),
            leaveRequests: RecordSet(try folder.records("leave-requests")),
            leaveBalances: RecordSet(try folder.records("leave-balances")),
            tasks: RecordSet(try folder.records("tasks")),
            notifications: RecordSet(notices), task: { details.record("task_id", $0) },
            dashboard: try Self.single("dashboard-statistics", folder),
            payroll: try Self.single("payroll-statistics", folder))
    }

    init(_ generated: GeneratedOffice) {
        self.init(
            timesheets: generated.timesheets, leaveRequests: generated.leaveRequests,
            leaveBalances: generated.leaveBalances,
            tasks: generated.tasks, notifications: generated.notifications, task: generated.task,
            dashboard: generated.dashboard, payroll: generated.payroll)
    }

    private init(
        timesheets: RecordSet, leaveRequests: RecordSet, leaveBalances: RecordSet, tasks: RecordSet,
        notifications: RecordSet,
        task: @escaping @Sendable (String) -> [UInt8]?, dashboard: [UInt8], payroll: [UInt8]
    ) {
        self.timesheets = timesheets
        self.leaveRequests = leaveRequests
        self.leaveBalances = leaveBalances
        self.tasks = tasks
        self.notifications = notifications
        self.task = task
        self.dashboard = dashboard
        self.payroll = payroll
    }

    private static func single(_ name: String, _ folder: SampleFolder) throws(SandboxError) -> [UInt8] {
        let records = try folder.records(name)
        guard records.count == 1 else {
            throw SandboxError(.unusableSample, records.name, "it must hold one record", next: "Correct the file.")
        }
        return records.record(0)
    }
}

extension KSROffice {
    private static let timesheetFields = RecordFields(
        word: "timesheetUrl", required: "weekNumber", text: "timesheetUrl", number: "totalHours")
    private static let taskFields = RecordFields(
        word: "status", required: "title", text: "description", number: "project_id")
    private static let noticeFields = RecordFields(word: "priority", required: "message", text: "message", number: "id")
    private static let dashboardFields = RecordFields(
        word: "overview", required: "overview", text: "overview", number: "overview")
    private static let payrollFields = RecordFields(
        word: "total_batches", required: "total_batches", text: "total_amount", number: "total_batches")

    func endpoints(_ access: Access, _ book: KSRBook) -> [Endpoint] {
        let leave = KSRLeave(requests: leaveRequests, balances: leaveBalances)
        return [
            Endpoint(name: "timesheets", path: "/api/app/timesheets", access: access, fields: Self.timesheetFields) {
                listed(book.timesheets, by: nil, $0, Self.timesheetFields)
            },
            Endpoint(
                name: "worker-timesheets", path: "/api/app/worker/timesheets", access: access,
                fields: Self.timesheetFields
            ) { request in
                guard let employee = request.query["employee_id"] else { return .error(400, "employee_id is required") }
                guard employee == request.holder else { return .error(403, "Forbidden") }
                return listed(book.timesheets, by: "employee_id", request, Self.timesheetFields)
            },
            Endpoint(name: "tasks", path: "/api/app/tasks", access: access, fields: Self.taskFields) {
                listed(tasks, by: "project_id", $0, Self.taskFields)
            },
            Endpoint(name: "task", path: "/api/app/tasks/:id", access: access, fields: Self.taskFields) { request in
                guard let task = task(request.parameters["id"] ?? "") else { return .error(404, "Task not found") }
                return BackendAnswer(body: task.spoiled(request.alteration, Self.taskFields))
            },
            Endpoint(
                name: "leave-requests", path: "/api/app/chef/leave/requests", access: access,
                paging: .offsets(usual: KSRLeave.usualLimit, largest: KSRLeave.largestLimit),
                fields: KSRLeave.requestFields
            ) { leave.requests($0) },
            Endpoint(
                name: "leave-balances", path: "/api/app/chef/leave/balance", access: access,
                fields: KSRLeave.balanceFields
            ) {
                leave.balances($0)
            },
            Endpoint(name: "notifications", path: "/api/app/notifications", access: access, fields: Self.noticeFields) {
                notices($0, book.notifications)
            },
            Endpoint(
                name: "dashboard-statistics", path: "/api/app/chef/payroll/dashboard/stats", access: access,
                fields: Self.dashboardFields
            ) { BackendAnswer(body: dashboard.spoiled($0.alteration, Self.dashboardFields)) },
            Endpoint(
                name: "payroll-statistics", path: "/api/app/chef/payroll/batches/stats", access: access,
                fields: Self.payrollFields
            ) { BackendAnswer(body: payroll.spoiled($0.alteration, Self.payrollFields)) },
        ]
    }

    /// A bare list, whole or of one number.
    private func listed(
        _ records: RecordSet, by name: String?, _ request: BackendRequest, _ fields: RecordFields
    ) -> BackendAnswer {
        var selection = records.selection()
        if let name, let wanted = request.query[name] {
            guard Int(wanted) != nil else { return .error(400, "\(name) must be a number") }
            selection = records.selection(of: [(name, wanted)])
        }
        var bytes: [UInt8] = []
        bytes.append("[")
        records.append(0..<selection.count, of: selection, request.alteration, fields, to: &bytes)
        bytes.append("]")
        return BackendAnswer(body: bytes)
    }

    /// `limit` (50), `unread_only`, `since`. Both counts are of what is sent, as the deployed server counts.
    private func notices(_ request: BackendRequest, _ notifications: RecordSet) -> BackendAnswer {
        guard let limit = OffsetWindow.number(request.query["limit"], usual: 50, from: 1) else {
            return .error(400, "limit must be 1 or more")
        }
        let since = request.query["since"]
        guard since.map({ $0.count >= 10 && CivilDay($0.prefix(10)) != nil }) ?? true else {
            return .error(400, "since must be a date")
        }
        let unreadOnly = request.query["unread_only"] == "true"
        let selection = notifications.selection { position in
            if unreadOnly, notifications.field("isRead", position) != "false" { return false }
            // Moments of one form and zone are in order as texts are.
            return since.map { (notifications.field("createdAt", position) ?? "").prefix(19) >= $0.prefix(19) } ?? true
        }
        let count = min(limit, selection.count)
        var bytes: [UInt8] = []
        bytes.append(#"{"notifications":["#)
        notifications.append(0..<count, of: selection, request.alteration, Self.noticeFields, to: &bytes)
        let unread = (0..<count).count { notifications.field("isRead", selection[$0]) == "false" }
        bytes.append(#"],"total_count":\#(count + request.alteration.totalShift),"unread_count":\#(unread)}"#)
        return BackendAnswer(body: bytes)
    }
}
