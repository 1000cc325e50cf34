public import GantryEngine
public import GantryFiles
internal import GantryImports
public import GantryModel
public import GantryRuns
internal import GantrySignOff

extension Gantry {
    /// The runs of the workspace that can be read, newest first; none when it has no journal yet.
    ///
    /// - Parameter scope: Which runs; all of them by default.
    public static func runs(in workspace: Workspace, _ scope: RunScope = .all) async throws -> [RunHead] {
        guard let journal = try workspace.existingJournal() else { return [] }
        return try await journal.heads(scope).runs
    }

    /// Who works on the runs of the workspace now, by run.
    public static func working(in workspace: Workspace) async throws -> [RunID: LockHolder] {
        guard let journal = try workspace.existingJournal() else { return [:] }
        return try await workspace.holders(of: journal.heads(.unfinished).runs, journal)
    }

    /// The runs that a selection shows, with everything that lists of them show.
    ///
    /// Only the runs that the selection can show are read; one that names no pipeline, limit or time reads all.
    ///
    /// - Parameter withCounts: whether the counts of records are wanted, which are in the largest documents. The
    ///   default is yes.
    public static func list(
        _ selection: RunSelection, in workspace: Workspace, withCounts: Bool = true
    ) async throws -> RunList {
        guard let journal = try workspace.existingJournal() else { return RunList([]) }
        let scope = selection.scope
        let known = try await journal.heads(scope)
        let holders = try await workspace.holders(of: known.runs, journal)
        let marks = try await RunMarks(journal, workspace, of: selection.asksForFolders ? known.runs : [])
        var list = RunList(selection.of(known.runs, holders: holders, marks: marks))
        list.all = try await journal.runCounts().all
        list.holders = holders
        list.marks = selection.asksForFolders ? marks : try await RunMarks(journal, workspace, of: list.runs)
        if selection.showsDamaged { list.damaged = known.damaged }
        var revisions = known.runs
        if !scope.hasWholePeriods {
            let shown = list.runs.filter { $0.phase == .complete && !$0.isOfSheet }
            revisions = try await journal.heads(.periods(Set(shown.map { RunScope.Period(of: $0.id) }))).runs
        }
        list.newest = NewestRevisions(revisions, marks: list.marks)
        try await list.addResults(journal, withCounts: withCounts)
        return list
    }

    /// What is left of periods before the one that a request names by counting from today.
    ///
    /// - Parameter rule: how it is counted.
    public static func earlierPeriods(
        before request: ExportRequest, by rule: any CountedPeriods
    ) async throws -> EarlierPeriods {
        var earlier = EarlierPeriods(
            before: request.period, of: request.pipeline.name, from: request.source, by: rule,
            runs: try await runs(in: request.workspace, .of(pipeline: request.pipeline.name)))
        guard let journal = try request.workspace.existingJournal() else { return earlier }
        var left: Set<String> = []
        for period in earlier.missed {
            // Who forgets a run wants none of its period.
            if try await journal.newestForgotten(pipeline: request.pipeline.name, period: period) == nil {
                left.insert(period)
            }
        }
        earlier.missed.removeAll { !left.contains($0) }
        earlier.newlyMissed.removeAll { !left.contains($0) }
        return earlier
    }

    /// The journal's document of the periods that have no run, as a run found.
    private static let missedName = "missed"

    /// Keeps the earlier periods that have no run, be it none, with the run that looked for them, for the status.
    static func noteMissed(_ periods: [String], by run: RunID, in workspace: Workspace) async throws {
        try await workspace.existingJournal()?.keep(periods.joined(separator: "\n"), named: missedName, for: run)
    }

    /// The earlier periods that have no run, for each of these runs: of those that the run of the newest period of its
    /// pipeline, server and account found, without those that were made or forgotten since.
    public static func missed(by runs: [RunHead], in workspace: Workspace) async throws -> [RunID: [String]] {
        guard let journal = try workspace.existingJournal() else { return [:] }
        let marks = try await RunMarks(journal)
        let found = try await journal.documents(named: missedName).filter { marks.isUsable($0.key) }
        var days: [RunID: CivilDate] = [:]
        for id in found.keys { days[id] = (try? PayPeriod(id.period))?.first }
        let newest = days.sorted { ($0.value, $0.key.revision) > ($1.value, $1.key.revision) }.map(\.key)
        var missed: [RunID: [String]] = [:]
        for run in runs {
            func heads(_ period: String) async throws -> [RunHead] {
                try await journal.heads(.of(pipeline: run.id.pipeline, period: period)).runs.filter { other in
                    run.source.flatMap { source in other.source.map { source.matches($0) } } ?? true
                }
            }
            for id in newest where id.pipeline == run.id.pipeline {
                guard try await heads(id.period).contains(where: { $0.id == id }) else { continue }
                for period in (found[id] ?? "").split(separator: "\n").map(String.init) {
                    guard try await heads(period).isEmpty,
                        try await journal.newestForgotten(pipeline: id.pipeline, period: period) == nil
                    else { continue }
                    missed[run.id, default: []].append(period)
                }
                break
            }
        }
        return missed
    }

