internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A worker's request for leave.
    public struct LeaveRequest: DatasetRecord {
        public var id: Int64 = 0
        public var employeeID: Int64 = 0
        public var employeeName: TextSlice?
        public var employeeEmail: TextSlice?
        public var type: Int = 0
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

        public static let fields: [Field<LeaveRequest>] = [
            Field(
                "id", required: true, help: "The number of the request.",
                .integer(range: FieldRange.key, get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "employee_id", required: true, help: "The worker.",
                .integer(range: FieldRange.key, get: { $0.employeeID }, set: { $0.employeeID = $1 })),
            Field(
                "employee.name", help: "The name of the worker.",
                .text(get: { $0.employeeName }, set: { $0.employeeName = $1 })),
            Field(
                "employee.email", help: "The e-mail address of the worker.",
                .text(get: { $0.employeeEmail }, set: { $0.employeeEmail = $1 })),
            Field(
                "type", required: true, help: "VACATION, SICK, PERSONAL, PARENTAL, COMPENSATORY or EMERGENCY.",
                .choice(KSRCranes.leaveTypes, get: { $0.type }, set: { $0.type = $1 })),
            Field(
                "status", required: true, help: "PENDING, APPROVED, REJECTED, CANCELLED or EXPIRED.",
                .choice(KSRCranes.leaveStatuses, get: { $0.status }, set: { $0.status = $1 })),
            Field(
                "start_date", required: true, help: "The first day.",
                .date(get: { $0.startDate }, set: { $0.startDate = $1 })),
            Field(
                "end_date", required: true, help: "The last day.", .date(get: { $0.endDate }, set: { $0.endDate = $1 })),
            Field(
                "total_days", help: "Working days, as the server counts them.",
                .decimal(get: { $0.totalDays }, set: { $0.totalDays = $1 })),
            Field(
                "half_day", help: "Whether it is half a day.", .flag(get: { $0.isHalfDay }, set: { $0.isHalfDay = $1 })),
            Field(
                "emergency_leave", help: "Whether it was asked for at once.",
                .flag(get: { $0.isEmergency }, set: { $0.isEmergency = $1 })),
            Field("reason", help: "What the worker wrote.", .text(get: { $0.reason }, set: { $0.reason = $1 })),
            Field(
                "sick_note_url", help: "The sick note, without its signature.",
                .link(get: { $0.sickNoteURL }, set: { record, value, _ in record.sickNoteURL = value })),
            Field(
                "rejection_reason", help: "Why it was rejected.",
                .text(get: { $0.rejectionReason }, set: { $0.rejectionReason = $1 })),
            Field(
                "created_at", help: "When it was asked for.",
                .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field(
                "updated_at", help: "When it was last changed.",
                .instant(get: { $0.updatedAt }, set: { $0.updatedAt = $1 })),
            Field(
                "approved_by", help: "Who decided.",
                .integer(range: FieldRange.reference, get: { $0.approvedBy }, set: { $0.approvedBy = $1 })),
            Field("approver.name", help: "Their name.", .text(get: { $0.approverName }, set: { $0.approverName = $1 })),
            Field(
                "approved_at", help: "When it was approved.",
                .instant(get: { $0.approvedAt }, set: { $0.approvedAt = $1 })),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .integer(id) }

        public static var dataset: Dataset<LeaveRequest> {
            Dataset(
                "leave-requests", help: "Requests for leave of all workers that touch the period.", paging: .offset,
                listKeys: ["requests", "leave_requests", "data"],
                filters: [
                    DatasetFilter("status", help: "Only requests that stand so.", .choice(leaveStatuses)),
                    DatasetFilter("type", help: "Only this kind of leave.", .choice(leaveTypes)),
                    DatasetFilter("employee_id", help: "Only this worker.", .integer),
                ],
                order: .number("id") { $0.id },
                days: { min($0.startDate, $0.endDate)...max($0.startDate, $0.endDate) }
            ) { ask in
                let period =
                    ask.period.map { [("start_date", $0.first.description), ("end_date", $0.last.description)] } ?? []
                return ReadRequest(
                    path: "/api/app/chef/leave/requests",
                    query: ask.query(["status", "type", "employee_id"]) + period
                        + [("limit", String(ask.pageSize)), ("offset", String(ask.offset))])
            }
        }

        public static func makeDecoder() -> any PageDecoding<LeaveRequest> { PageDecoder(LeaveRequest.self) }
    }
}
