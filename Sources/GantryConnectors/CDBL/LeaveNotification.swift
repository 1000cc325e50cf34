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
            Field("id", \.id, help: "What names the message."),
            Field("type", \.type, help: "What it is about, such as LEAVE_APPROVED."),
            Field("title", \.title, help: "Its heading."),
            Field("message", \.message, help: "Its text."),
            Field("targetId", or: ["leaveId"], \.targetID, help: "The request for leave that it is about."),
            Field("read", \.isRead, help: "Whether the employee has read it."),
            Field("createdAt", \.createdAt, help: "When it was sent."),
        ]

        public static var sensitiveKeys: [String] { CDBL.sensitiveKeys }

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
