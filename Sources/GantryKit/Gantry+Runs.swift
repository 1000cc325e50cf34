public import GantryEngine
public import GantryFiles
internal import GantryImports
internal import GantryJSON
internal import GantryJournal
public import GantryModel
internal import GantryPipelines
public import GantryRuns
internal import GantrySignOff

extension Gantry {
    /// Every run of the workspace that can be read, newest first; none when it has no journal yet.
    ///
    /// ```swift
    /// import GantryEngine
    /// import GantryKit
    /// import GantryModel
    ///
    /// for run in try await Gantry.runs(in: Workspace(path: "/srv/payroll")) {
    ///     print(run.id, run.phase == .complete ? "published" : run.lastError)
    /// }
    /// ```
    public static func runs(in workspace: Workspace) async throws -> [RunRecord] {
        guard let journal = try workspace.existingJournal() else { return [] }
        return try await journal.runs()
    }

    /// Who works on the runs of the workspace now, by run.
    public static func working(in workspace: Workspace) async throws -> [RunID: LockHolder] {
        try workspace.holders(of: try await runs(in: workspace))
    }

    /// The runs that a selection shows, with everything that lists of them show.
    ///
    /// - Returns: The list, and every run that can be read, newest first.
    public static func list(
        _ selection: RunSelection, in workspace: Workspace
    ) async throws -> (list: RunList, all: [RunRecord]) {
        let all = try await runs(in: workspace)
        let holders = try workspace.holders(of: all)
        let marks = try await marks(in: workspace)
        var list = RunList(selection.of(all, holders: holders, marks: marks))
        list.holders = holders
        list.sent = try await sendings(in: workspace)
        list.marks = marks
        if selection.showsDamaged { list.damaged = try await damagedRuns(in: workspace) }
        if let journal = try workspace.existingJournal() {
            for run in list.runs where run.phase == .complete && !run.isOfSheet {
                list.counts[run.id] = try await journal.overview(of: run.id).totals?.counts
            }
        }
        return (list, all)
    }

    /// What is left of periods before the one that a request names by counting from today.
    ///
    /// - Parameter rule: how it is counted.
    public static func earlierPeriods(
        before request: ExportRequest, by rule: StandardPeriod
    ) async throws -> EarlierPeriods {
        EarlierPeriods(
            before: request.period, of: request.pipeline.name, from: request.source, by: rule,
            runs: try await runs(in: request.workspace))
    }

    /// How far each run is that sends the rows of a sheet.
    public static func sendings(in workspace: Workspace) async throws -> [RunID: SendingState] {
        guard let journal = try workspace.existingJournal() else { return [:] }
        var states: [RunID: SendingState] = [:]
        for run in try await journal.runs() where run.isOfSheet {
            if run.phase == .complete, let summary = try await ImportSummary.read(run.id, journal) {
                states[run.id] = SendingState(counts: summary.counts, isChecked: true)
            } else {
                let isChecked = try await journal.document(named: ImportSummary.preflightName, of: run.id) != nil
                states[run.id] = SendingState(counts: try await journal.counts(of: run.id), isChecked: isChecked)
            }
        }
        return states
    }

    /// Every run of the workspace whose entry in the journal is damaged. Each is refused by itself; the others can
    /// continue.
    public static func damagedRuns(in workspace: Workspace) async throws -> [DamagedRun] {
        guard let journal = try workspace.existingJournal() else { return [] }
        return try await journal.damagedRuns()
    }

