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
            Field(
                "id", required: true, help: "What names the user: a number, or a UUID.",
                .text(get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "name", required: true, help: "The name that others see.",
                .text(get: { $0.name }, set: { $0.name = $1 })),
            Field("email", help: "The e-mail address.", .text(get: { $0.email }, set: { $0.email = $1 })),
            Field(
                "avatar", help: "The picture.",
                .link(get: { $0.avatar }, set: { record, value, _ in record.avatar = value })),
            Field("userRole", help: "USER or ADMIN.", .choice(VynqTalk.roles, get: { $0.role }, set: { $0.role = $1 })),
            Field(
                "status", help: "What the user says about their state.",
                .text(get: { $0.status }, set: { $0.status = $1 })),
            Field("bio", help: "What the user says about themselves.", .text(get: { $0.bio }, set: { $0.bio = $1 })),
            Field(
                "online", help: "Whether the user was online when they were fetched.",
                .flag(get: { $0.isOnline }, set: { $0.isOnline = $1 })),
            Field(
                "lastActive", help: "When the user was last active.",
                .instant(get: { $0.lastActive }, set: { $0.lastActive = $1 })),
            Field(
                "createdAt", help: "When the user signed up.",
                .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field(
                "suspendedAt", help: "When the user was suspended.",
                .instant(get: { $0.suspendedAt }, set: { $0.suspendedAt = $1 })),
            Field(
                "messageCount", help: "How many messages the user has sent.",
                .integer(range: FieldRange.count, get: { $0.messageCount }, set: { $0.messageCount = $1 })),
        ]

        public static var withheldKeys: [String] { VynqTalk.withheldKeys }

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
