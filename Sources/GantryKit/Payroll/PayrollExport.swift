internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryHTTP
internal import GantryJSON
internal import GantryJournal
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

/// A payroll run: one stage, and a bag of what it leaves.
struct PayrollExport: RunWork {
    let request: ExportRequest
    let target: RunTarget
    let observe: @Sendable (ExportEvent) -> Void
    /// Looked up once, since a credential may be what a command prints.
    let source: RunSource
    /// The published run whose archive is the landing of this one.
    let rewriting: RunID?

    init(
        _ request: ExportRequest, journal: SQLiteJournal, rewriting: RunID? = nil,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws {
        self.request = request
        self.rewriting = rewriting
        self.observe = observe
        source = request.source
        target = try await RunTarget(
            pipeline: request.pipeline.name, period: request.period.name, rewriting == nil ? request.revision : .next,
            of: source, in: journal)
    }

    var place: RunPlace { RunPlace(id: target.id, workspace: request.workspace, command: request.command) }
    var leftovers: [String] { [PayrollStage.landingName] }

    func identity(_: RunRecord?) -> RunIdentity {
        var identity = RunIdentity(.payroll, settings: request.pipeline.settings)
        identity.period = request.period.name
        identity.source = source
        identity.rewrites = rewriting?.revision
        return identity
    }

    func requireSame(published: RunRecord) throws {
        let day = published.startedAt.utcDate
        if day <= request.period.last, !request.period.isDated {
            throw RunError(
                .openPeriod,
                "\(published.id) was published on \(day), before the period was over, so hours may be missing.",
                advice: "Run again with --revision next to publish the whole period as a correction.")
        }
        try published.requireSameSettings(as: identity(nil))
    }

    func requireSame(unfinished: RunRecord, as identity: RunIdentity) throws { try unfinished.requireSame(as: identity) }

    func startsOver(_: RunRecord, identity _: RunIdentity) -> Bool { request.startsOver }

    func run(_ stages: RunStages) async throws -> [StageResult] {
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.pagesAhead,
            workspace: request.workspace, cache: request.isFresh ? .renew : .use, observe: observe)
        return try await connection.whileOpen {
            try await stages.run([
                PayrollStage(
                    request: request, source: stages.record.source ?? source, rewriting: rewriting, place: place,
                    connection: connection, observe: observe)
            ])
        }
    }

    func seal(_ results: [StageResult], _ run: RunRecord) async throws -> SealedRun {
        let bag = RunBag(
            place: place, record: run, source: run.source ?? source, connection: request.connection.name,
            title: request.pipeline.title)
        let counts = results.counts
        let totals = try results.flatMap { try JSONTree(Array($0.totals.utf8)).members }
        return try await bag.seal(
            results.flatMap(\.files), totals: bag.head(RunBag.period(request.period)) + totals,
            figures: [
                ("Records-Fetched", counts.fetched), ("Records-Exported", counts.exported),
                ("Records-Held", counts.held), ("Records-Repeated", counts.repeats),
                ("Records-Rejected", counts.rejected),
            ])
    }
}

/// Takes the work entries of a period to payroll files, proven.
struct PayrollStage: Stage {
    static let landingName = "landing.jsonl.zst"
    private static let workersDigest = "joined-sha256"

    let request: ExportRequest
    /// Where the run reads from, for messages.
    let source: RunSource
    let rewriting: RunID?
    let place: RunPlace
    let connection: APIConnection
    let observe: @Sendable (ExportEvent) -> Void

    var name: String { "work-entries" }

    func run(_ context: StageContext) async throws -> StageResult {
        let plan = try PayrollPlan(request.pipeline, batch: batch(context.record))
        let isRewriting = rewriting != nil
        if !context.hasBegun, let rewriting { try adopt(rewriting) }
        let workers = try await workers(isNew: !context.hasBegun && !isRewriting, context.stop)
        if context.hasBegun, let digest = workers.digest {
            try await requireLanded(digest, context)
        }
        // In one transaction: a stage that has begun never takes what it stands on as it finds it.
        try await context.begin(
            documents: workers.digest.map { [PayrollStage.workersDigest: $0] } ?? [:],
            checkpoint: isRewriting && !context.hasBegun ? landed() : nil)
        return try await work(plan, workers.roster, context)
    }

