internal import GantryJSON
public import GantryModel

extension CDBL {
    /// How many days of leave the signed-in employee has left in the current year.
    public struct LeaveBalance: DatasetRecord {
        public var year: Int64 = 0
        public var casual: Decimal9?
        public var medical: Decimal9?
        public var earned: Decimal9?
        public var lastUpdated: Instant?

        public init() {}

        public static let fields: [Field<LeaveBalance>] = [
            Field("year", \.year, in: FieldRange.any, help: "The year that the days belong to."),
            Field("CASUAL", \.casual, help: "Days of casual leave."),
            Field("MEDICAL", \.medical, help: "Days of medical leave."),
            Field("EARNED", \.earned, help: "Days of earned leave."),
            Field("lastUpdated", \.lastUpdated, help: "When the server last counted them."),
        ]

        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }

        public static var idKey: String { "year" }
        public var key: RecordKey { .single }

        public static var dataset: Dataset<LeaveBalance> {
            Dataset("balance", help: "The days of leave that are left this year.", life: .seconds(86_400)) { _ in
                ReadRequest(path: "/api/balance/mine", query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<LeaveBalance> {
            PageDecoder(LeaveBalance.self, single: true)
        }
    }
}
