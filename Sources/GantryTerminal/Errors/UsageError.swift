public import GantryModel

/// Unusable arguments: what is wrong, and how to write them.
public struct UsageError: ExplainedError, Equatable {
    /// What is wrong with the arguments.
    public let explanation: String
    /// How to write them; `nil` if the explanation says it.
    public let advice: Advice?
    /// Never: the command must be changed.
    public var isRetryable: Bool { false }

    /// Without advice by default.
    public init(_ explanation: String, advice: Advice? = nil) {
        self.explanation = explanation
        self.advice = advice
    }
}

/// The report could not be written to standard output. The command's work is not affected.
public struct ReportError: ExplainedError, Equatable {
    /// Why the report could not be written, in the system's words.
    public let explanation: String
    /// Says that the command's work is complete, if it was.
    public let advice: Advice?
    /// Always false.
    public var isRetryable: Bool { false }

    /// - Parameters:
    ///   - reason: the system's words.
    ///   - isDone: whether the command's work was complete.
    public init(reason: String, isDone: Bool) {
        explanation = "The report could not be written to standard output: \(reason)."
        advice =
            isDone ? "The command finished; only its report is missing. Use --quiet to run without one." : nil
    }
}
