public import GantryModel

extension KSRCranes {
    /// A pay period that is open for batches.
    public struct PayrollPeriod: DatasetRecord, DeclaredRecord {
        public var periodID: TextSlice?
        public var id: TextSlice?
        public var title: TextSlice?
        public var displayName: TextSlice?
        public var startDate = CivilDate(daysSince1970: 0)
        public var endDate = CivilDate(daysSince1970: 0)
        public var weekNumbers: TextSlice?
        public var weekNumber: Int64?
        public var year: Int64?
        public var periodNumber: Int64?
        public var status: TextSlice?
        public var isCurrent: Bool?
        public var availableHours: Decimal9?
        public var estimatedAmount: Money?

        public init() {}

        /// The fields in the order of the contract; a record without `start_date` or `end_date` is a reject.
        public static let fields: [Field<PayrollPeriod>] = [
            Field("period_id", \.periodID, help: "The period's id, as documented."),
            Field("id", \.id, help: "Its id on deployed servers."),
            Field("title", \.title, help: "Its name."),
            Field("display_name", \.displayName, help: "Its name, on servers without titles."),
            Field("start_date", \.startDate, help: "The first day."),
            Field("end_date", \.endDate, help: "The last day."),
            Field("week_numbers", \.weekNumbers, help: "The weeks in it."),
            Field("week_number", \.weekNumber, in: FieldRange.count, help: "Its first week."),
            Field("year", \.year, in: FieldRange.any, help: "Its year."),
            Field("period_number", \.periodNumber, in: FieldRange.count, help: "Its number in the year."),
            Field("status", \.status, help: "upcoming, active, completed or archived."),
            Field("is_current_period", \.isCurrent, help: "Whether it includes today."),
            Field("available_hours", \.availableHours, in: FieldRange.notNegative, help: "Hours that could be paid."),
            Field("estimated_amount", \.estimatedAmount, help: "Their cost, as the server estimates it."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        /// The id as text; where the server sends none, the first day of the period.
        public var key: RecordKey { (periodID ?? id).map { .text($0) } ?? .dated(startDate, TextSlice()) }

        /// `ksr.payroll-periods`: `GET /api/app/chef/payroll/periods/available`, in one answer.
        public static let dataset = Dataset<PayrollPeriod>(
            "payroll-periods", help: "Pay periods that are open for batches.", id: "period_id",
            listKeys: ["periods", "data"], shape: PayrollPeriod.shape
        ) {
            _ in
            ReadRequest(path: "/api/app/chef/payroll/periods/available", query: [])
        }
    }
}
