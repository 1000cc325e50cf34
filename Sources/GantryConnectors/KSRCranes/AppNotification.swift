public import GantryModel

extension KSRCranes {
    /// A message of the system to a person.
    public struct AppNotification: DatasetRecord, DeclaredRecord {
        /// `id` or `notification_id`: the number of the message.
        public var id: Int64 = 0
        /// `employeeId` or `employee_id`: the number of the person it is for.
        public var employeeID: Int64?
        /// `notificationType` or `notification_type`: what it is about, such as WORK_ENTRY_APPROVED.
        public var type = TextSlice()
        /// `title`: its heading.
        public var title: TextSlice?
        /// `message`: its text.
        public var message = TextSlice()
        /// `category`: HOURS, PROJECT, TASK, WORKPLAN, LEAVE, PAYROLL, SYSTEM, EMERGENCY or another.
        public var category: TextSlice?
        /// `priority`: URGENT, HIGH, NORMAL, LOW or another.
        public var priority: TextSlice?
        /// `isRead` or `is_read`: whether the person has read it.
        public var isRead: Bool?
        /// `actionRequired` or `action_required`: whether something must be done.
        public var needsAction: Bool?
        /// `createdAt` or `created_at`: when it was sent.
        public var createdAt = Instant(nanosecondsSince1970: 0)
        /// `actionUrl` or `action_url`: the address where it is done.
        public var actionURL: TextSlice?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
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

        /// The keys that are cut out of every record of KSR Cranes, at any depth.
        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        /// The record's number.
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
