package import GantryEngine
package import GantryJSON
internal import GantryModel

/// What `totals.json` states of a file.
package struct FileEntry: Sendable {
    /// What it counts.
    package enum Count: String, Sendable {
        case rows
        case employees
        /// It is not counted.
        case none
    }

    /// The sum of a printed column.
    package struct Sum: Sendable, Equatable {
        /// From 0.
        package let column: Int
        package let heading: String
        /// In billionths.
        package let nano: Int128
    }

    // The formats of files that no pipeline file asks for.

    /// A list of records that can't be used.
    package static let rejects = "rejects-csv"
    /// The schema next to a payroll file.
    package static let schema = "schema"
    /// The workers next to an archive of work entries.
    package static let joinedWorkers = "joined-workers"
    /// The rows of the office's list of employees that a run used.
    package static let employees = "employees"
    /// The approved leave that a run paid.
    package static let leave = "leave"
    /// What was decided about findings when the files were written.
    package static let decisions = "decisions"
    /// The pipeline file that made the export.
    package static let pipeline = "pipeline"
    /// A file in the layout of a profile, which its member `profile` names.
    package static let profile = "profile"
    /// The text of a profile that a file was written by, or its schema.
    package static let profileCopy = "profile-copy"
    /// The pay periods of the source that the run's period was compared with.
    package static let payPeriods = "pay-periods"
    /// What a run pays otherwise than the period before it.
    package static let variance = "variance"
    /// The same by employee.
    package static let employeeVariance = "variance-employees"
    /// The values that kept files in the layout of a profile from being written.
    package static let leftOut = "left-out"
    /// The pay lines that a correction changes.
    package static let changes = "changes-csv"
    /// The records that a correction has otherwise.
    package static let entryChanges = "entry-changes-csv"
    /// The member of a file of a profile that says what it holds where that isn't whole lines.
    package static let content = "content"
    package static let changesOnly = "changes"
    /// Formats of files that are compared with others of the export.
    static let companions = [
        schema, joinedWorkers, employees, leave, decisions, pipeline, profile, profileCopy, leftOut, payPeriods,
        variance, employeeVariance, changes, entryChanges,
    ]

    package let name: String
    package let format: String
    /// `dialect`, `compression` and the like.
    package let choices: [(key: String, word: String)]
    /// The nested list whose elements are the rows.
    package let list: String?
    package let rows: Int
    private let count: Count
    /// Further members, after the choices.
    private let details: [JSONTree.Member]
    /// In order of the columns.
    package let sums: [Sum]
    private let columns: [OutputColumn]?

    /// - Parameters:
    ///   - columns: those of a file of records. Empty by default.
    ///   - details: further members. The default is none.
    package init(
        _ mark: FileCheckpoint, format: String, choices: [(key: String, word: String)] = [], rows count: Count,
        list: String? = nil, columns: [OutputColumn]? = nil, details: [JSONTree.Member] = []
    ) {
        self.details = details
        name = mark.name
        self.format = format
        self.choices = choices
        self.list = list
        rows = mark.rows
        self.count = count
        self.columns = columns
        sums = (columns == nil ? [:] : mark.columnSums).sorted { $0.key < $1.key }.map {
            Sum(column: $0.key, heading: columns?[$0.key].heading ?? "", nano: $0.value)
        }
    }

    package var tree: JSONTree {
        var members = [JSONTree.Member("file", .string(name)), JSONTree.Member("format", .string(format))]
        for choice in choices { members.append(JSONTree.Member(choice.key, .string(choice.word))) }
        members += details
        if let list { members.append(JSONTree.Member("list", .string(list))) }
        if count != .none { members.append(JSONTree.Member(count.rawValue, .integer(rows))) }
        if let columns {
            members.append(JSONTree.Member("columns", .array(columns.map(\.tree))))
            members.append(
                JSONTree.Member(
                    "sums",
                    .array(
                        sums.map { sum in
                            .object([
                                "column": .integer(sum.column + 1), "heading": .string(sum.heading),
                                "field": .string(columns[sum.column].field.description),
                                "sum": .string(decimalText(nano: sum.nano, .exact)),
                            ])
                        })))
        }
        return .object(members)
    }
}
