public import GantryJSON
public import GantryModel

extension KSRCranes {
    /// What the payroll dashboard shows, with what waits to be done and what was done last.
    public struct DashboardStatistics: DatasetRecord, DeclaredRecord {
        /// `overview.pending_hours`: hours that wait to be paid.
        public var pendingHours: Decimal9?
        /// `overview.ready_employees`: workers whose hours are ready.
        public var readyEmployees: Int64?
        /// `overview.total_amount`: what the waiting hours would cost, as the server estimates.
        public var totalAmount: Money?
        /// `overview.active_batches`: batches that are under way.
        public var activeBatches: Int64?
        /// `overview.current_period.year`: the year of the period.
        public var year: Int64?
        /// `overview.current_period.period_number`: the number of the period in its year.
        public var periodNumber: Int64?
        /// `overview.current_period.start_date`: the first day of the period.
        public var periodStart: CivilDate?
        /// `overview.current_period.end_date`: the last day of the period.
        public var periodEnd: CivilDate?
        /// `overview.last_updated`: when the server last counted.
        public var lastUpdated: Instant?
        /// `overview.period_progress`: the part of the period that has passed, from 0 to 1.
        public var periodProgress: Decimal9?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields in the order of the contract; none is required.
        public static let fields: [Field<DashboardStatistics>] = [
            Field(
                "overview.pending_hours", \.pendingHours, in: FieldRange.notNegative,
                help: "Hours waiting to be paid."),
            Field(
                "overview.ready_employees", \.readyEmployees, in: FieldRange.count,
                help: "Workers whose hours are ready."),
            Field("overview.total_amount", \.totalAmount, help: "Their cost, as the server estimates it."),
            Field(
                "overview.active_batches", \.activeBatches, in: FieldRange.count, help: "Batches in progress."),
            Field(
                "overview.period_progress", \.periodProgress, in: FieldRange.share,
                help: "How much of the period is over, from 0 to 1."),
            Field("overview.current_period.year", \.year, in: FieldRange.any, help: "The year of the period."),
            Field(
                "overview.current_period.period_number", \.periodNumber, in: FieldRange.count,
                help: "Its number in the year."),
            Field("overview.current_period.start_date", \.periodStart, help: "Its first day."),
            Field("overview.current_period.end_date", \.periodEnd, help: "Its last day."),
            Field("overview.last_updated", \.lastUpdated, help: "When the server last counted."),
            Field("pending_items", help: "Pending work.", .list(of: PendingItem.self) { _, _ in }),
            Field("recent_activity", help: "The latest activity.", .list(of: Activity.self) { _, _ in }),
        ]

        /// The keys that are cut out of every record of KSR Cranes, at any depth.
        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        /// There is one record, so nothing needs to tell it from others.
        public var key: RecordKey { .single }

        /// `ksr.dashboard-statistics`: `GET /api/app/chef/payroll/dashboard/stats`, in one answer.
        public static let dataset = Dataset<DashboardStatistics>(
            "dashboard-statistics", help: "What the payroll dashboard shows.", listKeys: ["data"],
            decoder: { PageDecoder(DashboardStatistics.self, single: true) }
        ) { _ in
            ReadRequest(path: "/api/app/chef/payroll/dashboard/stats", query: [])
        }
    }

    /// Something that waits to be done in payroll.
    public struct PendingItem: NestedRecord {
        /// `id`: the id that the server gives it.
        public var id: TextSlice?
        /// `type`: what kind of thing it is, such as hours_review.
        public var type: TextSlice?
        /// `title`: its heading.
        public var title: TextSlice?
        /// `subtitle`: the line below the title.
        public var subtitle: TextSlice?
        /// `priority`: high, medium or low.
        public var priority: TextSlice?
        /// `requires_action`: whether something must be done.
        public var needsAction: Bool?
        /// `related_id`: the id of what it is about.
        public var relatedID: TextSlice?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields in the order of the contract; none is required.
        public static let fields: [Field<PendingItem>] = [
            Field("id", \.id, help: "Its id."),
            Field("type", \.type, help: "What kind of thing it is, such as hours_review."),
            Field("title", \.title, help: "Its heading."),
            Field("subtitle", \.subtitle, help: "Its subtitle."),
            Field("priority", \.priority, help: "high, medium or low."),
            Field("requires_action", \.needsAction, help: "Whether something must be done."),
            Field("related_id", \.relatedID, help: "What it is about."),
        ]

