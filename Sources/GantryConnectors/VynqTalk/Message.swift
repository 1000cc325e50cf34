public import GantryModel

extension VynqTalk {
    /// A message of a conversation, with reactions and replies.
    public struct Message: DatasetRecord, DeclaredRecord {
        public var id = TextSlice()
        public var content = TextSlice()
        public var type = TextSlice()
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

        /// The fields in the order of the contract; a record without `id`, `content`, `type`, `sender.id` or
        /// `receiver.id` is a reject.
        public static let fields: [Field<Message>] = [
            Field("id", \.id, help: "The message's id."),
            Field("content", \.content, help: "Its text."),
            Field("type", \.type, help: "Such as TEXT, IMAGE, AUDIO, VIDEO or FILE."),
            Field("sender.id", \.senderID, help: "The user who sent it."),
            Field("sender.name", \.senderName, help: "Their name, if the server sends it."),
            Field("receiver.id", \.receiverID, help: "The user who got it."),
            Field("receiver.name", \.receiverName, help: "Their name, if the server sends it."),
            Field("timestamp", \.timestamp, help: "When it was sent."),
            Field("fileName", \.fileName, help: "The file that came with it."),
            Field("duration", \.duration, in: FieldRange.notNegative, help: "How long a recording is, in seconds."),
            Field("edited", \.isEdited, help: "Whether it was changed after it was sent."),
            Field("replyTo.id", \.replyToID, help: "The message it replies to."),
            Field(
                "reactions", help: "Users' reactions.",
                .list(of: Reaction.self) { message, reaction in reaction.messageID = message.id }),
            Field(
                "replies", help: "Replies to it, if the server sends them.",
                .list(of: Reply.self) { message, reply in reply.messageID = message.id }),
        ]

        public static var sensitiveKeys: [String] { VynqTalk.sensitiveKeys }
        public var key: RecordKey { .text(id) }

        /// `vynqtalk.messages`: `GET /messages/conversation/{key}`, one request for each key.
        public static let dataset = Dataset<Message>(
            "messages", help: "The messages of pairs of users, oldest first, with reactions and replies.",
            paging: .keyed,
            listKeys: ["data"], keyParts: 2, order: .time("timestamp", group: conversation) { $0.timestamp },
            shape: Message.shape
        ) { ask in ReadRequest(path: "/messages/conversation/" + ask.key, query: []) }

        /// The pair of users, whichever of them sent the message.
        private static let conversation: @Sendable (Message, Chunk<Message>) -> String = { message, chunk in
            let users = [chunk.text(message.senderID), chunk.text(message.receiverID)].sorted()
            return "\(users[0])/\(users[1])"
        }
    }

    /// A reaction of a user to a message.
    public struct Reaction: DeclaredRecord {
        public var messageID: TextSlice?
        public var id: TextSlice?
        public var emoji = TextSlice()
        public var userID: TextSlice?
        public var userName: TextSlice?
        public var createdAt: Instant?

        public init() {}

        /// The fields in the order of the contract; a record without `emoji` is a reject.
        public static let fields: [Field<Reaction>] = [
            Field("messageId", \.messageID, help: "The message."),
            Field("id", \.id, help: "The reaction's id."),
            Field("emoji", \.emoji, help: "The reaction."),
            Field("user.id", \.userID, help: "The user who reacted."),
            Field("user.name", \.userName, help: "Their name, if the server sends it."),
            Field("createdAt", \.createdAt, help: "When."),
        ]
    }

    /// A message that answers another, as it is in the other's list of replies.
    public struct Reply: DeclaredRecord {
        public var messageID: TextSlice?
        public var id = TextSlice()
        public var content: TextSlice?
        public var type: TextSlice?
        public var senderID: TextSlice?
        public var senderName: TextSlice?
        public var timestamp: Instant?

        public init() {}

        /// The fields in the order of the contract; a record without `id` is a reject.
        public static let fields: [Field<Reply>] = [
            Field("messageId", \.messageID, help: "The message it replies to."),
            Field("id", \.id, help: "The reply's id."),
            Field("content", \.content, help: "Its text."),
            Field("type", \.type, help: "Such as TEXT, IMAGE, AUDIO, VIDEO or FILE."),
            Field("sender.id", \.senderID, help: "The user who sent it."),
            Field("sender.name", \.senderName, help: "Their name, if the server sends it."),
            Field("timestamp", \.timestamp, help: "When it was sent."),
        ]
    }
}
