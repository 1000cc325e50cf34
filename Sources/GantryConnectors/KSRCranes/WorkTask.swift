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
            Field(
                "task_id", required: true, help: "The number of the task.",
                .integer(range: FieldRange.key, get: { $0.id }, set: { $0.id = $1 })),
            Field("title", required: true, help: "Its title.", .text(get: { $0.title }, set: { $0.title = $1 })),
            Field(
                "description", help: "What is to be done.", .text(get: { $0.description }, set: { $0.description = $1 })
            ),
            Field(
                "status", help: "planned, in_progress, completed, cancelled or overdue.",
                .choice(KSRCranes.taskStatuses, get: { $0.status }, set: { $0.status = $1 })),
            Field(
                "priority", help: "low, medium, high or critical.",
                .choice(KSRCranes.taskPriorities, get: { $0.priority }, set: { $0.priority = $1 })),
            Field(
                "deadline", help: "The day by which it must be done.",
                .date(get: { $0.deadline }, set: { $0.deadline = $1 })),
            Field("start_date", help: "The day it begins.", .date(get: { $0.startDate }, set: { $0.startDate = $1 })),
            Field(
                "project_id", help: "The project.",
                .integer(range: FieldRange.reference, get: { $0.projectID }, set: { $0.projectID = $1 })),
            Field(
                "project.title", help: "The title of the project.",
                .text(get: { $0.projectTitle }, set: { $0.projectTitle = $1 })),
            Field(
                "project.customer.customer_id", help: "The customer.",
                .integer(range: FieldRange.reference, get: { $0.customerID }, set: { $0.customerID = $1 })),
            Field(
                "project.customer.name", help: "The name of the customer.",
                .text(get: { $0.customerName }, set: { $0.customerName = $1 })),
            Field(
                "created_at", help: "When it was entered.", .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

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
        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

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
            Field(
                "task_id", help: "The task.",
                .integer(range: FieldRange.reference, get: { $0.taskID }, set: { $0.taskID = $1 })),
            Field(
                "employee_id", required: true, help: "The worker.",
                .integer(range: FieldRange.key, get: { $0.employeeID }, set: { $0.employeeID = $1 })),
            Field("name", help: "The name of the worker.", .text(get: { $0.name }, set: { $0.name = $1 })),
            Field(
                "assigned_at", help: "When the task was given to them.",
                .instant(get: { $0.assignedAt }, set: { $0.assignedAt = $1 })),
        ]

        public static func makeNestedDecoder(withholding keys: [String]) -> NestedDecoder {
            NestedDecoder(Assignment.self, withholding: keys)
        }
    }
}
