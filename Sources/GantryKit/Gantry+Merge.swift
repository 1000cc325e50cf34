public import GantryEngine
internal import GantryModel
internal import GantryPipelines
public import GantryRuns

extension Gantry {
    /// Writes what one run would have written, from parts that were fetched apart: by `export` with ``ExportRequest/part``.
    ///
    /// ```swift
    /// import GantryKit
    /// import GantryRuns
    ///
    /// func merge(_ request: ExportRequest, parts folders: [String]) async throws {
    ///     let result = try await Gantry.merge(folders, request: request)
    ///     print("\(result.id): \(result.totals.counts.fetched) records")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - folders: the export folders of all parts, in any order.
    ///   - request: as for `export`. The parts must have been fetched with its pipeline file, period and source. A run
    ///     without a `snapshot` takes that of the first part.
    /// - Throws: as `export`; `RunError.unusableRun` for a part that is missing, doubled, changed, of another list, or
    ///   was fetched with something else.
    public static func merge(
        _ folders: [String], request: ExportRequest, stop: StopRequest = StopRequest(),
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> ExportResult {
        let parts = try FetchedParts(folders: folders, for: request.identity(of: request.source))
        var request = request
        request.parts = parts
        request.snapshot = request.snapshot ?? parts.snapshot
        return try await export(request, stop: stop, observe: observe)
    }

    /// Fetches one part.
    static func fetch(
        _ part: PartNumber, _ request: ExportRequest, _ journal: any WorkspaceJournal, _ stop: StopRequest,
        _ observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> ExportResult {
        let run = try await PartRun(request, part, journal: journal, observe: observe)
        return try await run.target.perform(
            run, in: run.place, snapshot: request.snapshot, datasets: request.pipeline.datasets.map(\.name),
            journal: journal, stop: stop, observe: observe)
    }
}
