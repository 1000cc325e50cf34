public import GantryModel

extension CDBL {
    /// How many days of leave the signed-in employee has left in the current year.
    public struct LeaveBalance: DatasetRecord, DeclaredRecord {
        public var year: Int64 = 0
        public var casual: Decimal9?
        public var medical: Decimal9?
        public var earned: Decimal9?
        public var lastUpdated: Instant?

        public init() {}

        /// The fields in the order of the contract; a record without `year` is a reject.
        public static let fields: [Field<LeaveBalance>] = [
            Field("year", \.year, in: FieldRange.any, help: "The year that the days belong to."),
            Field("CASUAL", \.casual, help: "Days of casual leave."),
            Field("MEDICAL", \.medical, help: "Days of medical leave."),
            Field("EARNED", \.earned, help: "Days of earned leave."),
            Field("lastUpdated", \.lastUpdated, help: "When the server last counted them."),
        ]

        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }

        /// There is one record, so nothing needs to tell it from others.
        public var key: RecordKey { .single }

        /// `cdbl.balance`: `GET /api/balance/mine`, in one answer.
        public static let dataset = Dataset<LeaveBalance>(
            "balance", help: "The leave days left this year.", id: "year",
            shape: LeaveBalance.shape, isOneRecord: true
        ) { _ in
            ReadRequest(path: "/api/balance/mine", query: [])
        }
    }
}
