package import GantryConnectors
package import GantryEngine
package import GantryModel
internal import GantryRuns

extension RunIdentity.Base {
    /// The published run of the pipeline that requested the same and that none of the others continues from; for a
    /// correction, the base of the corrected run. A run that was withdrawn is no base, nor is one that continues from
    /// it, but a new revision in its place begins where it began.
    ///
    /// - Parameters:
    ///   - source: the server and account that such a run read.
    ///   - settings: what narrows the datasets that continue, as the identity of such a run has it.
    package init(
        of run: RunID, corrects: Int?, from source: RunSource, asking settings: [RunIdentity.Setting],
        in journal: any WorkspaceJournal,
        _ workspace: Workspace
    ) async throws {
        let all = try await journal.runs(.of(pipeline: run.pipeline))
        let marks = try await RunMarks(journal)
        let earlier = all.filter {
            $0.id.period == run.period && $0.id.revision < run.revision && $0.phase == .complete
        }.max { $0.id.revision < $1.id.revision }
        if let replaced = corrects ?? earlier?.id.revision {
            let corrected = RunID(pipeline: run.pipeline, period: run.period, revision: replaced)
            if let base = all.first(where: { $0.id == corrected })?.identity.base {
                self = base
                return
            }
        }
        let wanted = Set(settings)
        let published = all.filter { known in
            known.id != run && marks.isUsable(known.id) && Self.isPublished(known, workspace)
                && known.identity.source.map(source.matches) ?? false && wanted.isSubset(of: known.identity.all)
        }
        // Each run continues from the one before it, so one is left but for corrections. Clocks tell less: one that was
        // wrong for a night would make all later runs continue from that night's, or none.
        let continued = Set(published.compactMap { $0.identity.base?.run })
        let newest = published.filter { !continued.contains($0.id) }.max { Self.end($0) < Self.end($1) }
        self = newest.map { .run($0.id) } ?? .beginning
    }

    /// `nil` for the beginning.
    private var run: RunID? { if case .run(let id) = self { id } else { nil } }

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
