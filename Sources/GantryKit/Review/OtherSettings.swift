internal import GantryEngine
public import GantryModel
internal import GantryOutputs
internal import GantryPayroll
public import GantryRuns
internal import GantrySignOff

/// What differs between today's settings and those with which a run of pay was made.
public struct OtherSettings: Sendable, Equatable {
    /// A line each: settings of pay and of layouts, and the list of employees.
    public let differences: [String]
    /// Whether the run is a correction, which only a new revision makes by other settings.
    public let isCorrection: Bool
    /// Whether a new revision needs a reason, since people signed one of the period.
    public let needsReason: Bool
}

extension Gantry {
    /// What was changed since a run of pay was made and doesn't count in its files; `nil` where nothing was, and for a
    /// run whose pay was delivered, or that of a later revision.
    ///
    /// - Parameters:
    ///   - report: a review of the run.
    ///   - pipeline: today's file of its pipeline.
    /// - Throws: as `Gantry.review`, and `BookError`.
    public static func otherSettings(
        than report: ReviewReport, _ pipeline: Pipeline, in workspace: Workspace
    ) async throws -> OtherSettings? {
        let run = report.run
        let pipeline = pipeline.naming(filesOf: try PayPeriod(run.period))
        guard let payroll = pipeline.payroll, let journal = try workspace.existingJournal(),
            let record = try await journal.run(run)
        else { return nil }
        let paid = try await PaidRuns(ofPeriodOf: run, in: workspace, journal).ofPeriod(of: run)?.run
        guard paid.map({ $0.revision < run.revision }) ?? true else { return nil }
        let base = try await Correction.kept(by: run, journal)
        var differences =
            (PaidSettings.differences(pipeline.settings, from: record.identity.settings)
            + (try PaidLayouts.differences(payroll.outputs, in: "\(workspace.folder(of: run))/data")))
            .map(\.description)
        // A correction pays by the list that was signed.
        if let name = payroll.pay?.employees, base?.usesNewSettings ?? true,
            let changed = try employees(
                otherThan: report, in: name.hasPrefix("/") ? name : "\(workspace.path)/\(name)", workspace)
        {
            differences.append("\(name): \(changed)")
        }
        guard !differences.isEmpty else { return nil }
        let history = try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace)).history
        return OtherSettings(
            differences: differences, isCorrection: base != nil,
            needsReason: pipeline.signOff != nil && !history.signedRevisions(of: run).isEmpty)
    }

    /// Whom the office's list says something else about than the run's copy of it; `nil` for nobody. Of people who
    /// aren't in the copy, only those count whom a finding names.
    private static func employees(
        otherThan report: ReviewReport, in path: String, _ workspace: Workspace
    ) throws -> String? {
        let then = try RunSubjects(report.run, ExportFolder(workspace.folder(of: report.run)), people: []).table
        // Whether an id can be a text is known to the system of the hours only.
        guard let now = (try? EmployeeTable(reading: path)) ?? (try? EmployeeTable(reading: path, hasTextKeys: true))
        else { return "it can't be read as it is now" }
        let known = Set((then?.rows ?? []).map(\.employeeID)).union(report.findings.compactMap(\.employee))
        let changed = known.sorted().filter { now[$0] != then?[$0] }.map(\.keyText)
        guard let first = changed.first else { return nil }
        let shown = changed.prefix(10).joined(separator: ", ") + (changed.count > 10 ? ", …" : "")
        return changed.count == 1
            ? "it says something else about employee \(first)" : "it says something else about employees \(shown)"
    }
}
