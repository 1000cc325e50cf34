internal import GantryJSON
internal import GantryModel

/// What KSR Cranes has beside hours and the four lists: timesheets, leave, tasks, notifications, statistics.
struct KSRFixtures: Sendable {
    let timesheets: RecordSet
    let leaveRequests: RecordSet
    let leaveBalances: RecordSet
    let tasks: RecordSet
    let notifications: RecordSet
    /// A task with its workers, by its number.
    let task: @Sendable (String) -> [UInt8]?
    let dashboard: [UInt8]
    let payroll: [UInt8]

    init(_ folder: SampleFolder) throws(SandboxError) {
        let details = try folder.records("task-details")
        timesheets = RecordSet(try folder.records("timesheets"))
        leaveRequests = RecordSet(try folder.records("leave-requests"))
        leaveBalances = RecordSet(try folder.records("leave-balances"))
        tasks = RecordSet(try folder.records("tasks"))
        notifications = RecordSet(try folder.records("notifications"))
        task = { details.record("task_id", $0) }
        dashboard = try folder.record("dashboard-statistics")
        payroll = try folder.record("payroll-statistics")
    }

    init(_ generated: GeneratedFixtures) {
        timesheets = generated.timesheets
        leaveRequests = generated.leaveRequests
        leaveBalances = generated.leaveBalances
        tasks = generated.tasks
        notifications = generated.notifications
        task = generated.task
        dashboard = generated.dashboard
        payroll = generated.payroll
    }
}

extension KSRFixtures {
    private static let timesheetFields = RecordFields(
        word: "timesheetUrl", required: "weekNumber", text: "timesheetUrl", number: "totalHours")
    private static let taskFields = RecordFields(
        word: "status", required: "title", text: "description", number: "project_id")
    private static let noticeFields = RecordFields(word: "priority", required: "message", text: "message", number: "id")
    private static let dashboardFields = RecordFields(
        word: "overview", required: "overview", text: "overview", number: "overview")
    private static let payrollFields = RecordFields(
        word: "total_batches", required: "total_batches", text: "total_amount", number: "total_batches")

    func endpoints(_ access: Access, _ store: KSRStore) -> [Endpoint] {
        let leave = KSRLeave(requests: leaveRequests, balances: leaveBalances)
        return [
            Endpoint(name: "timesheets", path: "/api/app/timesheets", access: access, fields: Self.timesheetFields) {
                try list(store.timesheets, filteredBy: nil, for: $0)
            },
            Endpoint(
                name: "worker-timesheets", path: "/api/app/worker/timesheets", access: access,
                fields: Self.timesheetFields
            ) { request in
                guard let employee = request.query["employee_id"] else {
                    throw Refusal.error(400, "employee_id is required")
                }
                guard employee == request.holder else { throw Refusal.error(403, "Forbidden") }
                return try list(store.timesheets, filteredBy: "employee_id", for: request)
            },
            Endpoint(name: "tasks", path: "/api/app/tasks", access: access, fields: Self.taskFields) {
                try list(tasks, filteredBy: "project_id", for: $0)
            },
            Endpoint(name: "task", path: "/api/app/tasks/:id", access: access, fields: Self.taskFields) { request in
                guard let task = task(request.id) else { throw Refusal.error(404, "Task not found") }
                return request.answer(task)
            },
            Endpoint(
                name: "leave-requests", path: "/api/app/chef/leave/requests", access: access,
                paging: .offsets(standard: KSRLeave.standardLimit, largest: KSRLeave.largestLimit),
                fields: KSRLeave.requestFields
            ) { try leave.requests($0) },
            Endpoint(
                name: "leave-balances", path: "/api/app/chef/leave/balance", access: access,
                fields: KSRLeave.balanceFields
            ) { try leave.balances($0) },
            Endpoint(name: "notifications", path: "/api/app/notifications", access: access, fields: Self.noticeFields) {
                try notices(store.notifications, for: $0)
            },
            Endpoint(
                name: "dashboard-statistics", path: "/api/app/chef/payroll/dashboard/stats", access: access,
                fields: Self.dashboardFields
            ) { $0.answer(dashboard) },
            Endpoint(
                name: "payroll-statistics", path: "/api/app/chef/payroll/batches/stats", access: access,
                fields: Self.payrollFields
            ) { $0.answer(payroll) },
        ]
    }

    /// A bare list, complete or filtered by a number.
    private func list(
        _ records: RecordSet, filteredBy name: String?, for request: BackendRequest
    ) throws(Refusal) -> BackendAnswer {
        var selection = records.selection()
        if let name, let wanted = request.query[name] {
            guard Int(wanted) != nil else { throw .error(400, "\(name) must be a number") }
            selection = records.selection(of: [(name, wanted)])
        }
        return BackendAnswer(body: records.list(selection, for: request))
    }

    /// `limit` (50), `unread_only`, `since`. Both counts are of the notifications in the answer, as on the deployed
    /// server.
    private func notices(_ notifications: RecordSet, for request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let limit = QueryNumber.read(request.query["limit"], standard: 50) else {
            throw .error(400, "limit must be 1 or more")
        }
        let since = request.query["since"]
        guard since.map({ CivilDate($0.prefix(10)) != nil }) ?? true else { throw .error(400, "since must be a date") }
        let unreadOnly = request.query["unread_only"] == "true"
        let selection = notifications.selection { position in
            if unreadOnly, notifications.field("isRead", position) != "false" { return false }
            // Times of one form and zone sort as texts.
            return since.map { (notifications.field("createdAt", position) ?? "").prefix(19) >= $0.prefix(19) } ?? true
        }
        let count = min(limit, selection.count)
        let unread = (0..<count).count { notifications.field("isRead", selection[$0]) == "false" }
        return .list(
            "notifications", notifications.list(selection, 0..<count, for: request),
            with: [
                "total_count": .integer(count + request.alteration.totalShift), "unread_count": .integer(unread),
            ])
    }
}
