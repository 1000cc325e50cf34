package import GantryEngine
internal import GantryModel
package import GantryPayroll
package import GantryRuns

/// A list that a run pays by and that nothing shows to be whole: what it lacks isn't paid.
package enum UnprovenList {
    /// A warning for each list of a run, which a person accepts. It says what was compared: another list is another
    /// finding, and so is one that a run doesn't keep, since nothing shows that another run had the same.
    ///
    /// - Parameters:
    ///   - workers: how many the list of workers has; `nil` where the run doesn't keep it.
    ///   - leave: how many requests for leave it has; `nil` for the same.
    package static func findings(
        of run: RunID, _ totals: ExportTotals, workers: Int?, leave: Int?, decided: Decisions
    ) -> [ReviewReport.Finding] {
        let hours = totals.hours.reduce(HoursSum.zero) { $0 + $1.exported + $1.held }
        return totals.unproven.map { name in
            let (list, found): (String, String?) =
                switch name {
                case "work-entries": ("work entries", "\(counted(totals.counts.fetched, "record")), \(hours) hours")
                case "leave": ("approved leave", leave.map { counted($0, "request") })
                default: (name, workers.map { counted($0, "record") })
                }
            return ReviewReport.Finding(
                ofRun: PayrollChecks.Rule.unprovenList,
                found: "the list of \(list)" + (found.map { ": \($0)" } ?? " of \(run)"),
                expected: "a list whose answers show that it is whole", decided)
        }
    }
}
