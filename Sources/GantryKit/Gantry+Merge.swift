public import GantryConnectors
public import GantryEngine
internal import GantryModel
public import GantryRuns

extension Gantry {
    /// Writes what one run would have written, from parts that were fetched apart: by `export` with
    /// ``ExportRequest/part``.
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
        for folder in folders {
            if let mark = try Withdrawal(beside: folder) { throw RunError.withdrawn(mark) }
        }
        let parts = try FetchedParts(folders: folders, for: request.identity(of: request.source))
        var request = request
        request.parts = parts
        request.snapshot = request.snapshot ?? parts.snapshot
        return try await export(request, stop: stop, observe: observe)
    }

    /// - Throws: `RunError.unusableRun` for a pipeline that can't be fetched in parts.
    public static func requireParts(_ pipeline: Pipeline, of systems: Systems) throws {
        func refuse(_ what: String) -> RunError {
            RunError(.unusableRun, "\(pipeline.name) can't be run in parts: \(what).", advice: "Run it whole.")
        }
        for dataset in pipeline.datasets {
            if dataset.isSinceLastRun { throw refuse("\(dataset.name) continues the last run (since:)") }
            if systems.dataset(named: dataset.name)?.dataset.downloadsFiles ?? false {
                throw refuse("\(dataset.name) downloads files")
            }
        }
    }

    /// Fetches one part.
    static func fetch(
        _ part: PartNumber, request: ExportRequest, journal: any WorkspaceJournal, stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> ExportResult {
        let first = RunID(pipeline: request.pipeline.name, period: request.period.name, revision: 1)
        let known = try await PaidRuns(ofPeriodOf: first, in: request.workspace, journal)
        if known.ofPeriod(of: first) == nil { try request.requireNames() }
        let run = try await PartRun(request, part, journal: journal, observe: observe)
        return try await run.target.perform(
            run, in: run.place, snapshot: request.snapshot, datasets: request.pipeline.datasets.map(\.name),
            journal: journal, stop: stop, observe: observe)
    }
}
