internal import GantryConnectors
public import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryHTTP
internal import GantryJSON
internal import GantryJournal
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import Glibc

extension Gantry {
    /// Starts, continues or finds complete the run that the request names, and brings it to its published export
    /// folder.
    ///
    /// - Parameters:
    ///   - stop: a request to end at the next checkpoint.
    ///   - observe: called in order, from one task at a time; it must be quick.
    /// - Throws: an `ExplainedError` that says what failed and what to do. What is committed stays, and the same
    ///   request goes on from there.
    public static func export(
        _ request: ExportRequest, stop: StopRequest = StopRequest(),
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> ExportResult {
        try PayrollPlan.requireSupported(request.pipeline, system: request.connection.system)
        try request.requirePayable()
        try request.workspace.create()
        let journal = try openJournal(request.workspace)
        var result = try await PayrollExport(request, journal: journal, stop: stop, observe: observe).run()
        result.overlaps = try await overlaps(result, request, journal)
        await notify(
            PublishedRun(
                id: result.id, workspace: request.workspace, environment: request.environment, command: request.command),
            result.figures, request.notice, observe)
        return result
    }
}

extension Gantry {
    /// Derives the outputs of a published run again from its archive, as a new revision that corrects it: with other
    /// columns, other checks, other pay codes. Nothing is asked of the server.
    ///
    /// - Parameter request: `pipeline` is the file to derive with; its connection is named, not used.
    /// - Throws: as `export`; `RunError.unusableRun` when the run isn't published or keeps no archive in Zstandard.
    public static func rewrite(
        _ run: RunID, request: ExportRequest, stop: StopRequest = StopRequest(),
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> ExportResult {
        try request.workspace.create()
        let journal = try openJournal(request.workspace)
        guard let source = try await journal.run(run) else { throw noSuchRun(run) }
        guard source.phase == .complete else {
            throw RunError(
                .unusableRun, "\(run) is not published yet, so there is nothing to derive from.",
                advice: "Finish it first: gantry run \(run.pipeline) --period \(run.period)")
        }
        var result = try await PayrollExport(request, journal: journal, stop: stop, rewriting: run, observe: observe)
            .run()
        result.overlaps = try await overlaps(result, request, journal)
        return result
    }

    private static func overlaps(
        _ result: ExportResult, _ request: ExportRequest, _ journal: SQLiteJournal
    ) async throws -> [PayOverlap] {
        guard let source = result.source else { return [] }
        return try await PayOverlap.all(
            of: result.id, request.period, from: source, isPublished: true, in: journal, request.workspace)
    }
}

/// One attempt at a payroll run: opens what it needs, and lets the engine carry it on.
struct PayrollExport {
    let request: ExportRequest
    let journal: SQLiteJournal
    let stop: StopRequest
    let observe: @Sendable (ExportEvent) -> Void
    /// Looked up once, since a credential may be what a command prints.
    private let source: RunSource
    /// The published run whose archive is the landing of this one.
    let rewriting: RunID?
    private let attempt: RunAttempt

