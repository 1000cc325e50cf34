public import GantryModel

extension CDBL {
    /// A request for leave with the steps of its approval.
    public struct Leave: DatasetRecord, DeclaredRecord {
        public var id = TextSlice()
        public var type = TextSlice()
        public var startDate = CivilDate(daysSince1970: 0)
        public var endDate = CivilDate(daysSince1970: 0)
        public var workingDays = Decimal9(0)
        public var reason: TextSlice?
        public var status = TextSlice()
        public var needsCertificate: Bool?
        public var certificateURL: TextSlice?
        public var fitnessCertificateURL: TextSlice?
        public var policyVersion: TextSlice?
        public var createdAt: Instant?
        public var updatedAt: Instant?

        public init() {}

        /// The fields in the order of the contract; a record without `id`, `type`, `startDate`, `endDate`,
        /// `workingDays` or `status` is a reject.
        public static let fields: [Field<Leave>] = [
            Field("id", \.id, help: "The request's id."),
            Field(
                "type", \.type,
                help: "The kind of leave: CASUAL, MEDICAL, EARNED or another that the server knows."),
            Field("startDate", \.startDate, utcOffset: CDBL.utcOffset, help: "The first day of leave."),
            Field("endDate", \.endDate, utcOffset: CDBL.utcOffset, help: "The last day of leave."),
            Field("workingDays", \.workingDays, help: "How many working days the server counts."),
            Field("reason", \.reason, help: "What the employee wrote."),
            Field("status", \.status, help: "The request's status, such as PENDING or APPROVED."),
            Field("needsCertificate", \.needsCertificate, help: "Whether a certificate is required."),
            Field("certificateUrl", link: \.certificateURL, help: "The medical certificate, without its signature."),
            Field(
                "fitnessCertificateUrl", link: \.fitnessCertificateURL,
                help: "The fitness certificate, without its signature."),
            Field("policyVersion", \.policyVersion, help: "The version of the rules that applied to the request."),
            Field("createdAt", \.createdAt, help: "When the request was made."),
            Field("updatedAt", \.updatedAt, help: "When the request was last changed."),
            Field(
                "approvals", help: "The steps of the approval, with who decided what.",
                .list(of: LeaveApproval.self) { leave, approval in approval.leaveID = leave.id }),
        ]

        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }
        public var key: RecordKey { .text(id) }

        /// `cdbl.leaves`: `GET /api/leaves`, page by page with `limit` and `offset`. Filters: `status`, `type`.
        public static let dataset = Dataset<Leave>(
            "leaves", help: "Leave requests, newest first, with their approval steps.", paging: .offset,
            listKeys: ["items"],
            filters: [
                DatasetFilter(
                    "status", help: "Only requests with this status.", .choice(leaveStatuses), field: "status"),
                DatasetFilter("type", help: "Only this kind of leave.", .choice(leaveTypes), field: "type"),
            ],
            pageSizes: 1...100, order: .time("createdAt") { $0.createdAt },
            days: { min($0.startDate, $0.endDate)...max($0.startDate, $0.endDate) },
            shape: Leave.shape
        ) { ask in
            ReadRequest(
                path: "/api/leaves",
                query: ask.query(["status", "type"]) + [
                    ("limit", String(ask.pageSize)), ("offset", String(ask.offset)),
                ])
        }.with(\.check, check)

        /// `cdbl.leave`: `GET /api/leaves/{key}`, one request for each key, with the full history of approvals.
        public static let history = Dataset<Leave>(
            "leave", help: "Single leave requests with their full history, by id.", paging: .keyed,
            listKeys: ["leave", "data"], shape: Leave.shape, isOneRecord: true
        ) { ask in
            ReadRequest(path: "/api/leaves/" + ask.key, query: [])
        }
    }

    /// A step of the approval of a leave.
    public struct LeaveApproval: DeclaredRecord {
        public var leaveID: TextSlice?
        public var step: Int64?
        public var role: TextSlice?
        public var status: TextSlice?
        public var actedAt: Instant?
        public var remarks: TextSlice?

        public init() {}

        /// The fields in the order of the contract; none is required.
        public static let fields: [Field<LeaveApproval>] = [
            Field("leaveId", \.leaveID, help: "The request that the step belongs to."),
            Field("step", \.step, in: FieldRange.count, help: "The number of the step, from 1."),
            Field("role", or: ["toRole"], \.role, help: "The role that decides, such as DEPT_HEAD."),
            Field(
                "status", or: ["decision"], \.status,
                help: "Such as PENDING, APPROVED, REJECTED, FORWARDED or RETURNED."),
            Field("actedAt", or: ["decidedAt"], \.actedAt, help: "When it was decided."),
            Field("remarks", or: ["comment"], \.remarks, help: "What the decision maker wrote."),
        ]
    }
}
