public import GantryEngine

/// What an export would do.
public struct ExportPlan: Sendable {
    public let id: RunID
    /// `new`, `continues`, `published`.
    public let state: String
    /// The server and account that would be asked.
    public let source: RunSource
    /// Requests in order, without secrets: `GET /api/app/work-entries?…&page=1…312`.
    public let requests: [String]
    /// What the server says there is; `nil` when it doesn't say.
    public let expectedRecords: Int?
    public let expectedPages: Int?
    public let joinedRecords: Int?
    /// Published periods of pay that hold the same days.
    public var overlaps: [PayOverlap] = []
    /// Files that would be in the export folder.
    public let files: [String]
    public let folder: String

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
    public let file: String
    public let headings: [String]
    public let rows: [[String]]
    /// Which columns are numbers, to be set flush right.
    public let isNumeric: [Bool]
    /// Where the rows sum up or compare records: the part of the records that they were made from. `nil` where that was
    /// all of them, or where each row shows one record.
    public let part: Part?

    /// The first records of a run.
    public struct Part: Equatable, Sendable {
        public let records: Int
        /// How many there are in all; `nil` where the server does not say.
        public let total: Int?

        public init(records: Int, total: Int?) {
            self.records = records
            self.total = total
        }
    }

    public init(file: String, headings: [String], rows: [[String]], isNumeric: [Bool], part: Part? = nil) {
        self.part = part
        self.file = file
        self.headings = headings
        self.rows = rows
        self.isNumeric = isNumeric
    }
}
