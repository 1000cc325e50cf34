public import GantryModel

extension CDBL {
    /// A day on which the company is closed.
    public struct Holiday: DatasetRecord, DeclaredRecord {
        public var id: Int64?
        public var date = CivilDate(daysSince1970: 0)
        public var name = TextSlice()
        public var type: TextSlice?
        public var isOptional: Bool?

        public init() {}

        /// The fields in the order of the contract; a record without `date` or `name` is a reject.
        public static let fields: [Field<Holiday>] = [
            Field("id", \.id, in: FieldRange.key, help: "The number of the holiday, if it has one."),
            Field("date", \.date, utcOffset: CDBL.utcOffset, help: "The day."),
            Field("name", \.name, help: "Its name."),
            Field("type", \.type, help: "What kind of holiday it is, such as PUBLIC_HOLIDAY."),
            Field("isOptional", \.isOptional, help: "Whether it is optional for the employee."),
        ]

        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }

        /// The documented contract has no ids, and two holidays can fall on one day.
        public var key: RecordKey { id.map { .integer($0) } ?? .dated(date, name) }

        /// `cdbl.holidays`: `GET /api/holidays`, in one answer. Filters: `year`.
        public static let dataset = Dataset<Holiday>(
            "holidays", help: "The holidays of a year.", id: "date", listKeys: ["holidays", "items"],
            filters: [
                DatasetFilter(
                    "year", help: "The year; if empty, the period's or the server's.", .integer)
            ],
            days: { $0.date...$0.date }, shape: Holiday.shape
        ) { ask in
            let year = ask.period.map { [("year", String($0.first.components.year))] } ?? []
            return ReadRequest(
                path: "/api/holidays", query: ask.filters["year"] == nil ? year : ask.query(["year"]))
        }
    }
}
