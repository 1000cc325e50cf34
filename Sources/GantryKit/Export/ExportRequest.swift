public import GantryEngine
public import GantryModel

/// Which run of a pipeline and period is meant.
public enum RevisionChoice: Equatable, Sendable {
    /// The newest revision there is, or the first.
    case newest
    /// A new revision after a published one, which it corrects.
    case next
}

/// Everything a payroll export needs to know.
public typealias ExportRequest = RunRequest<PipelineFile>
/// Everything an export of datasets needs to know.
public typealias DatasetExportRequest = RunRequest<DatasetPipeline>

/// What a run needs to know.
public struct RunRequest<Pipeline: Sendable>: Sendable {
    public var pipeline: Pipeline
    public var period: PayPeriod
    public var connection: Connection
    public var workspace: Workspace
    public var revision = RevisionChoice.newest
    /// Forget what an unfinished run has fetched and begin it again.
    public var startsOver = false
    /// The time that files of a new run name; `nil` takes the clock. A run under way keeps the one it began with.
    public var snapshot: Instant?
    /// Ask the server also for what was kept from earlier runs and is still good.
    public var isFresh = false
    /// Pages fetched ahead, 1...16.
    public var pagesAhead = 4
    /// Who is told when the run is published; `nil` tells nobody.
    public var notice: NoticeRequest?
    /// The process's environment variables, from which credentials may be taken.
    public var environment: [String: String]
    /// What another process is told when it wants the same run; no secrets.
    public var command: String

    public init(
        pipeline: Pipeline, period: PayPeriod, connection: Connection, workspace: Workspace,
        environment: [String: String], command: String
    ) {
        self.pipeline = pipeline
        self.period = period
        self.connection = connection
        self.workspace = workspace
        self.environment = environment
        self.command = command
    }
}

extension RunRequest {
    /// The server and account that the request reads from.
    var source: RunSource { RunSource(connection, workspace, environment) }
}

/// What an export reports while it works.
public enum ExportEvent: Sendable {
    /// `isOfSheet`: whether the run sends the rows of a sheet, so that its name has no period. `sheet`: its whole path,
    /// where it is a file.
    case begins(RunID, continues: Bool, isOfSheet: Bool = false, sheet: String? = nil)
    case signingIn
    /// The joined records are fetched.
    case joined(dataset: String, records: Int)
    case run(RunEvent)
    /// So many rows of a sheet are checked.
    case checked(rows: Int)
    /// Rows are being sent, and stand so.
    case sending(LedgerCounts, SentBytes)
    /// The next dataset of a run with several begins, the first being 1.
    case dataset(name: String, number: Int, of: Int)
    /// A request is sent again after a wait.
    case retrying(what: String, attempt: Int, wait: Duration, reason: String)
    /// The source changed while it was read. What was fetched is dropped, and the same revision begins with the first
    /// page.
    case beginsAnew(RunID, reason: String)
    /// Somebody was told that the run is published, or could not be told.
    case notified(to: String, problem: String?)
    /// There is no WebSocket for now, so that what would go over it goes as requests.
    case socketless(reason: String)
    /// The server asked for a pause.
    case paused(Duration, status: Int)
}

/// Bytes of the files that a run sends.
public struct SentBytes: Equatable, Sendable {
    /// Sent in this attempt.
    public var sent = 0
    /// Of all rows that this attempt has to send.
    public var total = 0

    public init(sent: Int = 0, total: Int = 0) {
        self.sent = sent
        self.total = total
    }
}

/// A file of an export folder.
public struct ExportedFile: Equatable, Sendable {
    /// Relative to the export folder: `data/payroll.xml`.
    public let path: String
    public let bytes: Int64
    /// Data rows or records; `nil` where the file has none, like a schema.
    public let rows: Int?
    public let sha256: String
    /// Whether its rows are the exceptions of the export.
    public let listsExceptions: Bool

    public init(path: String, bytes: Int64, rows: Int?, sha256: String, listsExceptions: Bool = false) {
        self.listsExceptions = listsExceptions
        self.path = path
        self.bytes = bytes
        self.rows = rows
        self.sha256 = sha256
    }
}

/// The totals of an export, as they stand in its `totals.json`.
public struct ExportTotals: Equatable, Sendable {
    public var counts = BatchCounts()
    /// Hours by name of the quantity (`normalHours`): exported, and held.
    public var hours: [QuantityTotal] = []
    public var employees = 0
    /// Units, and amount where rates are known, for each pay code in the file's order.
    public var payCodes: [PayCodeTotal] = []
    /// Sum of all amounts; `nil` when no rate is known.
    public var amount: Money?
    public var currency: String?
    /// Lines of pay codes that have no rate, and so no amount.
    public var linesWithoutRate = 0
    /// Lines without an amount although their pay code has a rate: the worker has none that can be used.
    public var linesMissingRate = 0
    /// Employees with such lines.
    public var employeesMissingRate = 0
    public var exceptions: [ExceptionTotal] = []
    /// Each dataset of an export of datasets, in the file's order; `counts` and `exceptions` are then those of all
    /// together.
    public var datasets: [DatasetTotal] = []

    public struct DatasetTotal: Equatable, Sendable {
        public let name: String
        public let counts: BatchCounts

        public init(name: String, counts: BatchCounts) {
            self.name = name
            self.counts = counts
        }
    }

    public struct QuantityTotal: Equatable, Sendable {
        public let name: String
        public let exported: HoursSum
        public let held: HoursSum

