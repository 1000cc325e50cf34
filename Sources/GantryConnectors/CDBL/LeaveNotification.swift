public import GantryModel

extension CDBL {
    /// A message of the system to the signed-in employee.
    public struct LeaveNotification: DatasetRecord, DeclaredRecord {
        /// `id`: the id that the server gives the message.
        public var id = TextSlice()
        /// `type`: what it is about, such as LEAVE_APPROVED.
        public var type = TextSlice()
        /// `title`: its heading.
        public var title: TextSlice?
        /// `message`: its text.
        public var message: TextSlice?
        /// `targetId` or `leaveId`: the request for leave that it is about.
        public var targetID: TextSlice?
        /// `read`: whether the employee has read it.
        public var isRead: Bool?
        /// `createdAt`: when it was sent.
        public var createdAt: Instant?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields in the order of the contract; a record without `id` or `type` is a reject.
        public static let fields: [Field<LeaveNotification>] = [
            Field("id", \.id, help: "The message's id."),
            Field("type", \.type, help: "What it is about, such as LEAVE_APPROVED."),
            Field("title", \.title, help: "Its heading."),
            Field("message", \.message, help: "Its text."),
            Field("targetId", or: ["leaveId"], \.targetID, help: "The leave request that it is about."),
            Field("read", \.isRead, help: "Whether the employee has read it."),
            Field("createdAt", \.createdAt, help: "When it was sent."),
        ]

        /// The keys that are cut out of every record of CDBL LMS, at any depth.
        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }

        /// The record's id, as the server spells it.
        public var key: RecordKey { .text(id) }

        /// `cdbl.notifications`: `GET /api/notifications/latest`, in one answer.
        public static let dataset = Dataset<LeaveNotification>(
            "notifications", help: "The latest system messages to the employee.",
            listKeys: ["notifications", "items"],
            order: .time("createdAt") { $0.createdAt }, shape: LeaveNotification.shape
        ) { _ in ReadRequest(path: "/api/notifications/latest", query: []) }
    }
}
