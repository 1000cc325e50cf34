internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryHTTP
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// Takes one dataset of a run to proven files among the parts.
struct DatasetStage: ExportStage {
    let request: ExportRequest
    let dataset: Pipeline.Dataset
    let place: RunDirectories
    /// What the dataset continues from, where it does.
    let base: RunIdentity.Base?
    let connection: APIConnection

    private static let keysName = "keys"

    var name: String { dataset.shortName }

    var keySources: Set<String> {
        let names: [String] =
            switch dataset.forEach {
            case .datasets(let names): names
            case .field(_, let name): [name]
            case .file, nil: []
            }
        return Set(request.pipeline.datasets.filter { names.contains($0.name) }.map(\.shortName))
    }

    /// The dataset as the connection's contract has it.
    func described<R: DatasetRecord>(_ known: some DatasetDescription<R>) -> Dataset<R> {
        known.dataset.variant(of: connection.contract)
    }

    /// The landing of a dataset that has no archive in Zstandard.
    static func landingName(_ dataset: Pipeline.Dataset) -> String { "\(dataset.shortName)-landing.jsonl.zst" }

    static func landingPath(_ dataset: Pipeline.Dataset, in place: RunDirectories) -> String {
        dataset.archive.map { "\(place.data)/\($0)" } ?? "\(place.parts)/\(landingName(dataset))"
    }

    func run(_ context: StageContext) async throws -> StageResult {
        guard let known = connection.connection.system.dataset(named: dataset.name) else {
            throw RunError(.unsupported, "This build doesn't support the dataset \(dataset.name).")
        }
        let keys = try await keys(known, context)
        try requireSame(keys)
        let documents = dataset.forEach == nil ? [:] : [DatasetStage.keysName: keys.joined(separator: "\n")]
        if let part = request.part {
            return try await fetch(part, of: known, keys: keys, documents: documents, in: context)
        }
        try await context.begin(documents: documents)
        return try await run(known, keys: keys, in: context)
    }

    private func run<R: DatasetRecord>(
        _ known: some DatasetDescription<R>, keys: [String], in context: StageContext
    ) async throws -> StageResult {
        let archive = dataset.archive
        let parts = request.parts
        let described = described(known)
        let landing = LandingFile(
            described, path: DatasetStage.landingPath(dataset, in: place),
            name: archive ?? DatasetStage.landingName(dataset))
        let earlier = LandedDatasets(all: request.pipeline.datasets, before: dataset, place: place)
        let joined = dataset.showsJoin ? try await described.join?.records(earlier) : nil
        let outputs = DatasetOutputs(
            dataset: dataset, described, place: place, landing: landing, archive: archive,
            snapshot: context.record.snapshot,
            writers: DatasetPlan.writers(of: dataset, described, in: place, joined: joined))
        var selection = RecordSelection()
        if dataset.isWithinPeriod || described.periodRule != nil { selection.period = request.period }
        if dataset.isSinceLastRun {
            selection.since = try await base?.bookmark(of: dataset.shortName, in: context.journal) ?? Bookmark()
        }
        if described.order?.isTime == true { selection.snapshot = context.record.snapshot }
        guard !dataset.isSinceLastRun || described.order != nil else {
            throw RunError(
                .unsupported,
                "\(dataset.name) can't be continued from the last run: what \(request.connection.name) lists by the "
                    + "\(connection.contract.rawValue) contract can be added to anywhere.",
                advice: "Remove since: from the dataset in the pipeline file.")
        }
        let list = try list(described, keys, since: selection.since)
        let pieces = pieces(described, since: selection.since)
        let check = try await described.check(earlier)
        let batch = BatchStage<DatasetRules<R>>(
            context, landing: landing, outputs: outputs,
            policy: request.pipeline.checkpoint, budget: request.pipeline.rejects,
            repeatsWithinPages: try parts?.repeatsWithinPages(of: name) ?? 0
        ) { [selection, parts = place.parts] in
            DatasetRules(
                described, wholeBatch: $0, selecting: selection, joined: joined?.place, findings: check,
                spillingTo: parts)
        }
        let result = try await batch.execute(
            pageSize: described.pageSize(wanted: dataset.pageSize), merging: parts, name: name, list: list,
            pieces: described.unorderedPageSize == nil ? pieces?.list(connection, lanes: request.pagesAhead) : nil,
            borders: try PeriodBorders(
                connection, of: described, asking: ask(described, since: selection.since),
                pageSize: described.pageSize(wanted: dataset.pageSize)),
            stop: context.stop)
        try await landing.close()
        return try await result.notingProof(context)
    }

