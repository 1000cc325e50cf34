public import GantryEngine
public import GantryFiles
public import GantrySignOff

/// One run for people and programs.
public struct RunOverview: Sendable {
    /// The run as the journal has it.
    public let run: RunRecord
    /// Of the stage under way; `nil` if there is none.
    public let checkpoint: Checkpoint?
    /// The dataset that the checkpoint belongs to, for a run of several.
    public var dataset: String?
    /// What the records add up to; `nil` until the run has finished its files.
    public let totals: ExportTotals?
    /// The files under `data/`; empty until the run has finished them.
    public let files: [ExportedFile]
    /// Records that can't be used, at most the first hundred.
    public let rejects: [JournaledReject]
    /// The published folder, `nil` if there is none yet, or any more.
    public let folder: String?
    /// Whether the run was withdrawn or is being forgotten, and what is in the place of its folder.
    public var marks = RunMarks()
    /// Files that are missing in the published folder or have another size, at most the first ten.
    public var changedFiles: [String] = []
    /// What the files of exceptions hold, each with its first hundred rows.
    public var exceptions: [ListedExceptions] = []
    /// Who works on it; `nil` when nobody does.
    public var holder: LockHolder?
    /// The command that it was started with; `nil` for a run of an earlier version.
    public var command: String?
    /// The counts of the rows, if the run sends some.
    public var sent: SentOverview?
    /// Published periods of pay that hold the same days.
    public var overlaps: [PayOverlap] = []
    /// The newest published revision, where that is another one than this published one.
    public var supersededBy: Int?
    /// What differs from the settings of the revision that this one corrects: `checks.not-approved: blocker → warning`.
    public var changedSettings: [String] = []
    /// How far it is on its way to being paid, where somebody has signed; `nil` otherwise.
    public var signOff: SignOffState?
    /// What became of its pay; `nil` where it is none, and until it is asked for.
    public var pay: PayStanding?
    /// What was delivered of it without signatures, or waits for it.
    public var deliveries: [DeliveryReceipt] = []
    /// The destinations that lack it, where it is of datasets; empty until it is asked for.
    public var undelivered: [String] = []
    /// Whether it is pay that was entered from its folder, so that nobody knows whether it was delivered before.
    public var mayHaveBeenPaid = false

    /// An overview with what is always known; other properties start empty.
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

/// The state of the rows of a run.
public struct SentOverview: Sendable {
    /// The rows by state.
    public let counts: LedgerCounts
    /// The first hundred rows that are unknown, and then those that are refused, waiting for an answer, or could not be
    /// sent.
    public let rows: [LedgerEntry]
    /// How many of them there are.
    public let problemRows: Int
    /// The command that the run began with.
    public let command: String?
    /// Of a published run: rows of the workbook that are hidden, and so not among the counts.
    public var hiddenRows = 0
    /// Of a published run: sums, remarks and rows that were left out, which aren't among the counts either.
    public var skippedRows = 0

    /// An overview with the given values; the caller limits `rows`.
    public init(counts: LedgerCounts, rows: [LedgerEntry], problemRows: Int, command: String?) {
        self.counts = counts
        self.rows = rows
        self.problemRows = problemRows
        self.command = command
    }
}

/// How far the rows of a run that sends are.
public struct SendingState: Equatable, Sendable {
    /// The rows by state: final for a published run, those in the ledger now for any other.
    public var counts: LedgerCounts
    /// Whether every row was checked, before which none is sent.
    public var isChecked: Bool

    /// A state with the given values.
    public init(counts: LedgerCounts, isChecked: Bool) {
        self.counts = counts
        self.isChecked = isChecked
    }
}
