internal import GantryAccounts
internal import GantryConnectors
public import GantryEngine
public import GantryImports
public import GantryRuns

extension Gantry {
    /// Starts, resumes or finds complete the run that the request names: sends every row of the sheet once, and
    /// publishes the result of each.
    ///
    /// - Throws: `RunError` and errors of lower layers. What was sent is in the ledger, and the same request resumes
    ///   from there.
    public static func send(
        _ request: ImportRequest, stop: StopRequest = StopRequest(),
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> ImportResult {
        var result = try await ImportKind(try await request.withExportedSheet()).send(stop, observe)
        result.origin.isExport = request.sheet == nil && request.work.sheet.export != nil
        result.origin.isPaid = request.connection.system.submission(named: request.work.kind)?.kind.isPaid ?? false
        return result
    }

    /// What the same request to `send` would do: the complete preflight. Reads from the server; sends and writes
    /// nothing.
    ///
    /// - Parameter observe: told how far it is while photos are converted, which takes long; by default nobody.
    public static func plan(
        _ request: ImportRequest, observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> ImportPlan {
        try await ImportKind(try await request.withExportedSheet()).plan(observe)
    }
}
