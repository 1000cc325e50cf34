public import GantryModel

extension KSRCranes {
    /// A task on a project that workers are sent to.
    public struct WorkTask: DatasetRecord, DeclaredRecord {
        /// `task_id`: the number of the task.
        public var id: Int64 = 0
        /// `title`: its title.
        public var title = TextSlice()
        /// `description`: what is to be done.
        public var description: TextSlice?
        /// `status`: planned, in_progress, completed, cancelled, overdue or another.
        public var status: TextSlice?
        /// `priority`: low, medium, high, critical or another.
        public var priority: TextSlice?
        /// `deadline`: the day by which it must be done.
        public var deadline: CivilDate?
        /// `start_date`: the day it starts.
        public var startDate: CivilDate?
        /// `project_id`: the number of the project.
        public var projectID: Int64?
        /// `project.title`: the title of the project.
        public var projectTitle: TextSlice?
        /// `project.customer.customer_id`: the number of the customer.
        public var customerID: Int64?
        /// `project.customer.name`: the name of the customer.
        public var customerName: TextSlice?
        /// `created_at`: when it was entered.
        public var createdAt: Instant?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
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

        /// The keys that are cut out of every record of KSR Cranes, at any depth.
        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        /// The record's number.
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
