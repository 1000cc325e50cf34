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
    /// From a server, by its address, and from an account there; a run or a caller that names none fits all.
    case from(address: String, account: String?)
    /// The ones that started last.
    case newest(Int)
    /// Of each pipeline at one server and account the published runs that started last and that ended last, and every
    /// unfinished run.
    case latest

    /// The scope of the pipeline and period of a run.
    public static func revisions(of run: RunID) -> RunScope { .of(pipeline: run.pipeline, period: run.period) }

    /// Whether a run is in the scope; for ``newest(_:)`` and ``latest``, where that depends on the others, whether it can
    /// be.
    public func contains(_ run: RunRecord) -> Bool {
        switch self {
        case .all, .newest, .latest: true
        case .of(let pipeline, let period): run.id.pipeline == pipeline && (period ?? run.id.period) == run.id.period
        case .family(let pipeline): run.id.pipeline == pipeline || run.id.pipeline.hasPrefix(pipeline + "@")
        case .unfinished: run.phase != .complete
        case .sheets(let period): run.identity.kind == .sheet && run.identity.period == period
        case .from(let address, let account):
            run.identity.source?.address == address
                && (account == nil || run.identity.source?.account == nil || run.identity.source?.account == account)
        }
    }
}

extension Journal {
    /// Every run that can be read, newest first.
    public func runs() async throws -> [RunRecord] { try await runs(.all) }

    /// Every run whose entry is damaged, in order of their names.
    public func damagedRuns() async throws -> [DamagedRun] { try await damagedRuns(.all) }
}
