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
            Field(
                "id", help: "The number of the balance.",
                .integer(range: FieldRange.key, get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "employee_id", required: true, help: "The worker.",
                .integer(range: FieldRange.key, get: { $0.employeeID }, set: { $0.employeeID = $1 })),
            Field(
                "employee.name", help: "The name of the worker.",
                .text(get: { $0.employeeName }, set: { $0.employeeName = $1 })),
            Field(
                "year", required: true, help: "The year.",
                .integer(range: FieldRange.any, get: { $0.year }, set: { $0.year = $1 })),
            Field(
                "vacation_days_total", help: "Days of vacation of the year.",
                .decimal(get: { $0.vacationTotal }, set: { $0.vacationTotal = $1 })),
            Field(
                "vacation_days_used", help: "Days of vacation that are taken.",
                .decimal(get: { $0.vacationUsed }, set: { $0.vacationUsed = $1 })),
            Field(
                "vacation_days_remaining", help: "Days of vacation that are left.",
                .decimal(get: { $0.vacationLeft }, set: { $0.vacationLeft = $1 })),
            Field(
                "sick_days_used", help: "Days of sickness.", .decimal(get: { $0.sickUsed }, set: { $0.sickUsed = $1 })),
            Field(
                "personal_days_total", help: "Personal days of the year.",
                .decimal(get: { $0.personalTotal }, set: { $0.personalTotal = $1 })),
            Field(
                "personal_days_used", help: "Personal days that are taken.",
                .decimal(get: { $0.personalUsed }, set: { $0.personalUsed = $1 })),
            Field(
                "personal_days_remaining", help: "Personal days that are left.",
                .decimal(get: { $0.personalLeft }, set: { $0.personalLeft = $1 })),
            Field(
                "carry_over_days", help: "Days carried over from the year before.",
                .decimal(get: { $0.carriedOver }, set: { $0.carriedOver = $1 })),
            Field(
                "carry_over_expires", help: "When they lapse.",
                .date(get: { $0.carryOverExpires }, set: { $0.carryOverExpires = $1 })),
            Field(
                "created_at", help: "When the balance was entered.",
                .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field(
                "updated_at", help: "When it was last changed.",
                .instant(get: { $0.updatedAt }, set: { $0.updatedAt = $1 })),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

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
