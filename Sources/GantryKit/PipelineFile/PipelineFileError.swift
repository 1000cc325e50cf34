public import GantryModel

/// A pipeline file that is not there, can't be read, or has mistakes.
public struct PipelineFileError: ExplainedError, CustomStringConvertible {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let notFound = Code(rawValue: "pipeline-not-found")
        public static let unreadable = Code(rawValue: "pipeline-unreadable")
        public static let mistaken = Code(rawValue: "pipeline-mistaken")
    }

    public let code: Code
    /// The file, or the name under which it was looked for.
    public let file: String
    /// By line and column, options last in the order in which their values are read; empty unless the code is
    /// `mistaken`.
    public let mistakes: [Mistake]
    public let explanation: String
    public let advice: String?
    /// Never: a person must change something first.
    public var isRetryable: Bool { false }

    init(_ code: Code, file: String, explanation: String, advice: String?) {
        self.code = code
        self.file = file
        self.mistakes = []
        self.explanation = explanation
        self.advice = advice
    }

    init(file: String, mistakes: [Mistake]) {
        self.code = .mistaken
        self.file = file
        self.mistakes = inReadingOrder(mistakes)
        self.explanation = summaryOfMistakes(file: file, mistakes: self.mistakes)
        self.advice =
            self.mistakes.allSatisfy(\.place.isOption)
            ? "Correct the option. \(file) itself has no mistakes."
            : "Correct what is marked, then try it with: gantry validate \(file)"
    }

    /// All mistakes with their lines, as a compiler shows them, and their number; or the explanation and advice.
    /// Ends without a line break.
    public func render() -> String { renderedMistakes(explanation, advice, mistakes, file: file) }

    public var description: String { render() }
}

func inReadingOrder(_ mistakes: [Mistake]) -> [Mistake] {
    func rank(_ mistake: Mistake) -> (Int, Int) {
        mistake.place.line == 0 ? (Int.max, 0) : (mistake.place.line, mistake.place.column)
    }
    // Sorting is stable, so that mistakes at one place stay in the order in which they were found.
    return mistakes.sorted { rank($0) < rank($1) }
}

func summaryOfMistakes(file: String, mistakes: [Mistake]) -> String {
    guard let first = mistakes.first else { return "\(file) can't be used." }
    let count = mistakes.count == 1 ? "a mistake" : "\(mistakes.count) mistakes"
    let line = first.place.line > 0 ? " on line \(first.place.line)" : ""
    return
        "\(placesOfMistakes(mistakes, file)) has \(count)\(mistakes.count > 1 && first.place.line > 0 ? ", the first" : "")\(line): \(first.found)"
}

/// The file, or the option or variable where every mistake is there; `FILE and --set` where some are.
private func placesOfMistakes(_ mistakes: [Mistake], _ file: String) -> String {
    var sources: [String] = []
    for mistake in mistakes where !sources.contains(mistake.place.source) { sources.append(mistake.place.source) }
    return listed(sources.isEmpty ? [file] : sources, "and")
}

func renderedMistakes(_ explanation: String, _ advice: String?, _ mistakes: [Mistake], file: String) -> String {
    guard !mistakes.isEmpty else { return [explanation, advice].compactMap(\.self).joined(separator: "\n") }
    let shown = 50
    var blocks = mistakes.prefix(shown).map { $0.render() }
    var end =
        "\(mistakes.count) \(mistakes.count == 1 ? "mistake" : "mistakes") in \(placesOfMistakes(mistakes, file))."
    if mistakes.count > shown { end += " The first \(shown) are shown." }
    blocks.append(end)
    return blocks.joined(separator: "\n\n")
}
