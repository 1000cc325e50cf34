internal import GantryEngine
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantrySignOff

extension SignOffReadiness {
    /// What keeps a published run from being signed or delivered: the one place that knows findings and decisions. What
    /// was paid before is asked by itself, since it can be paid again.
    /// - Parameters:
    ///   - proven: the folder of the run, whose files were compared with their digests.
    ///   - isSigned: whether people have signed what they saw of it. The default is no.
    /// - Throws: as `Gantry.review`.
    init(
        of run: RunID, _ proven: ExportFolder, in workspace: Workspace, isSigned: Bool = false
    ) async throws {
        self.init()
        let report = try await Gantry.review(run, proven, in: workspace)
        var told: Set<String> = []
        for finding in report.open where ![PaidBefore.rule, PaidBefore.periodRule].contains(finding.rule) {
            let who = finding.employee.map { "employee \($0.keyText): " } ?? ""
            let second = finding.state == .waitsForSecond ? "; waits for a second person" : ""
            // What a rule means is said once.
            let meaning =
                told.insert(finding.rule).inserted
                ? RuleExplanation.of(finding.rule).map { ". \($0.means)" } : nil
            let text = "\(finding.id) \(finding.rule), \(who)\(finding.found)\(second)\(meaning ?? "")"
            if finding.severity == .critical { critical.append(text) } else { open.append(text) }
        }
        if let other = report.lapsed { unwritten.append("\(other) no longer pays what they hold as paid by it") }
        if !report.misfits.isEmpty {
            unwritten.append("a file lacks values that don't fit it: correct them, then have the files written again")
        }
        if report.showsLostBase, !isSigned {
            let base = report.lostBase.map { "\($0) is withdrawn or its folder is missing or changed" }
            unwritten.append(
                "nothing proves what pay is compared with, since \(base ?? "that run can't be used"): restore it from a "
                    + "copy, or have the files written again, which then have no comparison with it")
        }
        if report.lacksDecisions { unwritten.append("the files don't show the newest decisions") }
    }
}
