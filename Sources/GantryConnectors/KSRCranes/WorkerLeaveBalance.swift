public import GantryModel

extension KSRCranes {
    /// The days of leave of a worker in a year.
    public struct LeaveBalance: DatasetRecord, DeclaredRecord {
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
