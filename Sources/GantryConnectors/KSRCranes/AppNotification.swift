public import GantryModel

extension KSRCranes {
    /// A message of the system to a person.
    public struct AppNotification: DatasetRecord, DeclaredRecord {
        public var id: Int64 = 0
        public var employeeID: Int64?
        public var type = TextSlice()
        public var title: TextSlice?
        public var message = TextSlice()
        public var category: TextSlice?
        public var priority: TextSlice?
        public var isRead: Bool?
        public var needsAction: Bool?
        public var createdAt = Instant(nanosecondsSince1970: 0)
        public var actionURL: TextSlice?

        public init() {}

        /// The fields in the order of the contract; a record without `id`, `notificationType`, `message` or `createdAt`
        /// is a reject.
        public static let fields: [Field<AppNotification>] = [
            Field("id", or: ["notification_id"], \.id, in: FieldRange.key, help: "The number of the message."),
            Field(
                "employeeId", or: ["employee_id"], \.employeeID, in: FieldRange.reference, help: "The person it is for."
            ),
            Field(
                "notificationType", or: ["notification_type"], \.type,
                help: "What it is about, such as WORK_ENTRY_APPROVED."),
            Field("title", \.title, help: "Its heading."),
            Field("message", \.message, help: "Its text."),
            Field(
                "category", \.category,
                help: "Such as HOURS, PROJECT, TASK, WORKPLAN, LEAVE, PAYROLL, SYSTEM or EMERGENCY."),
            Field("priority", \.priority, help: "Such as URGENT, HIGH, NORMAL or LOW."),
            Field("isRead", or: ["is_read"], \.isRead, help: "Whether the person has read it."),
            Field("actionRequired", or: ["action_required"], \.needsAction, help: "Whether something must be done."),
            Field("createdAt", or: ["created_at"], \.createdAt, help: "When it was sent."),
            Field("actionUrl", or: ["action_url"], link: \.actionURL, help: "Where it is done."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }
        public var key: RecordKey { .integer(id) }

        /// `ksr.notifications`: `GET /api/app/notifications`, in one answer. Filters: `unread_only`.
        public static let dataset = Dataset<AppNotification>(
            "notifications", help: "System messages to the signed-in user.",
            listKeys: ["notifications", "data"],
            filters: [DatasetFilter("unread_only", help: "Only what is unread.", .choice(["true", "false"]))],
            // There are no pages: what does not fit into one answer is cut without a word.
            pageSizes: 1...100_000, order: .time("createdAt") { $0.createdAt },
            shape: AppNotification.shape
        ) { ask in
            let since = ask.since.map { [("since", Instant(nanosecondsSince1970: $0).description)] } ?? []
            return ReadRequest(
                path: "/api/app/notifications",
                query: ask.query(["unread_only"]) + [("limit", String(ask.pageSize))] + since)
        }
    }
}
