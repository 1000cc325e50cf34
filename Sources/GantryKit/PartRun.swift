internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryRuns

/// A run that fetches one part of an export, as a bag of its own.
struct PartRun: RunWork {
    let request: ExportRequest
    let part: PartNumber
    let target: ResolvedRun
    let source: RunSource
    let observe: @Sendable (ExportEvent) -> Void

    init(
        _ request: ExportRequest, _ part: PartNumber, journal: any WorkspaceJournal,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws {
        try Gantry.requireParts(request.pipeline, of: Systems([request.connection.system]))
        self.request = request
        self.part = part
        self.observe = observe
        target = try await ResolvedRun(
            pipeline: part.name(of: request.pipeline.name), period: request.period.name, request.revision,
            of: request.source, in: journal)
        source = target.record?.phase == .complete ? request.source : try await request.askingForAccount(request.source)
    }

    var place: RunDirectories { RunDirectories(id: target.id, workspace: request.workspace, command: request.command) }

    private var whole: RunIdentity { request.identity(of: source) }

    func identity(_: RunRecord?) -> RunIdentity {
        var identity = whole
        identity.kind = .part
        identity.part = part.description
        return identity
    }

    func prepare() -> [String: String] { [RunDirectories.commandName: request.command] }

    func requireSame(published: RunRecord) throws { try published.requireSameSettings(as: identity(nil)) }

    func requireSame(unfinished: RunRecord, as identity: RunIdentity) throws {
        try unfinished.requireSame(as: identity)
    }

    func startsOver(_: RunRecord, identity _: RunIdentity) -> Bool { request.startsOver }

    func run(_ stages: RunStages) async throws -> [StageResult] {
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.pagesAhead,
            store: try request.workspace.sessions(),
            observe: { [observe] in observe(.connection($0)) })
        return try await connection.whileOpen {
            try await stages.run(
                request.work.stages(
                    request,
                    ExportContext(
                        connection: connection, source: stages.record.source ?? source, place: place,
                        observe: observe)))
        }
    }

    func seal(_ results: [StageResult], _ run: RunRecord) async throws -> SealedRun {
        let bag = RunBag(
            place: place, record: run, source: run.source ?? source, connection: request.connection.name,
            title: "Part \(part) of: \(request.pipeline.title)")
        let stages = try results.map { try JSONTree(Array($0.totals.utf8)).decoded(PartDocument.Stage.self) }
        let document = try PartDocument(part: part, identity: whole, stages: stages)
        return try await bag.seal(
            results.flatMap(\.files),
            totals: DatasetTotals(head: bag.head(RunBag.period(request.period)), counts: results.counts, datasets: [])
                .start + [JSONTree.Member(PartBag.key, try JSONTree(encoding: document))],
            figures: [("Records-Fetched", results.counts.fetched), ("Records-Rejected", results.counts.rejected)])
    }
}
