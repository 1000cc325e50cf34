internal import GantryEngine
internal import GantryModel

extension Decision {
    /// What a finding of a rule counts as after the decision. Only blockers can be waived, and not those of every
    /// rule. What a person holds has a finding of its own.
    func severity(of rule: String, _ severity: Severity) -> Severity {
        switch (verb, severity) {
        case (.waive, .blocker) where !PayrollChecks.Rule.neverWaived.contains(rule): .waived
        default: severity
        }
    }
}

extension ExceptionNote.Details.Decision {
    init(_ decision: Decision) {
        self.init(verb: decision.verb.rawValue, by: decision.by, because: decision.because)
    }
}
