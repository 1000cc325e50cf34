public import GantryAccounts
package import GantryEngine
public import GantryModel

/// Which run of a pipeline and period is meant.
public enum RevisionChoice: Equatable, Sendable {
    /// The newest revision there is, or the first.
    case newest
    /// A new revision after a published one, which it corrects.
    case next
}

/// What an export needs to know.
public struct ExportRequest: Sendable {
    /// What to export, with the names that its files have in the period. Its name is the first part of the run's name.
    public private(set) var pipeline: Pipeline
    /// The days to export. Its name is part of the run's name.
    public var period: PayPeriod {
        didSet { pipeline = file.naming(filesOf: period) }
    }
    /// The pipeline as its file has it.
    private let file: Pipeline
    /// The account and server to read from.
    public var connection: Connection
    /// Where the journal and published exports are kept; `export` creates it if it is missing.
    public var workspace: Workspace
    /// Whether to use the newest revision or start a correction. The default is the newest.
    public var revision = RevisionChoice.newest
    /// Why a new revision is made; needed where the one before it is signed. It stands in bag-info.txt.
    public var because: String?
    /// Whether a correction of a delivered period takes settings, rates and employees of today instead of those that
    /// were signed. The default is false.
    public var usesNewSettings = false
    /// Forget what an unfinished run has fetched and begin it again.
    public var startsOver = false
    /// The time that files of a new run name; `nil` takes the clock. A run under way keeps the one it began with.
    public var snapshot: Instant?
    /// Pages fetched ahead, 1...16.
    public var pagesAhead = 4
    /// The part of the records to fetch, for `merge`; `nil` exports all. The default is `nil`.
    public var part: PartNumber?
    /// The fetched parts that take the place of the server's lists.
    package var parts: FetchedParts?
    /// Receives waits before the server is asked again, where nothing else is reported: by `plan` and `preview`. The
    /// default is nobody.
    public var observeConnection: @Sendable (ConnectionEvent) -> Void = { _ in }
    /// The process's environment variables, from which credentials may be taken.
    public var environment: [String: String]
    /// What another process that wants the same run is shown; contains no secrets.
    public var command: String

    /// A request with default options, which can be changed before it is used.
    public init(
        pipeline: Pipeline, period: PayPeriod, connection: Connection, workspace: Workspace,
        environment: [String: String], command: String
    ) {
        file = pipeline
        self.pipeline = pipeline.naming(filesOf: period)
        self.period = period
        self.connection = connection
        self.workspace = workspace
        self.environment = environment
        self.command = command
    }
}

extension ExportRequest {
    /// The same, where a period of pay without any record is a result too.
    package var allowingEmptyPay: ExportRequest {
        var request = self
        request.pipeline = pipeline.allowingEmptyPay
        return request
    }

    /// The server and account that the request reads from.
    package var source: RunSource { RunSource(connection, in: workspace, environment: environment) }
}
