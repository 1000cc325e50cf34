internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryJournal
internal import GantryModel
internal import GantryOutputs

/// Carries one dataset of a run from where it stands to proven files among the parts.
struct StepRun: Sendable {
    let step: DatasetPipeline.Step
    let id: RunID
    let place: RunPlace
    let period: PayPeriod
    /// What the step goes on from, where it does.
    let base: RunBase?
    let identity: String
    let snapshot: Instant
    let file: DatasetPipeline
    let pagesAhead: Int
    let connection: APIConnection
    let journal: SQLiteJournal
    let stop: StopRequest
    let observe: @Sendable (ExportEvent) -> Void

    private static let resultName = "step"
    private static let keysName = "keys"
    static let bookmarkName = "bookmark"

    /// The landing of a dataset that has no archive in Zstandard.
    static func landingName(_ step: DatasetPipeline.Step) -> String { "\(step.shortName)-landing.jsonl.zst" }

    static func landingPath(_ step: DatasetPipeline.Step, _ file: DatasetPipeline, _ place: RunPlace) -> String {
        file.archive(of: step).map { "\(place.data)/\($0)" } ?? "\(place.parts)/\(landingName(step))"
    }

    func execute(_ type: (some DatasetRecord).Type) async throws -> StepResult {
        let known = try await journal.run(id)
        if known?.phase == .complete, let kept = try await kept() { return kept }
        do {
            try await carryOn(type, isNew: known == nil)
        } catch let error as RunError where error.code == .sourceChanged && !stop.isRequested {
            // Most often somebody entered something just then; when it changes again, a person has to choose a quieter
            // time.
            observe(.beginsAnew(id, reason: error.explanation))
            try await journal.reset(id)
            try await carryOn(type, isNew: true)
        }
        guard let kept = try await kept() else {
            throw RunError(.verificationFailed, "The journal does not hold what became of \(step.dataset).")
        }
        return kept
    }

    private func carryOn(_ type: (some DatasetRecord).Type, isNew: Bool) async throws {
        let keys = try await keys(type, isNew: isNew)
        if isNew {
            let begun = RunRecord(
                id: id, identity: identity, snapshot: snapshot, corrects: nil, startedAt: now(), phase: .fetch)
            let documents = step.forEach == nil ? [:] : [StepRun.keysName: keys.joined(separator: "\n")]
            try await journal.begin(begun, documents: documents, checkpoint: nil)
        }
        try await run(type, keys)
        try await journal.complete(id, at: now())
    }

    private func kept() async throws -> StepResult? {
        guard let text = try await journal.document(named: StepRun.resultName, of: id) else { return nil }
        do throws(JSONProblem) { return StepResult(try JSONTree(Array(text.utf8))) } catch { return nil }
    }

    private func run<R: DatasetRecord>(_ type: R.Type, _ keys: [String]) async throws {
        let dataset = R.dataset
        let archive = file.archive(of: step)
        let landing = LandingFile<R>(
            path: StepRun.landingPath(step, file, place), name: archive ?? StepRun.landingName(step))
        let earlier = LandedDatasets(file: file, before: step, place: place)
        let joined = step.showsJoin ? try await R.joined(earlier) : nil
        let outputs = DatasetOutputs<R>(
            step: step, place: place, landing: landing, archive: archive,
            writers: DatasetPlan.writers(step, place, joined)
        ) { [journal, id] result, bookmark in
            if let bookmark { try await journal.keep(bookmark.text, named: StepRun.bookmarkName, for: id) }
            try await journal.keep(result.tree(withDigests: true).compact, named: StepRun.resultName, for: id)
        }
        var selection = RecordSelection()
        if step.isWithinPeriod { selection.period = period }
        if step.isSinceLastRun { selection.since = try await base?.bookmark(of: step, in: journal) ?? Bookmark() }
        let since = dataset.order?.isTime == true && dataset.order?.group == nil ? selection.since?.startingTime : nil
        let check = try await R.check(earlier)
        let batch = BatchRun<DatasetRules<R>>(
            id: id, journal: journal, landing: landing, outputs: outputs,
            policy: CheckpointPolicy(every: file.checkpoint.every, records: file.checkpoint.records),
            budget: file.rejects.budget,
            stop: stop,
            observe: { [observe] event in
                switch event {
                // The whole run is published, not this dataset.
                case .publishing, .complete: break
                default: observe(.run(event))
                }
            }
        ) { [selection] in DatasetRules<R>(late: $0, selecting: selection, joined: joined?.place, findings: check) }
        let period = period
        let step = step
        let stop = stop
        let request: @Sendable (Int, Int) -> ReadRequest = { page, size in
            var ask = DatasetPlan.request(
                step, period, page: page, key: keys.indices.contains(page - 1) ? keys[page - 1] : "")
            ask.pageSize = size
            ask.since = since
            return dataset.request(ask)
        }
        let lanes = try lanes(R.self, request, pages: keys.count)
        _ = try await batch.execute(pageSize: step.pageSize) { position in
            let source = PagedSource<R>(
                lanes: lanes, paging: dataset.paging, at: position,
                sendsLimit: request(position.page, position.pageSize).sendsLimit, keys: keys.count)
            stop.whenRequested { Task { await source.cancel() } }
            return source
        }
    }