    init(
        _ request: ExportRequest, journal: SQLiteJournal, stop: StopRequest, rewriting: RunID? = nil,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws {
        self.request = request
        source = request.source
        self.rewriting = rewriting
        self.journal = journal
        self.stop = stop
        self.observe = observe
        let target = try await RunTarget(
            pipeline: request.pipeline.name, period: request.period.name, rewriting == nil ? request.revision : .next,
            of: source, in: journal)
        attempt = RunAttempt(
            target: target, place: RunPlace(id: target.id, workspace: request.workspace), journal: journal,
            command: request.command, observe: observe)
    }

    private var id: RunID { attempt.id }
    private var place: RunPlace { attempt.place }

    /// Everything that decides the exported bytes.
    var identity: String {
        request.pipeline.identity + "\nperiod: \(request.period.name)\n\(source.lines)"
            + (rewriting.map { "\nrewrites: r\($0.revision)" } ?? "")
    }

    func run() async throws -> ExportResult {
        try await attempt.run(isDone: isDone) { try await carryOnOrBeginAnew($0) }
    }

    /// Refuses to take a published run for what was asked, where it isn't.
    private func isDone(_ published: RunRecord) throws {
        let day = published.startedAt.utcDate
        if day <= request.period.last, !request.period.isDated {
            throw RunError(
                .openPeriod, "\(id) was published on \(day), before the period was over, so hours may be missing.",
                advice: "Run again with --revision next to publish the whole period as a correction.")
        }
        try attempt.requireSameSettings(published, as: identity)
    }

    /// A source that changes while its pages are read is read again from the first page, once: most often somebody
    /// entered hours just then. When it changes again, a person has to choose a quieter time.
    private func carryOnOrBeginAnew(_ known: RunRecord?) async throws {
        var known = known
        if request.startsOver, known != nil {
            try await forget()
            known = nil
        }
        do {
            try await carryOn(known)
        } catch let error as RunError where error.code == .noRecords {
            // Records may be entered yet, so the same command asks for them again.
            try await forget()
            throw error
        } catch let error as RunError where error.code == .sourceChanged && !stop.isRequested {
            observe(.beginsAnew(id, reason: error.explanation))
            try await forget()
            try await carryOn(nil)
        }
    }

    /// Removes what the run has fetched and written, so that it begins with the first page.
    private func forget() async throws {
        try await journal.reset(id)
        try Folders.remove("\(request.workspace.parts(of: id))/bag", under: request.workspace.path)
        try Folders.remove("\(request.workspace.parts(of: id))/\(landingName)", under: request.workspace.path)
    }

    private func carryOn(_ known: RunRecord?) async throws {
        if let known {
            try attempt.requireSame(known, as: identity)
            if known.phase == .publish { return try await attempt.finish() }
        }
        try place.create()
        observe(.begins(id, continues: known != nil))
        let snapshot = attempt.snapshot(known, request.snapshot)
        let plan = try PayrollPlan(request.pipeline, batch: batch(snapshot))
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.pagesAhead,
            workspace: request.workspace,
            cache: request.isFresh ? .renew : .use, observe: observe)
        try await connection.whileOpen {
            if known == nil, let rewriting { try takeOver(rewriting, place) }
            let workers = try await workers(connection, place, isNew: known == nil && rewriting == nil)
            if known == nil {
                let begun = RunRecord(
                    id: id, identity: identity, snapshot: snapshot, corrects: attempt.target.corrects, startedAt: now(),
                    phase: .fetch)
                // In one transaction: a run that has begun never takes what it stands on as it finds it.
                try await journal.begin(
                    begun, documents: workers.digest.map { [workersDigest: $0] } ?? [:],
                    checkpoint: rewriting == nil ? nil : landed(place))
            } else if let digest = workers.digest {
                try await requireLanded(digest, place)
            }
            try await work(plan, known?.source ?? source, workers.roster, place, connection)
        }
    }

    /// Copies what a published run keeps into the parts of this one: its archive becomes the landing.
    private func takeOver(_ run: RunID, _ place: RunPlace) throws {
        let from = request.workspace.folder(of: run)
        if let finding = try BagReader(folder: from).verify().findings.first {
            throw RunError(
                .unusableRun, "\(run) is not what was published: \(finding.path): \(finding.explanation)",
                advice:
                    "gantry verify \(run) shows everything. Restore the folder, or run the pipeline with --revision next."
            )
        }
        let document = try JSONTree(RunPlace.contents("\(from)/data/\(PayrollPlan.totalsName)"))
        let archive = document["files"]?.list?.first {
            $0["format"]?.text == "archive" && $0["compression"]?.text == "zstd"
        }
        guard let name = archive?["file"]?.text else {
            throw RunError(
                .unusableRun, "\(run) keeps no archive in Zstandard, so its outputs can't be derived again.",
                advice: "Run the pipeline with --revision next: the batch is fetched anew.")
        }
        try RunPlace.copy("\(from)/data/\(name)", to: landingPath(place))
        try RunPlace.copy("\(from)/data/\(JoinedWorkers.fileName)", to: workersPath(place))
    }

    /// The checkpoint of a run whose landing was fetched by another.
    private func landed(_ place: RunPlace) throws -> Checkpoint {
        let path = landingPath(place)
        let rows = try LandingFile<WorkEntry>.countRecords(path)
        let file = try ReadFile.open(path, hashing: true)
        var piece: [UInt8] = []
        while try file.read(appendingTo: &piece) > 0 { piece.removeAll(keepingCapacity: true) }
        let mark = PartMark(
            name: path.split(separator: "/").last.map(String.init) ?? "", length: Int64(file.position),
            sha256: file.digest()?.description ?? "", rows: rows)
        var checkpoint = Checkpoint(
            phase: .rewrite, pageSize: request.pipeline.records.pageSize, landing: mark, parts: [])
        checkpoint.records = rows
        checkpoint.statedTotal = rows
        checkpoint.isSourceAtEnd = true
        checkpoint.counts = nil
        return checkpoint
    }

    /// In the bag where the bag holds the archive, since deriving outputs again needs both; else among the parts.
    private func workersPath(_ place: RunPlace) -> String {
        "\(keepsArchive ? place.data : place.parts)/\(JoinedWorkers.fileName)"
    }

    private var keepsArchive: Bool {
        request.pipeline.outputs.contains(where: \.isLandingArchive)
    }

