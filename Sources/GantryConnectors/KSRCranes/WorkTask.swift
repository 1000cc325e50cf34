public import GantryJSON
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
            decoder: { PageDecoder(WorkTask.self) }
        ) { _ in
            ReadRequest(path: "/api/app/tasks", query: [])
        }
    }

    /// One task by its number with the workers it is given to. The other fields are those of `WorkTask`.
    public struct TaskDetail: DatasetRecord, DeclaredRecord {
        /// The task without its assignments.
        public var task = WorkTask()

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields of ``WorkTask``, which this record holds. They are followed by the list of assignments.
        public static let fields: [Field<TaskDetail>] =
            WorkTask.fields.map { $0.lifted(\.task) } + [
                Field(
                    "assignments", help: "The task's workers.",
                    .list(of: Assignment.self) { detail, assignment in assignment.taskID = detail.task.id })
            ]
        /// The keys that are cut out of every record of KSR Cranes, at any depth.
        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        /// The key of the task that it holds.
        public var key: RecordKey { task.key }

        /// `ksr.task-details`: `GET /api/app/tasks/{key}`, one request for each key.
        public static let dataset = Dataset<TaskDetail>(
            "task-details", help: "Single tasks by number, with their workers.", id: "task_id", paging: .keyed,
            listKeys: ["task", "data"], decoder: { PageDecoder(TaskDetail.self, single: true) }
        ) { ask in
            ReadRequest(path: "/api/app/tasks/" + ask.key, query: [])
        }
    }

    /// A worker that a task is given to.
    public struct Assignment: NestedRecord {
        /// `task_id`: the number of the task.
        public var taskID: Int64?
        /// `employee_id`: the number of the worker.
        public var employeeID: Int64 = 0
        /// `name`: the name of the worker.
        public var name: TextSlice?
        /// `assigned_at`: when the task was given to them.
        public var assignedAt: Instant?

        /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
        public init() {}

        /// The fields in the order of the contract; a record without `employee_id` is a reject.
        public static let fields: [Field<Assignment>] = [
            Field("task_id", \.taskID, in: FieldRange.reference, help: "The task."),
            Field("employee_id", \.employeeID, in: FieldRange.key, help: "The worker."),
            Field("name", \.name, help: "The name of the worker."),
            Field("assigned_at", \.assignedAt, help: "When the task was assigned to them."),
        ]

        /// A decoder for a list of these in another record; it withholds `keys`, those of that record, as well.
        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Assignment.self, withholding: keys)
        }
    }
}
