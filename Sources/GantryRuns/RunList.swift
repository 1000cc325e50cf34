public import GantryEngine
public import GantryFiles

/// Runs with what lists of them show.
public struct RunList: Sendable {
    /// In the order in which they are shown.
    public var runs: [RunHead]
    /// How far those are that send the rows of a sheet.
    public var sent: [RunID: SendingState] = [:]
    /// Who works on which.
    public var holders: [RunID: LockHolder] = [:]
    /// The counts of records, of those that have some.
    public var counts: [RunID: BatchCounts] = [:]
    /// What became of the pay of those that are pay; empty until it is asked for.
    public var pay: [RunID: PayStanding] = [:]
    /// The destinations that lack those that are of datasets; empty until it is asked for.
    public var undelivered: [RunID: [String]] = [:]
    /// What became of them after they were published.
    public var marks = RunMarks()
    /// Which revisions are the newest ones of their periods.
    public var newest = NewestRevisions([])
    /// How many runs the workspace has.
    public var all = 0
    /// Entries that can't be used.
    public var damaged: [DamagedRun] = []

    /// Those in whose place another one is used.
    public var superseded: Set<RunID> { Set(runs.filter { newest.superseding($0) != nil }.map(\.id)) }

    /// A list of runs of which nothing else is known.
    public init(_ runs: [RunHead]) {
        self.runs = runs
        newest = NewestRevisions(runs)
        all = runs.count
    }
}
