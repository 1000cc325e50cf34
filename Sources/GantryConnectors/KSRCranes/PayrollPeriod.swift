internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A pay period that is open for batches.
    public struct PayrollPeriod: DatasetRecord {
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

        public static let fields: [Field<PayrollPeriod>] = [
            Field("period_id", \.periodID, help: "What names the period, as documented."),
            Field("id", \.id, help: "What names it on deployed servers."),
            Field("title", \.title, help: "What a person calls it."),
            Field("display_name", \.displayName, help: "What a person calls it, on servers that have no title."),
            Field("start_date", \.startDate, help: "The first day."),
            Field("end_date", \.endDate, help: "The last day."),
            Field("week_numbers", \.weekNumbers, help: "The weeks in it."),
            Field("week_number", \.weekNumber, in: FieldRange.count, help: "Its first week."),
            Field("year", \.year, in: FieldRange.any, help: "Its year."),
            Field("period_number", \.periodNumber, in: FieldRange.count, help: "Its number in the year."),
            Field("status", \.status, help: "upcoming, active, completed or archived."),
            Field("is_current_period", \.isCurrent, help: "Whether today lies in it."),
            Field("available_hours", \.availableHours, in: FieldRange.notNegative, help: "Hours that could be paid."),
            Field("estimated_amount", \.estimatedAmount, help: "What they would cost, as the server estimates."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        public static var idKey: String { "period_id" }
        public var key: RecordKey { (periodID ?? id).map { .text($0) } ?? .dated(startDate, TextSlice()) }

        public static var dataset: Dataset<PayrollPeriod> {
            Dataset("payroll-periods", help: "Pay periods that are open for batches.", listKeys: ["periods", "data"]) {
                _ in
                ReadRequest(path: "/api/app/chef/payroll/periods/available", query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<PayrollPeriod> { PageDecoder(PayrollPeriod.self) }
    }
}
