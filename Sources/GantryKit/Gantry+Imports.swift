internal import GantryAccounts
internal import GantryConnectors
public import GantryEngine
public import GantryImports
public import GantryRuns

extension Gantry {
    /// Starts, resumes or finds complete the run that the request names: sends every row of the sheet once, and
    /// publishes the result of each.
    ///
    /// ```swift
    /// import GantryAccounts
    /// import GantryImports
    /// import GantryKit
    /// import GantryModel
    /// import GantryRuns
    ///
    /// func upload(
    ///     _ work: Pipeline.Import, of pipeline: Pipeline, over connection: Connection, environment: [String: String]
    /// ) async throws {
    ///     let request = ImportRequest(
    ///         pipeline: pipeline, work: work, connection: connection, workspace: Workspace(path: "/srv/payroll"),
    ///         sheet: "october.csv", folder: "scans", batch: "october", environment: environment,
    ///         command: "upload of october.csv")
    ///     let result = try await Gantry.send(request)
    ///     for problem in result.problems { print(problem.count, problem.code, problem.example) }
    /// }
    /// ```
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
    /// ```swift
    /// import GantryImports
    /// import GantryKit
    ///
    /// func sendIfClean(_ request: ImportRequest) async throws {
    ///     let plan = try await Gantry.plan(request)
    ///     if plan.isClean { _ = try await Gantry.send(request) }
    /// }
    /// ```
    ///
    /// - Parameter observe: told how far it is while photos are converted, which takes long; by default nobody.
    public static func plan(
        _ request: ImportRequest, observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> ImportPlan {
        try await ImportKind(try await request.withExportedSheet()).plan(observe)
    }
}
