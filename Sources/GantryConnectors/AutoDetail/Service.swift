public import GantryModel

extension AutoDetail {
    /// A service that can be booked.
    public struct Service: DatasetRecord, DeclaredRecord {
        public var id = TextSlice()
        public var name = TextSlice()
        public var description: TextSlice?
        public var priceRub = Money.zero
        public var durationMinutes: Int64 = 0
        public var imageURL: TextSlice?
        public var createdAt: Instant?
        public var isActive: Bool?

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

        public static var sensitiveKeys: [String] { AutoDetail.sensitiveKeys }
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
