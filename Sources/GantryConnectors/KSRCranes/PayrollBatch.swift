public import GantryModel

extension KSRCranes {
    /// Hours of a pay period that were handed to payroll together.
    public struct PayrollBatch: DatasetRecord, DeclaredRecord {
        public var id: Int64 = 0
        public var batchNumber = TextSlice()
        public var periodStart = CivilDate(daysSince1970: 0)
        public var periodEnd = CivilDate(daysSince1970: 0)
        public var year: Int64?
        public var periodNumber: Int64?
        public var employees: Int64?
        public var totalHours: Decimal9?
        public var totalAmount: Money?
        public var status = TextSlice()
        public var createdBy: Int64?
        public var createdAt: Instant?
        public var approvedBy: Int64?
        public var approvedAt: Instant?
        public var sentAt: Instant?
        public var syncStatus: TextSlice?
        public var notes: TextSlice?

        public init() {}

        /// The fields in the order of the contract; a record without `id`, `batch_number`, `period_start`, `period_end`
        /// or `status` is a reject.
        public static let fields: [Field<PayrollBatch>] = [
            Field("id", \.id, in: FieldRange.key, help: "The number of the batch."),
            Field("batch_number", \.batchNumber, help: "Its name, such as 2026-15."),
            Field("period_start", \.periodStart, help: "The first day of the period."),
            Field("period_end", \.periodEnd, help: "The last day of the period."),
            Field("year", \.year, in: FieldRange.any, help: "The year of the period."),
            Field("period_number", \.periodNumber, in: FieldRange.count, help: "The number of the period in its year."),
            Field("total_employees", \.employees, in: FieldRange.count, help: "How many workers it pays."),
            Field("total_hours", \.totalHours, in: FieldRange.notNegative, help: "Hours of all workers."),
            Field("total_amount", \.totalAmount, help: "The amount, if the server sends one."),
            Field(
                "status", \.status,
                help: "Such as draft, ready_for_approval, approved, sent_to_zenegy, completed, failed or cancelled."),
            Field("created_by", \.createdBy, in: FieldRange.reference, help: "Who made it."),
            Field("created_at", \.createdAt, help: "When it was made."),
            Field("approved_by", \.approvedBy, in: FieldRange.reference, help: "Who approved it."),
            Field("approved_at", \.approvedAt, help: "When it was approved."),
            Field("sent_to_zenegy_at", \.sentAt, help: "When it was sent to the payroll service."),
            Field("zenegy_sync_status", \.syncStatus, help: "The status of the transfer."),
            Field("notes", \.notes, help: "What was written about it."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }
        public var key: RecordKey { .integer(id) }

        /// `ksr.payroll-batches`: `GET /api/app/chef/payroll/batches`, in one answer. Filters: `status`, `year`.
        /// Public servers answer an empty list also where they can't read their batches.
        public static let dataset = documented.with(
            \.variants,
            [
                .deployed: documented.with(
                    \.whyEmptyIsDoubtful,
                    "Public servers of KSR Cranes answer so also when they have batches that they can't read.")
            ])

        private static let documented = Dataset<PayrollBatch>(
            "payroll-batches", help: "Batches that were handed to payroll.", listKeys: ["batches", "data"],
            filters: [
                DatasetFilter(
                    "status", help: "Only batches with this status.", .choice(batchStatuses), field: "status"),
                DatasetFilter("year", help: "Only batches of this year.", .integer),
            ],
            order: .number("id") { $0.id }, shape: PayrollBatch.shape
        ) { ask in ReadRequest(path: "/api/app/chef/payroll/batches", query: ask.query(["status", "year"])) }
    }
}
