public import GantryEngine
public import GantryFiles
public import GantryModel
public import GantryRuns

/// Pipelines and the connections that they use, each with its last result and with what runs now.
public struct StatusBoard: Sendable {
    /// A pipeline at one server and account.
    public struct Line: Sendable {
        public let pipeline: String
        /// The connection's name, or the address where gantry.yaml names none; empty for a pipeline without runs.
        public let connection: String
        /// The run that started last, of its period the newest revision; `nil` for a schedule that never ran.
        public let last: RunHead?
        /// The run that was published last, of its period the newest revision, of those that can be used, and of pay
        /// one of a whole period where there is one; `nil` if none was.
        public let published: RunHead?
        /// What became of the pay of the published run; `nil` where that is no pay.
        public let pay: PayStanding?
        /// Runs of other periods whose pay waits for something, by period.
        public let lacking: [(run: RunID, pay: PayStanding)]
        /// The newer revision of the published run's period; `nil` for the newest.
        public let correctedBy: RunID?
        /// The runs that stopped before their end and on which nobody works, the newest first.
        public let stopped: [RunHead]
        /// The newest of these; `nil` for none.
        public var stuck: RunHead? { stopped.first }
        /// Who works on the pipeline, and on which run; `nil` when nobody does.
        public let running: (run: RunID, holder: LockHolder, progress: RunProgress?)?
        /// When a timer starts it next; `nil` for one that isn't scheduled.
        public let next: NextStart?
        /// Why a person should look; `nil` where nothing is wrong.
        public let problem: Problem?
    }

    /// Why a person should look.
    public enum Problem: Equatable, Sendable {
        /// A run stopped, and nobody works on it.
        case unfinished
        /// Nothing was published for so long.
        case old(Duration)
        /// It is scheduled and was never published.
        case never
        /// These earlier periods have no run, oldest first.
        case missed([String])
        /// The newest one was published so long after now, by a clock that was wrong, so that nobody can say how old the
        /// others are.
        case ahead(Duration)
    }

    /// Clocks of two machines differ by less.
    private static let mostAhead = Duration.seconds(3_600)

    /// By pipeline and connection.
    public let lines: [Line]
    /// What became of runs after they were published.
    public let marks: RunMarks
    /// The pipelines that have runs.
    public let pipelines: Set<String>

    /// The office's pipeline files that can't be read, and why, in a sentence.
    public let unreadable: [(pipeline: String, explanation: String)]

    /// What the journal may not know since it was restored, in a sentence; `nil` where it knows everything.
    public let restored: String?

    /// What is wrong with books of signatures, in sentences: what became of the pay of their pipelines isn't known.
    public let books: [String]

    /// Whether nothing is wrong.
    public var isGood: Bool { unreadable.isEmpty && books.isEmpty && lines.allSatisfy { $0.problem == nil } }

