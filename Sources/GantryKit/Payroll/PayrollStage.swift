internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

/// Takes the work entries of a period to payroll files, proven.
struct PayrollStage: ExportStage {
    static let landingName = "landing.jsonl.zst"
    private static let workersDigest = "joined-sha256"
    private static let inputsDigest = "pay-inputs-sha256"
    /// The lists beside the entries that nothing shows to be whole, one on a line.
    private static let unprovenLists = "unproven-lists"

    let request: ExportRequest
    let payroll: Pipeline.Payroll
    /// The work entries as the connection gives them.
    let entries: Dataset<WorkEntry>
    /// Where the run reads from, for messages.
    let source: RunSource
    /// The published run whose archive is the landing of this one.
    let rewriting: RunID?
    /// What the run corrects; `nil` for a whole period.
    let correction: Correction?
    /// What the workspace knows of earlier periods; `nil` where nobody asks what changed since.
    let history: (any WorkspaceJournal)?
    /// The office's, by which findings tell days; `nil` where nobody asks.
    let zone: Zone?
    let place: RunDirectories
    let connection: APIConnection
    let observe: @Sendable (ExportEvent) -> Void

    var name: String { "work-entries" }
    private var list: PagedList<WorkEntry> {
        PagedList(connection, of: entries, lanes: request.pagesAhead, asking: DatasetRequest(period: request.period))
    }
    /// The list cut into days, which is read where the pages of the list left entries out.
    private var pieces: PagedList<WorkEntry>? {
        guard entries.unorderedPageSize == nil else { return nil }
        return ListPieces(entries, of: DatasetRequest(period: request.period))?
            .list(connection, lanes: request.pagesAhead)
    }
    private var pageSize: Int { entries.pageSize(wanted: payroll.records.pageSize) }

    func run(_ context: StageContext) async throws -> StageResult {
        if let part = request.part {
            return try await PartFetch(
                request: request, part: part, name: name, place: place, list: list, pageSize: pageSize
            ).run(context)
        }
        let run = context.record
        let isRewriting = rewriting != nil
        if !context.hasBegun, let rewriting { try adopt(rewriting) }
        var inputs = try await inputs(isNew: !context.hasBegun, context.stop)
        inputs.inputs.zone = zone
        let workers = try await workers(isNew: !context.hasBegun, against: inputs.inputs.base, context.stop)
        let landed = [
            Landed(PayrollStage.workersDigest, path: workersPath, digest: workers.digest),
            Landed(PayrollStage.inputsDigest, path: inputsPath, digest: inputs.digest),
        ]
        if context.hasBegun { for file in landed { try await file.requireUnchanged(context) } }
        inputs.inputs = try withWorkersNumbers(inputs.inputs, workers.roster)
        var plan = PayrollPlan(
            payroll, text: request.pipeline.text, contract: request.connection.contract,
            batch: batch(revision: run.id.revision, corrects: run.corrects, snapshot: run.snapshot),
            inputs: try await paidBefore(run.id, inputs.inputs), isCorrection: correction != nil)
        plan.leavesOut = request.pipeline.signOff != nil
        plan.ratesAsOf = try ratesAsOf(run)
        // In one transaction: a stage that has begun never takes what it relies on as it finds it.
        var documents = Dictionary(
            uniqueKeysWithValues: landed.compactMap { file in file.digest.map { (file.document, $0) } })
        // A worker whom the list lacks is a blocker at each of their entries, so it needs no other proof.
        let lacksNobody = ([plan.rules] + plan.rules.byGroup.values).allSatisfy { $0.unknownWorker == .blocker }
        let unproven = (workers.isUnproven && !lacksNobody ? ["workers"] : []) + (inputs.isUnproven ? ["leave"] : [])
        if !unproven.isEmpty { documents[PayrollStage.unprovenLists] = unproven.joined(separator: "\n") }
        try await context.begin(
            documents: documents,
            checkpoint: isRewriting && !context.hasBegun ? landedCheckpoint() : nil)
        return try await work(plan, roster: workers.roster, in: context)
    }

