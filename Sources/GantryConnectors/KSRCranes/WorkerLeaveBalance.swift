internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// The days of leave of a worker in a year.
    public struct LeaveBalance: DatasetRecord {
        public var id: Int64?
        public var employeeID: Int64 = 0
        public var employeeName: TextSlice?
        public var year: Int64 = 0
        public var vacationTotal: Decimal9?
        public var vacationUsed: Decimal9?
        public var vacationLeft: Decimal9?
        public var sickUsed: Decimal9?
        public var personalTotal: Decimal9?
        public var personalUsed: Decimal9?
        public var personalLeft: Decimal9?
        public var carriedOver: Decimal9?
        public var carryOverExpires: CivilDate?
        public var createdAt: Instant?
        public var updatedAt: Instant?

        public init() {}

        public static let fields: [Field<LeaveBalance>] = [
            Field("id", \.id, in: FieldRange.key, help: "The number of the balance."),
            Field("employee_id", \.employeeID, in: FieldRange.key, help: "The worker."),
            Field("employee.name", \.employeeName, help: "The name of the worker."),
            Field("year", \.year, in: FieldRange.any, help: "The year."),
            Field("vacation_days_total", \.vacationTotal, help: "Days of vacation of the year."),
            Field("vacation_days_used", \.vacationUsed, help: "Days of vacation that are taken."),
            Field("vacation_days_remaining", \.vacationLeft, help: "Days of vacation that are left."),
            Field("sick_days_used", \.sickUsed, help: "Days of sickness."),
            Field("personal_days_total", \.personalTotal, help: "Personal days of the year."),
            Field("personal_days_used", \.personalUsed, help: "Personal days that are taken."),
            Field("personal_days_remaining", \.personalLeft, help: "Personal days that are left."),
            Field("carry_over_days", \.carriedOver, help: "Days carried over from the year before."),
            Field("carry_over_expires", \.carryOverExpires, help: "When they lapse."),
            Field("created_at", \.createdAt, help: "When the balance was entered."),
            Field("updated_at", \.updatedAt, help: "When it was last changed."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        public static var idKey: String { "employee_id" }
        public var key: RecordKey { .integer(employeeID) }

        public static var dataset: Dataset<LeaveBalance> {
            Dataset(
                "leave-balances", help: "The days of leave of every worker in a year.", listKeys: ["balances", "data"],
                filters: [
                    DatasetFilter(
                        "year", help: "The year; without it that of the period, or the server's own.", .integer),
                    DatasetFilter("employee_id", help: "Only this worker.", .integer),
                ]
            ) { ask in
                var filters = ask.query(["year", "employee_id"])
                if let period = ask.period, ask.filters["year"] == nil {
                    filters.append(("year", String(period.first.components.year)))
                }
                return ReadRequest(path: "/api/app/chef/leave/balance", query: filters)
            }
        }

        public static func makeDecoder() -> any PageDecoding<LeaveBalance> { PageDecoder(LeaveBalance.self) }
    }
}
