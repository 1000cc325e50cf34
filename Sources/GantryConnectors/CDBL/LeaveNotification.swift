public import GantryModel

extension CDBL {
    /// A message of the system to the signed-in employee.
    public struct LeaveNotification: DatasetRecord, DeclaredRecord {
        public var id = TextSlice()
        public var type = TextSlice()
        public var title: TextSlice?
        public var message: TextSlice?
        public var targetID: TextSlice?
        public var isRead: Bool?
        public var createdAt: Instant?

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

        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }
        public var key: RecordKey { .text(id) }

        /// `cdbl.notifications`: `GET /api/notifications/latest`, in one answer.
        public static let dataset = Dataset<LeaveNotification>(
            "notifications", help: "The latest system messages to the employee.",
            listKeys: ["notifications", "items"],
            order: .time("createdAt") { $0.createdAt }, shape: LeaveNotification.shape
        ) { _ in ReadRequest(path: "/api/notifications/latest", query: []) }
    }
}
