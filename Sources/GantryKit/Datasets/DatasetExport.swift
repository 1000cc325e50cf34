internal import GantryConnectors
public import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJournal
internal import GantryModel

extension Gantry {
    /// Starts, continues or finds complete the run of datasets that the request names, and brings it to its published
    /// export folder.
    ///
    /// The datasets are fetched one after the other, each with its own checkpoints; they are published together.
    /// - Throws: as the payroll export: what is committed stays, and the same request goes on from there.
    public static func export(
        _ request: DatasetExportRequest, stop: StopRequest = StopRequest(),
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> ExportResult {
        try DatasetPlan.requireSupported(request.pipeline, system: request.connection.system)
        try request.workspace.create()
        let journal = try openJournal(request.workspace)
        let source = request.source
        let target = try await RunTarget(
            pipeline: request.pipeline.name, period: request.period.name, request.revision, of: source, in: journal)
        let result = try await DatasetExport(request, source, target, journal: journal, stop: stop, observe: observe)
            .run()
        await notify(
            PublishedRun(
                id: result.id, workspace: request.workspace, environment: request.environment, command: request.command),
            result.figures, request.notice, observe)
        return result
    }
}

/// One attempt at a run of datasets: carries each dataset on, and bags them together.
struct DatasetExport {
    let request: DatasetExportRequest
    let journal: SQLiteJournal
    let stop: StopRequest
    let observe: @Sendable (ExportEvent) -> Void
    /// Looked up once, since a credential may be what a command prints.
    private let source: RunSource
    private let attempt: RunAttempt

    init(
        _ request: DatasetExportRequest, _ source: RunSource, _ target: RunTarget, journal: SQLiteJournal,
        stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) {
        self.request = request
        self.source = source
        self.journal = journal
        self.stop = stop
        self.observe = observe
        attempt = RunAttempt(
            target: target, place: RunPlace(id: target.id, workspace: request.workspace), journal: journal,
            command: request.command, observe: observe)
    }

    private var id: RunID { attempt.id }
    private var place: RunPlace { attempt.place }

    /// Everything that decides the exported bytes.
    private func identity(_ base: RunBase?) -> String {
        request.pipeline.identity
            + "\nperiod: \(request.period.name)\n\(DatasetPlan.days(request.period))\n\(source.lines)"
            + (base.map { "\n\($0.line)" } ?? "")
    }

    /// What the run goes on from; `nil` where none of its datasets does.
    private func base() async throws -> RunBase? {
        guard request.pipeline.steps.contains(where: \.isSinceLastRun) else { return nil }
        return try await RunBase(
            of: id, corrects: attempt.target.corrects, from: source,
            asking: DatasetPlan.narrowing(request.pipeline, request.period), in: journal, request.workspace)
    }

    func run() async throws -> ExportResult {
        try await attempt.run(isDone: { try attempt.requireSameSettings($0, as: identity(nil)) }) {
            try await carryOn($0)
        }
    }

    private func carryOn(_ known: RunRecord?) async throws {
        var record = known
        if request.startsOver, record != nil {
            try await forget()
            record = nil
        }
        // A bag that has its name is published, whatever was published since; one that is only sealed is not.
        let isPublished = record?.phase == .publish && RunPlace.isFolder(place.export)
        let base = isPublished ? record.flatMap { RunBase(identity: $0.identity) } : try await base()
        let identity = identity(base)
        if let record {
            try attempt.requireSame(record, as: identity)
            if record.phase == .publish { return try await attempt.finish() }
        }
        try place.create()
        let isNew = record == nil
        observe(.begins(id, continues: !isNew))
        let snapshot = attempt.snapshot(record, request.snapshot)
        if isNew {
            // What a run that was forgotten has left of its datasets does not belong to this one.
            for step in request.pipeline.steps { try await journal.reset(step.run(in: id)) }
            try await journal.begin(
                RunRecord(
                    id: id, identity: identity, snapshot: snapshot, corrects: attempt.target.corrects, startedAt: now(),
                    phase: .fetch))
        }
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.pagesAhead,
            workspace: request.workspace, cache: request.isFresh ? .renew : .use, observe: observe)
        let results = try await connection.whileOpen {
            var results: [StepResult] = []
            for (index, step) in request.pipeline.steps.enumerated() {
                observe(.dataset(name: step.dataset, number: index + 1, of: request.pipeline.steps.count))
                results.append(try await result(of: step, snapshot, connection, identity, base))
            }
            return results
        }
        guard try await self.base() == base else {
            throw RunError(
                .identityChanged,
                "Another run of \(id.pipeline) was published while \(id) worked, and both go on from the same one.",
                advice: "Run again with --start-over: it then goes on from the newest, and no record is exported twice."
            )
        }
        let bag = try await seal(results, snapshot, record?.source ?? source)
        // Files of datasets that an earlier attempt finished may have been damaged since.
        if !isNew { try place.requireIntactBag() }
        try place.publish(expecting: bag)
        try await journal.complete(id, at: now())
        try place.clean()
        observe(.run(.complete(results.counts)))
    }

    private func forget() async throws {
        // The run itself last: killed in between, it is still known, and the same command begins here again.
        for step in request.pipeline.steps { try await journal.reset(step.run(in: id)) }
        try await journal.reset(id)
        let parts = request.workspace.parts(of: id)
        try Folders.remove("\(parts)/bag", under: request.workspace.path)
        for step in request.pipeline.steps {
            try Folders.remove("\(parts)/\(StepRun.landingName(step))", under: request.workspace.path)
        }
    }

    private func result(
        of step: DatasetPipeline.Step, _ snapshot: Instant, _ connection: APIConnection, _ identity: String,
        _ base: RunBase?
    ) async throws -> StepResult {
        guard let type = Gantry.recordType(ofDataset: step.dataset) else {
            throw RunError(.unsupported, "This build knows no dataset \(step.dataset).")
        }
        let run = StepRun(
            step: step, id: step.run(in: id), place: place, period: request.period, base: base, identity: identity,
            snapshot: snapshot, file: request.pipeline, pagesAhead: request.pagesAhead, connection: connection,
            journal: journal, stop: stop,
            observe: observe)
        return try await run.execute(type)
    }

    /// Writes the totals, bags everything and commits the bag.
    private func seal(_ results: [StepResult], _ snapshot: Instant, _ source: RunSource) async throws -> String {
        let document = DatasetTotals(
            id: id, system: request.connection.system, connection: request.connection.name, source: source,
            period: request.period,
            corrects: attempt.target.corrects, snapshot: snapshot, results: results)
        let totals = try place.write(PayrollPlan.totalsName, document.text)
        try await journal.keep(document.journalText(totals), named: "result", for: id)
        let bag = try document.bag(place, title: request.pipeline.title, totals)
        var state = Checkpoint(
            phase: .publish, pageSize: 0, landing: PartMark(name: "", length: 0, sha256: ""), parts: [])
        state.bag = bag
        state.counts = results.counts
        state.records = results.counts.fetched
        try await journal.commit(state, rejects: [], for: id)
        return bag
    }
}

extension [StepResult] {
    /// The counts of all datasets together.
    var counts: BatchCounts {
        reduce(into: BatchCounts()) { sum, result in
            sum.fetched += result.counts.fetched
            sum.exported += result.counts.exported
            sum.held += result.counts.held
            sum.repeats += result.counts.repeats
            sum.excluded += result.counts.excluded
            sum.rejected += result.counts.rejected
        }
    }
}
