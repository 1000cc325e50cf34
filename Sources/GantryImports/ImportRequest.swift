public import GantryAccounts
public import GantryEngine
internal import GantryFiles
internal import GantryFormats
public import GantryModel
public import GantryRuns

/// What a run that sends rows needs to know.
public struct ImportRequest: Sendable {
    /// The pipeline that names the runs.
    public let pipeline: Pipeline
    /// What to send, and how a sheet's columns become its fields: the pipeline's, unless the request changes it.
    public var work: Pipeline.Import
    /// The account and server that rows are sent to.
    public var connection: Connection
    /// Where the ledger and the published results are kept; created if it is missing.
    public var workspace: Workspace
    /// Receives waits before the server is asked again, where nothing else is reported: by `plan`. The default is
    /// nobody.
    public var observeConnection: @Sendable (ConnectionEvent) -> Void = { _ in }
    /// The path of the sheet; `nil` if file names replace it.
    public var sheet: String?
    /// The folder of the files, or a zip file with them, where rows have files.
    public var folder: String?
    /// The zip file that was unpacked into `folder`; `nil` for a folder that a person named.
    var zip: String?
    /// The zip files in `folder`, where the rows have files.
    var zips: ZipsInFolder?
    /// The folder of the files as a person named it, which can be a zip file; by default the working folder.
    var namedFolder: String { zip ?? folder ?? "." }
    /// What names the batch among those of the pipeline; the part of the run's name where exports have the period.
    public var batch: String
    /// The period, if one was given.
    public var period: PayPeriod?
    /// Starts the run over. What the ledger records as sent stays sent.
    public var startsOver = false
    /// What happens to rows whose outcome is unknown; `nil` leaves them as they are.
    public var unknown: UnknownDecision?
    /// Rows under way at once, 1...16.
    public var transfers: Int
    /// The most bytes of bodies sent in a second, for all transfers together; `nil` sends at full speed.
    public var bytesPerSecond: Int?
    /// The time that files of a new run name; `nil` takes the clock.
    public var snapshot: Instant?
    /// The published run whose file is the sheet; `nil` for any other sheet.
    package var exported: RunID?
    /// Whether the export that holds the sheet must be signed, as its pipeline file says. Where its book of signatures
    /// has a line, it must be whatever this says. The default is false.
    public var exportIsSigned = false
    /// The SHA-256 of the statement that was signed about that export; `nil` where nobody signs.
    package var statement: String?
    /// The process's environment variables, from which credentials may be taken.
    public var environment: [String: String]
    /// What another process that wants the same run is shown; contains no secrets.
    public var command: String

    /// A request with default options. `transfers` is taken from `work`; change other options before sending.
    ///
    /// - Parameter work: What `pipeline` sends.
    public init(
        pipeline: Pipeline, work: Pipeline.Import, connection: Connection, workspace: Workspace, sheet: String?,
        folder: String?,
        batch: String,
        environment: [String: String], command: String
    ) {
        self.pipeline = pipeline
        self.work = work
        self.connection = connection
        self.workspace = workspace
        self.sheet = sheet
        self.folder = folder
        self.batch = batch
        transfers = work.transfers
        self.environment = environment
        self.command = command
    }
}

/// What a person decides about rows whose outcome is unknown.
public struct UnknownDecision: Sendable, Equatable {
    /// What becomes of them.
    public enum Choice: Sendable {
        /// They are sent again; the server may then have them twice.
        case resend
        /// They count as done; the server may then lack them.
        case accept
    }

    /// A row, or one file of a row whose cell names several.
    public struct Row: Sendable, Hashable, LosslessStringConvertible {
        /// As in a spreadsheet program, from 1.
        public let number: Int
        /// Which file of it, from 1; `nil` for all of them.
        public let file: Int?

        /// A row, or one file of it.
        public init(_ number: Int, file: Int? = nil) {
            self.number = number
            self.file = file
        }

        /// Reads `2`, or `2.1` for the first file of row 2; `nil` for anything else.
        public init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard parts.count <= 2, parts.allSatisfy({ $0 > 0 }) else { return nil }
            self.init(parts[0], file: parts.count == 2 ? parts[1] : nil)
        }

