internal import GantryJSON
public import GantryModel

extension CDBL {
    /// A day on which the company is closed.
    public struct Holiday: DatasetRecord {
        public var id: Int64?
        public var date = CivilDate(daysSince1970: 0)
        public var name = TextSlice()
        public var type: TextSlice?
        public var isOptional: Bool?

        public init() {}

        public static let fields: [Field<Holiday>] = [
            Field("id", \.id, in: FieldRange.key, help: "The number of the holiday, where the server has one."),
            Field("date", \.date, utcOffset: CDBL.utcOffset, help: "The day."),
            Field("name", \.name, help: "What it is called."),
            Field("type", \.type, help: "What kind of holiday it is, such as PUBLIC_HOLIDAY."),
            Field("isOptional", \.isOptional, help: "Whether it is left to the employee."),
        ]

        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }

        public static var idKey: String { "date" }
        /// The documented contract has no ids, and two holidays can fall on one day.
        public var key: RecordKey { id.map { .integer($0) } ?? .dated(date, name) }

        public static var dataset: Dataset<Holiday> {
            Dataset(
                "holidays", help: "The holidays of a year.", listKeys: ["holidays", "items"],
                filters: [
                    DatasetFilter(
                        "year", help: "The year; without it that of the period, or the server's own.", .integer)
                ],
                // The contract asks for a year; a holiday moved in between is found with --fresh.
                days: { $0.date...$0.date }, life: .seconds(365 * 86_400)
            ) { ask in
                let year = ask.period.map { [("year", String($0.first.components.year))] } ?? []
                return ReadRequest(
                    path: "/api/holidays", query: ask.filters["year"] == nil ? year : ask.query(["year"]))
            }
        }

        public static func makeDecoder() -> any PageDecoding<Holiday> { PageDecoder(Holiday.self) }
    }
}
