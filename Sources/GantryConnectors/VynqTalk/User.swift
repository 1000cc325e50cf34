internal import GantryJSON
public import GantryModel

extension VynqTalk {
    /// A user that the signed-in user can see.
    public struct User: DatasetRecord {
        public var id = TextSlice()
        public var name = TextSlice()
        public var email: TextSlice?
        public var avatar: TextSlice?
        public var role: Int?
        public var status: TextSlice?
        public var bio: TextSlice?
        public var isOnline: Bool?
        public var lastActive: Instant?
        public var createdAt: Instant?
        public var suspendedAt: Instant?
        public var messageCount: Int64?

        public init() {}

        public static let fields: [Field<User>] = [
            Field("id", \.id, help: "What names the user: a number, or a UUID."),
            Field("name", \.name, help: "The name that others see."),
            Field("email", \.email, help: "The e-mail address."),
            Field("avatar", link: \.avatar, help: "The picture."),
            Field("userRole", \.role, oneOf: VynqTalk.roles, help: "USER or ADMIN."),
            Field("status", \.status, help: "What the user says about their state."),
            Field("bio", \.bio, help: "What the user says about themselves."),
            Field("online", \.isOnline, help: "Whether the user was online when they were fetched."),
            Field("lastActive", \.lastActive, help: "When the user was last active."),
            Field("createdAt", \.createdAt, help: "When the user signed up."),
            Field("suspendedAt", \.suspendedAt, help: "When the user was suspended."),
            Field("messageCount", \.messageCount, in: FieldRange.count, help: "How many messages the user has sent."),
        ]

        public static var sensitiveKeys: [String] { VynqTalk.sensitiveKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .text(id) }

        public static var dataset: Dataset<User> {
            Dataset("users", help: "The users that the account can see, without itself.", listKeys: ["data"]) { _ in
                ReadRequest(path: "/users", query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<User> { PageDecoder(User.self) }
    }
}