        /// As it is read.
        public var description: String { file.map { "\(number).\($0)" } ?? "\(number)" }
    }

    public let choice: Choice
    /// The rows of the sheet that is sent; `nil` for all of them.
    public let rows: Set<Row>?

    /// A decision about these rows, by default about all.
    public init(_ choice: Choice, rows: Set<Row>? = nil) {
        self.choice = choice
        self.rows = rows
    }

    func isAbout(_ entry: LedgerEntry) -> Bool {
        entry.state == .unknown && rows.map { !$0.isDisjoint(with: UnknownDecision.names(of: entry)) } ?? true
    }

    /// How a decision can name an entry.
    static func names(of entry: LedgerEntry) -> [Row] { [Row(entry.row), Row(entry.row, file: entry.part + 1)] }
}

extension ImportRequest {
    /// The server and account that rows are sent to.
    package var source: RunSource { RunSource(connection, in: workspace, environment: environment) }

    /// Everything that can change what is sent.
    var settings: [RunIdentity.Setting] {
        var pipeline = pipeline
        pipeline.work = .imports(work)
        return pipeline.settings + (statement.map { [RunIdentity.Setting("sheet.statement", $0)] } ?? [])
    }
}

/// The result of a run that sent rows.
public struct ImportResult: Sendable {
    /// The run that sent the rows; its period is the batch.
    public let id: RunID
    /// The published export folder.
    public let folder: String
    /// The final state of the rows in the ledger, rows that earlier runs sent included.
    public let counts: LedgerCounts
    /// Codes of problems of refused rows with how often each was found, the most frequent first.
    public let problems: [ProblemCount]
    /// What should be known of rows that are done, such as values that the server changed; by code like ``problems``.
    public var notes: [ProblemCount] = []
    /// The files under `data/`, such as the results of each row.
    public let files: [ExportedFile]
    /// True when the run was published before and nothing was done.
    public let wasPublished: Bool
    /// Where its rows came from.
    public var origin = ImportOrigin()
    /// Where the rows were sent; `nil` for a run that doesn't say.
    public var source: RunSource?

    /// Refused rows that could not be read at all, so that `refused.csv` lacks their cells.
    public var unreadableRows: Int {
        problems.reduce(0) { $0 + (UnusableSheetRow.Reason.all.contains($1.code) ? $1.count : 0) }
    }

    /// How often rows had one kind of problem, or of what should be known of them.
    public struct ProblemCount: Equatable, Sendable {
        /// The kind of problem, such as `has-certificate`.
        public let code: String
        /// The number of rows with the problem.
        public let count: Int
        /// What was wrong with the first row of these.
        public let example: String

        /// A count with the given values.
        public init(code: String, count: Int, example: String) {
            self.code = code
            self.count = count
            self.example = example
        }
    }

    /// A result with the given values, without an origin or a source.
    public init(
        id: RunID, folder: String, counts: LedgerCounts, problems: [ProblemCount], files: [ExportedFile],
        wasPublished: Bool
    ) {
        self.id = id
        self.folder = folder
        self.counts = counts
        self.problems = problems
        self.files = files
        self.wasPublished = wasPublished
    }
}

/// Where the rows of a run came from, so that those refused can be corrected and sent.
public struct ImportOrigin: Sendable, Equatable {
    /// The path of the sheet; `nil` if file names replace it.
    public var sheet: String?
    /// The same from the root of the file system.
    public var wholePath: String? { sheet.map(Folders.fullPath) }
    /// The folder of the files; `nil` if rows of the kind have none.
    public var folder: String?
    /// Whether the sheet is one that a published export holds.
    public var isExport = false
    /// Whether its rows are paid already, so that exporting them anew would pay them twice.
    public var isPaid = false
    /// What of the sheet is read otherwise than it stands there, or not at all.
    public var findings = SheetFindings()
    /// Files that are not rows because of their names.
    public var leftOut: UnmatchedFiles?

    /// An origin with no sheet, folder or left-out files.
    public init() {}
}

/// Files of a folder whose names don't fit the pattern of the pipeline file, so they are not rows.
public struct UnmatchedFiles: Sendable, Equatable {
    /// The pattern of the pipeline file, such as `{leave}_{type}.pdf`.
    public let pattern: String
    /// The number of files whose names don't fit; can be larger than the number of `names`.
    public let count: Int
    /// The first fifty, relative to the folder.
    public let names: [String]

    /// Left-out files with the given values; the caller limits `names`.
    public init(pattern: String, count: Int, names: [String]) {
        self.pattern = pattern
        self.count = count
        self.names = names
    }

