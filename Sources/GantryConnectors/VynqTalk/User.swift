public import GantryModel

extension VynqTalk {
    /// A user that the signed-in user can see.
    public struct User: DatasetRecord, DeclaredRecord {
        public var id = TextSlice()
        public var name = TextSlice()
        public var email: TextSlice?
        public var avatar: TextSlice?
        public var role: TextSlice?
        public var status: TextSlice?
        public var bio: TextSlice?
        public var isOnline: Bool?
        public var lastActive: Instant?
        public var createdAt: Instant?
        public var suspendedAt: Instant?
        public var messageCount: Int64?

        public init() {}

        /// The fields in the order of the contract; a record without `id` or `name` is a reject.
        public static let fields: [Field<User>] = [
            Field("id", \.id, help: "The user's id: a number or a UUID."),
            Field("name", \.name, help: "The name that others see."),
            Field("email", \.email, help: "The e-mail address."),
            Field("avatar", link: \.avatar, help: "The picture."),
            Field("userRole", \.role, help: "Such as USER or ADMIN."),
            Field("status", \.status, help: "What the user says about their state."),
            Field("bio", \.bio, help: "What the user says about themselves."),
            Field("online", \.isOnline, help: "Whether the user was online when they were fetched."),
            Field("lastActive", \.lastActive, help: "When the user was last active."),
            Field("createdAt", \.createdAt, help: "When the user signed up."),
            Field("suspendedAt", \.suspendedAt, help: "When the user was suspended."),
            Field("messageCount", \.messageCount, in: FieldRange.count, help: "How many messages the user has sent."),
        ]

        public static var sensitiveKeys: [String] { VynqTalk.sensitiveKeys }
        public var key: RecordKey { .text(id) }

        /// `vynqtalk.users`: `GET /users`, in one answer.
        public static let dataset = Dataset<User>(
            "users", help: "The users that the account can see, except itself.", listKeys: ["data"],
            shape: User.shape
        ) { _ in
            ReadRequest(path: "/users", query: [])
        }

        /// `vynqtalk.user-search`: `GET /users/search`, in one answer. Filters: `query`.
        public static let search = Dataset<User>(
            "user-search", help: "Users whose name contains a text.", listKeys: ["data"],
            filters: [
                DatasetFilter("query", help: "The text to search for in names; if empty, all users.", .text)
            ], shape: User.shape
        ) { ask in ReadRequest(path: "/users/search", query: [("query", ask.filters["query"] ?? "")]) }

        /// `vynqtalk.current-user`: `GET /user`, in one answer.
        public static let current = Dataset<User>(
            "current-user", help: "The signed-in user.", listKeys: ["data"],
            shape: User.shape, isOneRecord: true
        ) { _ in
            ReadRequest(path: "/user", query: [])
        }
    }
}
