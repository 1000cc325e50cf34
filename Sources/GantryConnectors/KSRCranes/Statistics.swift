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
                "overview.pending_hours", \.pendingHours, in: FieldRange.notNegative,
                help: "Hours that wait to be paid."),
            Field(
                "overview.ready_employees", \.readyEmployees, in: FieldRange.count,
                help: "Workers whose hours are ready."),
            Field("overview.total_amount", \.totalAmount, help: "What they would cost, as the server estimates."),
            Field(
                "overview.active_batches", \.activeBatches, in: FieldRange.count, help: "Batches that are under way."),
            Field(
                "overview.period_progress", \.periodProgress, in: FieldRange.share,
                help: "How far the period has come, from 0 to 1."),
            Field("overview.current_period.year", \.year, in: FieldRange.any, help: "The year of the period."),
            Field(
                "overview.current_period.period_number", \.periodNumber, in: FieldRange.count,
                help: "Its number in the year."),
            Field("overview.current_period.start_date", \.periodStart, help: "Its first day."),
            Field("overview.current_period.end_date", \.periodEnd, help: "Its last day."),
            Field("overview.last_updated", \.lastUpdated, help: "When the server last counted."),
            Field("pending_items", help: "What waits to be done.", .list(of: PendingItem.self) { _, _ in }),
            Field("recent_activity", help: "What was done last.", .list(of: Activity.self) { _, _ in }),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

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
            Field("id", \.id, help: "What names it."),
            Field("type", \.type, help: "What kind of thing it is, such as hours_review."),
            Field("title", \.title, help: "Its heading."),
            Field("subtitle", \.subtitle, help: "What stands under it."),
            Field("priority", \.priority, help: "high, medium or low."),
            Field("requires_action", \.needsAction, help: "Whether something must be done."),
            Field("related_id", \.relatedID, help: "What it is about."),
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
            Field("id", \.id, help: "What names it."),
            Field("type", \.type, help: "What kind of thing it is, such as batch_created."),
            Field("title", \.title, help: "Its heading."),
            Field("description", \.description, help: "What was done."),
            Field("timestamp", \.timestamp, help: "When."),
            Field("related_id", \.relatedID, help: "What it is about."),
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
            Field("total_batches", \.batches, in: FieldRange.count, help: "All batches."),
            Field("draft_batches", \.drafts, in: FieldRange.count, help: "Batches that are drafts."),
            Field("pending_approval_batches", \.waiting, in: FieldRange.count, help: "Batches that wait for approval."),
            Field("approved_batches", \.approved, in: FieldRange.count, help: "Batches that are approved."),
            Field("completed_batches", \.completed, in: FieldRange.count, help: "Batches that are paid."),
            Field("failed_batches", \.failed, in: FieldRange.count, help: "Batches that failed."),
            Field("total_amount", \.totalAmount, help: "The amount of all batches."),
            Field(
                "avg_processing_time", \.processingTime,
                help: "How long a batch takes on average, as the server measures it."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

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