        /// A decoder for a list of these in another record; it withholds `keys`, those of that record, as well.
        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(PendingItem.self, withholding: keys)
        }
    }

    /// Something that was done in payroll.
    public struct Activity: NestedRecord {
        /// `id`: the id that the server gives it.
        public var id: TextSlice?
        /// `type`: what kind of thing it is, such as batch_created.
        public var type: TextSlice?
        /// `title`: its heading.
        public var title: TextSlice?
        /// `description`: what was done.
        public var description: TextSlice?
        /// `timestamp`: when it was done.
        public var timestamp: Instant?
        /// `related_id`: the id of what it is about.
        public var relatedID: TextSlice?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields in the order of the contract; none is required.
        public static let fields: [Field<Activity>] = [
            Field("id", \.id, help: "Its id."),
            Field("type", \.type, help: "What kind of thing it is, such as batch_created."),
            Field("title", \.title, help: "Its heading."),
            Field("description", \.description, help: "What was done."),
            Field("timestamp", \.timestamp, help: "When."),
            Field("related_id", \.relatedID, help: "What it is about."),
        ]

        /// A decoder for a list of these in another record; it withholds `keys`, those of that record, as well.
        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Activity.self, withholding: keys)
        }
    }

    /// How many payroll batches stand where.
    public struct PayrollStatistics: DatasetRecord, DeclaredRecord {
        /// `total_batches`: how many batches there are.
        public var batches: Int64?
        /// `draft_batches`: batches that are drafts.
        public var drafts: Int64?
        /// `pending_approval_batches`: batches that wait for approval.
        public var waiting: Int64?
        /// `approved_batches`: batches that are approved.
        public var approved: Int64?
        /// `completed_batches`: batches that are paid.
        public var completed: Int64?
        /// `failed_batches`: batches that failed.
        public var failed: Int64?
        /// `total_amount`: the amount of all batches.
        public var totalAmount: Money?
        /// `avg_processing_time`: how long a batch takes on average, as the server measures it.
        public var processingTime: Decimal9?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields in the order of the contract; none is required.
        public static let fields: [Field<PayrollStatistics>] = [
            Field("total_batches", \.batches, in: FieldRange.count, help: "All batches."),
            Field("draft_batches", \.drafts, in: FieldRange.count, help: "Batches that are drafts."),
            Field("pending_approval_batches", \.waiting, in: FieldRange.count, help: "Batches waiting for approval."),
            Field("approved_batches", \.approved, in: FieldRange.count, help: "Batches that are approved."),
            Field("completed_batches", \.completed, in: FieldRange.count, help: "Batches that are paid."),
            Field("failed_batches", \.failed, in: FieldRange.count, help: "Batches that failed."),
            Field("total_amount", \.totalAmount, help: "The amount of all batches."),
            Field(
                "avg_processing_time", \.processingTime,
                help: "A batch's average processing time, as the server measures it."),
        ]

        /// The keys that are cut out of every record of KSR Cranes, at any depth.
        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        /// There is one record, so nothing needs to tell it from others.
        public var key: RecordKey { .single }

        /// `ksr.payroll-statistics`: `GET /api/app/chef/payroll/batches/stats`, in one answer.
        public static let dataset = Dataset<PayrollStatistics>(
            "payroll-statistics", help: "Payroll batches by status.", id: "total_batches", listKeys: ["stats", "data"],
            decoder: { PageDecoder(PayrollStatistics.self, single: true) }
        ) {
            _ in
            ReadRequest(path: "/api/app/chef/payroll/batches/stats", query: [])
        }
    }
}
