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
            Field(
                "customer_id", required: true, help: "The number of the customer.",
                .integer(range: FieldRange.key, get: { $0.id }, set: { $0.id = $1 })),
            Field("name", required: true, help: "The name.", .text(get: { $0.name }, set: { $0.name = $1 })),
            Field(
                "contact_email", help: "The e-mail address of the contact.",
                .text(get: { $0.email }, set: { $0.email = $1 })),
            Field("phone", help: "The telephone number.", .text(get: { $0.phone }, set: { $0.phone = $1 })),
            Field("address", help: "The address.", .text(get: { $0.address }, set: { $0.address = $1 })),
            Field(
                "cvr_nr", help: "The Danish company number, eight digits.", .text(get: { $0.cvr }, set: { $0.cvr = $1 })
            ),
            Field(
                "created_at", help: "When the customer was entered.",
                .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field(
                "logo_url", help: "The logo, without its signature.",
                .link(get: { $0.logoURL }, set: { record, value, _ in record.logoURL = value })),
            Field(
                "logo_uploaded_at", help: "When the logo was put there.",
                .instant(get: { $0.logoUploadedAt }, set: { $0.logoUploadedAt = $1 })),
            Field(
                "project_count", help: "How many projects there are.",
                .integer(range: FieldRange.count, get: { $0.projects }, set: { $0.projects = $1 })),
            Field(
                "hiring_request_count", help: "How many requests to hire there are.",
                .integer(range: FieldRange.count, get: { $0.hiringRequests }, set: { $0.hiringRequests = $1 })),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

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
