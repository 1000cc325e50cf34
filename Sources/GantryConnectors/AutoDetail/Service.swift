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
            Field("id", \.id, help: "What names the service."),
            Field("name", \.name, help: "Its name, by which bookings refer to it."),
            Field("description", \.description, help: "What is done."),
            Field("priceRub", \.priceRub, help: "The price in roubles."),
            Field("durationMinutes", \.durationMinutes, in: FieldRange.count, help: "How long it takes, in minutes."),
            Field("imageUrl", link: \.imageURL, help: "A picture of it."),
            Field("createdAt", \.createdAt, help: "When it was entered."),
            Field("active", \.isActive, help: "Whether it can be booked."),
        ]

        public static var sensitiveKeys: [String] { AutoDetail.sensitiveKeys }

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
