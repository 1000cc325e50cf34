internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A message of the system to a person.
    public struct AppNotification: DatasetRecord {
        public var id: Int64 = 0
        public var employeeID: Int64?
        public var type = TextSlice()
        public var title: TextSlice?
        public var message = TextSlice()
        public var category: Int?
        public var priority: Int?
        public var isRead: Bool?
        public var needsAction: Bool?
        public var createdAt = Instant(nanosecondsSince1970: 0)
        public var actionURL: TextSlice?

        public init() {}

        public static let fields: [Field<AppNotification>] = [
            Field(
                "id", or: ["notification_id"], required: true, help: "The number of the message.",
                .integer(range: FieldRange.key, get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "employeeId", or: ["employee_id"], help: "The person it is for.",
                .integer(range: FieldRange.reference, get: { $0.employeeID }, set: { $0.employeeID = $1 })),
            Field(
                "notificationType", or: ["notification_type"], required: true,
                help: "What it is about, such as WORK_ENTRY_APPROVED.",
                .text(get: { $0.type }, set: { $0.type = $1 })),
            Field("title", help: "Its heading.", .text(get: { $0.title }, set: { $0.title = $1 })),
            Field("message", required: true, help: "Its text.", .text(get: { $0.message }, set: { $0.message = $1 })),
            Field(
                "category", help: "HOURS, PROJECT, TASK, WORKPLAN, LEAVE, PAYROLL, SYSTEM or EMERGENCY.",
                .choice(KSRCranes.notificationCategories, get: { $0.category }, set: { $0.category = $1 })),
            Field(
                "priority", help: "URGENT, HIGH, NORMAL or LOW.",
                .choice(KSRCranes.notificationPriorities, get: { $0.priority }, set: { $0.priority = $1 })),
            Field(
                "isRead", or: ["is_read"], help: "Whether the person has read it.",
                .flag(get: { $0.isRead }, set: { $0.isRead = $1 })),
            Field(
                "actionRequired", or: ["action_required"], help: "Whether something must be done.",
                .flag(get: { $0.needsAction }, set: { $0.needsAction = $1 })),
            Field(
                "createdAt", or: ["created_at"], required: true, help: "When it was sent.",
                .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field(
                "actionUrl", or: ["action_url"], help: "Where it is done.",
                .link(get: { $0.actionURL }, set: { record, value, _ in record.actionURL = value })),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .integer(id) }

        public static var dataset: Dataset<AppNotification> {
            Dataset(
                "notifications", help: "Messages of the system to the signed-in person.",
                listKeys: ["notifications", "data"],
                filters: [DatasetFilter("unread_only", help: "Only what is unread.", .choice(["true", "false"]))],
                // There are no pages: what does not fit into one answer is cut without a word.
                pageSizes: 1...100_000, order: .time("createdAt") { $0.createdAt }
            ) { ask in
                let since = ask.since.map { [("since", $0.description)] } ?? []
                return ReadRequest(
                    path: "/api/app/notifications",
                    query: ask.query(["unread_only"]) + [("limit", String(ask.pageSize))] + since)
            }
        }

        public static func makeDecoder() -> any PageDecoding<AppNotification> { PageDecoder(AppNotification.self) }
    }
}