    /// Copies what a published run keeps into the parts of this one: its archive becomes the landing.
    private func adopt(_ run: RunID) throws {
        let from = request.workspace.folder(of: run)
        if let finding = try BagReader(folder: from).verify().findings.first {
            throw RunError(
                .unusableRun, "\(run) changed after it was published: \(finding.path): \(finding.explanation)",
                advice:
                    "\(.verify(run: run.description)) lists all differences. Restore the folder, or run the pipeline with \(.nextRevision)."
            )
        }
        let document = try JSONTree(RunDirectories.contents("\(from)/data/\(TotalsFile.name)"))
        let archive = document["files"]?.list?.first {
            $0["format"]?.text == "archive" && $0["compression"]?.text == "zstd"
        }
        guard let name = archive?["file"]?.text else {
            throw RunError(
                .unusableRun, "\(run) has no Zstandard archive, so its outputs can't be derived from it.",
                advice: "Run the pipeline with \(.nextRevision) to fetch the batch again.")
        }
        try RunDirectories.copy("\(from)/data/\(name)", to: landingPath)
        try RunDirectories.copy("\(from)/data/\(JoinedWorkers.fileName)", to: workersPath)
        if payroll.pay?.paysLeave == true { try adoptLeave(from, run) }
    }

    /// The checkpoint of a run whose landing was fetched by another.
    private func landedCheckpoint() throws -> Checkpoint {
        let path = landingPath
        let rows = try LandingFile<WorkEntry>.countRecords(path)
        let file = try ReadFile.open(path, hashing: true)
        var piece: [UInt8] = []
        while try file.read(appendingTo: &piece) > 0 { piece.removeAll(keepingCapacity: true) }
        let mark = FileCheckpoint(
            name: path.split(separator: "/").last.map(String.init) ?? "", length: Int64(file.position),
            sha256: file.digest()?.description ?? "", rows: rows)
        var checkpoint = Checkpoint(
            phase: .rewrite, pageSize: payroll.records.pageSize, landing: mark, parts: [])
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
        payroll.outputs.contains(where: \.isLandingArchive)
    }

    private var landingPath: String {
        let archive = payroll.outputs.first(where: \.isLandingArchive)
        return archive.map { "\(place.data)/\($0.file)" } ?? "\(place.parts)/\(PayrollStage.landingName)"
    }

    private func work(_ plan: PayrollPlan, roster: Roster, in context: StageContext) async throws -> StageResult {
        let landing = LandingFile(
            WorkEntry.dataset, path: landingPath, name: plan.archiveName ?? PayrollStage.landingName)
        let outputs = PayrollOutputs(
            name: name, plan: plan, source: source, roster: roster, correction: correction, landing: landing,
            place: place
        ) { [workspace = request.workspace, base = rewriting == nil ? correction?.base.run : nil] moved in
            // What was fetched long ago doesn't say what is there now.
            guard let base, let journal = try workspace.existingJournal() else { return }
            try await moved.keep(of: base, journal)
        }
        let checks = plan.rules
        let parts = request.parts
        let batch = BatchStage<PayrollRules>(
            context, landing: landing, outputs: outputs,
            policy: request.pipeline.checkpoint, budget: request.pipeline.rejects,
            repeatsWithinPages: try parts?.repeatsWithinPages(of: name) ?? 0
        ) { plan.makeRules(checks, over: roster, after: $0) }
        let result = try await batch.execute(
            pageSize: pageSize, merging: parts, name: name, list: list, pieces: pieces,
            borders: try PeriodBorders(
                connection, of: entries, asking: DatasetRequest(period: request.period), pageSize: pageSize),
            stop: context.stop)
        if entries.unorderedPageSize != nil, rewriting == nil {
            if let parts {
                try await parts.merging { try await requireWhole(result.counts.fetched) }
            } else {
                try await requireWhole(result.counts.fetched)
            }
        }
        try await landing.close()
        return try await result.notingProof(context, others: unproven(context))
    }

    /// The lists beside the entries that nothing shows to be whole, of a rewritten run all that it has.
    private func unproven(_ context: StageContext) async throws -> [String] {
        if let rewriting {
            let totals = try JSONTree(
                ReadFile.bytes(of: "\(request.workspace.folder(of: rewriting))/\(TotalsFile.path)"))
            return (totals[StageResult.unprovenKey]?.list ?? []).compactMap(\.text)
        }
        let lists = try await context.journal.document(named: PayrollStage.unprovenLists, of: context.id)
        return lists?.split(separator: "\n").map(String.init) ?? []
    }

