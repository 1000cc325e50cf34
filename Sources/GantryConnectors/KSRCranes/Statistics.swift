public import GantryJSON
public import GantryModel

extension KSRCranes {
    /// What the payroll dashboard shows, with what waits to be done and what was done last.
    public struct DashboardStatistics: DatasetRecord {
        public var pendingHours: Decimal9?
        public var readyEmployees: Int64?
        public var totalAmount: Money?
        public var activeBatches: Int64?
        public var year: Int64?
        public var periodNumber: Int64?
        public var periodStart: CivilDate?
        public var periodEnd: CivilDate?
        public var lastUpdated: Instant?
        public var periodProgress: Decimal9?

        public init() {}

        public static let fields: [Field<DashboardStatistics>] = [
            Field(
                "overview.pending_hours", help: "Hours that wait to be paid.",
                .decimal(range: FieldRange.notNegative, get: { $0.pendingHours }, set: { $0.pendingHours = $1 })),
            Field(
                "overview.ready_employees", help: "Workers whose hours are ready.",
                .integer(range: FieldRange.count, get: { $0.readyEmployees }, set: { $0.readyEmployees = $1 })),
            Field(
                "overview.total_amount", help: "What they would cost, as the server estimates.",
                .money(get: { $0.totalAmount }, set: { $0.totalAmount = $1 })),
            Field(
                "overview.active_batches", help: "Batches that are under way.",
                .integer(range: FieldRange.count, get: { $0.activeBatches }, set: { $0.activeBatches = $1 })),
            Field(
                "overview.period_progress", help: "How far the period has come, from 0 to 1.",
                .decimal(range: FieldRange.share, get: { $0.periodProgress }, set: { $0.periodProgress = $1 })),
            Field(
                "overview.current_period.year", help: "The year of the period.",
                .integer(range: FieldRange.any, get: { $0.year }, set: { $0.year = $1 })),
            Field(
                "overview.current_period.period_number", help: "Its number in the year.",
                .integer(range: FieldRange.count, get: { $0.periodNumber }, set: { $0.periodNumber = $1 })),
            Field(
                "overview.current_period.start_date", help: "Its first day.",
                .date(get: { $0.periodStart }, set: { $0.periodStart = $1 })),
            Field(
                "overview.current_period.end_date", help: "Its last day.",
                .date(get: { $0.periodEnd }, set: { $0.periodEnd = $1 })),
            Field(
                "overview.last_updated", help: "When the server last counted.",
                .instant(get: { $0.lastUpdated }, set: { $0.lastUpdated = $1 })),
            Field("pending_items", help: "What waits to be done.", .list(of: PendingItem.self) { _, _ in }),
            Field("recent_activity", help: "What was done last.", .list(of: Activity.self) { _, _ in }),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .single }

        public static var dataset: Dataset<DashboardStatistics> {
            Dataset("dashboard-statistics", help: "What the payroll dashboard shows.", listKeys: ["data"]) { _ in
                ReadRequest(path: "/api/app/chef/payroll/dashboard/stats", query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<DashboardStatistics> {
            PageDecoder(DashboardStatistics.self, single: true)
        }
    }

    /// Something that waits to be done in payroll.
    public struct PendingItem: NestedRecord {
        public var id: TextSlice?
        public var type: TextSlice?
        public var title: TextSlice?
        public var subtitle: TextSlice?
        public var priority: TextSlice?
        public var needsAction: Bool?
        public var relatedID: TextSlice?

        public init() {}

        public static let fields: [Field<PendingItem>] = [
            Field("id", help: "What names it.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "type", help: "What kind of thing it is, such as hours_review.",
                .text(get: { $0.type }, set: { $0.type = $1 })),
            Field("title", help: "Its heading.", .text(get: { $0.title }, set: { $0.title = $1 })),
            Field("subtitle", help: "What stands under it.", .text(get: { $0.subtitle }, set: { $0.subtitle = $1 })),
            Field("priority", help: "high, medium or low.", .text(get: { $0.priority }, set: { $0.priority = $1 })),
            Field(
                "requires_action", help: "Whether something must be done.",
                .flag(get: { $0.needsAction }, set: { $0.needsAction = $1 })),
            Field("related_id", help: "What it is about.", .text(get: { $0.relatedID }, set: { $0.relatedID = $1 })),
        ]

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(PendingItem.self, withholding: keys)
        }
    }

    /// Something that was done in payroll.
    public struct Activity: NestedRecord {
        public var id: TextSlice?
        public var type: TextSlice?
        public var title: TextSlice?
        public var description: TextSlice?
        public var timestamp: Instant?
        public var relatedID: TextSlice?

        public init() {}

        public static let fields: [Field<Activity>] = [
            Field("id", help: "What names it.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "type", help: "What kind of thing it is, such as batch_created.",
                .text(get: { $0.type }, set: { $0.type = $1 })),
            Field("title", help: "Its heading.", .text(get: { $0.title }, set: { $0.title = $1 })),
            Field("description", help: "What was done.", .text(get: { $0.description }, set: { $0.description = $1 })),
            Field("timestamp", help: "When.", .instant(get: { $0.timestamp }, set: { $0.timestamp = $1 })),
            Field("related_id", help: "What it is about.", .text(get: { $0.relatedID }, set: { $0.relatedID = $1 })),
        ]

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Activity.self, withholding: keys)
        }
    }

    /// How many payroll batches stand where.
    public struct PayrollStatistics: DatasetRecord {
        public var batches: Int64?
        public var drafts: Int64?
        public var waiting: Int64?
        public var approved: Int64?
        public var completed: Int64?
        public var failed: Int64?
        public var totalAmount: Money?
        public var processingTime: Decimal9?

        public init() {}

        public static let fields: [Field<PayrollStatistics>] = [
            Field(
                "total_batches", help: "All batches.",
                .integer(range: FieldRange.count, get: { $0.batches }, set: { $0.batches = $1 })),
            Field(
                "draft_batches", help: "Batches that are drafts.",
                .integer(range: FieldRange.count, get: { $0.drafts }, set: { $0.drafts = $1 })),
            Field(
                "pending_approval_batches", help: "Batches that wait for approval.",
                .integer(range: FieldRange.count, get: { $0.waiting }, set: { $0.waiting = $1 })),
            Field(
                "approved_batches", help: "Batches that are approved.",
                .integer(range: FieldRange.count, get: { $0.approved }, set: { $0.approved = $1 })),
            Field(
                "completed_batches", help: "Batches that are paid.",
                .integer(range: FieldRange.count, get: { $0.completed }, set: { $0.completed = $1 })),
            Field(
                "failed_batches", help: "Batches that failed.",
                .integer(range: FieldRange.count, get: { $0.failed }, set: { $0.failed = $1 })),
            Field(
                "total_amount", help: "The amount of all batches.",
                .money(get: { $0.totalAmount }, set: { $0.totalAmount = $1 })),
            Field(
                "avg_processing_time", help: "How long a batch takes on average, as the server measures it.",
                .decimal(get: { $0.processingTime }, set: { $0.processingTime = $1 })),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

        public static var idKey: String { "total_batches" }
        public var key: RecordKey { .single }

        public static var dataset: Dataset<PayrollStatistics> {
            Dataset("payroll-statistics", help: "How many payroll batches stand where.", listKeys: ["stats", "data"]) {
                _ in
                ReadRequest(path: "/api/app/chef/payroll/batches/stats", query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<PayrollStatistics> {
            PageDecoder(PayrollStatistics.self, single: true)
        }
    }
}
