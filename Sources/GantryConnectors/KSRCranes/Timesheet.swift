public import GantryModel

extension KSRCranes {
    /// A week of hours on a task as a signed document.
    public struct Timesheet: DatasetRecord, DeclaredRecord {
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

        /// The fields in the order of the contract; a record without `id`, `weekNumber` or `year` is a reject.
        public static let fields: [Field<Timesheet>] = [
            Field("id", \.id, in: FieldRange.key, help: "The number of the timesheet."),
            Field("task_id", \.taskID, in: FieldRange.reference, help: "The task."),
            Field("employee_id", \.employeeID, in: FieldRange.reference, help: "The worker."),
            Field("Employees.name", \.employeeName, help: "The name of the worker."),
            Field("weekNumber", \.weekNumber, in: FieldRange.count, help: "The ISO week."),
            Field("year", \.year, in: FieldRange.any, help: "The year that the week belongs to."),
            Field("timesheetUrl", link: \.url, help: "The document, without its signature."),
            Field("entriesCount", \.entries, in: FieldRange.count, help: "How many work entries it has."),
            Field("totalHours", \.totalHours, in: FieldRange.notNegative, help: "Hours of all entries."),
            Field("totalKm", \.totalKm, help: "Kilometres of all entries."),
            Field("Tasks.title", \.taskTitle, help: "The title of the task."),
            Field("Tasks.description", \.taskDescription, help: "What is to be done."),
            Field("Tasks.project.project_id", \.projectID, in: FieldRange.reference, help: "The project."),
            Field("Tasks.project.title", \.projectTitle, help: "The title of the project."),
            Field("Tasks.project.customer.customer_id", \.customerID, in: FieldRange.reference, help: "The customer."),
            Field("Tasks.project.customer.name", \.customerName, help: "The name of the customer."),
            Field("created_at", \.createdAt, help: "When it was made."),
            Field("updated_at", \.updatedAt, help: "When it was last changed."),
        ]

        public static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }
        public var key: RecordKey { .integer(id) }

        /// `ksr.timesheets`: `GET /api/app/timesheets`, in one answer.
        public static let dataset = Dataset<Timesheet>(
            "timesheets", help: "Timesheets of all workers by week and task.", listKeys: ["timesheets", "data"],
            order: .number("id") { $0.id },
            days: { sheet in
                CivilDate(isoYear: Int(clamping: sheet.year), week: Int(clamping: sheet.weekNumber)).map {
                    $0...($0 + 6)
                }
            },
            shape: Timesheet.shape
                // The office's list; a worker's own is another, which gives each worker no others than theirs.
        ) { _ in ReadRequest(path: "/api/app/timesheets", query: []) }
    }
}
