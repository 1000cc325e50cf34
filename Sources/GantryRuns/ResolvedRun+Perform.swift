package import GantryEngine
package import GantryModel

extension ResolvedRun {
    /// Brings a run to its published export folder, unless it is already there.
    ///
    /// - Parameters:
    ///   - isOfSheet: Whether the run sends the rows of a sheet.
    ///   - sheet: The path of that sheet; `nil` where it has none.
    ///   - datasets: What a person calls the stages; empty if there is only one kind.
    package func perform(
        _ work: some RunWork, in place: RunDirectories, snapshot: Instant?, isOfSheet: Bool = false,
        sheet: String? = nil,
        datasets: [String] = [], journal: any WorkspaceJournal, stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> ExportResult {
        var place = place
        place.journal = journal
        let run = Run(
            id: id, corrects: corrects, snapshot: snapshot, journal: journal, folders: place, stop: stop,
            now: { .now },
            observe: { news in
                switch news {
                case .begins(let id, let resumes):
                    observe(.begins(id, continues: resumes, isOfSheet: isOfSheet, sheet: sheet))
                case .beginsAnew(let stage, let reason): observe(.beginsAnew(stage.run, reason: reason))
                case .stage(_, let number, let count):
                    if datasets.indices.contains(number - 1) {
                        observe(.dataset(name: datasets[number - 1], number: number, of: count))
                    }
                case .batch(let event): observe(.run(event))
                }
            })
        let wasPublished = try await run.execute(work)
        let (totals, files) = try await journal.overview(of: id)
        var result = ExportResult(
            id: id, folder: place.export, source: try await journal.run(id)?.source,
            totals: totals ?? ExportTotals(), files: files, wasPublished: wasPublished)
        if wasPublished, !place.isPublished {
            result.publishedElsewhere = try await journal.otherPlace(of: id, than: place.workspace)
            result.isFolderMissing = result.publishedElsewhere == nil
        }
        return result
    }
}
