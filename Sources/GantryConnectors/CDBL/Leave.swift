public import GantryJSON
public import GantryModel

extension CDBL {
    /// A request for leave with the steps of its approval.
    public struct Leave: DatasetRecord {
        public var id = TextSlice()
        public var type: Int = 0
        public var startDate = CivilDate(daysSince1970: 0)
        public var endDate = CivilDate(daysSince1970: 0)
        public var workingDays = Decimal9(0)
        public var reason: TextSlice?
        public var status: Int = 0
        public var needsCertificate: Bool?
        public var certificateURL: TextSlice?
        public var fitnessCertificateURL: TextSlice?
        public var policyVersion: TextSlice?
        public var createdAt: Instant?
        public var updatedAt: Instant?

        public init() {}

        public static let fields: [Field<Leave>] = [
            Field("id", \.id, help: "What names the request."),
            Field(
                "type", \.type, oneOf: CDBL.leaveTypes,
                help: "The kind of leave: CASUAL, MEDICAL, EARNED or another that the server knows."),
            Field("startDate", \.startDate, utcOffset: CDBL.utcOffset, help: "The first day of leave."),
            Field("endDate", \.endDate, utcOffset: CDBL.utcOffset, help: "The last day of leave."),
            Field("workingDays", \.workingDays, help: "How many working days the server counts."),
            Field("reason", \.reason, help: "What the employee wrote."),
            Field(
                "status", \.status, oneOf: CDBL.leaveStatuses,
                help: "Where the request stands, such as PENDING or APPROVED."),
            Field("needsCertificate", \.needsCertificate, help: "Whether a certificate must be handed in."),
            Field("certificateUrl", link: \.certificateURL, help: "The medical certificate, without its signature."),
            Field(
                "fitnessCertificateUrl", link: \.fitnessCertificateURL,
                help: "The certificate of fitness, without its signature."),
            Field("policyVersion", \.policyVersion, help: "The version of the rules that the request was made under."),
            Field("createdAt", \.createdAt, help: "When the request was made."),
            Field("updatedAt", \.updatedAt, help: "When the request was last changed."),
            Field(
                "approvals", help: "The steps of the approval, with who decided what.",
                .list(of: LeaveApproval.self) { leave, approval in approval.leaveID = leave.id }),
        ]

        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .text(id) }

        public static var dataset: Dataset<Leave> {
            Dataset(
                "leaves", help: "Requests for leave, newest first, with the steps of their approval.", paging: .offset,
                listKeys: ["items"],
                filters: [
                    DatasetFilter("status", help: "Only requests that stand so.", .choice(leaveStatuses)),
                    DatasetFilter("type", help: "Only this kind of leave.", .choice(leaveTypes)),
                ],
                pageSizes: 1...100, order: .time("createdAt") { $0.createdAt },
                days: { min($0.startDate, $0.endDate)...max($0.startDate, $0.endDate) }
            ) { ask in
                ReadRequest(
                    path: "/api/leaves",
                    query: ask.query(["status", "type"]) + [
                        ("limit", String(ask.pageSize)), ("offset", String(ask.offset)),
                    ])
            }
        }

        public static func makeDecoder() -> any PageDecoding<Leave> { PageDecoder(Leave.self) }
    }

    /// A step of the approval of a leave.
    public struct LeaveApproval: NestedRecord {
        public var leaveID: TextSlice?
        public var step: Int64?
        public var role: TextSlice?
        public var status: Int?
        public var actedAt: Instant?
        public var remarks: TextSlice?

        public init() {}

        public static let fields: [Field<LeaveApproval>] = [
            Field("leaveId", \.leaveID, help: "The request that the step belongs to."),
            Field("step", \.step, in: FieldRange.count, help: "The number of the step, from 1."),
            Field("role", or: ["toRole"], \.role, help: "The role that decides, such as DEPT_HEAD."),
            Field(
                "status", or: ["decision"], \.status, oneOf: CDBL.decisions,
                help: "PENDING, APPROVED, REJECTED, FORWARDED or RETURNED."),
            Field("actedAt", or: ["decidedAt"], \.actedAt, help: "When it was decided."),
            Field("remarks", or: ["comment"], \.remarks, help: "What the decider wrote."),
        ]

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(LeaveApproval.self, withholding: keys)
        }
    }
}
