public import GantryModel

extension KSRCranes {
    /// The days of leave of a worker in a year.
    public struct LeaveBalance: DatasetRecord, DeclaredRecord {
        /// `id`: the number of the balance.
        public var id: Int64?
        /// `employee_id`: the number of the worker.
        public var employeeID: Int64 = 0
        /// `employee.name`: the name of the worker.
        public var employeeName: TextSlice?
        /// `year`: the year that the days belong to.
        public var year: Int64 = 0
        /// `vacation_days_total`: days of vacation of the year.
        public var vacationTotal: Decimal9?
        /// `vacation_days_used`: days of vacation that are taken.
        public var vacationUsed: Decimal9?
        /// `vacation_days_remaining`: days of vacation that are left.
        public var vacationLeft: Decimal9?
        /// `sick_days_used`: days of sickness.
        public var sickUsed: Decimal9?
        /// `personal_days_total`: personal days of the year.
        public var personalTotal: Decimal9?
        /// `personal_days_used`: personal days that are taken.
        public var personalUsed: Decimal9?
        /// `personal_days_remaining`: personal days that are left.
        public var personalLeft: Decimal9?
        /// `carry_over_days`: days carried over from the year before.
        public var carriedOver: Decimal9?
        /// `carry_over_expires`: the day on which the days carried over lapse.
        public var carryOverExpires: CivilDate?
        /// `created_at`: when the balance was entered.
        public var createdAt: Instant?
        /// `updated_at`: when it was last changed.
        public var updatedAt: Instant?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields in the order of the contract; a record without `employee_id` or `year` is a reject.
        public static let fields: [Field<LeaveBalance>] = [
            Field("id", \.id, in: FieldRange.key, help: "The number of the balance."),
            Field("employee_id", \.employeeID, in: FieldRange.key, help: "The worker."),
            Field("employee.name", \.employeeName, help: "The name of the worker."),
            Field("year", \.year, in: FieldRange.any, help: "The year."),
            Field("vacation_days_total", \.vacationTotal, help: "The year's vacation days."),
            Field("vacation_days_used", \.vacationUsed, help: "Vacation days taken."),
            Field("vacation_days_remaining", \.vacationLeft, help: "Vacation days left."),
            Field("sick_days_used", \.sickUsed, help: "Days of sickness."),
            Field("personal_days_total", \.personalTotal, help: "The year's personal days."),
            Field("personal_days_used", \.personalUsed, help: "Personal days taken."),
            Field("personal_days_remaining", \.personalLeft, help: "Personal days left."),
            Field("carry_over_days", \.carriedOver, help: "Days carried over from the year before."),
            Field("carry_over_expires", \.carryOverExpires, help: "When they expire."),
            Field("created_at", \.createdAt, help: "When the balance was entered."),
            Field("updated_at", \.updatedAt, help: "When it was last changed."),
        ]

        /// The keys that are cut out of every record of KSR Cranes, at any depth.
        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        /// The worker's number: a worker has one balance in a year.
        public var key: RecordKey { .integer(employeeID) }

        /// `ksr.leave-balances`: `GET /api/app/chef/leave/balance`, in one answer. Filters: `year`, `employee_id`.
        public static let dataset = Dataset<LeaveBalance>(
            "leave-balances", help: "Every worker's leave days in a year.", id: "employee_id",
            listKeys: ["balances", "data"],
            filters: [
                DatasetFilter(
                    "year", help: "The year; if empty, the period's or the server's.", .integer),
                DatasetFilter("employee_id", help: "Only this worker.", .integer),
            ], shape: LeaveBalance.shape
        ) { ask in
            var filters = ask.query(["year", "employee_id"])
            if let period = ask.period, ask.filters["year"] == nil {
                filters.append(("year", String(period.first.components.year)))
            }
            return ReadRequest(path: "/api/app/chef/leave/balance", query: filters)
        }
    }
}
