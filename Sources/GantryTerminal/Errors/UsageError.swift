public import GantryModel

/// Arguments that can't be used: what is wrong, and how to write it right.
public struct UsageError: ExplainedError, Equatable {
    public let explanation: String
    public let advice: String?
    /// Never: the command must be changed.
    public var isRetryable: Bool { false }

    public init(_ explanation: String, advice: String? = nil) {
        self.explanation = explanation
        self.advice = advice
    }
}

/// Standard output could not take the report. What the command did is done.
public struct ReportError: ExplainedError, Equatable {
    public let explanation: String
    public let advice: String?
    public var isRetryable: Bool { false }

    /// - Parameters:
    ///   - reason: the system's words.
    ///   - isDone: whether the command had reached its end.
    public init(reason: String, isDone: Bool) {
        explanation = "The report could not be written to standard output: \(reason)."
        advice =
            isDone ? "What the command did is done and safe; only its report is missing. --quiet does without it." : nil
    }
}
