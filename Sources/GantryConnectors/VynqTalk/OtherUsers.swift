internal import GantryJSON
public import GantryModel

extension VynqTalk {
    /// A user whose name holds what was searched for. The fields are those of `User`.
    public struct FoundUser: DatasetRecord {
        public var user = User()

        public init() {}

        public static let fields: [Field<FoundUser>] = User.fields.map { $0.lifted(\.user) }
        public static var sensitiveKeys: [String] { VynqTalk.sensitiveKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { user.key }

        public static var dataset: Dataset<FoundUser> {
            Dataset(
                "user-search", help: "Users whose name holds a text.", listKeys: ["data"],
                filters: [
                    DatasetFilter("query", help: "The text that names are searched for; all users without it.", .text)
                ]
            ) { ask in ReadRequest(path: "/users/search", query: [("query", ask.filters["query"] ?? "")]) }
        }

        public static func makeDecoder() -> any PageDecoding<FoundUser> { PageDecoder(FoundUser.self) }
    }

    /// The signed-in user. The fields are those of `User`.
    public struct CurrentUser: DatasetRecord {
        public var user = User()

        public init() {}

        public static let fields: [Field<CurrentUser>] = User.fields.map { $0.lifted(\.user) }
        public static var sensitiveKeys: [String] { VynqTalk.sensitiveKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { user.key }

        public static var dataset: Dataset<CurrentUser> {
            Dataset("current-user", help: "The user that is signed in.", listKeys: ["data"]) { _ in
                ReadRequest(path: "/user", query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<CurrentUser> {
            PageDecoder(CurrentUser.self, single: true)
        }
    }
}
