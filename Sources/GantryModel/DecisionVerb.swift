/// What a person decides about a finding.
public enum DecisionVerb: String, Sendable {
    /// Blockers don't hold their records.
    case waive
    /// Records stay out, or are kept out.
    case hold
    /// Warnings are all right.
    case accept
    /// The decision before is taken back.
    case withdraw
}
