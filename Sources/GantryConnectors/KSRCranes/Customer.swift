internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A customer for whom cranes work.
    public struct Customer: DatasetRecord {
        public var id: Int64 = 0
        public var name = TextSlice()
        public var email: TextSlice?
        public var phone: TextSlice?
        public var address: TextSlice?
        public var cvr: TextSlice?
        public var createdAt: Instant?
        public var logoURL: TextSlice?
        public var logoUploadedAt: Instant?
        public var projects: Int64?
        public var hiringRequests: Int64?

        public init() {}

        public static let fields: [Field<Customer>] = [
            Field("customer_id", \.id, in: FieldRange.key, help: "The number of the customer."),
            Field("name", \.name, help: "The name."),
            Field("contact_email", \.email, help: "The e-mail address of the contact."),
            Field("phone", \.phone, help: "The telephone number."),
            Field("address", \.address, help: "The address."),
            Field("cvr_nr", \.cvr, help: "The Danish company number, eight digits."),
            Field("created_at", \.createdAt, help: "When the customer was entered."),
            Field("logo_url", link: \.logoURL, help: "The logo, without its signature."),
            Field("logo_uploaded_at", \.logoUploadedAt, help: "When the logo was put there."),
            Field("project_count", \.projects, in: FieldRange.count, help: "How many projects there are."),
            Field(
                "hiring_request_count", \.hiringRequests, in: FieldRange.count,
                help: "How many requests to hire there are."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        public static var idKey: String { "customer_id" }
        public var key: RecordKey { .integer(id) }

        public static var dataset: Dataset<Customer> {
            Dataset("customers", help: "The customers, newest first.", paging: .pages, listKeys: ["customers", "data"])
            { ask in
                // Without a limit a server that knows no pages sends everyone, bare.
                ReadRequest(path: "/api/app/chef/customers", query: ask.page == 1 ? [] : [("page", String(ask.page))])
            }
        }

        public static func makeDecoder() -> any PageDecoding<Customer> { PageDecoder(Customer.self) }
    }
}
