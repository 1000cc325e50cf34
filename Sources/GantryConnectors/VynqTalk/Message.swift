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
            Field("id", required: true, help: "What names the message.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field("content", required: true, help: "Its text.", .text(get: { $0.content }, set: { $0.content = $1 })),
            Field(
                "type", required: true, help: "TEXT, IMAGE, AUDIO, VIDEO or FILE.",
                .choice(VynqTalk.messageTypes, get: { $0.type }, set: { $0.type = $1 })),
            Field(
                "sender.id", required: true, help: "The user who sent it.",
                .text(get: { $0.senderID }, set: { $0.senderID = $1 })),
            Field(
                "sender.name", help: "Their name, where the server sends it along.",
                .text(get: { $0.senderName }, set: { $0.senderName = $1 })),
            Field(
                "receiver.id", required: true, help: "The user who got it.",
                .text(get: { $0.receiverID }, set: { $0.receiverID = $1 })),
            Field(
                "receiver.name", help: "Their name, where the server sends it along.",
                .text(get: { $0.receiverName }, set: { $0.receiverName = $1 })),
            Field("timestamp", help: "When it was sent.", .instant(get: { $0.timestamp }, set: { $0.timestamp = $1 })),
            Field(
                "fileName", help: "The file that came with it.", .text(get: { $0.fileName }, set: { $0.fileName = $1 })),
            Field(
                "duration", help: "How long a recording is, in seconds.",
                .decimal(range: FieldRange.notNegative, get: { $0.duration }, set: { $0.duration = $1 })),
            Field(
                "edited", help: "Whether it was changed after it was sent.",
                .flag(get: { $0.isEdited }, set: { $0.isEdited = $1 })),
            Field(
                "replyTo.id", help: "The message that it answers.",
                .text(get: { $0.replyToID }, set: { $0.replyToID = $1 })),
            Field(
                "reactions", help: "What users have answered with a sign.",
                .list(of: Reaction.self) { message, reaction in reaction.messageID = message.id }),
            Field(
                "replies", help: "Messages that answer it, where the server sends them along.",
                .list(of: Reply.self) { message, reply in reply.messageID = message.id }),
        ]

        public static var withheldKeys: [String] { VynqTalk.withheldKeys }

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
            Field("messageId", help: "The message.", .text(get: { $0.messageID }, set: { $0.messageID = $1 })),
            Field("id", help: "What names the reaction.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field("emoji", required: true, help: "The sign.", .text(get: { $0.emoji }, set: { $0.emoji = $1 })),
            Field("user.id", help: "The user who reacted.", .text(get: { $0.userID }, set: { $0.userID = $1 })),
            Field(
                "user.name", help: "Their name, where the server sends it along.",
                .text(get: { $0.userName }, set: { $0.userName = $1 })),
            Field("createdAt", help: "When.", .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
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
            Field(
                "messageId", help: "The message that it answers.",
                .text(get: { $0.messageID }, set: { $0.messageID = $1 })),
            Field("id", required: true, help: "What names the reply.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field("content", help: "Its text.", .text(get: { $0.content }, set: { $0.content = $1 })),
            Field(
                "type", help: "TEXT, IMAGE, AUDIO, VIDEO or FILE.",
                .choice(VynqTalk.messageTypes, get: { $0.type }, set: { $0.type = $1 })),
            Field("sender.id", help: "The user who sent it.", .text(get: { $0.senderID }, set: { $0.senderID = $1 })),
            Field(
                "sender.name", help: "Their name, where the server sends it along.",
                .text(get: { $0.senderName }, set: { $0.senderName = $1 })),
            Field("timestamp", help: "When it was sent.", .instant(get: { $0.timestamp }, set: { $0.timestamp = $1 })),
        ]

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Reply.self, withholding: keys)
        }
    }
}
