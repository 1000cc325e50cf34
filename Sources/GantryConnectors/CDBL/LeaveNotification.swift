internal import GantryJSON
public import GantryModel

extension CDBL {
    /// A message of the system to the signed-in employee.
    public struct LeaveNotification: DatasetRecord {
        public var id = TextSlice()
        public var type = TextSlice()
        public var title: TextSlice?
        public var message: TextSlice?
        public var targetID: TextSlice?
        public var isRead: Bool?
        public var createdAt: Instant?

        public init() {}

        public static let fields: [Field<LeaveNotification>] = [
            Field("id", required: true, help: "What names the message.", .text(get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "type", required: true, help: "What it is about, such as LEAVE_APPROVED.",
                .text(get: { $0.type }, set: { $0.type = $1 })),
            Field("title", help: "Its heading.", .text(get: { $0.title }, set: { $0.title = $1 })),
            Field("message", help: "Its text.", .text(get: { $0.message }, set: { $0.message = $1 })),
            Field(
                "targetId", or: ["leaveId"], help: "The request for leave that it is about.",
                .text(get: { $0.targetID }, set: { $0.targetID = $1 })),
            Field(
                "read", help: "Whether the employee has read it.", .flag(get: { $0.isRead }, set: { $0.isRead = $1 })),
            Field("createdAt", help: "When it was sent.", .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
        ]

        public static var withheldKeys: [String] { CDBL.withheldKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .text(id) }

        public static var dataset: Dataset<LeaveNotification> {
            Dataset(
                "notifications", help: "The latest messages of the system to the employee.",
                listKeys: ["notifications", "items"],
                order: .time("createdAt") { $0.createdAt }
            ) { _ in ReadRequest(path: "/api/notifications/latest", query: []) }
        }

        public static func makeDecoder() -> any PageDecoding<LeaveNotification> { PageDecoder(LeaveNotification.self) }
    }
}
