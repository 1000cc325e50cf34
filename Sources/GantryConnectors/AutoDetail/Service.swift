internal import GantryJSON
public import GantryModel

extension AutoDetail {
    /// A service that can be booked.
    public struct Service: DatasetRecord {
        public var id = TextSlice()
        public var name = TextSlice()
        public var description: TextSlice?
        public var priceRub = Money.zero
        public var durationMinutes: Int64 = 0
        public var imageURL: TextSlice?
        public var createdAt: Instant?
        public var isActive: Bool?

        public init() {}

        public static let fields: [Field<Service>] = [
            Field("id", required: true, help: "What names the service.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "name", required: true, help: "Its name, by which bookings refer to it.",
                .text(get: { $0.name }, set: { $0.name = $1 })),
            Field("description", help: "What is done.", .text(get: { $0.description }, set: { $0.description = $1 })),
            Field(
                "priceRub", required: true, help: "The price in roubles.",
                .money(get: { $0.priceRub }, set: { $0.priceRub = $1 })),
            Field(
                "durationMinutes", required: true, help: "How long it takes, in minutes.",
                .integer(range: FieldRange.count, get: { $0.durationMinutes }, set: { $0.durationMinutes = $1 })),
            Field(
                "imageUrl", help: "A picture of it.",
                .link(get: { $0.imageURL }, set: { record, value, _ in record.imageURL = value })),
            Field(
                "createdAt", help: "When it was entered.", .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field("active", help: "Whether it can be booked.", .flag(get: { $0.isActive }, set: { $0.isActive = $1 })),
        ]

        public static var withheldKeys: [String] { AutoDetail.withheldKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .text(id) }

        public static var dataset: Dataset<Service> {
            Dataset(
                "services", help: "The services that can be booked, with price and duration.",
                listKeys: ["services", "data"], life: .seconds(3_600)
            ) { _ in
                ReadRequest(path: "/api/client/services", query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<Service> { PageDecoder(Service.self) }
    }
}
