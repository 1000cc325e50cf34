/// What ``PayrollRules`` go by. In a place of its own: the compiler follows each field of a struct that can't be copied
/// through every method of it, and these values have hundreds.
final class RulesBasis {
    let checks: PayrollChecks
    /// The checks of groups for whom some are others; `checks` is not among them.
    let groupChecks: [PayrollChecks]
    let roster: Roster
    let inputs: PayInputs
    let wholeBatch: PayrollBatchFindings?

    init(
        checks: PayrollChecks, groupChecks: [PayrollChecks], roster: Roster, inputs: PayInputs,
        wholeBatch: PayrollBatchFindings?
    ) {
        self.checks = checks
        self.groupChecks = groupChecks
        self.roster = roster
        self.inputs = inputs
        self.wholeBatch = wholeBatch
    }
}