    /// Fetches one part's share.
    private func fetch<R: DatasetRecord>(
        _ part: PartNumber, of known: some DatasetDescription<R>, keys: [String], documents: [String: String],
        in context: StageContext
    ) async throws -> StageResult {
        let described = described(known)
        return try await PartFetch(
            request: request, part: part, name: name, place: place, list: try list(described, keys, since: nil),
            pageSize: described.pageSize(wanted: dataset.pageSize), keys: keys, isInEach: isKeySource,
            documents: documents
        ).run(context)
    }

    /// Whether a later dataset takes its keys from this one.
    private var isKeySource: Bool {
        request.pipeline.datasets.contains { other in
            switch other.forEach {
            case .datasets(let names): names.contains(dataset.name)
            case .field(_, let name): name == dataset.name
            case .file, nil: false
            }
        }
    }

    /// The list cut into pieces; `nil` where it can't be.
    private func pieces<R: DatasetRecord>(_ described: Dataset<R>, since bookmark: Bookmark?) -> ListPieces<R>? {
        var ask = ask(described, since: bookmark)
        if described.unorderedPageSize != nil { ask.period = request.period }
        return ListPieces(described, of: ask)
    }

    /// What is asked of the whole list.
    private func ask(_ described: Dataset<some DatasetRecord>, since bookmark: Bookmark?) -> DatasetRequest {
        var ask = DatasetPlan.request(dataset, request.period, page: 1, key: "")
        ask.since = described.order?.group == nil ? bookmark?.start : nil
        return ask
    }

    /// The list on the server.
    private func list<R: DatasetRecord>(
        _ described: Dataset<R>, _ keys: [String], since bookmark: Bookmark?
    ) throws -> PagedList<R> {
        if described.unorderedPageSize != nil, let pieces = pieces(described, since: bookmark) {
            return pieces.list(connection, lanes: request.pagesAhead)
        }
        let since = described.order?.group == nil ? bookmark?.start : nil
        let period = request.period
        let ask: @Sendable (Int, Int) -> DatasetRequest = { [dataset] page, size in
            var details = DatasetPlan.request(
                dataset, period, page: page, key: keys.indices.contains(page - 1) ? keys[page - 1] : "")
            details.pageSize = size
            details.since = since
            return details
        }
        var list = PagedList(
            described, lanes: try lanes(described, ask, pages: keys.count).map { naming(keys, $0) },
            sendsLimit: described.request(ask(1, 1)).sendsLimit, keys: keys.count)
        if described.paging == .linked {
            let lane = PageLane(connection, described)
            list.follow = { [dataset] next, size in
                var details = DatasetPlan.request(dataset, period, page: 1, key: "")
                details.pageSize = size
                details.next = next
                details.since = since
                return try await described.page(details, lane)
            }
        }
        return list
    }

    /// Says what a key that the server doesn't know means.
    private func naming<R: DatasetRecord>(
        _ keys: [String], _ lane: @escaping PagedSource<R>.Lane
    )
        -> PagedSource<R>.Lane
    {
        { [dataset] page, size in
            do {
                return try await lane(page, size)
            } catch let error as HTTPError where keys.indices.contains(page - 1) && [404, 410].contains(error.status) {
                throw DatasetStage.unknown(keys[page - 1], of: dataset, error)
            }
        }
    }

    private static func unknown(_ key: String, of dataset: Pipeline.Dataset, _ error: HTTPError) -> RunError {
        let key = singleLine(key, limit: 60)
        if case .file(let path)? = dataset.forEach {
            return RunError(
                .sourceRefused, "\(error.explanation) The key \(key) is in \(path).",
                advice: "Remove it there if the server has no such record, and run again with \(.startOver): "
                    + "an unfinished run keeps the keys that it began with.")
        }
        return RunError(
            .sourceChanged,
            "\(error.explanation) The key \(key) came from a list before; the record may have been removed since.",
            advice:
                "Run again with \(.startOver). If it happens again with the same key, the server lists a record that "
                + "it doesn't give at this address.",
            isRetryable: true)
    }

    private func lanes<R: DatasetRecord>(
        _ described: Dataset<R>, _ ask: @escaping @Sendable (Int, Int) -> DatasetRequest, pages: Int
    ) throws -> [PagedSource<R>.Lane] {
        if let files = described.downloads {
            guard let transfers = connection.fileTransfers(retryBudget: FileTransfers.downloadRetries) else {
                throw RunError(.unsupported, "The files of \(dataset.name) can't be fetched over this connection.")
            }
            return try downloads(
                files, of: described, transfers: transfers, ask: { described.request(ask($0, $1)) }, pages: pages)
        }
        return (0..<max(request.pagesAhead, 1)).map { _ in
            let lane = PageLane(connection, described)
            return { page, size in
                let fetched = try await described.page(ask(page, size), lane)
                if page == 1, fetched.chunk.count == 0, let doubt = described.whyEmptyIsDoubtful {
                    throw DatasetStage.doubtful(described, doubt)
                }
                return fetched
            }
        }
    }

