internal import GantryEngine
internal import GantryModel
internal import GantryRuns

extension RunIdentity.Base {
    /// The newest published run of the pipeline that requested the same; for a correction, the base of the corrected
    /// run. A run that was withdrawn is no base, but a new revision in its place begins where it began.
    ///
    /// - Parameters:
    ///   - source: the server and account that such a run read.
    ///   - settings: what narrows the datasets that continue, as the identity of such a run has it.
    init(
        of run: RunID, corrects: Int?, from source: RunSource, asking settings: [RunIdentity.Setting],
        in journal: any WorkspaceJournal,
        _ workspace: Workspace
    ) async throws {
        let earlier = try await journal.runs(.revisions(of: run)).filter {
            $0.id.revision < run.revision && $0.phase == .complete
        }.max { $0.id.revision < $1.id.revision }
        if let replaced = corrects ?? earlier?.id.revision {
            let corrected = try await journal.run(RunID(pipeline: run.pipeline, period: run.period, revision: replaced))
            if let base = corrected?.identity.base {
                self = base
                return
            }
        }
        let wanted = Set(settings)
        let marks = try await RunMarks(journal)
        let published = try await journal.runs(.of(pipeline: run.pipeline)).filter { known in
            known.id != run && marks.isUsable(known.id) && Self.isPublished(known, workspace)
                && known.identity.source.map(source.matches) ?? false && wanted.isSubset(of: known.identity.all)
        }
        let newest = published.max { Self.end($0) < Self.end($1) }
        self = newest.map { .run($0.id) } ?? .beginning
    }

    /// Killed right after its folder got its name, a run is published although its row in the journal does not say so
    /// yet.
    private static func isPublished(_ run: RunRecord, _ workspace: Workspace) -> Bool {
        run.phase == .complete || (run.phase == .publish && RunDirectories.isFolder(workspace.folder(of: run.id)))
    }

    private static func end(_ run: RunRecord) -> Int64 { (run.finishedAt ?? run.startedAt).nanosecondsSince1970 }

    /// Where a dataset of the base ended; `nil` if there is nothing to continue from.
    func bookmark(of dataset: Pipeline.Dataset, in journal: any Journal) async throws -> Bookmark? {
        guard case .run(let id) = self else { return nil }
        return try await journal.result(of: StageID(id, dataset.shortName))?.bookmark.flatMap { Bookmark($0) }
    }
}
