internal import GantryAccounts
internal import GantryConnectors
package import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryRuns

/// The run that sends the rows of a sheet. It has one stage.
struct ImportRun<Row: SubmittedRow>: Sendable {
    let id: RunID
    let place: RunDirectories
    private let sheet: ImportSheet
    private let stage: ImportStage<Row>

    private var request: ImportRequest { stage.request }
    private var journal: any WorkspaceJournal { stage.journal }
    private var scope: LedgerScope<Row> { stage.scope }

    init(
        _ binding: SheetBinding<Row>, request: ImportRequest, source: RunSource, target: ResolvedRun,
        sheet: ImportSheet,
        journal: any WorkspaceJournal, stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) throws {
        id = target.id
        place = RunDirectories(id: target.id, workspace: request.workspace, command: request.command)
        self.sheet = sheet
        stage = ImportStage(
            request: request, journal: journal, stop: stop, observe: observe, id: target.id, place: place,
            digest: sheet.digest, scope: try LedgerScope(binding.submission, request: request, source: source),
            binding: binding)
    }

    /// Whether every row of the run was checked, so that some may have been sent.
    static func isChecked(_ id: RunID, _ journal: any WorkspaceJournal) async throws -> Bool {
        try await journal.document(named: ImportSummary.preflightName, of: id) != nil
    }
}

extension ImportRun: RunWork {
    var leftovers: [String] { [ImportSheet.copyName] }

    func identity(_: RunRecord?) -> RunIdentity { scope.identity(of: request, sheet) }

    func requireSame(published _: RunRecord) {}

    func requireSame(unfinished: RunRecord, as identity: RunIdentity) throws {
        try unfinished.requireSame(as: identity)
    }

    /// Until every row is checked nothing is sent, so nothing of a run that came no further is worth keeping it for.
    func startsOver(_ known: RunRecord, identity: RunIdentity) async throws -> Bool {
        guard known.phase != .publish else { return false }
        if request.startsOver { return true }
        guard known.identity != identity else { return false }
        return try await !ImportRun.isChecked(id, journal)
    }

    func forget() async throws { try await journal.setAside(id, at: .now) }

    func prepare() throws -> [String: String] {
        try sheet.copy(to: stage.copy)
        var documents = [ImportSummary.commandName: request.command]
        // What came as a zip file is unpacked for this command only.
        if stage.submission.kind.files != nil, request.zip == nil {
            documents[ImportSummary.folderName] = Folders.fullPath(request.namedFolder)
        }
        return documents
    }

    func run(_ stages: RunStages) async throws -> [StageResult] { try await stages.run([stage]) }

    func seal(_ results: [StageResult], _ run: RunRecord) async throws -> SealedRun {
        let bag = RunBag(
            place: place, record: run, source: run.source ?? scope.source, connection: request.connection.name,
            title: request.pipeline.title)
        let files = results.flatMap(\.files)
        let rows = try results.flatMap { try JSONTree(Array($0.totals.utf8)).members }
        let totals = bag.head(ImportSummary.kind(request.work.kind)) + rows
        let counts = ImportSummary.read(.object(totals))?.counts ?? LedgerCounts()
        let list = files.map {
            JSONTree.object(["file": .string($0.name), "format": .string("sheet"), "rows": .integer($0.rows)])
        }
        return try await bag.seal(
            files, totals: totals + [JSONTree.Member("files", .array(list))], kept: totals,
            figures: [
                ("Rows-All", counts.rows), ("Rows-Done", counts.done), ("Rows-Done-Before", counts.doneBefore),
                ("Rows-Refused", counts.refused),
            ])
    }
}

extension RowProblem {
    /// Of a row that can't go because others of its sheet can't.
    static let notWhole = RowProblem(
        "not-whole",
        "The rows of this sheet are sent together, and some of them are refused. Correct those, then send the sheet again."
    )

    /// Why the open rows of a sheet that is one thing can't go, if so.
    package static func partly(_ counts: LedgerCounts, allowing allowed: [String]) -> RowProblem? {
        guard counts.planned > 0, !allowed.contains(notWhole.code) else { return nil }
        if counts.refused > 0 { return notWhole }
        guard counts.doneBefore > 0 else { return nil }
        return RowProblem(
            notWhole.code,
            "The rows of this sheet are sent together, and some of them were already sent and are still in effect. "
                + "Undo those on the server and send the sheet again, or send the remaining rows as a separate sheet.")
    }
}