    /// The error for an empty list that need not mean that there are no records.
    private static func doubtful<R: DatasetRecord>(_ dataset: Dataset<R>, _ doubt: String) -> RunError {
        RunError(
            .sourceIncomplete, "The server's list of \(dataset.name) is empty. \(doubt)",
            advice:
                "Look the records up on the server, and remove the dataset from the pipeline file until the list works."
        )
    }

    private func downloads<R: DatasetRecord>(
        _ files: some FileListing<R>, of described: Dataset<R>, transfers: FileTransfers,
        ask: @escaping @Sendable (Int, Int) -> ReadRequest, pages: Int
    ) throws -> [PagedSource<R>.Lane] {
        try Folders.makePrivate(
            "\(place.workspace.parts(of: place.id))/bag/data/\(name)", under: place.workspace.path)
        let folder = "\(place.data)/\(name)"
        return DownloadLane.lanes(
            request.pagesAhead, of: described, files: files, connection: connection, transfers: transfers,
            folder: folder, pages: pages
        ) {
            ask($0, 1)
        }
        .map { lane in { try await lane.fetch(ask($0, $1)) } }
    }

    // MARK: Keys

    /// - Throws: `RunError.unusableRun` where merged parts were fetched with other keys.
    private func requireSame(_ keys: [String]) throws {
        guard case .file(let path)? = dataset.forEach, let parts = request.parts else { return }
        let digest = PartDocument.digest(ofKeys: keys)
        guard try parts.landings(of: name).contains(where: { $0.stage.keys != digest }) else { return }
        throw RunError(
            .unusableRun, "\(path) has other keys than those with which the parts of \(dataset.name) were fetched.",
            advice: "Put the file of the parts there, or fetch the parts again, with \(.nextRevision).")
    }

    /// The keys of a keyed dataset, the same in every attempt: they are kept when the stage begins.
    private func keys(_ known: some DatasetDescription, _ context: StageContext) async throws -> [String] {
        guard let source = dataset.forEach else { return [] }
        if context.hasBegun,
            let text = try await context.journal.document(named: DatasetStage.keysName, of: context.id)
        {
            return text.utf8.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        }
        switch source {
        case .file(let path):
            do {
                return try KeyList.read(path, in: place.workspace, known.dataset)
            } catch let error as FileError where error.code == .missing && request.parts != nil {
                throw RunError(
                    .unusableRun, error.explanation,
                    advice: "A merge needs the list of keys that the parts were fetched with. Put it there.")
            }
        case .datasets(let names):
            var ids: [String] = []
            for name in names { ids += try await keys(in: nil, of: name) }
            return try KeyList.keys(ids, of: names.joined(separator: " and "), for: known.dataset)
        case .field(let field, let name):
            return try KeyList.keys(
                try await keys(in: field, of: name), of: "\(name).\(field)", for: known.dataset)
        }
    }

    /// What a field of an earlier dataset's records holds, or their keys.
    private func keys(in field: String?, of name: String) async throws -> [String] {
        guard let earlier = request.pipeline.datasets.first(where: { $0.name == name }),
            let found = connection.connection.system.dataset(named: name)
        else {
            throw RunError(.unsupported, "There is no dataset \(name) before \(dataset.name).")
        }
        return try await KeyList.values(
            of: field, in: found,
            request.part == nil
                ? DatasetStage.landingPath(earlier, in: place)
                : "\(place.data)/\(PartDocument.fileName(of: earlier.shortName))")
    }
}

/// The datasets of a run that are landed before one of them.
private struct LandedDatasets: EarlierDatasets {
    let all: [Pipeline.Dataset]
    let before: Pipeline.Dataset
    let place: RunDirectories

    func read<R: DatasetRecord>(_ known: Dataset<R>, _ body: (UsableRecords<R>) -> Void) async throws -> Bool {
        let earlier = all.prefix { $0.name != before.name }
        guard let dataset = earlier.first(where: { $0.shortName == known.name }) else { return false }
        let path = DatasetStage.landingPath(dataset, in: place)
        let reader = try LandingReader(known, path: path, length: try ReadFile.open(path).size, tail: [])
        while let chunk = try await reader.next() { body(UsableRecords(chunk)) }
        return true
    }
}
