public import GantryModel
public import GantryYAML

/// A system file that is not there, can't be read, or has mistakes.
public struct SystemFileError: ExplainedError, CustomStringConvertible {
    public enum Code: String, CaseIterable, Sendable {
        case notFound = "system-not-found"
        case unreadable = "system-unreadable"
        case mistaken = "system-mistaken"
        case exists = "system-exists"
        case unusableName = "system-unusable-name"
        /// An OpenAPI document that no system can be drafted from.
        case document = "system-document"
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The file.
    public let file: String
    /// By line and column; empty unless the code is `mistaken` or `document`.
    public let mistakes: [Mistake]
    /// What was found and what was expected, in one or more sentences.
    public let explanation: String
    /// What to do about it; `nil` if there is nothing to suggest.
    public let advice: Advice?
    /// The prefix of the built-in system that the file extends; `nil`, the default, for other files.
    var extended: String?
    /// Never: a person must change something first.
    public var isRetryable: Bool { false }

    init(_ code: Code, file: String, explanation: String, advice: Advice?) {
        self.code = code
        self.file = file
        mistakes = []
        self.explanation = explanation
        self.advice = advice
    }

    init(file: String, mistakes: [Mistake]) {
        self.init(
            .mistaken, file: file, mistakes: mistakes,
            advice: "Correct the marked places, then check the file again: \(.validate(file: file))")
    }

    init(_ code: Code, file: String, mistakes: [Mistake], advice: Advice) {
        self.code = code
        self.file = file
        self.mistakes = inReadingOrder(mistakes)
        explanation = summaryOfMistakes(file: file, mistakes: self.mistakes)
        self.advice = advice
    }

    /// All mistakes with their lines, as a compiler shows them, and their number; the explanation if there are none.
    public func render() -> String { renderedMistakes(explanation, mistakes: mistakes, file: file) }

    /// The same text as ``render()``.
    public var description: String { render() }
}
