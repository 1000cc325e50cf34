public import GantryModel

extension KSRCranes {
    /// A customer for whom cranes work.
    public struct Customer: DatasetRecord, DeclaredRecord {
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

        /// The fields in the order of the contract; a record without `customer_id` or `name` is a reject.
        public static let fields: [Field<Customer>] = [
            Field("customer_id", \.id, in: FieldRange.key, help: "The number of the customer."),
            Field("name", \.name, help: "The name."),
            Field("contact_email", \.email, help: "The e-mail address of the contact."),
            Field("phone", \.phone, help: "The telephone number."),
            Field("address", \.address, help: "The address."),
            Field("cvr_nr", \.cvr, help: "The Danish company number, eight digits."),
            Field("created_at", \.createdAt, help: "When the customer was entered."),
            Field("logo_url", link: \.logoURL, help: "The logo, without its signature."),
            Field("logo_uploaded_at", \.logoUploadedAt, help: "When the logo was uploaded."),
            Field("project_count", \.projects, in: FieldRange.count, help: "How many projects there are."),
            Field(
                "hiring_request_count", \.hiringRequests, in: FieldRange.count,
                help: "How many requests to hire there are."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }
        public var key: RecordKey { .integer(id) }

        /// `ksr.customers`: `GET /api/app/chef/customers`, page by page.
        public static let dataset = Dataset<Customer>(
            "customers", help: "The customers, newest first.", id: "customer_id", paging: .pages,
            listKeys: ["customers", "data"], shape: Customer.shape
        ) { ask in
            // Without a limit a server that knows no pages sends everyone, bare.
            ReadRequest(path: "/api/app/chef/customers", query: ask.page == 1 ? [] : [("page", String(ask.page))])
        }
    }
}
