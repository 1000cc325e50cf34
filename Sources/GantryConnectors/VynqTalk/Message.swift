public import GantryJSON
public import GantryModel

extension VynqTalk {
    /// A message of a conversation, with reactions and replies.
    public struct Message: DatasetRecord {
        public var id = TextSlice()
        public var content = TextSlice()
        public var type: Int = 0
        public var senderID = TextSlice()
        public var senderName: TextSlice?
        public var receiverID = TextSlice()
        public var receiverName: TextSlice?
        public var timestamp: Instant?
        public var fileName: TextSlice?
        public var isEdited: Bool?
        public var replyToID: TextSlice?
        public var duration: Decimal9?

        public init() {}

        public static let fields: [Field<Message>] = [
            Field("id", \.id, help: "What names the message."),
            Field("content", \.content, help: "Its text."),
            Field("type", \.type, oneOf: VynqTalk.messageTypes, help: "TEXT, IMAGE, AUDIO, VIDEO or FILE."),
            Field("sender.id", \.senderID, help: "The user who sent it."),
            Field("sender.name", \.senderName, help: "Their name, where the server sends it along."),
            Field("receiver.id", \.receiverID, help: "The user who got it."),
            Field("receiver.name", \.receiverName, help: "Their name, where the server sends it along."),
            Field("timestamp", \.timestamp, help: "When it was sent."),
            Field("fileName", \.fileName, help: "The file that came with it."),
            Field("duration", \.duration, in: FieldRange.notNegative, help: "How long a recording is, in seconds."),
            Field("edited", \.isEdited, help: "Whether it was changed after it was sent."),
            Field("replyTo.id", \.replyToID, help: "The message that it answers."),
            Field(
                "reactions", help: "What users have answered with a sign.",
                .list(of: Reaction.self) { message, reaction in reaction.messageID = message.id }),
            Field(
                "replies", help: "Messages that answer it, where the server sends them along.",
                .list(of: Reply.self) { message, reply in reply.messageID = message.id }),
        ]

        public static var sensitiveKeys: [String] { VynqTalk.sensitiveKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .text(id) }

        public static var dataset: Dataset<Message> {
            Dataset(
                "messages", help: "The messages of pairs of users, oldest first, with reactions and replies.",
                paging: .keyed,
                listKeys: ["data"], keyParts: 2, order: .time("timestamp", group: conversation) { $0.timestamp }
            ) { ask in ReadRequest(path: "/messages/conversation/" + ask.key, query: []) }
        }

        /// The pair of users, whichever of them sent the message.
        private static let conversation: @Sendable (Message, Chunk<Message>) -> String = { message, chunk in
            let users = [chunk.text(message.senderID), chunk.text(message.receiverID)].sorted()
            return "\(users[0])/\(users[1])"
        }

        public static func makeDecoder() -> any PageDecoding<Message> { PageDecoder(Message.self) }
    }

    /// A sign with which a user has answered a message.
    public struct Reaction: NestedRecord {
        public var messageID: TextSlice?
        public var id: TextSlice?
        public var emoji = TextSlice()
        public var userID: TextSlice?
        public var userName: TextSlice?
        public var createdAt: Instant?

        public init() {}

        public static let fields: [Field<Reaction>] = [
            Field("messageId", \.messageID, help: "The message."),
            Field("id", \.id, help: "What names the reaction."),
            Field("emoji", \.emoji, help: "The sign."),
            Field("user.id", \.userID, help: "The user who reacted."),
            Field("user.name", \.userName, help: "Their name, where the server sends it along."),
            Field("createdAt", \.createdAt, help: "When."),
        ]

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Reaction.self, withholding: keys)
        }
    }

    /// A message that answers another, as it stands in the list of replies of that one.
    public struct Reply: NestedRecord {
        public var messageID: TextSlice?
        public var id = TextSlice()
        public var content: TextSlice?
        public var type: Int?
        public var senderID: TextSlice?
        public var senderName: TextSlice?
        public var timestamp: Instant?

        public init() {}

        public static let fields: [Field<Reply>] = [
            Field("messageId", \.messageID, help: "The message that it answers."),
            Field("id", \.id, help: "What names the reply."),
            Field("content", \.content, help: "Its text."),
            Field("type", \.type, oneOf: VynqTalk.messageTypes, help: "TEXT, IMAGE, AUDIO, VIDEO or FILE."),
            Field("sender.id", \.senderID, help: "The user who sent it."),
            Field("sender.name", \.senderName, help: "Their name, where the server sends it along."),
            Field("timestamp", \.timestamp, help: "When it was sent."),
        ]

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Reply.self, withholding: keys)
        }
    }
}