    private func landingPath(_ place: RunPlace) -> String {
        let archive = request.pipeline.outputs.first(where: \.isLandingArchive)
        return archive.map { "\(place.data)/\($0.file)" } ?? "\(place.parts)/\(landingName)"
    }

    private func work(
        _ plan: PayrollPlan, _ source: RunSource, _ roster: Roster, _ place: RunPlace, _ connection: APIConnection
    ) async throws {
        let landing = LandingFile<WorkEntry>(
            path: landingPath(place),
            name: plan.archiveName ?? landingName)
        let outputs = PayrollOutputs(plan: plan, source: source, roster: roster, landing: landing, place: place) {
            [journal, id] text in
            try await journal.keep(text, named: "result", for: id)
        }
        let file = request.pipeline
        let period = request.period
        var checks = PayrollChecks(file)
        // Without a list of workers nobody is unknown.
        if file.join == nil { checks.unknownWorker = nil }
        let rules = checks
        let run = BatchRun<PayrollRules>(
            id: id, journal: journal, landing: landing, outputs: outputs,
            policy: CheckpointPolicy(every: file.checkpoint.every, records: file.checkpoint.records),
            budget: file.rejects.budget, stop: stop, observe: { [observe] in observe(.run($0)) }
        ) { PayrollRules(checks: rules, period: period, roster: roster, late: $0) }
        let pagesAhead = request.pagesAhead
        let stop = stop
        _ = try await run.execute(pageSize: file.records.pageSize) { position in
            let source = PagedSource<WorkEntry>(
                connection, lanes: pagesAhead, at: position, listKeys: KSRCranes.workEntryKeys
            ) {
                KSRCranes.workEntriesPage(period, page: $0, size: $1)
            }
            stop.whenRequested { Task { await source.cancel() } }
            return source
        }
        try await journal.complete(id, at: now())
    }

    /// The workers, from the server for a new run, else as they were landed when the run began; and the SHA-256 of what
    /// is landed, `nil` where nothing is joined.
    private func workers(
        _ connection: APIConnection, _ place: RunPlace, isNew: Bool
    ) async throws -> (roster: Roster, digest: String?) {
        guard request.pipeline.join != nil else { return (Roster([]), nil) }
        let path = workersPath(place)
        let people: [Roster.Person]
        let digest: String
        if isNew {
            people = try await untilStopped { [pipeline = request.pipeline] in
                try await JoinedWorkers.fetch(connection, others: PayrollPlan.otherFields(pipeline))
            }
            let bytes = JoinedWorkers.encode(people)
            try Publishing.writeDurably(bytes.span, to: path)
            digest = JoinedWorkers.digest(of: bytes)
        } else {
            (people, digest) = try JoinedWorkers.read(path)
        }
        observe(.joined(dataset: KSRCranes.workers, records: people.count))
        return (Roster(people), digest)
    }

    /// Does what comes before the first page; a request to stop ends it, whatever it waits for.
    private func untilStopped<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        let task = Task(operation: body)
        stop.whenRequested { task.cancel() }
        do {
            return try await task.value
        } catch {
            guard stop.isRequested else { throw error }
            throw RunError(
                .stopped, "Stopped before the first page was fetched.", advice: "The same command begins again.",
                isRetryable: true)
        }
    }

    /// Compares the SHA-256 of the workers that were read with what the journal has kept since the run began.
    private func requireLanded(_ digest: String, _ place: RunPlace) async throws {
        guard try await journal.document(named: workersDigest, of: id) == digest else {
            throw RunError(
                .landingDamaged,
                "\(workersPath(place)) is not what was fetched when the run began: its SHA-256 differs.",
                advice: "Restore the file, or run again with --start-over to fetch the batch anew.")
        }
    }

    private var workersDigest: String { "joined-sha256" }

    private func batch(_ snapshot: Instant) -> PayrollBatch {
        PayrollBatch(
            system: request.connection.system, connection: request.connection.name, pipeline: id.pipeline,
            period: request.period, revision: id.revision, corrects: attempt.target.corrects, snapshot: snapshot,
            currency: request.pipeline.pay?.currency, rounding: request.pipeline.pay?.rounding ?? .halfUp,
            unitsDecimals: request.pipeline.pay?.unitsDecimals ?? 2)
    }

    private var landingName: String { "landing.jsonl.zst" }
}

/// The time by the system's clock.
func now() -> Instant {
    var time = timespec()
    // CLOCK_REALTIME exists on every Linux, so the call has nothing to fail on.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Instant(secondsSince1970: time.tv_sec, nanoseconds: time.tv_nsec)
}

extension PipelineFile.RejectBudget {
    /// The same as the engine takes it.
    var budget: GantryEngine.RejectBudget {
        switch self {
        case .count(let most): .records(most)
        case .share(let hundredths): .basisPoints(hundredths)
        }
    }
}
