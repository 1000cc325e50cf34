internal import GantryConnectors
public import GantryEngine
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension Gantry {
    /// Starts, continues or finds complete the run of datasets that the request names, and brings it to its published
    /// export folder.
    ///
    /// The datasets are fetched one after the other, each with its own checkpoints; they are published together.
    ///
    /// ```swift
    /// import GantryKit
    ///
    /// func export(_ request: DatasetExportRequest) async throws {
    ///     let result = try await Gantry.export(request)
    ///     for file in result.files { print(file.path, file.bytes) }
    /// }
    /// ```
    ///
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
        let export = DatasetExport(
            request: request, source: source, target: target, journal: journal, observe: observe)
        let result = try await perform(
            export, target, export.place, snapshot: request.snapshot, datasets: request.pipeline.steps.map(\.dataset),
            journal: journal, stop: stop, observe: observe)
        await notify(
            PublishedRun(
                id: result.id, workspace: request.workspace, environment: request.environment, command: request.command),
            result.figures, request.notice, observe)
        return result
    }
}

extension Gantry {
    /// What the same request to `export` would do. Signs in and asks each list for its first page; writes nothing.
    ///
    /// ```swift
    /// import GantryKit
    ///
    /// func printPlan(of request: DatasetExportRequest) async throws {
    ///     let plan = try await Gantry.plan(request)
    ///     print(plan.expectedRecords.map { "\($0) records" } ?? "an unknown number of records")
    /// }
    /// ```
    public static func plan(_ request: DatasetExportRequest) async throws -> ExportPlan {
        try DatasetPlan.requireSupported(request.pipeline, system: request.connection.system)
        let source = request.source
        let target = try await RunTarget(
            pipeline: request.pipeline.name, period: request.period.name, request.revision, of: source,
            in: try existingJournal(request.workspace))
        let id = target.id
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: 2, workspace: request.workspace,
            cache: .none,
            observe: { _ in })
        return try await connection.whileOpen {
            var requests: [String] = []
            var total: Int? = 0
            for step in request.pipeline.steps {
                guard let type = recordType(ofDataset: step.dataset) else { continue }
                let first = try await firstPage(type, step, request, connection)
                requests.append(first.request)
                total = total.flatMap { sum in first.total.flatMap { add($0, to: sum) } }
            }
            let files =
                request.pipeline.steps.flatMap(\.outputs).map { "data/\($0.file)" }
                + [
                    "data/\(TotalsFile.name)", "bag-info.txt", "bagit.txt", "manifest-sha256.txt",
                    "tagmanifest-sha256.txt",
                ]
            return ExportPlan(
                id: id, state: target.state, source: source, requests: requests, expectedRecords: total,
                expectedPages: nil,
                joinedRecords: nil, files: files, folder: request.workspace.folder(of: id))
        }
    }

    /// `nil` where the sum would be too large.
    private static func add(_ count: Int, to sum: Int) -> Int? {
        let (sum, overflow) = sum.addingReportingOverflow(max(count, 0))
        return overflow ? nil : sum
    }

    /// The request for a dataset in words, and how many records the server says there are.
    private static func firstPage<R: DatasetRecord>(
        _: R.Type, _ step: DatasetPipeline.Step, _ request: DatasetExportRequest, _ connection: APIConnection
    ) async throws -> (request: String, total: Int?) {
        let dataset = R.dataset
        let ask = dataset.request(DatasetPlan.request(step, request.period, page: 1, key: "<key>"))
        switch dataset.paging {
        case .keyed: return ("\(ask.description), for each key", nil)
        case .whole, .pages, .offset:
            let page = try await PageLane<R>(connection, listKeys: dataset.listKeys).fetch(ask)
            let total =
                page.envelope.totalCount.map(Int.init(clamping:)) ?? (dataset.paging == .whole ? page.chunk.count : nil)
            let limit = page.envelope.limit.map(Int.init(clamping:)) ?? step.pageSize
            let size = ask.sendsLimit ? step.pageSize : max(limit, 1)
            let pages = total.map { PagingState.pages(of: max($0, 0), size: size) }
            guard dataset.paging != .whole, let pages, pages > 1, page.chunk.count < total ?? 0 else {
                return (ask.description, total)
            }
            return ("\(ask.description) … \(pages) pages", total)
        }
    }

    /// The first rows of each CSV output, from the first page of each list. Writes nothing.
    ///
    /// ```swift
    /// import GantryKit
    ///
    /// func printPreview(of request: DatasetExportRequest) async throws {
    ///     for table in try await Gantry.preview(request) { print(table.file, table.rows.count) }
    /// }
    /// ```
    public static func preview(_ request: DatasetExportRequest, rows: Int = 10) async throws -> [PreviewTable] {
        try DatasetPlan.requireSupported(request.pipeline, system: request.connection.system)
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: 2, workspace: request.workspace,
            cache: .none,
            observe: { _ in })
        return try await connection.whileOpen {
            var tables: [PreviewTable] = []
            var pages = PreviewedDatasets()
            var keys: [String: [String]] = [:]
            for step in request.pipeline.steps {
                // Files have to be fetched before there is a record of them.
                guard let type = recordType(ofDataset: step.dataset), !(type is any DownloadedRecord.Type) else {
                    continue
                }
                let key: String?
                switch step.forEach {
                case .datasets(let names)?: key = firstKey(names.flatMap { keys[$0] ?? [] }, type)
                case .file(let path)?: key = try firstKey(path, request.workspace, type)
                case nil: key = ""
                }
                guard let key else { continue }
                tables += try await preview(
                    type, step, request, connection, key: key, rows: rows, keys: &keys, pages: &pages)
            }
            return tables
        }
    }

    private static func firstKey<Asked: DatasetRecord>(
        _ path: String, _ workspace: Workspace, _: Asked.Type
    ) throws -> String? {
        try KeyList.read(path, in: workspace, Asked.self).first
    }

    private static func firstKey<Asked: DatasetRecord>(_ keys: [String], _: Asked.Type) -> String? {
        keys.count >= Asked.dataset.keyParts ? keys.prefix(Asked.dataset.keyParts).joined(separator: "/") : nil
    }

    private static func preview<R: DatasetRecord>(
        _: R.Type, _ step: DatasetPipeline.Step, _ request: DatasetExportRequest, _ connection: APIConnection,
        key: String,
        rows: Int, keys: inout [String: [String]], pages: inout PreviewedDatasets
    ) async throws -> [PreviewTable] {
        let dataset = R.dataset
        let page = try await PageLane<R>(connection, listKeys: dataset.listKeys)
            .fetch(dataset.request(DatasetPlan.request(step, request.period, page: 1, key: key)))
        let joined = try await R.joined(pages)
        let selection = RecordSelection(period: step.isWithinPeriod ? request.period : nil)
        var rules = DatasetRules<R>(late: nil, selecting: selection, joined: joined?.place)
        let checked = rules.check(page.chunk)
        pages.add(page.chunk)
        let shown = checked.verdicts.indices.filter { checked.verdicts[$0] == .exported }
        keys[step.dataset] = shown.prefix(2).map {
            String(decoding: checked.chunk.spelled(checked.chunk.records[$0].key), as: UTF8.self)
        }
        return step.outputs.compactMap { output in
            guard output.format.content == .records,
                var encoder = DatasetEncoder<R>(output, dialect: .machine, joined: joined)
            else { return nil }
            let columns = output.columns
            var cells: [[String]] = []
            for index in shown where cells.count < rows {
                var bytes: [UInt8] = []
                encoder.encode(
                    checked.chunk, rows: [Int32(truncatingIfNeeded: index)], joined: checked.joined, into: &bytes)
                var table = CSVRows(bytes, dialect: .machine)
                while cells.count < rows, let row = table.next() { cells.append(row) }
            }
            let fields =
                Gantry.catalog.dataset(named: step.dataset).map { dataset in
                    output.list.flatMap { name in dataset.lists.first { $0.name == name }?.fields } ?? dataset.fields
                } ?? []
            let numeric = columns.map { column in
                fields.first { $0.name == column.field.name }.map { $0.kind == .integer || $0.kind.hasDecimals }
                    ?? false
            }
            return PreviewTable(file: output.file, headings: columns.map(\.heading), rows: cells, isNumeric: numeric)
        }
    }
}

/// The first pages of the datasets before one in a preview.
private struct PreviewedDatasets: EarlierDatasets {
    private var pages: [String: any Sendable] = [:]

    mutating func add<R: DatasetRecord>(_ page: Chunk<R>) { pages["\(R.self)"] = page }

    func read<R: DatasetRecord>(_ type: R.Type, _ body: (UsableRecords<R>) -> Void) async throws -> Bool {
        guard let page = pages["\(R.self)"] as? Chunk<R> else { return false }
        body(UsableRecords(page))
        return true
    }
}
