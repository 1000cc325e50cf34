internal import GantryConnectors
public import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJournal
internal import GantryModel

extension Gantry {
    /// Starts, continues or finds complete the run of datasets that the request names, and brings it to its published export
    /// folder.
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
        var export = try await DatasetExport(request, journal: journal, stop: stop, observe: observe)
        return try await export.run()
    }
}

/// One attempt at a run of datasets: finds out where it stands and carries each dataset on.
struct DatasetExport {
    let request: DatasetExportRequest
    let journal: SQLiteJournal
    let stop: StopRequest
    let observe: @Sendable (ExportEvent) -> Void
    let id: RunID
    private(set) var record: RunRecord?
    let corrects: Int?

    init(
        _ request: DatasetExportRequest, journal: SQLiteJournal, stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws {
        self.request = request
        self.journal = journal
        self.stop = stop
        self.observe = observe
        let target = try await RunTarget(
            pipeline: request.pipeline.name, period: request.period.name, request.revision, in: journal)
        id = target.id
        record = target.record
        corrects = target.corrects
    }

    var place: RunPlace { RunPlace(id: id, workspace: request.workspace) }

    /// Everything that decides the exported bytes.
    var identity: String {
        request.pipeline.identity + "\nperiod: \(request.period.name)\nsource: "
            + "\(request.connection.system) \(request.connection.baseURL)"
    }

    /// A dataset of the run is a run of its own in the journal, under a name that no pipeline can have.
    func stepID(_ step: DatasetPipeline.Step) -> RunID {
        RunID(pipeline: "\(id.pipeline).\(step.shortName)", period: id.period, revision: id.revision)
    }

    mutating func run() async throws -> ExportResult {
        let place = place
        if record == nil, RunPlace.isFolder(place.export) {
            // Another process may have published it since the journal was read.
            record = try await journal.run(id)
            guard record != nil else {
                throw RunError(
                    .unusableRun, "\(place.export) exists already, and the journal of this workspace doesn't know it.",
                    advice: "Restore the journal that belongs to it, or move the folder away.")
            }
        }
        if let record, record.phase == .complete {
            // Killed after the last commit, a run is published but not tidied up.
            if record.finishedAt == nil { try await journal.complete(id, at: now()) }
            if !place.hasParts {
                try place.removeEmptyFolders()
            } else if let lock = place.lockIfFree(command: request.command) {
                try place.clean()
                keep(lock)
            }
            return try await published(wasPublished: true)
        }
        let lock = try place.lock(command: request.command)
        do {
            // Another process may have finished the run between the look and the lock.
            record = try await journal.run(id) ?? record
            if let record, record.phase == .complete {
                try place.clean()
                keep(lock)
                return try await published(wasPublished: true)
            }
            let result = try await carryOn(place)
            try? lock.release()
            return result
        } catch {
            try? await journal.noteError(singleLine((error as? any ExplainedError)?.explanation ?? String(describing: error)), for: id)
            throw error
        }
    }

    /// Keeps a lock alive up to the call.
    private func keep(_ lock: borrowing RunLock) {}

    private mutating func carryOn(_ place: RunPlace) async throws -> ExportResult {
        if request.startsOver, record != nil { try await startOver() }
        if let record {
            let differences = PipelineFile.differences(old: record.identity, new: identity)
            guard differences.isEmpty else { throw RunError.identityChanged(id, differences) }
            if record.phase == .publish { return try await finish(place) }
        }
        try place.create()
        let isNew = record == nil
        observe(.begins(id, continues: !isNew))
        let snapshot = record?.snapshot ?? request.snapshot ?? Instant(secondsSince1970: now().nanosecondsSince1970 / 1_000_000_000)
        if isNew {
            // What a run that was forgotten has left of its datasets does not belong to this one.
            for step in request.pipeline.steps { try await journal.reset(stepID(step)) }
            let begun = RunRecord(
                id: id, identity: identity, snapshot: snapshot, corrects: corrects, startedAt: now(), phase: .fetch)
            try await journal.begin(begun)
            record = begun
        }
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.pagesAhead,
            workspace: request.workspace, cache: request.isFresh ? .renew : .use, observe: observe)
        var results: [StepResult] = []
        do {
            for (index, step) in request.pipeline.steps.enumerated() {
                observe(.dataset(name: step.dataset, number: index + 1, of: request.pipeline.steps.count))
                results.append(try await result(of: step, place, snapshot, connection))
            }
            await connection.close()
        } catch {
            await connection.close()
            throw error
        }
        let bag = try await seal(results, place, snapshot)
        // Files of datasets that an earlier attempt finished may have been damaged since.
        if !isNew { try place.requireIntactBag() }
        try place.publish(expecting: bag)
        try await journal.complete(id, at: now())
        try place.clean()
        observe(.run(.complete(results.counts)))
        return try await published(wasPublished: false)
    }

    private mutating func startOver() async throws {
        // The run itself last: killed in between, it is still known, and the same command begins here again.
        for step in request.pipeline.steps { try await journal.reset(stepID(step)) }
        try await journal.reset(id)
        let parts = request.workspace.parts(of: id)
        try Folders.remove("\(parts)/bag", under: request.workspace.path)
        for step in request.pipeline.steps {
            try Folders.remove("\(parts)/\(StepRun.landingName(step))", under: request.workspace.path)
        }
        record = nil
    }

    private func result(
        of step: DatasetPipeline.Step, _ place: RunPlace, _ snapshot: Instant, _ connection: APIConnection
    ) async throws -> StepResult {
        guard let type = Gantry.recordType(ofDataset: step.dataset) else {
            throw RunError(.unsupported, "This build knows no dataset \(step.dataset).")
        }
        let run = StepRun(
            step: step, id: stepID(step), place: place, period: request.period, identity: identity, snapshot: snapshot,
            file: request.pipeline, pagesAhead: request.pagesAhead, connection: connection, journal: journal, stop: stop,
            observe: observe)
        return try await run.execute(type)
    }

    /// Writes the totals, bags everything and commits the bag.
    private func seal(_ results: [StepResult], _ place: RunPlace, _ snapshot: Instant) async throws -> String {
        let document = DatasetTotals(
            id: id, system: request.connection.system, connection: request.connection.name, period: request.period,
            corrects: corrects, snapshot: snapshot, results: results)
        let totals = try place.write(PayrollPlan.totalsName, document.text)
        try await journal.keep(document.journalText(totals), named: "result", for: id)
        let bag = try document.bag(place, title: request.pipeline.title, totals)
        var state = Checkpoint(phase: .publish, pageSize: 0, landing: PartMark(name: "", length: 0, sha256: ""), parts: [])
        state.bag = bag
        state.counts = results.counts
        state.records = results.counts.fetched
        try await journal.commit(state, rejects: [], for: id)
        return bag
    }

    /// A run that was killed while it published: only the rename and the journal are left to do.
    private func finish(_ place: RunPlace) async throws -> ExportResult {
        observe(.begins(id, continues: true))
        if let bag = try await journal.lastCheckpoint(of: id)?.bag {
            // Time has passed since the bag was sealed, so it is proven again before it gets its name.
            try place.requireIntactBag()
            try place.publish(expecting: bag)
        }
        try await journal.complete(id, at: now())
        try place.clean()
        return try await published(wasPublished: false)
    }

    private func published(wasPublished: Bool) async throws -> ExportResult {
        let overview = try await Gantry.overview(id, journal)
        return ExportResult(
            id: id, folder: place.export, totals: overview.totals ?? ExportTotals(), files: overview.files,
            wasPublished: wasPublished)
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
            sum.rejected += result.counts.rejected
        }
    }
}
