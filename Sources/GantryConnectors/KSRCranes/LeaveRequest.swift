public import GantryModel

extension KSRCranes {
    /// A worker's request for leave.
    public struct LeaveRequest: DatasetRecord, DeclaredRecord {
        public var id: Int64 = 0
        public var employeeID: Int64 = 0
        public var employeeName: TextSlice?
        public var employeeEmail: TextSlice?
        /// `type` as an index in `KSRCranes.leaveTypes`: VACATION, SICK, PERSONAL, PARENTAL, COMPENSATORY or EMERGENCY.
        public var type: Int = 0
        /// `status` as an index in `KSRCranes.leaveStatuses`: PENDING, APPROVED, REJECTED, CANCELLED or EXPIRED.
        public var status: Int = 0
        public var startDate = CivilDate(daysSince1970: 0)
        public var endDate = CivilDate(daysSince1970: 0)
        public var totalDays: Decimal9?
        public var isHalfDay: Bool?
        public var isEmergency: Bool?
        public var reason: TextSlice?
        public var sickNoteURL: TextSlice?
        public var rejectionReason: TextSlice?
        public var createdAt: Instant?
        public var updatedAt: Instant?
        public var approvedBy: Int64?
        public var approverName: TextSlice?
        public var approvedAt: Instant?

        public init() {}

        /// The fields in the order of the contract; a record without `id`, `employee_id`, `type`, `status`,
        /// `start_date` or `end_date` is a reject.
        public static let fields: [Field<LeaveRequest>] = [
            Field("id", \.id, in: FieldRange.key, help: "The number of the request."),
            Field("employee_id", \.employeeID, in: FieldRange.key, help: "The worker."),
            Field("employee.name", \.employeeName, help: "The name of the worker."),
            Field("employee.email", \.employeeEmail, help: "The e-mail address of the worker."),
            Field(
                "type", \.type, oneOf: KSRCranes.leaveTypes,
                help: "VACATION, SICK, PERSONAL, PARENTAL, COMPENSATORY or EMERGENCY."),
            Field(
                "status", \.status, oneOf: KSRCranes.leaveStatuses,
                help: "PENDING, APPROVED, REJECTED, CANCELLED or EXPIRED."),
            Field("start_date", \.startDate, help: "The first day."),
            Field("end_date", \.endDate, help: "The last day."),
            Field("total_days", \.totalDays, help: "Working days, as the server counts them."),
            Field("half_day", \.isHalfDay, help: "Whether it is half a day."),
            Field("emergency_leave", \.isEmergency, help: "Whether it was asked for at once."),
            Field("reason", \.reason, help: "What the worker wrote."),
            Field("sick_note_url", link: \.sickNoteURL, help: "The sick note, without its signature."),
            Field("rejection_reason", \.rejectionReason, help: "Why it was rejected."),
            Field("created_at", \.createdAt, help: "When it was requested."),
            Field("updated_at", \.updatedAt, help: "When it was last changed."),
            Field("approved_by", \.approvedBy, in: FieldRange.reference, help: "Who decided."),
            Field("approver.name", \.approverName, help: "Their name."),
            Field("approved_at", \.approvedAt, help: "When it was approved."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }
        public var key: RecordKey { .integer(id) }

        /// `ksr.leave-requests`: `GET /api/app/chef/leave/requests`, page by page with `limit` and `offset`. Filters:
        /// `status`, `type`, `employee_id`.
        public static let dataset = Dataset<LeaveRequest>(
            "leave-requests", help: "All workers' leave requests that overlap the period.", paging: .offset,
            listKeys: ["requests", "leave_requests", "data"],
            filters: [
                DatasetFilter(
                    "status", help: "Only requests with this status.", .choice(leaveStatuses), field: "status"),
                DatasetFilter("type", help: "Only this kind of leave.", .choice(leaveTypes), field: "type"),
                DatasetFilter("employee_id", help: "Only this worker.", .integer, field: "employee_id"),
            ],
            order: .number("id") { $0.id },
            days: { min($0.startDate, $0.endDate)...max($0.startDate, $0.endDate) },
            shape: LeaveRequest.shape
        ) { ask in
            let period =
                ask.period.map { [("start_date", $0.first.description), ("end_date", $0.last.description)] } ?? []
            return ReadRequest(
                path: "/api/app/chef/leave/requests",
                query: ask.query(["status", "type", "employee_id"]) + period
                    + [("limit", String(ask.pageSize)), ("offset", String(ask.offset))])
        }
    }
}
