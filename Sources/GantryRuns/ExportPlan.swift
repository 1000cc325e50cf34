public import GantryEngine

/// What an export would do.
public struct ExportPlan: Sendable {
    /// The run that `export` would start, resume or find published.
    public let id: RunID
    /// `new`, `continues`, `published`.
    public let state: String
    /// The server and account that would be asked.
    public let source: RunSource
    /// Requests in order, without secrets: `GET /api/app/work-entries?…&page=1…312`.
    public let requests: [String]
    /// What the server says there is; `nil` when it doesn't say.
    public let expectedRecords: Int?
    /// Pages of `expectedRecords`; `nil` if the server doesn't say, and for an export of datasets.
    public let expectedPages: Int?
    /// Workers that the entries would be joined with; `nil` if the pipeline joins none.
    public let joinedRecords: Int?
    /// Published periods of pay that hold the same days.
    public var overlaps: [PayOverlap] = []
    /// The signed and delivered run that it would correct: payroll programs get only what changed since. `nil` for a
    /// whole period, and where nothing would be done.
    public var correctionOf: RunID?
    /// Files that would be in the export folder.
    public let files: [String]
    /// Where the export folder would be, whether or not it exists.
    public let folder: String

    /// A plan with the given values, without overlaps, of a whole period.
    public init(
        id: RunID, state: String, source: RunSource, requests: [String], expectedRecords: Int?, expectedPages: Int?,
        joinedRecords: Int?, files: [String], folder: String
    ) {
        self.id = id
        self.state = state
        self.source = source
        self.requests = requests
        self.expectedRecords = expectedRecords
        self.expectedPages = expectedPages
        self.joinedRecords = joinedRecords
        self.files = files
        self.folder = folder
    }
}

/// The first rows of an output, as a table for people.
public struct PreviewTable: Sendable {
    /// The output's file name, without a folder.
    public let file: String
    /// One heading for each column.
    public let headings: [String]
    /// Cells as the file would show them; each row has as many as there are headings.
    public let rows: [[String]]
    /// Which columns are numbers, to be set flush right.
    public let isNumeric: [Bool]
    /// Where the rows sum up or compare records: the part of the records that they were made from. `nil` if that was
    /// all of them, or where each row shows one record.
    public let part: Part?

    /// The first records of a run.
    public struct Part: Equatable, Sendable {
        /// The records on the first page.
        public let records: Int
        /// How many there are in all; `nil` if the server does not say.
        public let total: Int?

        /// A part of `records` out of `total`.
        public init(records: Int, total: Int?) {
            self.records = records
            self.total = total
        }
    }

    /// A table with the given values. `isNumeric` has one value for each heading.
    public init(file: String, headings: [String], rows: [[String]], isNumeric: [Bool], part: Part? = nil) {
        self.part = part
        self.file = file
        self.headings = headings
        self.rows = rows
        self.isNumeric = isNumeric
    }
}
