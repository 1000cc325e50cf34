public import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A task on a project that workers are sent to.
    public struct WorkTask: DatasetRecord {
        public var id: Int64 = 0
        public var title = TextSlice()
        public var description: TextSlice?
        public var status: Int?
        public var priority: Int?
        public var deadline: CivilDate?
        public var startDate: CivilDate?
        public var projectID: Int64?
        public var projectTitle: TextSlice?
        public var customerID: Int64?
        public var customerName: TextSlice?
        public var createdAt: Instant?

        public init() {}

        public static let fields: [Field<WorkTask>] = [
            Field("task_id", \.id, in: FieldRange.key, help: "The number of the task."),
            Field("title", \.title, help: "Its title."),
            Field("description", \.description, help: "What is to be done."),
            Field(
                "status", \.status, oneOf: KSRCranes.taskStatuses,
                help: "planned, in_progress, completed, cancelled or overdue."),
            Field("priority", \.priority, oneOf: KSRCranes.taskPriorities, help: "low, medium, high or critical."),
            Field("deadline", \.deadline, help: "The day by which it must be done."),
            Field("start_date", \.startDate, help: "The day it begins."),
            Field("project_id", \.projectID, in: FieldRange.reference, help: "The project."),
            Field("project.title", \.projectTitle, help: "The title of the project."),
            Field("project.customer.customer_id", \.customerID, in: FieldRange.reference, help: "The customer."),
            Field("project.customer.name", \.customerName, help: "The name of the customer."),
            Field("created_at", \.createdAt, help: "When it was entered."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        public static var idKey: String { "task_id" }
        public var key: RecordKey { .integer(id) }

        public static var dataset: Dataset<WorkTask> {
            Dataset("tasks", help: "The tasks of the signed-in person.", listKeys: ["tasks", "data"]) { _ in
                ReadRequest(path: "/api/app/tasks", query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<WorkTask> { PageDecoder(WorkTask.self) }
    }

    /// One task by its number with the workers it is given to. The other fields are those of `WorkTask`.
    public struct TaskDetail: DatasetRecord {
        public var task = WorkTask()

        public init() {}

        public static let fields: [Field<TaskDetail>] =
            WorkTask.fields.map { $0.lifted(\.task) } + [
                Field(
                    "assignments", help: "The workers that the task is given to.",
                    .list(of: Assignment.self) { detail, assignment in assignment.taskID = detail.task.id })
            ]
        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

        public static var idKey: String { "task_id" }
        public var key: RecordKey { task.key }

        public static var dataset: Dataset<TaskDetail> {
            Dataset(
                "task-details", help: "Single tasks by number, with the workers they are given to.", paging: .keyed,
                listKeys: ["task", "data"]
            ) { ask in
                ReadRequest(path: "/api/app/tasks/" + ask.key, query: [])
            }
        }

        public static func makeDecoder() -> any PageDecoding<TaskDetail> { PageDecoder(TaskDetail.self, single: true) }
    }

    /// A worker that a task is given to.
    public struct Assignment: NestedRecord {
        public var taskID: Int64?
        public var employeeID: Int64 = 0
        public var name: TextSlice?
        public var assignedAt: Instant?

        public init() {}

        public static let fields: [Field<Assignment>] = [
            Field("task_id", \.taskID, in: FieldRange.reference, help: "The task."),
            Field("employee_id", \.employeeID, in: FieldRange.key, help: "The worker."),
            Field("name", \.name, help: "The name of the worker."),
            Field("assigned_at", \.assignedAt, help: "When the task was given to them."),
        ]

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Assignment.self, withholding: keys)
        }
    }
}
