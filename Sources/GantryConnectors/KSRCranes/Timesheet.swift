internal import GantryJSON
public import GantryModel

extension KSRCranes {
    /// A week of hours on a task as a signed document.
    public struct Timesheet: DatasetRecord {
        public var id: Int64 = 0
        public var taskID: Int64?
        public var employeeID: Int64?
        public var employeeName: TextSlice?
        public var weekNumber: Int64 = 0
        public var year: Int64 = 0
        public var url: TextSlice?
        public var entries: Int64?
        public var totalHours: Decimal9?
        public var totalKm: Decimal9?
        public var taskTitle: TextSlice?
        public var taskDescription: TextSlice?
        public var projectID: Int64?
        public var projectTitle: TextSlice?
        public var customerID: Int64?
        public var customerName: TextSlice?
        public var createdAt: Instant?
        public var updatedAt: Instant?

        public init() {}

        public static let fields: [Field<Timesheet>] = [
            Field(
                "id", required: true, help: "The number of the timesheet.",
                .integer(range: FieldRange.key, get: { $0.id }, set: { $0.id = $1 })),
            Field(
                "task_id", help: "The task.",
                .integer(range: FieldRange.reference, get: { $0.taskID }, set: { $0.taskID = $1 })),
            Field(
                "employee_id", help: "The worker.",
                .integer(range: FieldRange.reference, get: { $0.employeeID }, set: { $0.employeeID = $1 })),
            Field(
                "Employees.name", help: "The name of the worker.",
                .text(get: { $0.employeeName }, set: { $0.employeeName = $1 })),
            Field(
                "weekNumber", required: true, help: "The ISO week.",
                .integer(range: FieldRange.count, get: { $0.weekNumber }, set: { $0.weekNumber = $1 })),
            Field(
                "year", required: true, help: "The year that the week belongs to.",
                .integer(range: FieldRange.any, get: { $0.year }, set: { $0.year = $1 })),
            Field(
                "timesheetUrl", help: "The document, without its signature.",
                .link(get: { $0.url }, set: { record, value, _ in record.url = value })),
            Field(
                "entriesCount", help: "How many work entries it holds.",
                .integer(range: FieldRange.count, get: { $0.entries }, set: { $0.entries = $1 })),
            Field(
                "totalHours", help: "Hours of all entries.",
                .decimal(range: FieldRange.notNegative, get: { $0.totalHours }, set: { $0.totalHours = $1 })),
            Field(
                "totalKm", help: "Kilometres of all entries.", .decimal(get: { $0.totalKm }, set: { $0.totalKm = $1 })),
            Field(
                "Tasks.title", help: "The title of the task.", .text(get: { $0.taskTitle }, set: { $0.taskTitle = $1 })),
            Field(
                "Tasks.description", help: "What is to be done.",
                .text(get: { $0.taskDescription }, set: { $0.taskDescription = $1 })),
            Field(
                "Tasks.project.project_id", help: "The project.",
                .integer(range: FieldRange.reference, get: { $0.projectID }, set: { $0.projectID = $1 })),
            Field(
                "Tasks.project.title", help: "The title of the project.",
                .text(get: { $0.projectTitle }, set: { $0.projectTitle = $1 })),
            Field(
                "Tasks.project.customer.customer_id", help: "The customer.",
                .integer(range: FieldRange.reference, get: { $0.customerID }, set: { $0.customerID = $1 })),
            Field(
                "Tasks.project.customer.name", help: "The name of the customer.",
                .text(get: { $0.customerName }, set: { $0.customerName = $1 })),
            Field("created_at", help: "When it was made.", .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
            Field(
                "updated_at", help: "When it was last changed.",
                .instant(get: { $0.updatedAt }, set: { $0.updatedAt = $1 })),
        ]

        public static var withheldKeys: [String] { KSRCranes.withheldKeys }

        public static var idKey: String { "id" }
        public var key: RecordKey { .integer(id) }

        public static var dataset: Dataset<Timesheet> {
            Dataset(
                "timesheets", help: "Timesheets of all workers by week and task.", listKeys: ["timesheets", "data"],
                order: .number("id") { $0.id },
                days: { sheet in
                    CivilDate(isoYear: Int(clamping: sheet.year), week: Int(clamping: sheet.weekNumber)).map {
                        $0...($0 + 6)
                    }
                }
                // The office's list; a worker's own is another, which gives each worker no others than theirs.
            ) { _ in ReadRequest(path: "/api/app/timesheets", query: []) }
        }

        public static func makeDecoder() -> any PageDecoding<Timesheet> { PageDecoder(Timesheet.self) }
    }
}
