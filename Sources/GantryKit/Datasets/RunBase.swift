package import GantryConnectors
package import GantryEngine
package import GantryModel
internal import GantryRuns

extension RunIdentity.Base {
    /// The published run of the pipeline that requested the same and that none of the others continues from; for a
    /// correction, the base of the corrected run. A run that was withdrawn is no base, nor is any that continues from
    /// it, since its records are in none of them. A new revision in its place begins where it began.
    ///
    /// - Parameters:
    ///   - source: the server and account that such a run read.
    ///   - settings: what narrows the datasets that continue, as the identity of such a run has it.
    /// - Throws: `RunError.unusableRun` where the folder of the base is gone.
    package init(
        of run: RunID, corrects: Int?, from source: RunSource, asking settings: [RunIdentity.Setting],
        in journal: any WorkspaceJournal,
        _ workspace: Workspace
    ) async throws {
        let all = try await journal.runs(.of(pipeline: run.pipeline))
        let wanted = Set(settings)
        let usable = try await Self.usable(all, besides: run, from: source, in: journal, workspace).filter {
            wanted.isSubset(of: $0.identity.all)
        }
        let earlier = all.filter {
            $0.id.period == run.period && $0.id.revision < run.revision && $0.phase == .complete
        }.max { $0.id.revision < $1.id.revision }
        if let replaced = corrects ?? earlier?.id.revision,
            var base = all.first(where: { $0.id.period == run.period && $0.id.revision == replaced })?.identity.base
        {
            while let run = base.run, !usable.contains(where: { $0.id == run }) {
                base = all.first { $0.id == run }?.identity.base ?? .beginning
            }
            self = base
        } else {
            // Each run continues from the one before it, so one is left but for corrections. Clocks tell less: one that
            // was wrong for a night would make all later runs continue from that night's, or none.
            let continued = Set(usable.compactMap { $0.identity.base?.run })
            let newest = usable.filter { !continued.contains($0.id) }.max { Self.end($0) < Self.end($1) }
            self = newest.map { .run($0.id) } ?? .beginning
        }
        try await requireFolder(among: all, journal, workspace)
    }

    /// The newest run that would be the base but for what the system file said of its lists then; `nil` where another
    /// can be one, and where no run would be.
    ///
    /// - Parameters:
    ///   - source: the server and account that such a run read.
    ///   - settings: what narrows the datasets that continue, as the identity of a run that is a base has it.
    package static func ofOtherLists(
        besides run: RunID, from source: RunSource, asking settings: [RunIdentity.Setting],
        in journal: any WorkspaceJournal, _ workspace: Workspace
    ) async throws -> RunID? {
        let all = try await journal.runs(.of(pipeline: run.pipeline))
        let usable = try await usable(all, besides: run, from: source, in: journal, workspace)
        let wanted = Set(settings)
        guard !usable.contains(where: { wanted.isSubset(of: $0.identity.all) }) else { return nil }
        let others = wanted.filter { !DatasetPlan.isListed($0) }
        return usable.filter { others.isSubset(of: $0.identity.all) }.max { end($0) < end($1) }?.id
    }

    /// The published runs of a source that later ones can go on after, whatever they asked for.
    private static func usable(
        _ all: [RunRecord], besides run: RunID, from source: RunSource, in journal: any WorkspaceJournal,
        _ workspace: Workspace
    ) async throws -> [RunRecord] {
        let broken = broken(all, try await RunMarks(journal))
        return all.filter { known in
            known.id != run && !broken.contains(known.id) && isPublished(known, workspace)
                && known.identity.source.map(source.matches) ?? false
        }
    }

    /// `nil` for the beginning.
    private var run: RunID? { if case .run(let id) = self { id } else { nil } }

    /// The runs that can't be used, and all that continue from one of them.
    private static func broken(_ runs: [RunRecord], _ marks: RunMarks) -> Set<RunID> {
        let following = Dictionary(grouping: runs.filter { $0.identity.base?.run != nil }) { $0.identity.base?.run }
        var found = runs.map(\.id).filter { !marks.isUsable($0) }
        var broken = Set(found)
        while let run = found.popLast() {
            for next in following[run] ?? [] where broken.insert(next.id).inserted { found.append(next.id) }
        }
        return broken
    }

    /// What only a run has is in no archive once its folder is gone, and is missed by every run that continues.
    private func requireFolder(
        among all: [RunRecord], _ journal: any WorkspaceJournal, _ workspace: Workspace
    ) async throws {
        guard let run, try await Self.isLost(run, journal, workspace) else { return }
        // Withdrawn, the first of those that are lost takes all others with it.
        var (first, lost) = (run, 1)
        var next = run
        while case .run(let before)? = all.first(where: { $0.id == next })?.identity.base {
            if try await Self.isLost(before, journal, workspace) { (first, lost) = (before, lost + 1) }
            next = before
        }
        let folder = singleLine(workspace.folder(of: run), limit: 4_000)
        let others = lost == 1 ? "" : ", as are those of \(lost - 1) before it, the first being \(first)"
        throw RunError(
            .unusableRun,
            "\(run) is published, but its folder \(folder) is missing\(others). A run that goes on after it would leave its records in no archive.",
            advice:
                "Is its disk mounted? What is gone can be put back from a copy that \(.verifyFolder) proves. If it is gone for good, withdraw \(first), and all records from there on are exported again: \(.withdraw(run: first.description))"
        )
    }

    private static func isLost(
        _ run: RunID, _ journal: any WorkspaceJournal, _ workspace: Workspace
    ) async throws -> Bool {
        guard try RunMarks.folder(of: run, bag: try await journal.bag(of: run), in: workspace) == .missing else {
            return false
        }
        return try await journal.otherPlace(of: run, than: workspace) == nil
    }

    /// Killed right after its folder got its name, a run is published although its row in the journal does not say so
    /// yet.
    private static func isPublished(_ run: RunRecord, _ workspace: Workspace) -> Bool {
        run.phase == .complete || (run.phase == .publish && RunDirectories.isFolder(workspace.folder(of: run.id)))
    }

    private static func end(_ run: RunRecord) -> Int64 { (run.finishedAt ?? run.startedAt).nanosecondsSince1970 }

    /// Where a dataset of the base ended, by its name without the system; `nil` if there is nothing to continue from.
    package func bookmark(of dataset: String, in journal: any Journal) async throws -> Bookmark? {
        guard let run else { return nil }
        return try await journal.result(of: StageID(run, dataset))?.bookmark.flatMap { Bookmark($0) }
    }

    /// - Parameters:
    ///   - snapshot: when a run began that continues from here.
    ///   - datasets: the names of those of the run that continue.
    /// - Throws: `RunError.unusableRun` where the base has records that were made later, since a clock was wrong.
    package func requireBefore(
        _ snapshot: Instant, _ datasets: [String], of system: System, in journal: any Journal
    ) async throws {
        func isByTime<R: DatasetRecord>(_ described: some DatasetDescription<R>) -> Bool {
            described.dataset.order?.isTime ?? false
        }
        guard let run else { return }
        for name in datasets {
            guard let described = system.dataset(named: name), isByTime(described),
                let latest = try await bookmark(of: described.name, in: journal)?.latest,
                latest > snapshot.nanosecondsSince1970
            else { continue }
            throw RunError(
                .unusableRun,
                "This machine's clock says \(snapshot), but \(run), from which the run goes on, has records of "
                    + "\(name) of up to \(Instant(nanosecondsSince1970: latest)).",
                advice:
                    "Set the clock and run again. If it was ahead during \(run), withdraw that, and its records are exported again: \(.withdraw(run: run.description))"
            )
        }
    }
}