    /// - Parameters:
    ///   - runs: all of the workspace, or as many as say how each pipeline stands.
    ///   - holders: who works on which.
    ///   - progress: what these publish.
    ///   - marks: what became of runs; those that can't be used don't count as published.
    ///   - pay: what became of the pay of published runs. The default knows of none.
    ///   - payable: the newest revision of each period that is to be delivered, also of periods that aren't among the
    ///     runs. The default is none.
    ///   - missed: earlier periods that have no run, by the run that started last. The default knows of none.
    ///   - unreadable: the office's pipeline files that can't be read, and why. The default is none.
    ///   - restored: what the journal may not know, in a sentence. The default is nothing.
    ///   - books: what is wrong with books of signatures, in sentences. The default is nothing.
    ///   - connection: what the connection of a run is called.
    ///   - scheduled: the pipelines that are scheduled in this workspace, by the names of their runs, with the time of
    ///     their next start.
    ///   - maxAge: how old the last published run of a pipeline may be; `nil` for any age. Sheets are sent when there
    ///     are some, so it isn't asked of those; where any pipelines are scheduled, only of these.
    public init(
        runs: [RunHead], holders: [RunID: LockHolder], progress: [RunID: RunProgress], marks: RunMarks = RunMarks(),
        pay: [RunID: PayStanding] = [:], payable: [RunHead] = [], missed: [RunID: [String]] = [:],
        unreadable: [(pipeline: String, explanation: String)] = [], restored: String? = nil,
        books: [String] = [], connection: (RunHead) -> String,
        scheduled: [String: NextStart], maxAge: Duration?, now: Instant
    ) {
        self.marks = marks
        self.unreadable = unreadable
        self.restored = restored
        self.books = books
        pipelines = Set(runs.map(\.id.pipeline))
        // A part that is fetched is no result yet.
        let runs = runs.filter { $0.part == nil || $0.phase != .complete }
        let groups = Dictionary(grouping: runs) { run in
            Key(pipeline: run.id.pipeline, connection: connection(run))
        }
        let payable = Dictionary(grouping: payable) { Key(pipeline: $0.id.pipeline, connection: connection($0)) }
        var lines = groups.map { key, runs in
            let last = StatusBoard.newest(runs) { $0.startedAt }
            let usable = runs.filter { run in
                run.phase == .complete && marks.isUsable(run.id) && marks.folder(of: run) != .missing
            }
            let fresh = StatusBoard.newest(usable) { $0.finishedAt ?? $0.startedAt }
            // A period as it stood on one day hides none that waits to be paid.
            let published =
                StatusBoard.newest(usable.filter { !$0.isOfOpenPeriod }) { $0.finishedAt ?? $0.startedAt } ?? fresh
            let stopped = runs.filter { $0.phase != .complete && holders[$0.id] == nil }
                .sorted { $0.startedAt > $1.startedAt }
            let isAsked = !(last?.isOfSheet ?? false) && (scheduled.isEmpty || scheduled[key.pipeline] != nil)
            let held = runs.first { holders[$0.id] != nil }?.id
            return Line(
                pipeline: key.pipeline, connection: key.connection, last: last, published: published,
                pay: published.flatMap { pay[$0.id] },
                lacking: StatusBoard.lacking(usable, payable[key] ?? [], besides: published, pay),
                correctedBy: published.flatMap { StatusBoard.newer(than: $0, among: runs, marks) },
                stopped: stopped,
                running: held.flatMap { id in holders[id].map { (id, $0, progress[id]) } },
                next: scheduled[key.pipeline],
                problem: StatusBoard.problem(
                    stuck: stopped.first, published: fresh, isRunning: held != nil, maxAge: isAsked ? maxAge : nil,
                    missed: isAsked ? last.flatMap { missed[$0.id] } ?? [] : [], now: now))
        }
        let known = Set(groups.keys.map(\.pipeline))
        for (pipeline, next) in scheduled where !known.contains(pipeline) {
            lines.append(
                Line(
                    pipeline: pipeline, connection: "", last: nil, published: nil, pay: nil,
                    lacking: [], correctedBy: nil, stopped: [], running: nil, next: next,
                    problem: maxAge == nil ? nil : .never))
        }
        self.lines = lines.sorted { ($0.pipeline, $0.connection) < ($1.pipeline, $1.connection) }
    }

    private struct Key: Hashable {
        let pipeline: String
        let connection: String
    }

    /// The newest revision of the period of the run that is the last one by its time. Clocks of machines differ, so
    /// that times say nothing about the revisions of one period.
    private static func newest(_ runs: [RunHead], by time: (RunHead) -> Instant) -> RunHead? {
        let last = runs.max { time($0) < time($1) }
        return runs.filter { $0.id.period == last?.id.period }.max { $0.id.revision < $1.id.revision }
    }

    /// What waits beside the period that was published last.
    private static func lacking(
        _ runs: [RunHead], _ payable: [RunHead], besides published: RunHead?, _ pay: [RunID: PayStanding]
    ) -> [(run: RunID, pay: PayStanding)] {
        let unfinished = runs.map(\.id).filter { pay[$0]?.unfinished != nil }
        let waiting = payable.map(\.id).filter { run in pay[run].map { $0.need != .nothing } ?? false }
        return Set(unfinished + waiting).filter { $0.period != published?.id.period }
            .sorted { ($0.period, $0.revision) < ($1.period, $1.revision) }
            .compactMap { run in pay[run].map { (run, $0) } }
    }

    private static func newer(than run: RunHead, among runs: [RunHead], _ marks: RunMarks) -> RunID? {
        NewestRevisions(runs, marks: marks).superseding(run).map {
            RunID(pipeline: run.id.pipeline, period: run.id.period, revision: $0)
        }
    }

    private static func problem(
        stuck: RunHead?, published: RunHead?, isRunning: Bool, maxAge: Duration?, missed: [String],
        now: Instant
    ) -> Problem? {
        if stuck != nil { return .unfinished }
        let age = published.map { Duration.nanoseconds(now.nanoseconds(since: $0.finishedAt ?? $0.startedAt)) }
        if let age, age < .zero - mostAhead { return .ahead(.zero - age) }
        if let maxAge {
            guard let age else { return isRunning ? nil : .never }
            if age > maxAge { return .old(age) }
        }
        return missed.isEmpty ? nil : .missed(missed)
    }
}
