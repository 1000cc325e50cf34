internal import GantryAccounts
public import GantryEngine
internal import GantryFiles
internal import GantryJSON
public import GantryModel
internal import GantryOutputs
internal import GantryPayroll
public import GantryRuns
internal import GantrySignOff

extension Gantry {
    /// Fetches a signed period again and compares its pay with what was signed, by the settings and rates of then.
    /// Nothing is published.
    ///
    /// - Parameter stop: a request to end; the next call begins again.
    /// - Returns: `nil` where no revision of the period is signed.
    /// - Throws: as `export`; `RunError.otherSource` where the signed revision came from another server or account;
    ///   `SignOffRefusal.lostBase` where the folder isn't what was signed.
    public static func changes(
        _ request: ExportRequest, stop: StopRequest = StopRequest(),
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> PeriodChanges? {
        try requireSupported(request.pipeline, system: request.connection.system)
        // Where every paid entry is gone, that is what has changed.
        let request = request.allowingEmptyPay
        guard let journal = try request.workspace.existingJournal(),
            let base = try await signedBase(of: request, journal)
        else { return nil }
        let correction = try await Correction(of: request, from: base.statement, isLook: true, journal)
        let right = RunDirectories(
            id: base.statement.run, workspace: request.workspace, command: request.command
        ).right("look")
        return try await journal.whileHolding(right) {
            var changes = PeriodChanges(base: base.statement.run, isDelivered: base.isDelivered)
            let look = try LookFolder(request)
            do {
                try await look.read(correction, request: request, stop: stop, observe: observe, into: &changes)
            } catch let error as RunError where error.code == .nothingChanged {
                let moved = try await MovedEntries(of: base.statement.run, journal)
                (changes.left, changes.came) = (moved.left.count, moved.came.count)
            }
            try look.remove()
            return changes
        }
    }

    /// The newest periods of a pipeline that people signed, the newest first.
    /// - Parameter excluded: The period that is not meant; `nil` for all.
    public static func signedPeriods(
        of pipeline: String, most: Int, besides excluded: PayPeriod? = nil, in workspace: Workspace
    ) async throws -> [PayPeriod] {
        guard let journal = try workspace.existingJournal() else { return [] }
        let first = RunID(pipeline: pipeline, period: "2026-01", revision: 1)
        let history = try await BookKeeper(journal, SignOffPlace(run: first, workspace: workspace)).history
        let names = Set(history.book.lines.map(\.run).filter { history[$0].phase >= .signed }.map(\.period))
        return Array(
            names.compactMap { try? PayPeriod($0) }.filter { $0.name != excluded?.name }
                .sorted { ($1.last, $1.name) < ($0.last, $0.name) }.prefix(most))
    }

    /// The names of pipelines whose runs people sign, in alphabetical order.
    public static func signedPipelines(in workspace: Workspace) throws -> [String] {
        do throws(FileError) {
            return try Folders.list("\(workspace.path)/signoff", limit: 100_000).filter {
                $0.kind == .file && !$0.path.contains("/") && $0.path.hasSuffix(".jsonl")
            }.map { String($0.path.dropLast(".jsonl".count)) }.sorted()
        } catch {
            guard error.code == .missing else { throw error }
            return []
        }
    }

    private static func signedBase(
        of request: ExportRequest, _ journal: any WorkspaceJournal
    ) async throws -> (statement: Statement.Base, isDelivered: Bool)? {
        let first = RunID(pipeline: request.pipeline.name, period: request.period.name, revision: 1)
        let history = try await BookKeeper(journal, SignOffPlace(run: first, workspace: request.workspace)).history
        let delivered = history.newestDelivered(of: first)
        guard let base = delivered ?? history.signedRevisions(of: first).last, let statement = base.state.statement
        else { return nil }
        return (
            Statement.Base(run: base.run, statement: statement, usesNewSettings: request.usesNewSettings),
            delivered != nil
        )
    }
}

/// A folder in the workspace in which a period is fetched again and then forgotten.
private struct LookFolder: ~Copyable {
    private let workspace: Workspace
    private let scratch: Workspace
    private let folder: String
    private let lock: RunLock

    init(_ request: ExportRequest) throws {
        workspace = request.workspace
        let parent = "looks/\(request.pipeline.name)"
        folder = "\(parent)/\(request.period.name)"
        scratch = Workspace(path: "\(workspace.path)/\(folder)")
        try Folders.makePrivate(parent, under: workspace.path)
        lock = try RunLock.acquire(
            in: "\(workspace.path)/\(parent)", name: workspace.lockName(request.period.name), command: request.command,
            now: .now)
    }

    /// Runs the stage of pay as a correction does, and reads what it wrote.
    func read(
        _ correction: Correction, request: ExportRequest, stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void, into changes: inout PeriodChanges
    ) async throws {
        // What a killed command left.
        try Folders.remove(folder, under: workspace.path)
        try Folders.makePrivate(folder, under: workspace.path)
        let base = correction.base.run
        let id = RunID(pipeline: base.pipeline, period: base.period, revision: base.revision + 1)
        let journal = try scratch.journalFile()
        let place = RunDirectories(id: id, workspace: scratch, command: request.command)
        try place.create()
        var identity = RunIdentity(request.work.kind, settings: request.pipeline.settings)
        identity.source = request.source
        let record = RunRecord(
            id: id, identity: identity, snapshot: .now, corrects: base.revision, startedAt: .now)
        try await journal.begin(record, documents: [:])
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.pagesAhead,
            store: try request.workspace.sessions(), observe: { observe(.connection($0)) })
        let stages = RunStages(record: record, journal: journal, stop: stop) { news in
            if case .batch(let event) = news { observe(.run(event)) }
        }
        let results = try await connection.whileOpen {
            try await stages.run(
                request.work.stages(
                    request,
                    ExportContext(
                        connection: connection, source: request.source, place: place, correction: correction,
                        zone: try request.workspace.zone(), observe: observe)))
        }
        guard let text = results.first?.totals else { return }
        let totals = try JSONTree(Array(text.utf8))
        let changed = try ChangedPay(ExportFolder(place.bag, totals: totals))
        changes.lines = changed.lines
        changes.entries = changed.entries.map { PeriodChanges.Entry($0, against: base) }
        changes.currency = totals["currency"]?.text
    }

    consuming func remove() throws {
        try Folders.remove(folder, under: workspace.path)
        try lock.release()
    }
}
