internal import GantryPayroll

/// What a rule means that a list of findings names.
public struct ExplainedRule: Sendable, Equatable {
    /// Its name: `not-approved`.
    public let rule: String
    /// What it found, in a sentence.
    public let means: String
    /// What a clerk usually does, in a sentence.
    public let usually: String
    /// How it is set in a pipeline file, or that it can't be, in a sentence.
    public let setting: String
    /// Whether a decision can pay the record all the same.
    public let canBeWaived: Bool
}

extension Gantry {
    /// Every rule that findings can name, in the order in which they are listed.
    public static var rules: [ExplainedRule] {
        RuleExplanation.all.map {
            ExplainedRule(
                rule: $0.rule, means: $0.means, usually: $0.usually, setting: $0.setting, canBeWaived: $0.canBeWaived)
        }
    }
}
