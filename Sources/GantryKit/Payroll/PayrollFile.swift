internal import GantryOutputs
internal import GantryPayroll

/// A file that a payroll export has besides the outputs of its pipeline file.
struct PayrollFile: Sendable {
    let name: String
    /// What `totals.json` calls it.
    let format: String
    var rows = FileEntry.Count.none
    var dialect: Dialect?
    /// How many columns reading it back must find; `nil` where its digest is all that is proven.
    var columns: Int?
    /// Whether only exports that people sign have it.
    var isOfSigned = false

    /// How a list is written.
    enum Dialect {
        /// For programs.
        case machine
        /// As the exceptions are, for people.
        case people
    }

    /// Every file that can be there. Copies of profiles and schemas are not listed: they lie beside the outputs that
    /// have them.
    static let all = [
        rejects, PayrollFile(name: JoinedWorkers.fileName, format: FileEntry.joinedWorkers, rows: .rows),
        employees, pipeline, decisions, PayrollFile(name: ApprovedLeave.fileName, format: FileEntry.leave),
        PayrollFile(
            name: LeftOutList.name, format: FileEntry.leftOut, rows: .rows, dialect: .machine,
            columns: LeftOutList.headings.count),
        PayrollFile(name: PayPeriodTable.fileName, format: FileEntry.payPeriods),
        PayrollFile(
            name: VarianceTable.fileName, format: FileEntry.variance, rows: .rows, dialect: .people,
            columns: VarianceTable.headings.count),
        PayrollFile(
            name: EmployeeVarianceTable.fileName, format: FileEntry.employeeVariance, rows: .rows, dialect: .people,
            columns: EmployeeVarianceTable.headings.count),
        PayrollFile(
            name: ChangesTable.fileName, format: FileEntry.changes, rows: .rows, dialect: .people, isOfSigned: true),
        PayrollFile(
            name: EntryChangesTable.fileName, format: FileEntry.entryChanges, rows: .rows, dialect: .people,
            isOfSigned: true),
    ]

    /// A list of records that can't be used.
    static let rejects = PayrollFile(
        name: "rejects.csv", format: FileEntry.rejects, rows: .rows, dialect: .machine,
        columns: RejectsColumns.headings.count)
    /// The rows of the office's list of employees that a run used.
    static let employees = PayrollFile(name: "employees.csv", format: FileEntry.employees)
    /// The pipeline file with what was set beside it.
    static let pipeline = PayrollFile(name: "pipeline.yaml", format: FileEntry.pipeline)
    /// The decisions that the files show.
    static let decisions = PayrollFile(name: "decisions.jsonl", format: FileEntry.decisions)

    static func named(_ name: String) -> PayrollFile? { all.first { $0.name == name } }
}
