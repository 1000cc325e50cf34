internal import GantryConnectors
internal import GantryModel

// What only entries of the deployed contract of KSR Cranes are held for. Both are blockers whatever a pipeline file
// says: hours would be paid twice, or not at all.
extension WorkEntry {
    /// Whether the deployed contract says something that keeps the entry from being paid.
    var isHeldAsDeployed: Bool { deployed.isSentToPayroll || deployed.doubt != nil }

    /// What holds the entry, one for each rule.
    var deployedFindings: [(rule: String, severity: Severity, found: String, expected: String)] {
        var findings: [(rule: String, severity: Severity, found: String, expected: String)] = []
        if deployed.isSentToPayroll {
            findings.append(
                (
                    PayrollChecks.Rule.sentToPayroll, .blocker,
                    deployed.sentAt.map { "sent to payroll on \($0.utcDate)" } ?? "sent to payroll already",
                    "an entry that payroll does not have yet"
                ))
        }
        if let doubt = deployed.doubt {
            findings.append((PayrollChecks.Rule.unclearTimes, .blocker, doubt.found, doubt.expected))
        }
        return findings
    }
}

extension PayrollChecks.Rule {
    /// The entry was handed to payroll before.
    package static let sentToPayroll = "sent-to-payroll"
    /// The work date is a time that is no midnight, so that it can be two days.
    package static let unclearDay = "unclear-day"
    /// No role of the pipeline file says what hours of the entry's kind are paid as.
    package static let unknownKind = "unknown-kind"
    /// The description of the system leaves the entry out.
    package static let leftOutRecord = "left-out-record"
    /// The times of the entry give no hours.
    package static let unclearTimes = "unclear-times"
}
