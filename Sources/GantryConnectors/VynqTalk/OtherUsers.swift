internal import GantryJSON
public import GantryModel

extension VynqTalk {
    /// A user whose name contains the searched text. The fields are those of `User`.
    public struct FoundUser: DatasetRecord, DeclaredRecord {
        /// The user who was found.
        public var user = User()

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields of ``User``, which this record holds.
        public static let fields: [Field<FoundUser>] = User.fields.map { $0.lifted(\.user) }
        /// The keys that are cut out of every record of VynqTalk, at any depth.
        public static var sensitiveKeys: [String] { VynqTalk.sensitiveKeys }

        /// The key of the user that it holds.
        public var key: RecordKey { user.key }

        /// `vynqtalk.user-search`: `GET /users/search`, in one answer. Filters: `query`.
        public static let dataset = Dataset<FoundUser>(
            "user-search", help: "Users whose name contains a text.", listKeys: ["data"],
            filters: [
                DatasetFilter("query", help: "The text to search for in names; if empty, all users.", .text)
            ], decoder: { PageDecoder(FoundUser.self) }
        ) { ask in ReadRequest(path: "/users/search", query: [("query", ask.filters["query"] ?? "")]) }
    }

    /// The signed-in user. The fields are those of `User`.
    public struct CurrentUser: DatasetRecord, DeclaredRecord {
        /// The account itself.
        public var user = User()

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields of ``User``, which this record holds.
        public static let fields: [Field<CurrentUser>] = User.fields.map { $0.lifted(\.user) }
        /// The keys that are cut out of every record of VynqTalk, at any depth.
        public static var sensitiveKeys: [String] { VynqTalk.sensitiveKeys }

        /// The key of the user that it holds.
        public var key: RecordKey { user.key }

        /// `vynqtalk.current-user`: `GET /user`, in one answer.
        public static let dataset = Dataset<CurrentUser>(
            "current-user", help: "The signed-in user.", listKeys: ["data"],
            decoder: { PageDecoder(CurrentUser.self, single: true) }
        ) { _ in
            ReadRequest(path: "/user", query: [])
        }
    }
}