    /// Copies what a published run keeps into the parts of this one: its archive becomes the landing.
    private func adopt(_ run: RunID) throws {
        let from = request.workspace.folder(of: run)
        if let finding = try BagReader(folder: from).verify().findings.first {
            throw RunError(
                .unusableRun, "\(run) is not what was published: \(finding.path): \(finding.explanation)",
                advice:
                    "gantry verify \(run) shows everything. Restore the folder, or run the pipeline with --revision next."
            )
        }
        let document = try JSONTree(RunPlace.contents("\(from)/data/\(TotalsFile.name)"))
        let archive = document["files"]?.list?.first {
            $0["format"]?.text == "archive" && $0["compression"]?.text == "zstd"
        }
        guard let name = archive?["file"]?.text else {
            throw RunError(
                .unusableRun, "\(run) keeps no archive in Zstandard, so its outputs can't be derived again.",
                advice: "Run the pipeline with --revision next: the batch is fetched anew.")
        }
        try RunPlace.copy("\(from)/data/\(name)", to: landingPath)
        try RunPlace.copy("\(from)/data/\(JoinedWorkers.fileName)", to: workersPath)
    }

    /// The checkpoint of a run whose landing was fetched by another.
    private func landed() throws -> Checkpoint {
        let path = landingPath
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
    private var workersPath: String {
        "\(keepsArchive ? place.data : place.parts)/\(JoinedWorkers.fileName)"
    }

    private var keepsArchive: Bool {
        request.pipeline.outputs.contains(where: \.isLandingArchive)
    }

    private var landingPath: String {
        let archive = request.pipeline.outputs.first(where: \.isLandingArchive)
        return archive.map { "\(place.data)/\($0.file)" } ?? "\(place.parts)/\(PayrollStage.landingName)"
    }

    private func work(_ plan: PayrollPlan, _ roster: Roster, _ context: StageContext) async throws -> StageResult {
        let landing = LandingFile<WorkEntry>(path: landingPath, name: plan.archiveName ?? PayrollStage.landingName)
        let outputs = PayrollOutputs(
            name: name, plan: plan, source: source, roster: roster, landing: landing, place: place)
        let file = request.pipeline
        let period = request.period
        var checks = PayrollChecks(file)
        // Without a list of workers nobody is unknown.
        if file.join == nil { checks.unknownWorker = nil }
        let rules = checks
        let batch = BatchStage<PayrollRules>(
            context, landing: landing, outputs: outputs,
            policy: CheckpointPolicy(every: file.checkpoint.every, records: file.checkpoint.records),
            budget: file.rejects.budget
        ) { PayrollRules(checks: rules, period: period, roster: roster, late: $0) }
        let result = try await batch.execute(pageSize: file.records.pageSize) { [pagesAhead = request.pagesAhead] in
            let source = PagedSource<WorkEntry>(
                connection, lanes: pagesAhead, at: $0, listKeys: KSRCranes.workEntryKeys
            ) {
                KSRCranes.workEntriesPage(period, page: $0, size: $1)
            }
            context.stop.whenRequested { Task { await source.cancel() } }
            return source
        }
        try await landing.close()
        return result
    }

    /// The workers, from the server for a new stage, else as they were landed when it began; and the SHA-256 of what is
    /// landed, `nil` where nothing is joined.
    private func workers(
        isNew: Bool, _ stop: StopRequest
    ) async throws -> (roster: Roster, digest: String?) {
        guard request.pipeline.join != nil else { return (Roster([]), nil) }
        let path = workersPath
        let people: [Roster.Person]
        let digest: String
        if isNew {
            people = try await untilStopped(stop) { [connection, pipeline = request.pipeline] in
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
    private func untilStopped<T: Sendable>(
        _ stop: StopRequest, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
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
    private func requireLanded(_ digest: String, _ context: StageContext) async throws {
        guard try await context.journal.document(named: PayrollStage.workersDigest, of: context.id) == digest else {
            throw RunError(
                .landingDamaged,
                "\(workersPath) is not what was fetched when the run began: its SHA-256 differs.",
                advice: "Restore the file, or run again with --start-over to fetch the batch anew.")
        }
    }

    private func batch(_ run: RunRecord) -> PayrollBatch {
        PayrollBatch(
            system: request.connection.system, connection: request.connection.name, pipeline: run.id.pipeline,
            period: request.period, revision: run.id.revision, corrects: run.corrects, snapshot: run.snapshot,
            currency: request.pipeline.pay?.currency, rounding: request.pipeline.pay?.rounding ?? .halfUp,
            unitsDecimals: request.pipeline.pay?.unitsDecimals ?? 2)
    }
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