    /// One run with its totals, files, exceptions and rejects, of these two the first hundred.
    ///
    /// ```swift
    /// import GantryEngine
    /// import GantryKit
    /// import GantryModel
    ///
    /// let id = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
    /// let overview = try await Gantry.show(id, in: Workspace(path: "/srv/payroll"))
    /// print(overview.folder ?? "not published yet")
    /// ```
    ///
    /// - Throws: `RunError.unusableRun` if the run doesn't exist.
    public static func show(_ id: RunID, in workspace: Workspace) async throws -> RunOverview {
        guard let journal = try workspace.existingJournal(), let run = try await journal.run(id) else {
            throw noSuchRun(id)
        }
        let (totals, files) = try await journal.overview(of: id)
        var checkpoint: Checkpoint?
        var dataset: String?
        if let stage = try await journal.stages(of: id).first(where: { $0.result == nil }) {
            checkpoint = try await journal.lastCheckpoint(of: StageID(id, stage.name))
            dataset = run.isPayroll ? nil : stage.name
        }
        var overview = RunOverview(
            run: run, checkpoint: checkpoint,
            totals: totals, files: files, rejects: try await journal.rejects(of: id, limit: 100),
            folder: run.phase == .complete && RunDirectories.isFolder(workspace.folder(of: id))
                ? workspace.folder(of: id) : nil)
        overview.marks = try await RunMarks(journal, workspace)
        overview.changedFiles = try changedFiles(overview)
        overview.dataset = dataset
        let all = try await journal.runs()
        overview.supersededBy = NewestRevisions(all, marks: overview.marks).superseding(run)
        if let corrects = run.corrects,
            let corrected = all.first(where: {
                $0.id == RunID(pipeline: id.pipeline, period: id.period, revision: corrects)
            })
        {
            overview.changedSettings = run.identity.differences(from: corrected.identity).map(\.description)
        }
        if run.isPayroll, run.phase == .complete, let source = run.source, let period = try? PayPeriod(id.period) {
            overview.overlaps = try await PayOverlap.all(
                of: id, period, from: source, isPublished: true, in: journal, workspace)
        }
        if run.isPayroll, run.phase == .complete {
            let state = try await SignOffState(of: id, journal, workspace)
            overview.signOff = state?.last == nil ? nil : state
        }
        if run.phase == .complete { overview.deliveries = try await journal.deliveries(of: id) }
        overview.mayHaveBeenPaid =
            try await journal.document(named: PastDelivery.documentName, of: id) == PastDelivery.unknown.rawValue
        if let folder = overview.folder, let tree = try await journal.result(of: id) {
            overview.exceptions = ListedExceptions.read(tree, folder: folder)
        }
        overview.holder = try workspace.holders(of: [run])[id]
        overview.command = try await journal.document(named: ImportSummary.commandName, of: id)
        if run.isOfSheet, let command = overview.command {
            overview.sent = SentOverview(
                counts: try await journal.counts(of: id), rows: try await journal.troubled(of: id, limit: 100),
                problemRows: try await journal.troubledCount(of: id), command: command)
        }
        return overview
    }

    /// What became of the runs of a workspace after they were published: withdrawn, being forgotten, folders that are
    /// missing or changed.
    public static func marks(in workspace: Workspace) async throws -> RunMarks {
        guard let journal = try workspace.existingJournal() else { return RunMarks() }
        return try await RunMarks(journal, workspace)
    }

    /// - Throws: `RunError.unusableRun` for a published run whose folder is missing; nothing for any other.
    public static func requireFolder(of run: RunID, in workspace: Workspace) async throws {
        guard let journal = try workspace.existingJournal(), try await journal.run(run)?.phase == .complete else {
            return
        }
        try workspace.requireFolder(of: run)
    }

    static func withdrawals(in workspace: Workspace) async throws -> [RunID: Withdrawal] {
        guard let journal = try workspace.existingJournal() else { return [:] }
        return try await RunMarks(journal).withdrawn
    }

    /// The files of a published run that are gone or have another size.
    private static func changedFiles(_ overview: RunOverview) throws -> [String] {
        guard let folder = overview.folder else { return [] }
        var sizes: [String: Int64] = [:]
        for entry in try Folders.list(folder) where entry.kind == .file { sizes[entry.path] = Int64(entry.size) }
        let changed = overview.files.filter { !$0.path.hasSuffix("/") && sizes[$0.path] != $0.bytes }
        return changed.prefix(10).map(\.path)
    }

    static func noSuchRun(_ id: RunID) -> RunError {
        RunError(.unusableRun, "There is no run \(id) in this workspace.", advice: "\(.listRuns) lists all runs.")
    }
}