    /// What other runs have paid and a person has taken out. The entries of the base are not held because the source
    /// marks them as paid, or because of what another run has paid of their days.
    private func paidBefore(_ run: RunID, _ inputs: PayInputs) async throws -> PayInputs {
        var inputs = inputs
        if let journal = try request.workspace.existingJournal() {
            inputs.takenOut = try await PaidBefore.takenOut(of: run, inputs.decisions, in: request.workspace, journal)
        }
        if let correction, request.connection.contract == .deployed || !inputs.takenOut.isEmpty {
            inputs.paidInBase = try await correction.entries.ids()
        }
        return inputs
    }

    /// Compares what the days gave with what the server says of the whole period: an entry can have been moved to a day
    /// that was read before.
    private func requireWhole(_ fetched: Int) async throws {
        let ask = entries.request(DatasetRequest(period: request.period, pageSize: 1))
        let page = try await PageLane(connection, entries).fetch(ask)
        guard let total = page.envelope.totalCount, total != Int64(fetched) else { return }
        throw RunError(
            .sourceChanged,
            "The days of \(request.period) gave \(counted(fetched, "entry", plural: "entries")), but the server now reports \(total).",
            advice: "Run again with \(.startOver) when nobody is entering or changing entries.", isRetryable: true)
    }

    /// The workers, from the server for a new stage, else as they were landed when it began; and the SHA-256 of the
    /// landed file, `nil` without a join.
    private func workers(
        isNew: Bool, against base: VarianceBase?, _ stop: StopRequest
    ) async throws -> (roster: Roster, digest: String?, isUnproven: Bool) {
        guard let join = payroll.join else { return (Roster([]), nil, false) }
        let path = workersPath
        var people: [Roster.Person]
        var isUnproven = false
        let digest: String
        if isNew, rewriting == nil || correction != nil || base?.rates != nil {
            if rewriting != nil {
                people = try JoinedWorkers.read(path).people
            } else {
                (people, isUnproven) = try await untilStopped(stop) {
                    [connection, payroll] in
                    try await JoinedWorkers.fetch(connection, for: payroll)
                }
            }
            if let correction, !correction.base.usesNewSettings { people = correction.signed.people(people) }
            if let base { people = base.marked(people) }
            let bytes = JoinedWorkers.encode(people)
            try Publishing.writeDurably(bytes.span, to: path)
            digest = JoinedWorkers.digest(of: bytes)
        } else {
            (people, digest) = try JoinedWorkers.read(path)
        }
        observe(.joined(dataset: join.dataset, records: people.count))
        return (Roster(people), digest, isUnproven)
    }

    /// When the source was asked for the rates that are paid: where they are those of another run, as that says.
    private func ratesAsOf(_ run: RunRecord) throws -> PayrollPlan.RatesAsOf {
        var other: (run: RunID, totals: JSONTree)?
        if let correction, !correction.base.usesNewSettings {
            other = (correction.base.run, correction.signed.totals)
        } else if let rewriting {
            let path = "\(request.workspace.folder(of: rewriting))/\(TotalsFile.path)"
            other = (rewriting, try JSONTree(ReadFile.bytes(of: path)))
        }
        guard let other, let time = other.totals[PayFigures.ratesAsOfKey]?.text.flatMap({ Instant($0) }) else {
            return PayrollPlan.RatesAsOf(time: run.snapshot, run: nil)
        }
        return PayrollPlan.RatesAsOf(
            time: time, run: other.totals[PayFigures.ratesOfKey]?.text.flatMap { RunID($0) } ?? other.run)
    }

    /// Does what precedes the first page; a request to stop ends it, even while it waits.
    func untilStopped<T: Sendable>(
        _ stop: StopRequest, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let task = Task(operation: body)
        stop.whenRequested { task.cancel() }
        do {
            return try await task.value
        } catch {
            guard stop.isRequested else { throw error }
            throw RunError(
                .stopped, "Stopped before the first page was fetched.", advice: "Run the same command again.",
                isRetryable: true)
        }
    }

    func batch(revision: Int, corrects: Int?, snapshot: Instant) -> PayrollBatch {
        PayrollBatch(
            system: request.connection.system.name, connection: request.connection.name,
            pipeline: request.pipeline.name,
            period: request.period, revision: revision, corrects: corrects, snapshot: snapshot,
            currency: payroll.pay?.currency, rounding: payroll.pay?.rounding ?? .halfUp,
            unitsDecimals: payroll.pay?.unitsDecimals ?? 2)
    }
}
