public import GantryModel

extension KSRCranes {
    /// A task on a project that workers are sent to.
    public struct WorkTask: DatasetRecord, DeclaredRecord {
        public var id: Int64 = 0
        public var title = TextSlice()
        public var description: TextSlice?
        public var status: TextSlice?
        public var priority: TextSlice?
        public var deadline: CivilDate?
        public var startDate: CivilDate?
        public var projectID: Int64?
        public var projectTitle: TextSlice?
        public var customerID: Int64?
        public var customerName: TextSlice?
        public var createdAt: Instant?

        public init() {}

        /// The fields in the order of the contract; a record without `task_id` or `title` is a reject.
        public static let fields: [Field<WorkTask>] = [
            Field("task_id", \.id, in: FieldRange.key, help: "The number of the task."),
            Field("title", \.title, help: "Its title."),
            Field("description", \.description, help: "What is to be done."),
            Field("status", \.status, help: "Such as planned, in_progress, completed, cancelled or overdue."),
            Field("priority", \.priority, help: "Such as low, medium, high or critical."),
            Field("deadline", \.deadline, help: "The day by which it must be done."),
            Field("start_date", \.startDate, help: "The day it starts."),
            Field("project_id", \.projectID, in: FieldRange.reference, help: "The project."),
            Field("project.title", \.projectTitle, help: "The title of the project."),
            Field("project.customer.customer_id", \.customerID, in: FieldRange.reference, help: "The customer."),
            Field("project.customer.name", \.customerName, help: "The name of the customer."),
            Field("created_at", \.createdAt, help: "When it was entered."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }
        public var key: RecordKey { .integer(id) }

        /// `ksr.tasks`: `GET /api/app/tasks`, in one answer.
        public static let dataset = Dataset<WorkTask>(
            "tasks", help: "The signed-in user's tasks.", id: "task_id", listKeys: ["tasks", "data"],
            shape: WorkTask.shape
        ) { _ in
            ReadRequest(path: "/api/app/tasks", query: [])
        }
    }
}
