internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// Hours of a pay period that were handed to payroll together.
    public struct PayrollBatch: DatasetRecord {
        public var id: Int64 = 0
        public var batchNumber = TextSlice()
        public var periodStart = CivilDate(daysSince1970: 0)
        public var periodEnd = CivilDate(daysSince1970: 0)
        public var year: Int64?
        public var periodNumber: Int64?
        public var employees: Int64?
        public var totalHours: Decimal9?
        public var totalAmount: Money?
        public var status: Int = 0
        public var createdBy: Int64?
        public var createdAt: Instant?
        public var approvedBy: Int64?
        public var approvedAt: Instant?
        public var sentAt: Instant?
        public var syncStatus: TextSlice?
        public var notes: TextSlice?

        public init() {}

        public static let fields: [Field<PayrollBatch>] = [
            Field(
                "id", required: true, help: "The number of the batch.",
                .integer(range: FieldRange.key, get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "batch_number", required: true, help: "Its name, such as 2026-15.",
                .text(get: { $0.batchNumber }, set: { $0.batchNumber = $1 })),
            Field(
                "period_start", required: true, help: "The first day of the period.",
                .date(get: { $0.periodStart }, set: { $0.periodStart = $1 })),
            Field(
                "period_end", required: true, help: "The last day of the period.",
                .date(get: { $0.periodEnd }, set: { $0.periodEnd = $1 })),
            Field(
                "year", help: "The year of the period.",
                .integer(range: FieldRange.any, get: { $0.year }, set: { $0.year = $1 })),
            Field(
                "period_number", help: "The number of the period in its year.",
                .integer(range: FieldRange.count, get: { $0.periodNumber }, set: { $0.periodNumber = $1 })),
            Field(
                "total_employees", help: "How many workers it pays.",
                .integer(range: FieldRange.count, get: { $0.employees }, set: { $0.employees = $1 })),
            Field(
                "total_hours", help: "Hours of all workers.",
                .decimal(range: FieldRange.notNegative, get: { $0.totalHours }, set: { $0.totalHours = $1 })),
            Field(
                "total_amount", help: "The amount, where the server states one.",
                .money(get: { $0.totalAmount }, set: { $0.totalAmount = $1 })),
            Field(
                "status", required: true,
                help: "draft, ready_for_approval, approved, sent_to_zenegy, completed, failed or cancelled.",
                .choice(KSRCranes.batchStatuses, get: { $0.status }, set: { $0.status = $1 })),
            Field(
                "created_by", help: "Who made it.",
                .integer(range: FieldRange.reference, get: { $0.createdBy }, set: { $0.createdBy = $1 })),
            Field("created_at", help: "When it was made.", .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field(
                "approved_by", help: "Who approved it.",
                .integer(range: FieldRange.reference, get: { $0.approvedBy }, set: { $0.approvedBy = $1 })),
            Field(
                "approved_at", help: "When it was approved.",
                .instant(get: { $0.approvedAt }, set: { $0.approvedAt = $1 })),
            Field(
                "sent_to_zenegy_at", help: "When it was sent to the payroll service.",
                .instant(get: { $0.sentAt }, set: { $0.sentAt = $1 })),
            Field(
                "zenegy_sync_status", help: "Where the sending stands.",
                .text(get: { $0.syncStatus }, set: { $0.syncStatus = $1 })),
            Field("notes", help: "What was written about it.", .text(get: { $0.notes }, set: { $0.notes = $1 })),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .integer(id) }

        public static var dataset: Dataset<PayrollBatch> {
            Dataset(
                "payroll-batches", help: "Batches that were handed to payroll.", listKeys: ["batches", "data"],
                filters: [
                    DatasetFilter("status", help: "Only batches that stand so.", .choice(batchStatuses)),
                    DatasetFilter("year", help: "Only batches of this year.", .integer),
                ],
                order: .number("id") { $0.id }
            ) { ask in ReadRequest(path: "/api/app/chef/payroll/batches", query: ask.query(["status", "year"])) }
        }

        public static func makeDecoder() -> any PageDecoding<PayrollBatch> { PageDecoder(PayrollBatch.self) }
    }
}