    /// One run with its totals, files, exceptions and rejects, of these two the first hundred.
    ///
    /// - Throws: `RunError.unusableRun` if the run doesn't exist.
    public static func show(_ id: RunID, in workspace: Workspace) async throws -> RunOverview {
        guard let journal = try workspace.existingJournal(), let run = try await journal.run(id) else {
            throw workspace.noRun(id)
        }
        let (totals, files) = try await journal.overview(of: id)
        var checkpoint: Checkpoint?
        var dataset: String?
        if let stage = try await journal.stages(of: id).first(where: { $0.result == nil }) {
            checkpoint = try await journal.lastCheckpoint(of: StageID(id, stage.name))
            dataset = run.paysPeople ? nil : stage.name
        }
        var overview = RunOverview(
            run: run, checkpoint: checkpoint,
            totals: totals, files: files, rejects: try await journal.rejects(of: id, limit: 100),
            folder: run.phase == .complete && RunDirectories.isFolder(workspace.folder(of: id))
                ? workspace.folder(of: id) : nil)
        overview.marks = try await RunMarks(journal, workspace, of: [run.head])
        overview.changedFiles = try overview.folder.map { try changedFiles(files, in: $0) } ?? []
        overview.dataset = dataset
        let all = try await journal.heads(.revisions(of: id)).runs
        overview.supersededBy = NewestRevisions(all, marks: overview.marks).superseding(run.head)
        if let corrects = run.corrects,
            let corrected = try? await journal.run(
                RunID(pipeline: id.pipeline, period: id.period, revision: corrects))
        {
            overview.changedSettings = run.identity.differences(from: corrected.identity).map(\.description)
        }
        if run.paysPeople, run.phase == .complete, let source = run.source, let period = try? PayPeriod(id.period) {
            overview.overlaps = try await overlaps(
                of: id, period, from: source, isPublished: true, in: workspace, journal)
        }
        if run.paysPeople, run.phase == .complete {
            let state = try await SignOffState(of: id, journal, workspace)
            overview.signOff = state?.last == nil ? nil : state
        }
        if run.phase == .complete { overview.deliveries = try await journal.deliveries(of: id) }
        overview.mayHaveBeenPaid =
            try await journal.document(named: PastDelivery.documentName, of: id) == PastDelivery.unknown.rawValue
        if let folder = overview.folder, let tree = try await journal.result(of: id) {
            overview.exceptions = ListedExceptions.read(tree, folder: folder)
        }
        overview.holder = try await workspace.holders(of: [run.head], journal)[id]
        overview.command = try await journal.document(named: ImportSummary.commandName, of: id)
        if run.isOfSheet, let command = overview.command {
            overview.sent = SentOverview(
                counts: try await journal.counts(of: id), rows: try await journal.troubled(of: id, limit: 100),
                problemRows: try await journal.troubledCount(of: id), command: command)
            if let figures = try await ImportSummary.read(id, journal) {
                overview.sent?.hiddenRows = figures.hiddenRows
                overview.sent?.skippedRows = figures.skipped.count
            }
        }
        return overview
    }

    /// - Throws: `RunError.unusableRun` for a published run whose folder is missing; nothing for any other.
    public static func requireFolder(of run: RunID, in workspace: Workspace) async throws {
        guard let journal = try workspace.existingJournal(), try await journal.run(run)?.phase == .complete else {
            return
        }
        try await workspace.requireFolder(of: run, journal)
    }

    /// The runs that say how each pipeline stands: its unfinished ones, all of the period that was published last, those of
    /// periods that aren't delivered to all places, and where the last one can't be used or its folder is gone all of
    /// the pipeline, with their marks.
    public static func latest(in workspace: Workspace) async throws -> (runs: [RunHead], marks: RunMarks) {
        guard let journal = try workspace.existingJournal() else { return ([], RunMarks()) }
        let found = try await journal.heads(.latest)
        var runs = found.runs
        // The row that would have been the latest can't be read, so that any other of its pipeline may be.
        for damaged in found.damaged {
            let pipeline = String(damaged.name.prefix { $0 != "/" })
            runs += try await journal.heads(.of(pipeline: pipeline)).runs.filter { !runs.contains($0) }
        }
        // The clock of the machine that made an earlier revision can have been ahead.
        var periods = Set(runs.map { RunScope.Period(of: $0.id) })
        let open = try await journal.documents(named: OpenDelivery.documentName).filter { !$0.value.isEmpty }
        periods.formUnion(open.keys.map { RunScope.Period(of: $0) })
        let latest = runs
        runs += try await journal.heads(.periods(periods)).runs.filter { !latest.contains($0) }
        var marks = try await RunMarks(journal, workspace, of: runs)
        for run in latest where run.phase == .complete {
            guard !marks.isUsable(run.id) || marks.folder(of: run) == .missing else { continue }
            let known = Set(runs.map(\.id))
            let others = try await journal.heads(.of(pipeline: run.id.pipeline)).runs.filter {
                $0.phase == .complete && !known.contains($0.id)
            }
            marks.folders.merge(try await RunMarks(journal, workspace, of: others).folders) { first, _ in first }
            runs += others
        }
        return (runs, marks)
    }

    /// The runs of a workspace that were withdrawn.
    public static func withdrawals(in workspace: Workspace) async throws -> [RunID: Withdrawal] {
        guard let journal = try workspace.existingJournal() else { return [:] }
        return try await RunMarks(journal).withdrawn
    }

    /// The first ten files of a published run that are gone from its folder or have another size.
    static func changedFiles(_ files: [ExportedFile], in folder: String) throws -> [String] {
        var sizes: [String: Int64] = [:]
        for entry in try Folders.list(folder) where entry.kind == .file { sizes[entry.path] = Int64(entry.size) }
        return files.filter { !$0.path.hasSuffix("/") && sizes[$0.path] != $0.bytes }.prefix(10).map(\.path)
    }
}
