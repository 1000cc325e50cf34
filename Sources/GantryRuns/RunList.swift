public import GantryEngine
public import GantryFiles

/// Runs with what lists of them show.
public struct RunList: Sendable {
    /// In the order in which they are shown.
    public var runs: [RunRecord]
    /// How far those are that send the rows of a sheet.
    public var sent: [RunID: SendingState] = [:]
    /// Who works on which.
    public var holders: [RunID: LockHolder] = [:]
    /// The counts of records, of those that have some.
    public var counts: [RunID: BatchCounts] = [:]
    /// Of payroll runs that were delivered, how: `was delivered to /mnt/payroll on 2026-11-04`.
    public var delivered: [RunID: String] = [:]
    /// What became of them after they were published.
    public var marks = RunMarks()
    /// Which revisions are the newest ones of their periods.
    public var newest = NewestRevisions([])
    /// How many runs the workspace has.
    public var all = 0
    /// Entries that can't be used.
    public var damaged: [DamagedRun] = []

    /// A list of runs of which nothing else is known.
    public init(_ runs: [RunRecord]) {
        self.runs = runs
        newest = NewestRevisions(runs)
        all = runs.count
    }
}