    /// `Left out: 3 files whose names do not fit {worker}.pdf`
    public var words: String {
        "Left out: \(count) \(count == 1 ? "file whose name doesn't" : "files whose names don't") match \(singleLine(pattern, limit: 255))"
    }
}

/// What a run that sends rows would do: the complete preflight, with nothing sent and nothing written.
public struct ImportPlan: Sendable {
    /// A row of the sheet that would not be sent, and why.
    public struct Row: Sendable, Equatable {
        /// The number of the row in a spreadsheet program, from 1.
        public let number: Int
        /// What the row is for, in ids and dates: `0a1b…, medical`.
        public let target: String
        /// What keeps the row from being sent.
        public let problem: RowProblem
        /// The files that the row names.
        public let files: [String]
        /// How many later rows have exactly the same problem.
        public internal(set) var alike = 0

        /// A row without others like it.
        public init(number: Int, target: String, files: [String] = [], problem: RowProblem) {
            self.number = number
            self.target = target
            self.files = files
            self.problem = problem
        }

        /// `a.pdf → 1040, contracts`
        public var label: String { ImportPlan.label(files, target) }
    }

    /// The run that `send` would start, resume or find published.
    public var id: RunID
    /// `new`, `continues`, `published`.
    public var state: String
    /// The whole path of the sheet; `nil` if file names replace it.
    public var sheet: String?
    /// How the sheet, or what replaces it, is written, in words.
    public var dialect: String
    /// The states that rows would have in the ledger before the first is sent.
    public var counts = LedgerCounts()
    /// Rows among those done that were sent before one of their cells was mended, so that its change isn't sent.
    public var otherValues = 0
    /// Bytes of the files that would be sent.
    public var bytes = 0
    /// Photos among them that the server doesn't take as they are, and that are sent as JPEG images.
    public var converted = 0
    /// How many of the rows that would be sent make records, change some and change nothing; empty for a kind whose
    /// rows all do the same.
    public var effects: [RowEffect: Int] = [:]
    /// The first rows that would not be sent, with every problem of each; a problem that several rows have is listed
    /// once.
    public var problems: [Row] = []
    /// The index of each problem among them.
    private var told: [String: Int] = [:]
    /// Problems of all refused rows with how often each was found, the most frequent first.
    public var problemCounts: [ImportResult.ProblemCount] = []
    /// What of the sheet is read otherwise than it stands there, or not at all.
    public var findings = SheetFindings()
    /// Files that are not rows because of their names.
    public var leftOut: UnmatchedFiles?
    /// Records at the server that need a row and have none.
    public var recordsWithoutRow: [String] = []
    /// The first rows as they would be sent, each with its file.
    public var examples: [String] = []
    /// The server and account that rows would be sent to.
    public var source: RunSource?
    /// Where the results would be.
    public var folder: String

    private static let mostProblems = 50

    /// Notes a problem of this many rows; the first is passed.
    package mutating func note(_ row: Row, times: Int = 1) {
        let key = "\(row.problem.code)\n\(row.problem.sentence)"
        if let place = told[key] {
            problems[place].alike += times
        } else if problems.count < ImportPlan.mostProblems {
            told[key] = problems.count
            problems.append(row)
            problems[problems.count - 1].alike = times - 1
        }
    }

    /// A row by its files and by what it is for.
    static func label(_ files: [String], _ target: String) -> String {
        [files.joined(separator: ", "), target].filter { !$0.isEmpty }.joined(separator: " → ")
    }

    /// A plan without rows, for the caller to fill in.
    public init(id: RunID, state: String, dialect: String, folder: String) {
        self.id = id
        self.state = state
        self.dialect = dialect
        self.folder = folder
    }

    /// Whether there is nothing to send, because the sheet has no rows or each is sent already.
    public var isIdle: Bool { isClean && counts.done == counts.rows }
    /// Whether every row would be sent, or is done already.
    public var isClean: Bool { counts.refused == 0 && counts.unknown == 0 }
}

extension UnusableSheetRow.Reason {
    /// Codes of rows that can't be read at all.
    fileprivate static let all = Set(
        [Self.tooFewCells, .tooManyCells, .cellTooLong, .rowTooLong, .notInEncoding, .nul, .textAfterQuote].map(
            \.rawValue))
}
