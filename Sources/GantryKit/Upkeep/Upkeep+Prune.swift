internal import GantryAccounts
internal import GantryEngine
internal import GantryFiles
public import GantryModel
internal import GantryRuns

extension Upkeep {
    /// Removes what a policy doesn't keep: published runs of each pipeline and source, unfinished runs that are
    /// abandoned, files of no run, and caches. Killed at any instant, the same call ends it.
    ///
    /// These always stay: what must be kept by law or by the pipeline's `retain`, what is prepared for signing, the
    /// base of a correction that stays, and a run that can go on or that a process works on.
    ///
    /// - Parameters:
    ///   - isDryRun: whether nothing is removed; the report is the same.
    ///   - command: what another process that wants a run is shown; contains no secrets.
    /// - Throws: `RunError.unusableRun` for a policy that keeps nothing, and while none of the published runs has its
    ///   folder, as when a disk isn't mounted; errors of files and of the journal.
    public static func prune(
        _ policy: KeepPolicy, in workspace: Workspace, isDryRun: Bool, command: String = ""
    ) async throws -> PruneReport {
        guard policy.isUsable else {
            throw RunError(.unusableRun, "The policy keeps no run at all, so nothing was removed.")
        }
        guard let journal = try workspace.existingJournal() else { return PruneReport() }
        guard !isDryRun else { return try await plan(policy, journal: journal, in: workspace) }
        let lock = try lock(workspace, command)
        let report = try await plan(policy, journal: journal, in: workspace)
        let removal = Removal(journal: journal, workspace: workspace, command: command)
        var done = PruneReport(items: [], kept: report.kept)
        for item in report.items {
            do {
                if try await remove(item, removal) {
                    done.items.append(item)
                } else if let run = RunID(item.name) {
                    done.kept.append(PruneReport.Kept(run: run, because: "it changed in the meantime"))
                }
            } catch let error as FileError {
                // The others can still go; what stays says why.
                guard let run = RunID(item.name) else { throw error }
                done.kept.append(PruneReport.Kept(run: run, because: error.explanation))
            }
        }
        try lock.release()
        return done
    }

    private static func remove(_ item: PruneReport.Item, _ removal: Removal) async throws -> Bool {
        let workspace = removal.workspace
        switch item.kind {
        case .run, .unfinished, .forgetting:
            guard let id = RunID(item.name), let record = try await removal.journal.run(id) else { return false }
            return try await removal.remove(record, because: "pruned: \(item.because)") {
                guard try await removal.journal.run(id)?.phase == record.phase else { return false }
                var protection = try await Protection(removal.journal, workspace, today: workspace.today())
                return record.phase == .complete ? try await protection.reason(record.head) == nil : true
            }
        case .leftover, .cache:
            if let id = RunID(String(item.name.dropFirst("parts/".count))) {
                // A run can have begun since it was looked for.
                guard try await removal.removeParts(of: id) else { return false }
            }
            try Folders.remove(item.name, under: workspace.path)
            if item.kind == .leftover, let slash = item.name.lastIndex(of: "/") {
                try Folders.removeEmpty(String(item.name[..<slash]), under: workspace.path)
            }
            return true
        }
    }

    private static func plan(
        _ policy: KeepPolicy, journal: any WorkspaceJournal, in workspace: Workspace
    ) async throws -> PruneReport {
        var report = PruneReport()
        let marks = try await RunMarks(journal, workspace)
        let records = try await journal.heads(.all).runs
        try requireFolders(marks, of: records, in: workspace)
        var protection = try await Protection(journal, workspace, today: workspace.today())
        var known: [KnownRun] = []
        for record in records {
            guard !marks.forgetting.contains(record.id) else {
                report.items.append(
                    try PruneReport.Item(.forgetting, record.id, because: "its removal was interrupted", in: workspace))
                continue
            }
            known.append(
                try await knownRun(
                    record, marks: marks, protection: &protection, policy: policy, journal: journal, in: workspace))
        }
        let selection = Selection(known, policy)
        report.kept = selection.kept.map { PruneReport.Kept(run: $0.id, because: $0.because) }
        for (id, because) in selection.removed {
            let isPublished = known.first { $0.id == id }?.abandoned == nil
            report.items.append(
                try PruneReport.Item(isPublished ? .run : .unfinished, id, because: because, in: workspace))
        }
        report.items += try await Leftovers(besides: records, journal, workspace).items(besides: report.items)
        return report
    }

    /// Without any folder, nobody can say what the runs are and how long they must be kept.
    private static func requireFolders(_ marks: RunMarks, of runs: [RunHead], in workspace: Workspace) throws {
        let published = runs.filter { $0.phase == .complete && !marks.forgetting.contains($0.id) }
        guard !published.isEmpty, published.allSatisfy({ marks.folder(of: $0) == .missing }) else { return }
        throw RunError(
            .unusableRun,
            "None of the published runs has its folder in \(singleLine(workspace.path, limit: 4_000))/exports (the journal has \(published.count)), so nothing was removed.",
            advice:
                "Is its disk mounted? Put the folders back and do the same again. Runs whose folders are gone for good can be forgotten one by one; \(.listRuns) lists them."
        )
    }

    private static func knownRun(
        _ record: RunHead, marks: RunMarks, protection: inout Protection, policy: KeepPolicy,
        journal: any WorkspaceJournal, in workspace: Workspace
    ) async throws -> KnownRun {
        let source = record.source.map { "\($0.system) \($0.address) \($0.account ?? "")" } ?? ""
        let day = (try? PayPeriod(record.id.period))?.last ?? record.snapshot.utcDate
        var run = KnownRun(id: record.id, source: source, day: day)
        run.base = protection.base(of: record.id)
        if record.phase == .complete {
            // A run whose files were cut takes the place of none that is whole.
            let files = try await journal.overview(of: record.id).files
            let isWhole =
                try marks.folder(of: record) == .present
                && Gantry.changedFiles(files, in: workspace.folder(of: record.id)).isEmpty
            run.isUsable = marks.isUsable(record.id) && isWhole
            run.protection = try await protection.reason(record)
            if !isWhole, run.protection == nil {
                run.protection =
                    marks.places[record.id].map { "it is published at \(singleLine($0, limit: 4_000))" }
                    ?? "its folder is missing or changed; put it back, or forget it by its name"
            }
            return run
        }
        run.isUsable = false
        let place = RunDirectories(id: record.id, workspace: workspace)
        if try await place.isHeld(journal) {
            run.abandoned = false
            run.protection = "a process is working on it"
        } else if let other = try await journal.otherPlace(of: record.id, than: workspace) {
            run.abandoned = false
            run.protection = "it is unfinished at \(singleLine(other, limit: 4_000)); forget it by its name"
        } else {
            let quiet = Instant.now.utcDate - (try lastWork(record, place).utcDate)
            run.abandoned = quiet >= policy.abandonedAfter
            run.protection = try await unknownRows(of: record, journal)
        }
        return run
    }

    /// When something was last done for an unfinished run.
    private static func lastWork(_ record: RunHead, _ place: RunDirectories) throws -> Instant {
        guard place.hasParts, let changed = try Folders.newestChange(in: place.parts) else { return record.startedAt }
        return max(record.startedAt, changed)
    }
}
