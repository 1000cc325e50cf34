public import GantryModel

/// A bag that can't be written.
public struct BagError: ExplainedError, Equatable {
    /// The class of the failure; an exit status is chosen for each.
    public enum Code: String, CaseIterable, Sendable {
        /// A path that not every system could hold; see `BagPath`.
        case unusablePath = "unusable-path"
        /// Two payload files whose paths differ at most by case.
        case sameName = "same-name"
        /// A file in `data` that is not among the payload, or a payload file that is not there or has another length.
        case otherPayload = "other-payload"
        /// A label of `bag-info.txt` that is empty, has a colon or a control character, or is written by the writer
        /// itself.
        case unusableLabel = "unusable-label"
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong with the path or label in question, as a sentence.
    public let explanation: String
    /// None: the explanation says what is wrong with the input.
    public var advice: Advice? { nil }
    /// Always false: the same input gives the same answer.
    public var isRetryable: Bool { false }

    init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }
}
