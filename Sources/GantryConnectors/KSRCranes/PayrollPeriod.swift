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
            Field(
                "period_id", help: "What names the period, as documented.",
                .text(get: { $0.periodID }, set: { $0.periodID = $1 })),
            Field("id", help: "What names it on deployed servers.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field("title", help: "What a person calls it.", .text(get: { $0.title }, set: { $0.title = $1 })),
            Field(
                "display_name", help: "What a person calls it, on servers that have no title.",
                .text(get: { $0.displayName }, set: { $0.displayName = $1 })),
            Field(
                "start_date", required: true, help: "The first day.",
                .date(get: { $0.startDate }, set: { $0.startDate = $1 })),
            Field(
                "end_date", required: true, help: "The last day.", .date(get: { $0.endDate }, set: { $0.endDate = $1 })),
            Field(
                "week_numbers", help: "The weeks in it.", .text(get: { $0.weekNumbers }, set: { $0.weekNumbers = $1 })),
            Field(
                "week_number", help: "Its first week.",
                .integer(range: FieldRange.count, get: { $0.weekNumber }, set: { $0.weekNumber = $1 })),
            Field("year", help: "Its year.", .integer(range: FieldRange.any, get: { $0.year }, set: { $0.year = $1 })),
            Field(
                "period_number", help: "Its number in the year.",
                .integer(range: FieldRange.count, get: { $0.periodNumber }, set: { $0.periodNumber = $1 })),
            Field(
                "status", help: "upcoming, active, completed or archived.",
                .text(get: { $0.status }, set: { $0.status = $1 })),
            Field(
                "is_current_period", help: "Whether today lies in it.",
                .flag(get: { $0.isCurrent }, set: { $0.isCurrent = $1 })),
            Field(
                "available_hours", help: "Hours that could be paid.",
                .decimal(range: FieldRange.notNegative, get: { $0.availableHours }, set: { $0.availableHours = $1 })),
            Field(
                "estimated_amount", help: "What they would cost, as the server estimates.",
                .money(get: { $0.estimatedAmount }, set: { $0.estimatedAmount = $1 })),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

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
