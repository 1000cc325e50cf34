/// How much an exception or a finding matters.
public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// Worth counting.
    case info
    /// A blocker that a person has lifted by a decision; the record is exported.
    case waived
    /// A person should look; the record is exported.
    case warning
    /// The record is held: it stays out of the export and is listed.
    case blocker
    /// Nothing is signed until it is solved, or waived where that is allowed.
    case critical

    /// Those that a pipeline file can give a check.
    public static let choices: [Severity] = [.info, .warning, .blocker]

    /// From `info` to `critical`.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .waived: 1
        case .warning: 2
        case .blocker: 3
        case .critical: 4
        }
    }
}

/// An error for a person: what failed, why, and what to do. Every layer's error can say this much.
public protocol ExplainedError: Error, Sendable {
    /// What failed, on which thing, and why: one or two sentences.
    var explanation: String { get }
    /// Further facts, such as what differs, each for a line of its own. None unless an error says otherwise.
    var details: [String] { get }
    /// What the reader can do about it, as a sentence, or `nil` when the explanation says it.
    var advice: Advice? { get }
    /// Whether the same command can succeed later with nothing changed by hand.
    var isRetryable: Bool { get }
}

extension ExplainedError {
    /// None.
    public var details: [String] { [] }
}
