internal import GantryAccounts
public import GantryEngine
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
public import GantryRuns
internal import GantrySignOff

extension Gantry {
    /// Starts, resumes or finds complete the run that the request names, and brings it to its published export folder.
    ///
    /// The stages of the pipeline run one after the other, each with its own checkpoints; they are published together.
    ///
    /// - Parameters:
    ///   - stop: a request to end at the next checkpoint.
    ///   - observe: called in order, from one task at a time; it must be quick.
    /// - Throws: an `ExplainedError` that says what failed and what to do. What is committed stays, and the same
    ///   request resumes from there.
    public static func export(
        _ request: ExportRequest, stop: StopRequest = StopRequest(),
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> ExportResult {
        try request.requireStages()
        try request.requirePayable()
        try await request.requirePeriodByRule(request.workspace.existingJournal())
        try request.workspace.create()
        let journal = try request.workspace.openJournal()
        if let part = request.part {
            return try await fetch(part, request: request, journal: journal, stop: stop, observe: observe)
        }
        try await request.requireReason(journal)
        do {
            return try await publish(request, journal: journal, stop: stop, observe: observe)
        } catch let error as RunError where error.code == .nothingChanged {
            let period = RunID(pipeline: request.pipeline.name, period: request.period.name, revision: 1)
            throw try await nothing(error, in: period, request.workspace, journal)
        }
    }

    /// Derives the outputs of a published payroll run again from its archive, as a new revision that corrects it: with
    /// other columns, other checks, other pay codes. Nothing is asked of the server.
    ///
    /// - Parameter request: `pipeline` is the file to derive with; its connection is named, not used.
    /// - Throws: as `export`; `RunError.unusableRun` when the run isn't published, is of another pipeline or keeps no
    ///   archive in Zstandard, or a later revision was delivered; `RunError.otherSource` when it came from another
    ///   server or account than the connection; `RunError.settingsChanged` when roles or the system file read its
    ///   records otherwise than they were read.
    public static func rewrite(
        _ run: RunID, request: ExportRequest, stop: StopRequest = StopRequest(),
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> ExportResult {
        guard request.pipeline.paysPeople else {
            throw RunError(
                .unusableRun, "\(request.pipeline.name) is not a payroll export, and only those can be derived again.")
        }
        try requireSupported(request.pipeline)
        try request.workspace.create()
        let journal = try request.workspace.openJournal()
        guard let source = try await journal.run(run) else { throw request.workspace.noRun(run) }
        try source.head.requirePublished("so its outputs can't be derived from it")
        guard request.pipeline.name == run.pipeline else {
            throw RunError(
                .unusableRun,
                "\(run) is a run of \(run.pipeline), and the pipeline file is that of \(request.pipeline.name).",
                advice: "Use a file with the run's own pipeline name, and the run's connection.")
        }
        try request.source.requireSame(as: source)
        try source.requireSameReading(as: request.identity(of: request.source))
        try await journal.requireUsable(run)
        try await request.workspace.requireFolder(of: run, journal)
        if let paid = try await PaidRuns(ofPeriodOf: run, in: request.workspace, journal).ofPeriod(of: run),
            paid.run.revision > run.revision
        {
            throw RunError(
                .unusableRun,
                "\(paid.run) \(paid.words). What \(run) fetched is older, so a revision of it would take back what that corrected.",
                advice: "Write the files of the newer one anew: \(.rewrite(run: paid.run.description))")
        }
        try await request.requireReason(journal, rewriting: run)
        do {
            return try await publish(request, journal: journal, stop: stop, rewriting: run, observe: observe)
        } catch let error as RunError where error.code == .nothingChanged {
            throw try await nothing(error, in: run, request.workspace, journal)
        }
    }

    /// That there is nothing to correct, and which correction would still pay something else.
    private static func nothing(
        _ error: RunError, in period: RunID, _ workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> RunError {
        let runs = try await journal.usableRuns(.revisions(of: period)).filter { $0.phase == .complete }
        let paid = try await PaidRuns(ofPeriodOf: period, in: workspace, journal).ofPeriod(of: period)?.run
        guard let newest = runs.max(by: { $0.id.revision < $1.id.revision })?.id, paid != newest else {
            if let paid { try await PaidBefore.settle(paid, in: workspace, journal) }
            return error
        }
        return RunError(
            .nothingChanged, "\(error.explanation) \(newest) would still pay something else.",
            advice: "Withdraw it: \(.withdraw(run: newest.description))")
    }

    private static func publish(
        _ request: ExportRequest, journal: any WorkspaceJournal, stop: StopRequest, rewriting: RunID? = nil,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> ExportResult {
        let export = try await ExportRun(request, journal: journal, rewriting: rewriting, observe: observe)
        var result = try await export.target.perform(
            export, in: export.place, snapshot: request.snapshot,
            datasets: request.pipeline.datasets.map(\.name), journal: journal, stop: stop, observe: observe)
        if request.pipeline.paysPeople, let source = result.source {
            result.overlaps = try await overlaps(
                of: result.id, request.period, from: source, isPublished: true, in: request.workspace, journal)
            if result.wasPublished {
                result.delivered = try await PaidRuns(ofPeriodOf: result.id, in: request.workspace, journal)
                    .ofPeriod(of: result.id).map { "\($0.run) \($0.words)" }
            }
            if !result.wasPublished, rewriting == nil,
                !result.files.contains(where: { $0.path == "data/\(VarianceTable.fileName)" }),
                request.pipeline.payroll?.pay != nil,
                let base = try await ComparedRuns(
                    for: result.id, from: source, in: request.workspace, journal)?.run
            {
                result.lostBase = ExportResult.LostBase(
                    run: base, place: try await journal.otherPlace(of: base, than: request.workspace))
            }
        }
        if let rules = request.pipeline.signOff, !request.period.isDated {
            let state = try await SignOffState(of: result.id, journal, request.workspace)
            result.waits = state.map { ExportResult.WaitingSignatures($0, rules) }
        }
        return result
    }
}

extension Gantry {
    /// What the same request to `export` would do. Signs in and asks each list for its first page; writes nothing.
    /// Where the next revision is a correction, it proves first that the revision before is what was signed.
    public static func plan(_ request: ExportRequest) async throws -> ExportPlan {
        try request.requireStages()
        try request.requirePayable()
        let source = request.source
        let journal = try request.workspace.existingJournal()
        try await request.requirePeriodByRule(journal)
        let target = try await ResolvedRun(
            pipeline: request.pipeline.name, period: request.period.name, request.revision, of: source, in: journal)
        var correction: Correction?
        if let journal, target.record?.phase != .complete {
            let kept = try await Correction.kept(by: target.id, journal)
            correction = try await Correction.of(request, run: target.id, kept: kept, journal)
        }
        if correction == nil, target.record?.phase != .complete { try request.requireNames() }
        let stages = try await request.lookingAhead(source, run: target.id, correcting: correction) { stages in
            var plans: [StagePlan] = []
            for stage in stages { plans.append(try await stage.plan()) }
            return plans
        }
        let files = stages.flatMap(\.files) + [TotalsFile.name]
        var plan = ExportPlan(
            id: target.id, state: target.state, source: source, requests: stages.flatMap(\.requests),
            expectedRecords: sum(stages.map(\.records)), expectedPages: stages.count == 1 ? stages[0].pages : nil,
            joinedRecords: stages.first?.joined,
            files: files.map { "data/\($0)" }
                + ["bag-info.txt", "bagit.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt"],
            folder: request.workspace.folder(of: target.id))
        plan.correctionOf = correction?.base.run
        if request.pipeline.paysPeople {
            plan.overlaps = try await overlaps(
                of: target.id, request.period, from: source, isPublished: target.record?.phase == .complete,
                in: request.workspace, journal)
        }
        return plan
    }

    /// `nil` if a number is unknown or the sum would be too large.
    private static func sum(_ counts: [Int?]) -> Int? {
        counts.reduce(0) { sum, count in
            guard let sum, let count else { return nil }
            let (next, overflow) = sum.addingReportingOverflow(max(count, 0))
            return overflow ? nil : next
        }
    }

    /// The first rows of each table that the same request to `export` would write, from the first page of each list.
    /// Writes nothing.
    public static func preview(_ request: ExportRequest, rows: Int = 10) async throws -> [PreviewTable] {
        try request.requireStages()
        try request.work.requireDays(of: request.period)
        try await request.requirePeriodByRule(request.workspace.existingJournal())
        let id = RunID(pipeline: request.pipeline.name, period: request.period.name, revision: 1)
        return try await request.lookingAhead(request.source, run: id) { stages in
            var tables: [PreviewTable] = []
            var pages = PreviewedPages()
            for stage in stages { tables += try await stage.preview(rows: rows, after: &pages) }
            return tables
        }
    }
}

extension ExportRequest {
    /// - Throws: `RunError.unsupported` when the pipeline exports nothing, or asks for what this build can't do.
    fileprivate func requireStages() throws {
        guard !pipeline.stages.isEmpty else {
            throw RunError(.unsupported, "\(pipeline.name) is not an export: it names no records and no datasets.")
        }
        try Gantry.requireSupported(pipeline, system: connection.system)
    }

    /// - Throws: For pay, `PayPeriodError` for days that can't be paid together, and `RunError.openPeriod` for a period
    ///   that isn't over at the office and isn't named with the day.
    fileprivate func requirePayable() throws {
        guard let payroll = pipeline.payroll else { return }
        try PayrollPlan.requirePeriod(period, of: payroll)
        try period.requirePayable(today: workspace.today(), pipeline: pipeline.name)
    }

    /// - Throws: `RunError.unsupported` when a payroll program wouldn't read the name of a file of the whole period. A
    ///   correction writes none.
    func requireNames() throws {
        if let payroll = pipeline.payroll { try PayrollPlan.requireNames(of: payroll, in: period) }
    }

    /// - Throws: `RunError.otherDays` for days that aren't one of the pipeline's pay periods. What has a run already
    ///   can be resumed and corrected: it may be from before the rule.
    fileprivate func requirePeriodByRule(_ journal: (any WorkspaceJournal)?) async throws {
        guard let rule = pipeline.payPeriodRule, !rule.allows(period) else { return }
        let first = RunID(pipeline: pipeline.name, period: period.name, revision: 1)
        if let journal, try await !journal.runs(.revisions(of: first)).isEmpty { return }
        let others = rule.periods(overlapping: period).map { "\($0)" }
        throw RunError(
            .otherDays,
            "\(period) isn't a pay period of \(pipeline.name): its periods are \(rule). \(period) has days of "
                + "\(others.joined(separator: " and of ")).",
            advice: others.dropFirst().reduce("Write \(.period(others[0]))" as Advice) { $0 + " or \(.period($1))" }
                + ". To export \(period) all the same, add \(.setting(key: "parameters.period.from-day", value: "any"))."
        )
    }

    /// Gives the stages to `body` with a connection that keeps nothing.
    fileprivate func lookingAhead<T: Sendable>(
        _ source: RunSource, run id: RunID, correcting correction: Correction? = nil,
        _ body: @Sendable ([any ExportStage]) async throws -> T
    ) async throws -> T {
        let connection = try APIConnection(
            connection, environment: environment, connections: 2,
            store: try workspace.sessions(),
            observe: observeConnection)
        return try await connection.whileOpen {
            try await body(
                work.stages(
                    self,
                    ExportContext(
                        connection: connection, source: source,
                        place: RunDirectories(id: id, workspace: workspace), correction: correction)))
        }
    }
}
