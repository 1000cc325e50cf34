public import GantryEngine
public import GantryImports
public import GantryRuns

/// What a run of a pipeline came to, for metrics and for those who are told.
public struct RunEnding: Sendable {
    /// The run.
    public let run: RunID
    /// Records that were fetched, or rows of its sheet.
    public let records: Int
    /// The bytes of its files.
    public let bytes: Int64
    /// What became of the records or rows, in order.
    public let figures: [(count: Int, words: String)]
    /// Signatures that it waits for.
    public var waits = 0
    /// Why not everything of it is delivered; `nil` where it is.
    public var deliveryError: (any Error)?
    /// What failed before it.
    public var errorsBefore: [any Error] = []
    /// Earlier periods that have no run.
    public var missed: [String] = []
    /// Those of them that no published run has named before.
    public var newlyMissed: [String] = []
    /// Whether it is a part, which is no export yet.
    public var isPart = false

    /// An export.
    ///
    /// - Parameter isPart: Whether it fetched a part only.
    public init(_ result: ExportResult, isPart: Bool = false) {
        let counts = result.totals.counts
        run = result.id
        records = counts.fetched
        bytes = result.files.reduce(0) { $0 + $1.bytes }
        figures = [(counts.exported, "exported"), (counts.held, "held"), (counts.rejected, "rejected")]
        waits = result.waits?.count ?? 0
        self.isPart = isPart
    }

    /// An export with what surrounds it.
    public init(_ outcome: ExportJob.Outcome) {
        self.init(outcome.run.result)
        deliveryError = outcome.run.deliveryError
        errorsBefore = outcome.errorsBefore
        missed = outcome.missed
        newlyMissed = outcome.newlyMissed
    }

    /// A sheet that was sent.
    public init(_ result: ImportResult) {
        run = result.id
        records = result.counts.rows
        bytes = result.files.reduce(0) { $0 + $1.bytes }
        figures = [(result.counts.done, "sent"), (result.counts.refused, "refused")]
    }
}
