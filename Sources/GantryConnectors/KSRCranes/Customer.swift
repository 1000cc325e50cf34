public import GantryModel

extension KSRCranes {
    /// A customer for whom cranes work.
    public struct Customer: DatasetRecord, DeclaredRecord {
        /// `customer_id`: the number of the customer.
        public var id: Int64 = 0
        /// `name`: the name.
        public var name = TextSlice()
        /// `contact_email`: the e-mail address of the contact.
        public var email: TextSlice?
        /// `phone`: the telephone number.
        public var phone: TextSlice?
        /// `address`: the address.
        public var address: TextSlice?
        /// `cvr_nr`: the Danish company number, eight digits.
        public var cvr: TextSlice?
        /// `created_at`: when the customer was entered.
        public var createdAt: Instant?
        /// `logo_url`: the logo, without its signature.
        public var logoURL: TextSlice?
        /// `logo_uploaded_at`: when the logo was put there.
        public var logoUploadedAt: Instant?
        /// `project_count`: how many projects there are.
        public var projects: Int64?
        /// `hiring_request_count`: how many requests to hire there are.
        public var hiringRequests: Int64?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
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

        /// The keys that are cut out of every record of KSR Cranes, at any depth.
        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        /// The record's number.
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
