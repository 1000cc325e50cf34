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
            Field("id", required: true, help: "What names the request.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "type", required: true,
                help: "The kind of leave: CASUAL, MEDICAL, EARNED or another that the server knows.",
                .choice(CDBL.leaveTypes, get: { $0.type }, set: { $0.type = $1 })),
            Field(
                "startDate", required: true, help: "The first day of leave.",
                .date(hoursEast: CDBL.hoursEast, get: { $0.startDate }, set: { $0.startDate = $1 })),
            Field(
                "endDate", required: true, help: "The last day of leave.",
                .date(hoursEast: CDBL.hoursEast, get: { $0.endDate }, set: { $0.endDate = $1 })),
            Field(
                "workingDays", required: true, help: "How many working days the server counts.",
                .decimal(get: { $0.workingDays }, set: { $0.workingDays = $1 })),
            Field("reason", help: "What the employee wrote.", .text(get: { $0.reason }, set: { $0.reason = $1 })),
            Field(
                "status", required: true, help: "Where the request stands, such as PENDING or APPROVED.",
                .choice(CDBL.leaveStatuses, get: { $0.status }, set: { $0.status = $1 })),
            Field(
                "needsCertificate", help: "Whether a certificate must be handed in.",
                .flag(get: { $0.needsCertificate }, set: { $0.needsCertificate = $1 })),
            Field(
                "certificateUrl", help: "The medical certificate, without its signature.",
                .link(get: { $0.certificateURL }, set: { record, value, _ in record.certificateURL = value })),
            Field(
                "fitnessCertificateUrl", help: "The certificate of fitness, without its signature.",
                .link(
                    get: { $0.fitnessCertificateURL }, set: { record, value, _ in record.fitnessCertificateURL = value }
                )),
            Field(
                "policyVersion", help: "The version of the rules that the request was made under.",
                .text(get: { $0.policyVersion }, set: { $0.policyVersion = $1 })),
            Field(
                "createdAt", help: "When the request was made.",
                .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field(
                "updatedAt", help: "When the request was last changed.",
                .instant(get: { $0.updatedAt }, set: { $0.updatedAt = $1 })),
            Field(
                "approvals", help: "The steps of the approval, with who decided what.",
                .list(of: LeaveApproval.self) { leave, approval in approval.leaveID = leave.id }),
        ]

        public static var withheldKeys: [String] { CDBL.withheldKeys }

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
            Field(
                "leaveId", help: "The request that the step belongs to.",
                .text(get: { $0.leaveID }, set: { $0.leaveID = $1 })),
            Field(
                "step", help: "The number of the step, from 1.",
                .integer(range: FieldRange.count, get: { $0.step }, set: { $0.step = $1 })),
            Field(
                "role", or: ["toRole"], help: "The role that decides, such as DEPT_HEAD.",
                .text(get: { $0.role }, set: { $0.role = $1 })),
            Field(
                "status", or: ["decision"], help: "PENDING, APPROVED, REJECTED, FORWARDED or RETURNED.",
                .choice(CDBL.decisions, get: { $0.status }, set: { $0.status = $1 })),
            Field(
                "actedAt", or: ["decidedAt"], help: "When it was decided.",
                .instant(get: { $0.actedAt }, set: { $0.actedAt = $1 })),
            Field(
                "remarks", or: ["comment"], help: "What the decider wrote.",
                .text(get: { $0.remarks }, set: { $0.remarks = $1 })),
        ]

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(LeaveApproval.self, withholding: keys)
        }
    }
}
