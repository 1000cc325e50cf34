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
            Field(
                "year", required: true, help: "The year that the days belong to.",
                .integer(range: FieldRange.any, get: { $0.year }, set: { $0.year = $1 })),
            Field("CASUAL", help: "Days of casual leave.", .decimal(get: { $0.casual }, set: { $0.casual = $1 })),
            Field("MEDICAL", help: "Days of medical leave.", .decimal(get: { $0.medical }, set: { $0.medical = $1 })),
            Field("EARNED", help: "Days of earned leave.", .decimal(get: { $0.earned }, set: { $0.earned = $1 })),
            Field(
                "lastUpdated", help: "When the server last counted them.",
                .instant(get: { $0.lastUpdated }, set: { $0.lastUpdated = $1 })),
        ]

        public static var withheldKeys: [String] { CDBL.withheldKeys }

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
