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
    /// Whether they count in a new revision only where it pays by the settings of today.
    public var needsNewSettings = false
    /// Whether they count from the next period on only, since those of today can't take back what was paid.
    public var areForNextPeriod = false
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
        let period = try PayPeriod(run.period)
        let pipeline = pipeline.naming(filesOf: period)
        guard !period.isDated, let payroll = pipeline.payroll, let journal = try workspace.existingJournal(),
            let record = try await journal.run(run)
        else { return nil }
        let paid = try await PaidRuns(ofPeriodOf: run, in: workspace, journal).ofPeriod(of: run)?.run
        guard paid.map({ $0.revision < run.revision }) ?? true else { return nil }
        let runs = try await journal.usableRuns(.revisions(of: run))
        guard !runs.contains(where: { $0.phase == .complete && $0.id.revision > run.revision }) else { return nil }
        let base = try await Correction.kept(by: run, journal)
        func settings(since record: RunRecord) throws -> [RunIdentity.Difference] {
            try PaidSettings.differences(pipeline.settings, from: record.identity.settings)
                + PaidLayouts.differences(payroll.outputs, in: "\(workspace.folder(of: record.id))/data")
        }
        func checks(_ settings: [RunIdentity.Setting]) -> RunIdentity {
            RunIdentity(.payroll, settings: settings.filter { $0.key.hasPrefix("checks.") })
        }
        var differences =
            (try settings(since: record)
            + checks(pipeline.settings).differences(from: checks(record.identity.settings))).map(\.description)
        let signed = base.flatMap { try? SignedPay(folder: workspace.folder(of: $0.run)) }
        if let name = payroll.pay?.employees,
            let changed = try employees(
                otherThan: report, in: name.hasPrefix("/") ? name : "\(workspace.path)/\(name)",
                // A correction pays whom the signed list has by that.
                base?.usesNewSettings == false ? signed : nil, workspace)
        {
            differences.append("\(name): \(changed)")
        }
        guard !differences.isEmpty else { return nil }
        let history = try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace)).history
        var other = OtherSettings(
            differences: differences, isCorrection: base != nil,
            needsReason: pipeline.signOff != nil && !history.signedRevisions(of: run).isEmpty)
        if let base, let delivered = try await journal.run(base.run) {
            let since = try settings(since: delivered)
            other.needsNewSettings = base.usesNewSettings || !since.isEmpty
            if other.needsNewSettings, let signed, let pay = payroll.pay {
                other.areForNextPeriod = !PaidCodes.moved(
                    PayCode.paid(in: signed.totals), now: pay.distinctCodes.map(\.payCode),
                    layouts: since.filter { !$0.key.hasPrefix(PaidSettings.pay) }, outputs: payroll.outputs
                ).isEmpty
            }
        }
        return other
    }

    /// Whom the office's list says something else about than the run's copy of it; `nil` for nobody. Of people who
    /// aren't in the copy, only those count who were missing in the list.
    private static func employees(
        otherThan report: ReviewReport, in path: String, _ signed: SignedPay?, _ workspace: Workspace
    ) throws -> String? {
        let then = try RunSubjects(report.run, ExportFolder(workspace.folder(of: report.run)), people: []).table
        // Whether an id can be a text is known to the system of the hours only.
        guard
            let list = (try? EmployeeTable(reading: path)) ?? (try? EmployeeTable(reading: path, hasTextKeys: true))
        else { return "it can't be read as it is now" }
        var inputs = PayInputs()
        inputs.employees = list
        let now = signed?.inputs(inputs).employees ?? list
        let missing = report.findings.filter { $0.rule == PayrollChecks.Rule.noPayrollNumber }
        let known = Set((then?.rows ?? []).map(\.employeeID)).union(missing.compactMap(\.employee))
        let changed = known.sorted().filter { now[$0] != then?[$0] }.map(\.keyText)
        guard let first = changed.first else { return nil }
        let shown = changed.prefix(10).joined(separator: ", ") + (changed.count > 10 ? ", …" : "")
        return changed.count == 1
            ? "it says something else about employee \(first)" : "it says something else about employees \(shown)"
    }
}
