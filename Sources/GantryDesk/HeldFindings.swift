package import GantryKit
package import GantryModel
internal import GantryPayroll

/// What a run keeps out of its files, by whether it stays unpaid.
package struct HeldFindings {
    /// What nobody is paid for.
    package let unpaid: [ReviewReport.Finding]
    /// What another run has paid.
    package let paidBefore: [ReviewReport.Finding]
    /// What was delivered, and a correction takes back.
    package let takenBack: [ReviewReport.Finding]

    package init(_ report: ReviewReport) {
        let causes = report.correction?.causes ?? []
        let vanished = Set(causes.filter { $0.rule == EntryChange.Rule.vanished.rawValue }.compactMap(\.entry))
        let held = report.findings.filter { $0.state == .held }
        let before = Set(held.filter { $0.rule == PayrollChecks.Rule.paidBefore }.compactMap(\.entry))
        func isBefore(_ finding: ReviewReport.Finding) -> Bool {
            finding.rule == PayrollChecks.Rule.paidBefore || finding.entry.map(before.contains) ?? false
        }
        func isBack(_ finding: ReviewReport.Finding) -> Bool { finding.entry.map(vanished.contains) ?? false }
        paidBefore = held.filter(isBefore)
        takenBack = held.filter { !isBefore($0) && isBack($0) }
        unpaid = held.filter { !isBefore($0) && !isBack($0) }
    }

    /// Their hours, of each record once.
    package static func hours(_ findings: [ReviewReport.Finding]) -> HoursSum {
        findings.eachHourOnce.compactMap(\.hours).reduce(.zero) { $0 + HoursSum($1) }
    }
}
