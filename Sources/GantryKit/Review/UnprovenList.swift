package import GantryPayroll
package import GantryRuns

/// A list that a run pays by and that nothing shows to be whole: what it lacks isn't paid.
package enum UnprovenList {
    /// A warning for each list of a run, which a person accepts.
    package static func findings(_ totals: ExportTotals, decided: Decisions) -> [ReviewReport.Finding] {
        totals.unproven.map { name in
            ReviewReport.Finding(
                ofRun: PayrollChecks.Rule.unprovenList, found: "the list of \(words[name] ?? name)",
                expected: "a list whose answers show that it is whole", decided)
        }
    }

    /// What lists are of, by their names in `totals.json`.
    private static let words = ["work-entries": "work entries", "leave": "approved leave"]
}
