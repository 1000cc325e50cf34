public import GantryModel

/// How often a rule found something.
public struct ExceptionCount: Equatable, Sendable {
    /// The rule, by its key in pipeline files: `not-approved`.
    public let rule: String
    /// How much its findings matter; a rule with two severities has a count for each.
    public let severity: Severity
    /// How many findings there are.
    public var count: Int

    /// The count of a rule's findings of one severity.
    public init(rule: String, severity: Severity, count: Int) {
        self.rule = rule
        self.severity = severity
        self.count = count
    }
}

/// The rules that every kind of batch has, by their names in lists of exceptions.
public enum CommonRule {
    /// Different records share a key.
    public static let conflictingID = "conflicting-id"
    /// An exact repeat of a record, counted once.
    public static let repeatedRecord = "repeated-record"
}
