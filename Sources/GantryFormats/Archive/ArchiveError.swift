public import GantryModel

/// A compressed archive that can't be read or written.
public struct ArchiveError: ExplainedError, Equatable {
    /// The class of the failure; an exit status is chosen for each.
    public enum Code: String, CaseIterable, Sendable {
        /// The file ends in the middle of a frame or member.
        case truncated
        /// A checksum does not match or the bytes make no sense.
        case damaged
        /// The file has another format.
        case otherFormat = "other-format"
        /// A frame asks for a larger window than is allowed.
        case windowTooLarge = "window-too-large"
        /// The compression library failed; its own words are in the explanation.
        case library
    }

    /// What kind of failure it is.
    public let code: Code
    /// The file, or `nil` while compressing.
    public let path: String?
    /// What failed, on which file and why.
    public let explanation: String
    /// What to do about the file; `nil` if nothing helps.
    public let advice: Advice?
    /// Always false: the same bytes give the same answer.
    public var isRetryable: Bool { false }

    init(_ code: Code, path: String? = nil, _ explanation: String, advice: Advice? = nil) {
        self.code = code
        self.path = path
        self.explanation = explanation
        self.advice = advice
    }

    /// A reading error, with the place before the reason.
    init(_ code: Code, reading path: String, frameAt offset: Int, _ reason: String) {
        let advice: Advice? =
            switch code {
            case .truncated, .damaged: "Get the file again from its source, or create it again."
            case .otherFormat: "Check the file's name and its source."
            default: nil
            }
        self.init(code, path: path, "\"\(singleLine(path))\", frame at byte \(offset): \(reason).", advice: advice)
    }
}
