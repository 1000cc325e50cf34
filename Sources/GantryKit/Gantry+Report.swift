internal import GantryAccounts
public import GantryEngine
public import GantryModel
internal import GantryOutputs
package import GantryPages
internal import GantryRuns

extension Gantry {
    /// The report of a published run: one HTML file in UTF-8 that needs nothing else, for who signs it or looks it up later.
    ///
    /// Every figure is copied from the run's files; decisions and signatures are shown as they are now.
    ///
    /// ```swift
    /// import GantryEngine
    /// import GantryKit
    /// import GantryModel
    ///
    /// let id = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
    /// let page = try await Gantry.report(id, in: Workspace(path: "/srv/payroll"), language: .danish)
    /// ```
    ///
    /// - Parameters:
    ///   - language: that of its words; `nil`, the default, for that of the office.
    ///   - isNamed: whether employees are named, and not only numbered. The default is yes.
    /// - Throws: `RunError.unusableRun` when the run isn't published or changed; `ConfigurationError`, `FileError`.
    public static func report(
        _ run: RunID, in workspace: Workspace, language: Language? = nil, isNamed: Bool = true
    ) async throws -> [UInt8] {
        let text = PageText(
            try language ?? workspace.office().language ?? .english, zone: try await zone(of: run, in: workspace))
        return PayReportPage(try await payReport(run, in: workspace), text, isNamed: isNamed).bytes()
    }

    /// What the report of a published run shows.
    /// - Throws: as ``report(_:in:language:isNamed:)``.
    package static func payReport(_ run: RunID, in workspace: Workspace) async throws -> PayReport {
        let proven = try await ExportFolder.proven(run, in: workspace)
        let overview = try await show(run, in: workspace)
        guard let source = overview.run.source else { throw workspace.noRun(run) }
        return try PayReport(proven, overview, try await review(run, proven, in: workspace), source: source)
    }

    /// The zone of the times in a run's report.
    private static func zone(of run: RunID, in workspace: Workspace) async throws -> Zone {
        guard let journal = try workspace.existingJournal() else { throw workspace.noRun(run) }
        return if let kept = try await RunZone.of(run, journal) { kept } else { try workspace.zone() }
    }
}
