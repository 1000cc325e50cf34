/// When a checkpoint is due: after this much time or this many records, whichever comes first.
public struct CheckpointPolicy: Equatable, Sendable {
    /// The longest time between checkpoints while records arrive. The default is 5 s.
    public var every: Duration
    /// The number of records after which a checkpoint is due. The default is one million.
    public var records: Int

    /// - Parameters:
    ///   - every: time between checkpoints, default 5 s: at most that much fetching is repeated after a crash.
    ///   - records: records between checkpoints, default one million.
    public init(every: Duration = .seconds(5), records: Int = 1_000_000) {
        self.every = every
        self.records = records
    }

    func isDue(elapsed: Duration, records: Int) -> Bool { records > 0 && (elapsed >= every || records >= self.records) }
}