    private func lanes<R: DatasetRecord>(
        _: R.Type, _ request: @escaping @Sendable (Int, Int) -> ReadRequest, pages: Int
    ) throws -> [PagedSource<R>.Lane] {
        if let downloaded = R.self as? any DownloadedRecord.Type {
            guard let transfers = connection.fileTransfers(retryBudget: FileTransfers.downloadRetries),
                let lanes = try downloads(downloaded, as: R.self, transfers, request, pages: pages)
            else { throw RunError(.unsupported, "The files of \(step.dataset) can't be fetched over this connection.") }
            return lanes
        }
        return (0..<max(pagesAhead, 1)).map { _ in
            let lane = PageLane<R>(connection, listKeys: R.dataset.listKeys, life: R.dataset.life)
            return { try await lane.fetch(request($0, $1)) }
        }
    }

    /// `nil` where the two types are not the same.
    private func downloads<D: DownloadedRecord, R: DatasetRecord>(
        _: D.Type, as _: R.Type, _ transfers: FileTransfers, _ request: @escaping @Sendable (Int, Int) -> ReadRequest,
        pages: Int
    ) throws -> [PagedSource<R>.Lane]? {
        try Folders.makePrivate(
            "\(place.workspace.parts(of: place.id))/bag/data/\(step.shortName)", under: place.workspace.path)
        let folder = "\(place.data)/\(step.shortName)"
        let lanes = DownloadLane<D>.lanes(pagesAhead, connection, transfers, folder: folder, pages: pages) {
            request($0, 1)
        }
        .map { lane -> PagedSource<D>.Lane in { try await lane.fetch(request($0, $1)) } }
        return lanes as? [PagedSource<R>.Lane]
    }

    // MARK: Keys

    /// The keys of a keyed dataset, the same in every attempt: they are kept when the dataset begins.
    private func keys(_ type: (some DatasetRecord).Type, isNew: Bool) async throws -> [String] {
        guard let source = step.forEach else { return [] }
        if !isNew, let text = try await journal.document(named: StepRun.keysName, of: id) {
            return text.split(separator: "\n").map(String.init)
        }
        switch source {
        case .file(let path): return try KeyList.read(path, in: place.workspace, type)
        case .datasets(let names):
            var ids: [String] = []
            for name in names {
                guard let earlier = file.steps.first(where: { $0.dataset == name }),
                    let found = Gantry.recordType(ofDataset: name)
                else {
                    throw RunError(.unsupported, "There is no dataset \(name) before \(step.dataset).")
                }
                ids += try await KeyList.ids(of: found, StepRun.landingPath(earlier, file, place))
            }
            return try KeyList.keys(ids, of: names.joined(separator: " and "), for: type)
        }
    }
}

/// The datasets of a run that are landed before one of its steps.
private struct LandedDatasets: EarlierDatasets {
    let file: DatasetPipeline
    let before: DatasetPipeline.Step
    let place: RunPlace

    func read<R: DatasetRecord>(_ type: R.Type, _ body: (UsableRecords<R>) -> Void) async throws -> Bool {
        let earlier = file.steps.prefix { $0.dataset != before.dataset }
        guard let step = earlier.first(where: { $0.shortName == R.dataset.name }) else { return false }
        let path = StepRun.landingPath(step, file, place)
        let reader = try LandingReader<R>(path: path, length: try ReadFile.open(path).size, tail: [])
        while let chunk = try await reader.next() { body(UsableRecords(chunk)) }
        return true
    }
}
