public import GantryModel

/// Which runs of a journal are read. What a scope leaves out isn't looked at, so that a command costs what it asks for
/// and not what the journal holds.
public enum RunScope: Sendable, Equatable {
    case all
    /// Of one pipeline, by the whole name, and of one period of it unless that is `nil`.
    case of(pipeline: String, period: String? = nil)
    /// Of a pipeline with whichever connection: `payroll-monthly` and `payroll-monthly@…`.
    case family(pipeline: String)
    /// That are not published yet.
    case unfinished
    /// That send the rows of a sheet, of one period.
    case sheets(period: String)
    /// Of one kind, that started or ended at a time or later unless that is `nil`.
    case kind(RunIdentity.Kind, since: Instant? = nil)
    /// That started or ended at this time or later.
    case since(Instant)
    /// Every revision of some periods of pipelines.
    case periods(Set<Period>)
    /// The ones that started last.
    case newest(Int)
    /// The ones that ended last; one that has not ended counts by its start.
    case ended(Int)
    /// Of each pipeline at one server and account the published runs that started last and that ended last, and every
    /// unfinished run.
    case latest

    /// A period of a pipeline.
    public struct Period: Hashable, Sendable {
        public let pipeline: String
        public let period: String

        /// The one of a run.
        public init(of run: RunID) {
            pipeline = run.pipeline
            period = run.period
        }
    }

    /// The scope of the pipeline and period of a run.
    public static func revisions(of run: RunID) -> RunScope { .of(pipeline: run.pipeline, period: run.period) }

    /// Whether it has all revisions of a period or none.
    package var hasWholePeriods: Bool {
        switch self {
        case .all, .of, .family, .periods: true
        case .unfinished, .sheets, .kind, .since, .newest, .ended, .latest: false
        }
    }

    /// Whether a run is in the scope; for ``newest(_:)``, ``ended(_:)`` and ``latest``, where that depends on the
    /// others, whether it can be.
    public func contains(_ run: RunHead) -> Bool {
        switch self {
        case .all, .newest, .ended, .latest: true
        case .of(let pipeline, let period): run.id.pipeline == pipeline && (period ?? run.id.period) == run.id.period
        case .family(let pipeline): run.id.pipeline == pipeline || run.id.pipeline.hasPrefix(pipeline + "@")
        case .unfinished: run.phase != .complete
        case .kind(let kind, let time):
            run.kind == kind && (time.map { RunScope.since($0).contains(run) } ?? true)
        case .since(let time): run.startedAt >= time || run.finishedAt.map { $0 >= time } ?? false
        case .periods(let periods): periods.contains(Period(of: run.id))
        case .sheets(let period): run.kind == .sheet && run.period == period
        }
    }
}

extension Journal {
    /// Every run that can be read, newest first.
    public func runs() async throws -> [RunRecord] { try await runs(.all) }

    /// The runs of a scope whose entries are damaged, in order of their names; of all by default.
    public func damagedRuns(_ scope: RunScope = .all) async throws -> [DamagedRun] { try await heads(scope).damaged }
}
