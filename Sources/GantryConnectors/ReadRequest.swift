public import GantryJSON
internal import GantryModel

/// A request that reads, as a connector describes it: no URL, no credentials.
public struct ReadRequest: Sendable {
    /// Another `GET` whose answer says how many records the whole list has.
    public struct Count: Sendable {
        /// Below the connection's base address.
        public let path: String
        /// What the list is narrowed by.
        public let query: [(name: String, value: String)]
        /// The keys that lead to the number.
        public let place: [String]
    }

    /// Below the connection's base address: `/api/holidays`.
    public let path: String
    /// In the order in which it is sent.
    public let query: [(name: String, value: String)]

    /// The largest number of records that the request asks for; `nil` for all.
    public let limit: Int?
    /// The address that the server gave for it, whole or relative, in place of path and query; `nil`, the default, for
    /// none.
    public var address: String?
    /// What a search asks in its body, which makes it a `POST`; `nil`, the default, for a `GET`.
    public var body: JSONTree?
    /// Where the number of records is asked for with the first page; `nil`, the default, where the answer has it or
    /// nothing says it.
    public var count: Count?

    /// Whether the path is encoded and has its query. The default is false.
    public private(set) var isEncoded = false

    /// A `GET` of the path with the query, which may be empty.
    ///
    /// - Parameter limit: the most records that it asks for. The default is what the query says under `limit`.
    public init(path: String, query: [(String, String)], limit: Int? = nil) {
        self.path = path
        self.query = query.map { (name: $0.0, value: $0.1) }
        self.limit = limit ?? query.first { $0.0 == "limit" }.flatMap { Int($0.1) }
    }

    /// A `GET` of what another request has as its effect.
    public init(placeOf request: WriteRequest) {
        path = request.path
        query = []
        limit = nil
        isEncoded = true
    }

    /// Whether the request states the largest number of records it accepts.
    public var sendsLimit: Bool { limit != nil }

    /// `GET /path?name=value`, or `POST /path {"name":"value"}`, for a plan or a message.
    public var description: String {
        if address != nil { return "GET \(path), the next page" }
        let place =
            path + (query.isEmpty ? "" : "?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))
        return body.map { "POST \(place) \(singleLine($0.line, limit: 200))" } ?? "GET " + place
    }
}
