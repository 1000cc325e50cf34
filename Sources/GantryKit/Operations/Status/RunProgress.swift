public import GantryEngine
public import GantryJSON
public import GantryModel

/// How far a process is with a run, as it publishes it for others.
public struct RunProgress: Equatable, Sendable {
    public var run: RunID
    /// The process that wrote it: what a killed one left says nothing about the next.
    public var pid: Int
    public var time: Instant
    /// `fetching`, as in events.
    public var stage: String
    public var dataset: String?
    /// Records or rows that are done.
    public var records: Int
    /// `nil` while unknown.
    public var total: Int?
    public var recordsPerSecond: Int?
    public var secondsLeft: Int?

    /// Progress of a run in a stage, of which nothing else is known.
    public init(run: RunID, pid: Int, time: Instant, stage: String, records: Int) {
        self.run = run
        self.pid = pid
        self.time = time
        self.stage = stage
        self.records = records
    }

    /// Reads what ``tree`` writes; `nil` for anything else.
    public init?(_ tree: JSONTree) {
        func count(_ key: String) -> Int? {
            tree[key]?.int.flatMap { (0...StatedNumber.mostCount).contains($0) ? $0 : nil }
        }
        guard let run = tree["run"]?.text.flatMap(RunID.init), let pid = tree["pid"]?.int,
            let time = tree["time"]?.text.flatMap({ Instant($0) }), let stage = tree["stage"]?.text,
            let records = count("records")
        else { return nil }
        self.init(run: run, pid: pid, time: time, stage: stage, records: records)
        dataset = tree["dataset"]?.text
        total = count("total")
        recordsPerSecond = count("recordsPerSecond")
        secondsLeft = count("secondsLeft")
    }

    /// As a program reads it.
    public var tree: JSONTree {
        .object([
            "run": .string(run.description), "pid": JSONTree(pid), "time": .string(time.wholeSeconds.description),
            "stage": .string(stage), "dataset": JSONTree(dataset), "records": JSONTree(records),
            "total": JSONTree(total), "recordsPerSecond": JSONTree(recordsPerSecond),
            "secondsLeft": JSONTree(secondsLeft),
        ])
    }
}
