public import GantryModel

/// Arguments that can't be used: what is wrong, and how to write it right.
public struct UsageError: ExplainedError, Equatable {
    /// What is wrong with the arguments.
    public let explanation: String
    /// How to write them; `nil` where the explanation says it.
    public let advice: String?
    /// Never: the command must be changed.
    public var isRetryable: Bool { false }

    /// An error without advice unless there is some.
    public init(_ explanation: String, advice: String? = nil) {
        self.explanation = explanation
        self.advice = advice
    }
}

/// Standard output could not take the report. What the command did is done.
public struct ReportError: ExplainedError, Equatable {
    /// Why the report could not be written, in the system's words.
    public let explanation: String
    /// Says that the command's work is safe, where it had reached its end.
    public let advice: String?
    /// False, also where the command had not reached its end.
    public var isRetryable: Bool { false }

    /// - Parameters:
    ///   - reason: the system's words.
    ///   - isDone: whether the command had reached its end.
    public init(reason: String, isDone: Bool) {
        explanation = "The report could not be written to standard output: \(reason)."
        advice =
            isDone ? "The command finished; only its report is missing. Use --quiet to run without one." : nil
    }
}
