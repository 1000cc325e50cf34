public import GantryModel

/// How often a rule found something.
public struct ExceptionCount: Equatable, Sendable {
    public let rule: String
    public let severity: Severity
    public var count: Int

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
