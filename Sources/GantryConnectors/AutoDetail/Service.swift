public import GantryModel

extension AutoDetail {
    /// A service that can be booked.
    public struct Service: DatasetRecord, DeclaredRecord {
        /// `id`: the id that the server gives the service.
        public var id = TextSlice()
        /// `name`: its name, by which bookings refer to it.
        public var name = TextSlice()
        /// `description`: what is done.
        public var description: TextSlice?
        /// `priceRub`: the price in roubles.
        public var priceRub = Money.zero
        /// `durationMinutes`: how long it takes, in minutes.
        public var durationMinutes: Int64 = 0
        /// `imageUrl`: a picture of it.
        public var imageURL: TextSlice?
        /// `createdAt`: when it was entered.
        public var createdAt: Instant?
        /// `active`: whether it can be booked.
        public var isActive: Bool?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields in the order of the contract; a record without `id`, `name`, `priceRub` or `durationMinutes` is a
        /// reject.
        public static let fields: [Field<Service>] = [
            Field("id", \.id, help: "The service's id."),
            Field("name", \.name, help: "Its name, by which bookings refer to it."),
            Field("description", \.description, help: "What is done."),
            Field("priceRub", \.priceRub, help: "The price in roubles."),
            Field("durationMinutes", \.durationMinutes, in: FieldRange.count, help: "How long it takes, in minutes."),
            Field("imageUrl", link: \.imageURL, help: "A picture of it."),
            Field("createdAt", \.createdAt, help: "When it was entered."),
            Field("active", \.isActive, help: "Whether it can be booked."),
        ]

        /// The keys that are cut out of every record of AutoDetail Hub, at any depth.
        public static var sensitiveKeys: [String] { AutoDetail.sensitiveKeys }

        /// The record's id, as the server spells it.
        public var key: RecordKey { .text(id) }

        /// `autodetail.services`: `GET /api/client/services`, in one answer.
        public static let dataset = Dataset<Service>(
            "services", help: "The services that can be booked, with price and duration.",
            listKeys: ["services", "data"], shape: Service.shape
        ) { _ in
            ReadRequest(path: "/api/client/services", query: [])
        }
    }
}
