internal import GantryEngine
internal import GantryJournal
internal import GantryModel

extension Gantry {
    /// Brings a run to its published export folder, unless it is already there.
    ///
    /// - Parameters:
    ///   - sheet: The sheet whose rows are sent; `nil` for an export.
    ///   - datasets: What a person calls the stages; empty if there is only one kind.
    static func perform(
        _ work: some RunWork, _ target: ResolvedRun, _ place: RunDirectories, snapshot: Instant?,
        sheet: ImportSheet? = nil,
        datasets: [String] = [],
        journal: SQLiteJournal, stop: StopRequest, observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> ExportResult {
        let run = Run(
            id: target.id, corrects: target.corrects, snapshot: snapshot, journal: journal, folders: place, stop: stop,
            now: { .now },
            observe: { news in
                switch news {
                case .begins(let id, let resumes):
                    observe(.begins(id, continues: resumes, isOfSheet: sheet != nil, sheet: sheet?.path))
                case .beginsAnew(let stage, let reason): observe(.beginsAnew(stage.run, reason: reason))
                case .stage(_, let number, let count):
                    if datasets.indices.contains(number - 1) {
                        observe(.dataset(name: datasets[number - 1], number: number, of: count))
                    }
                case .batch(let event): observe(.run(event))
                }
            })
        let wasPublished = try await run.execute(work)
        let (totals, files) = try await Gantry.overview(target.id, journal)
        return ExportResult(
            id: target.id, folder: place.export, source: try await journal.run(target.id)?.source,
            totals: totals ?? ExportTotals(), files: files, wasPublished: wasPublished)
    }
}
