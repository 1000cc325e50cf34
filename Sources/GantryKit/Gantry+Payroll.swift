internal import GantryConnectors
public import GantryEngine
internal import GantryJSON
internal import GantryJournal
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

extension Gantry {
    /// Starts, continues or finds complete the run that the request names, and brings it to its published export
    /// folder.
    ///
    /// ```swift
    /// import Foundation
    /// import GantryKit
    /// import GantryModel
    ///
    /// let environment = ProcessInfo.processInfo.environment
    /// let workspace = Workspace(path: "/srv/payroll")
    /// let file = try PipelineFile.load(path: "Pipelines/payroll-monthly.yaml", catalog: Gantry.catalog)
    /// let configuration = try Configuration.load(
    ///     path: Configuration.path(given: nil, workspace: workspace.path), systems: Gantry.systems,
    ///     environment: environment)
    /// let request = ExportRequest(
    ///     pipeline: file, period: try PayPeriod("2026-10"),
    ///     connection: try configuration.connection(named: file.connection), workspace: workspace,
    ///     environment: environment, command: "monthly payroll")
    /// let result = try await Gantry.export(request)
    /// print(result.folder)
    /// ```
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
        var result = try await publish(request, journal, stop, observe)
        result.overlaps = try await overlaps(result, request, journal)
        await notify(
            PublishedRun(
                id: result.id, workspace: request.workspace, environment: request.environment, command: request.command),
            result.figures, request.notice, observe)
        return result
    }
}

extension Gantry {
    /// What the same request to `export` would do. Signs in and asks for the first page; writes nothing.
    ///
    /// ```swift
    /// import GantryKit
    ///
    /// func printPlan(of request: ExportRequest) async throws {
    ///     let plan = try await Gantry.plan(request)
    ///     print("\(plan.id) is \(plan.state)")
    ///     for line in plan.requests { print(line) }
    /// }
    /// ```
    public static func plan(_ request: ExportRequest) async throws -> ExportPlan {
        try PayrollPlan.requireSupported(request.pipeline, system: request.connection.system)
        try request.requirePayable()
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
            let size = request.pipeline.records.pageSize
            let lane = PageLane<WorkEntry>(connection, listKeys: KSRCranes.workEntryKeys)
            let first = try await lane.fetch(KSRCranes.workEntriesPage(request.period, page: 1, size: size))
            let total = first.envelope.totalCount.map(Int.init(clamping:))
            let pages = first.envelope.totalPages.map(Int.init(clamping:))
            var requests = ["POST \(KSRCranes.signInPath)"]
            var joined: Int?
            if request.pipeline.join != nil {
                requests.append(KSRCranes.workersList().description)
                joined = try await JoinedWorkers.fetch(connection, others: []).count
            }
            let page = KSRCranes.workEntriesPage(request.period, page: 1, size: size).description
            requests.append(
                pages.map { $0 > 1 ? "\(page) … page=\($0)" : page } ?? "\(page), and on until there are no more")
            var files: [String] = []
            for output in request.pipeline.outputs {
                files.append("data/\(output.file)")
                files += output.format.companions(of: output.file).map { "data/\($0)" }
                if output.isLandingArchive { files.append("data/\(JoinedWorkers.fileName)") }
            }
            files += [
                "data/\(TotalsFile.name)", "bag-info.txt", "bagit.txt", "manifest-sha256.txt",
                "tagmanifest-sha256.txt",
            ]
            var plan = ExportPlan(
                id: id, state: target.state, source: source, requests: requests, expectedRecords: total,
                expectedPages: pages,
                joinedRecords: joined, files: files, folder: request.workspace.folder(of: id))
            plan.overlaps = try await PayOverlap.all(
                of: id, request.period, from: source, isPublished: target.record?.phase == .complete,
                in: try existingJournal(request.workspace), request.workspace)
            return plan
        }
    }

    /// The first rows of each output, from the first page of records. Writes nothing.
    ///
    /// ```swift
    /// import GantryKit
    ///
    /// func printPreview(of request: ExportRequest) async throws {
    ///     for table in try await Gantry.preview(request, rows: 3) {
    ///         print(table.file)
    ///         for row in [table.headings] + table.rows { print(row.joined(separator: " | ")) }
    ///     }
    /// }
    /// ```
    public static func preview(_ request: ExportRequest, rows: Int = 10) async throws -> [PreviewTable] {
        try PayrollPlan.requireSupported(request.pipeline, system: request.connection.system)
        try request.requirePayDays()
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: 2, workspace: request.workspace,
            cache: .none,
            observe: { _ in })
        return try await connection.whileOpen {
            let roster = Roster(
                request.pipeline.join == nil
                    ? [] : try await JoinedWorkers.fetch(connection, others: PayrollPlan.otherFields(request.pipeline)))
            let lane = PageLane<WorkEntry>(connection, listKeys: KSRCranes.workEntryKeys)
            let page = try await lane.fetch(
                KSRCranes.workEntriesPage(request.period, page: 1, size: request.pipeline.records.pageSize))
            let total = page.envelope.totalCount.map(Int.init(clamping:))
            let isWhole = total.map { $0 <= page.chunk.count } ?? (page.chunk.count == 0)
            let part = isWhole ? nil : PreviewTable.Part(records: page.chunk.count, total: total)
            return try Preview(request, roster, page.chunk, part, rows: rows).tables()
        }
    }
}

extension Gantry {
    /// Derives the outputs of a published run again from its archive, as a new revision that corrects it: with other
    /// columns, other checks, other pay codes. Nothing is asked of the server.
    ///
    /// ```swift
    /// import GantryEngine
    /// import GantryKit
    ///
    /// func correct(_ request: ExportRequest) async throws {
    ///     let run = RunID(pipeline: request.pipeline.name, period: request.period.name, revision: 1)
    ///     let result = try await Gantry.rewrite(run, request: request)
    ///     print("\(result.id) corrects \(run)")
    /// }
    /// ```
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
        var result = try await publish(request, journal, stop, rewriting: run, observe)
        result.overlaps = try await overlaps(result, request, journal)
        return result
    }

    private static func publish(
        _ request: ExportRequest, _ journal: SQLiteJournal, _ stop: StopRequest, rewriting: RunID? = nil,
        _ observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> ExportResult {
        let export = try await PayrollExport(request, journal: journal, rewriting: rewriting, observe: observe)
        return try await perform(
            export, export.target, export.place, snapshot: request.snapshot, journal: journal, stop: stop,
            observe: observe)
    }

    private static func overlaps(
        _ result: ExportResult, _ request: ExportRequest, _ journal: SQLiteJournal
    ) async throws -> [PayOverlap] {
        guard let source = result.source else { return [] }
        return try await PayOverlap.all(
            of: result.id, request.period, from: source, isPublished: true, in: journal, request.workspace)
    }
}
