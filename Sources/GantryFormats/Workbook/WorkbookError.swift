public import GantryModel

/// A workbook that can't be written or read.
public struct WorkbookError: ExplainedError, Equatable {
    /// The class of the failure.
    public enum Code: String, CaseIterable, Sendable {
        /// A text or a table is larger than a workbook holds.
        case tooLarge = "too-large"
        /// The file is no workbook of this program, or its bytes were changed.
        case damaged
        /// The library could not write the file.
        case library
    }

    /// What kind of failure it is.
    public let code: Code
    /// What failed, in which file and cell, and why.
    public let explanation: String
    /// What to do about it; `nil` without general advice.
    public let advice: Advice?
    /// Whether the disk failed, which another time may not. The same rows fail again.
    public var isRetryable: Bool { code == .library }

    /// An error with the place and the reason in its explanation.
    public init(_ code: Code, _ explanation: String, advice: Advice? = nil) {
        self.code = code
        self.explanation = singleLine(explanation, limit: 400)
        self.advice = advice
    }
}
