public import GantryModel

/// A check that this build can make.
public struct CheckDescriptor: Sendable, Equatable {
    /// The key in pipeline files: `not-approved`.
    public var name: String
    /// One sentence for a person.
    public var help: String
    /// Whether the check takes numbers of hours (`{ warning: 13, blocker: 24 }`) instead of one severity.
    public var hasThresholds: Bool
    /// The rule that applies if a pipeline file does not name the check. The default is `blocker`, so that leaving a
    /// line out never makes an export less careful; a check is switched off by writing `off`.
    public var standard: CheckRule

    /// A check that blocks where a pipeline file does not name it, unless `standard` says otherwise.
    public init(name: String, help: String, hasThresholds: Bool, standard: CheckRule = .severity(.blocker)) {
        self.name = name
        self.help = help
        self.hasThresholds = hasThresholds
        self.standard = standard
    }
}

/// What a check does with a record that it finds.
public enum CheckRule: Sendable, Equatable {
    /// The check is not made.
    case off
    case severity(Severity)
    /// Rising limits; the most severe one that is exceeded counts. Never empty.
    case thresholds([CheckThreshold])
}

/// A limit in hours and what passing it means.
public struct CheckThreshold: Sendable, Equatable {
    /// What passing the limit means.
    public var severity: Severity
    /// More than this many hours is a finding; exactly this many is not.
    public var above: Hours

    /// A limit in hours.
    public init(severity: Severity, above: Hours) {
        self.severity = severity
        self.above = above
    }
}