        public init(name: String, exported: HoursSum, held: HoursSum) {
            self.name = name
            self.exported = exported
            self.held = held
        }
    }

    public struct PayCodeTotal: Equatable, Sendable {
        public let code: String
        public let title: String
        public let units: HoursSum
        public let amount: Money?
        public let lines: Int
        /// The field that its rate comes from, as a pipeline file names it; `nil` where it has none.
        public let rate: String?

        public init(code: String, title: String, units: HoursSum, amount: Money?, lines: Int, rate: String? = nil) {
            self.code = code
            self.title = title
            self.units = units
            self.amount = amount
            self.lines = lines
            self.rate = rate
        }
    }

    public struct ExceptionTotal: Equatable, Sendable {
        public let rule: String
        public let severity: Severity
        public let count: Int

        public init(rule: String, severity: Severity, count: Int) {
            self.rule = rule
            self.severity = severity
            self.count = count
        }
    }

    public init() {}
}

/// What came of an export.
public struct ExportResult: Sendable {
    public let id: RunID
    /// The published export folder.
    public let folder: String
    /// Where the records came from; `nil` for a run that doesn't say.
    public let source: RunSource?
    public let totals: ExportTotals
    public let files: [ExportedFile]
    /// True when the run was published before and nothing was done.
    public let wasPublished: Bool
    /// Published periods of pay that hold the same days.
    public var overlaps: [PayOverlap] = []

    public init(
        id: RunID, folder: String, source: RunSource? = nil, totals: ExportTotals, files: [ExportedFile],
        wasPublished: Bool
    ) {
        self.id = id
        self.folder = folder
        self.source = source
        self.totals = totals
        self.files = files
        self.wasPublished = wasPublished
    }
}

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

/// One run for people and programs.
public struct RunOverview: Sendable {
    public let run: RunRecord
    /// Of the stage under way; `nil` where there is none.
    public let checkpoint: Checkpoint?
    /// The dataset that the checkpoint is of, for a run of several.
    public var dataset: String?
    public let totals: ExportTotals?
    public let files: [ExportedFile]
    public let rejects: [JournaledReject]
    /// The published folder, `nil` while there is none.
    public let folder: String?
    /// What the files of exceptions hold, each with its first hundred rows.
    public var exceptions: [ListedExceptions] = []
    /// What became of the rows, where the run sends some.
    public var sent: SentOverview?
    /// Published periods of pay that hold the same days.
    public var overlaps: [PayOverlap] = []
    /// The newest published revision, where that is another one than this published one.
    public var supersededBy: Int?
    /// What differs from the settings of the revision that this one corrects: `checks.not-approved: blocker → warning`.
    public var changedSettings: [String] = []

    public init(
        run: RunRecord, checkpoint: Checkpoint?, totals: ExportTotals?, files: [ExportedFile],
        rejects: [JournaledReject], folder: String?
    ) {
        self.run = run
        self.checkpoint = checkpoint
        self.totals = totals
        self.files = files
        self.rejects = rejects
        self.folder = folder
    }
}

/// What became of the rows of a run.
public struct SentOverview: Sendable {
    public let counts: LedgerCounts
    /// The first hundred rows that are refused, unknown, waiting for an answer, or could not be sent.
    public let rows: [LedgerEntry]
    /// How many of them there are.
    public let problemRows: Int
    /// The command that the run began with.
    public let command: String?

    public init(counts: LedgerCounts, rows: [LedgerEntry], problemRows: Int, command: String?) {
        self.counts = counts
        self.rows = rows
        self.problemRows = problemRows
        self.command = command
    }
}

/// How far the rows of a run that sends are.
public struct SendingState: Equatable, Sendable {
    public var counts: LedgerCounts
    /// Whether every row was checked, before which none is sent.
    public var isChecked: Bool

    public init(counts: LedgerCounts, isChecked: Bool) {
        self.counts = counts
        self.isChecked = isChecked
    }
}

/// What `verify` found in an export folder.
public struct VerificationReport: Sendable {
    public struct Finding: Equatable, Sendable {
        /// Relative to the folder; empty when it is about the whole.
        public let path: String
        /// What differs: found and expected.
        public let message: String
        /// Whether the file is in a manifest and not there; the message says so too.
        public let isMissing: Bool

        public init(path: String, message: String, isMissing: Bool = false) {
            self.path = path
            self.message = message
            self.isMissing = isMissing
        }
    }

    public let folder: String
    /// What was proven, one sentence each, in the order it was done.
    public var proven: [String] = []
    /// The first findings, at most `mostFindings`.
    public private(set) var findings: [Finding] = []
    /// Figures and texts that nothing in the folder could be compared with, in the words of a list. Whoever relies on
    /// them relies on the digests alone.
    public var notCompared: [String] = []
    /// The totals as the folder states them.
    public var totals: ExportTotals?

    public static let mostFindings = 100

    public var isValid: Bool { findings.isEmpty }

    /// Keeps a finding, once, where there is room.
    public mutating func add(_ finding: Finding) {
        guard findings.count < Self.mostFindings, !findings.contains(finding) else { return }
        findings.append(finding)
    }

    public init(
        folder: String, proven: [String] = [], findings: [Finding] = [], totals: ExportTotals? = nil
    ) {
        self.folder = folder
        self.proven = proven
        self.findings = findings
        self.totals = totals
    }
}
