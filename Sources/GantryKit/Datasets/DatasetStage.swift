internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryJournal
internal import GantryModel
internal import GantryOutputs

/// Takes one dataset of a run to proven files among the parts.
struct DatasetStage: Stage {
    let step: DatasetPipeline.Step
    let place: RunPlace
    let period: PayPeriod
    /// What the dataset goes on from, where it does.
    let base: RunIdentity.Base?
    let file: DatasetPipeline
    let pagesAhead: Int
    let connection: APIConnection

    private static let keysName = "keys"

    var name: String { step.shortName }

    /// The landing of a dataset that has no archive in Zstandard.
    static func landingName(_ step: DatasetPipeline.Step) -> String { "\(step.shortName)-landing.jsonl.zst" }

    static func landingPath(_ step: DatasetPipeline.Step, _ file: DatasetPipeline, _ place: RunPlace) -> String {
        file.archive(of: step).map { "\(place.data)/\($0)" } ?? "\(place.parts)/\(landingName(step))"
    }

    func run(_ context: StageContext) async throws -> StageResult {
        guard let type = Gantry.recordType(ofDataset: step.dataset) else {
            throw RunError(.unsupported, "This build knows no dataset \(step.dataset).")
        }
        let keys = try await keys(type, context)
        try await context.begin(
            documents: step.forEach == nil ? [:] : [DatasetStage.keysName: keys.joined(separator: "\n")])
        return try await run(type, keys, context)
    }

    private func run<R: DatasetRecord>(
        _ type: R.Type, _ keys: [String], _ context: StageContext
    ) async throws -> StageResult {
        let dataset = R.dataset
        let archive = file.archive(of: step)
        let landing = LandingFile<R>(
            path: DatasetStage.landingPath(step, file, place), name: archive ?? DatasetStage.landingName(step))
        let earlier = LandedDatasets(file: file, before: step, place: place)
        let joined = step.showsJoin ? try await R.joined(earlier) : nil
        let outputs = DatasetOutputs<R>(
            step: step, place: place, landing: landing, archive: archive,
            writers: DatasetPlan.writers(step, place, joined))
        var selection = RecordSelection()
        if step.isWithinPeriod { selection.period = period }
        if step.isSinceLastRun {
            selection.since = try await base?.bookmark(of: step, in: context.journal) ?? Bookmark()
        }
        let since = dataset.order?.isTime == true && dataset.order?.group == nil ? selection.since?.startingTime : nil
        let check = try await R.check(earlier)
        let batch = BatchStage<DatasetRules<R>>(
            context, landing: landing, outputs: outputs,
            policy: CheckpointPolicy(every: file.checkpoint.every, records: file.checkpoint.records),
            budget: file.rejects.budget
        ) { [selection] in DatasetRules<R>(late: $0, selecting: selection, joined: joined?.place, findings: check) }
        let period = period
        let step = step
        let request: @Sendable (Int, Int) -> ReadRequest = { page, size in
            var ask = DatasetPlan.request(
                step, period, page: page, key: keys.indices.contains(page - 1) ? keys[page - 1] : "")
            ask.pageSize = size
            ask.since = since
            return dataset.request(ask)
        }
        let lanes = try lanes(R.self, request, pages: keys.count)
        let result = try await batch.execute(pageSize: step.pageSize) { position in
            let source = PagedSource<R>(
                lanes: lanes, paging: dataset.paging, at: position,
                sendsLimit: request(position.page, position.pageSize).sendsLimit, keys: keys.count)
            context.stop.whenRequested { Task { await source.cancel() } }
            return source
        }
        try await landing.close()
        return result
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

    /// The keys of a keyed dataset, the same in every attempt: they are kept when the stage begins.
    private func keys(_ type: (some DatasetRecord).Type, _ context: StageContext) async throws -> [String] {
        guard let source = step.forEach else { return [] }
        if context.hasBegun,
            let text = try await context.journal.document(named: DatasetStage.keysName, of: context.id)
        {
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
                ids += try await KeyList.ids(of: found, DatasetStage.landingPath(earlier, file, place))
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
        let path = DatasetStage.landingPath(step, file, place)
        let reader = try LandingReader<R>(path: path, length: try ReadFile.open(path).size, tail: [])
        while let chunk = try await reader.next() { body(UsableRecords(chunk)) }
        return true
    }
}
