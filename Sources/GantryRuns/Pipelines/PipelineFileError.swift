public import GantryModel
public import GantryYAML

/// A pipeline file that is not there, can't be read, or has mistakes.
public struct PipelineFileError: ExplainedError, CustomStringConvertible {
    public enum Code: String, CaseIterable, Sendable {
        case notFound = "pipeline-not-found"
        case unreadable = "pipeline-unreadable"
        case mistaken = "pipeline-mistaken"
    }

    /// What went wrong, for programs.
    public let code: Code
    /// The file, or the name under which it was looked for.
    public let file: String
    /// By line and column, settings last in the order in which their values are read; empty unless the code is
    /// `mistaken`.
    public let mistakes: [Mistake]
    /// Whether the mistakes are in settings that were given in addition to the file, or come from them.
    public let isOfSettings: Bool
    /// What was found and what was expected, in one or more sentences.
    public let explanation: String
    /// What to do about it; `nil` if there is nothing to suggest.
    public let advice: Advice?
    /// Never: a person must change something first.
    public var isRetryable: Bool { false }

    init(_ code: Code, file: String, explanation: String, advice: Advice?) {
        self.code = code
        self.file = file
        self.mistakes = []
        self.isOfSettings = false
        self.explanation = explanation
        self.advice = advice
    }

    /// - Parameter isOfSettings: whether the file has no mistakes without the settings that were given in addition to
    ///   it.
    init(file: String, mistakes: [Mistake], isOfSettings: Bool = false) {
        self.code = .mistaken
        self.file = file
        self.mistakes = inReadingOrder(mistakes)
        self.isOfSettings = isOfSettings || mistakes.allSatisfy(\.place.isSetting)
        self.explanation = summaryOfMistakes(file: file, mistakes: self.mistakes)
        self.advice =
            isOfSettings && !mistakes.allSatisfy(\.place.isSetting)
            ? "The marked places don't fit the settings. Correct the settings; \(file) itself has no mistakes."
            : self.isOfSettings
                ? "Correct the setting; \(file) itself has no mistakes."
                : "Correct the marked places, then check the file again: \(.validate(file: file))"
    }

    /// All mistakes with their lines, as a compiler shows them, and their number; the explanation if there are none.
    /// Ends without a line break.
    ///
    /// - Parameter setting: What is written before a setting that was given in addition to the file.
    public func render(setting: String = "setting") -> String {
        renderedMistakes(explanation, mistakes: mistakes, file: file, setting: setting)
    }

    /// The same text as ``render()``.
    public var description: String { render() }
}
