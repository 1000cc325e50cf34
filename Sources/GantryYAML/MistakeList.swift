internal import GantryModel

/// By line and column; mistakes of options come last, in the order in which they were found.
package func inReadingOrder(_ mistakes: [Mistake]) -> [Mistake] {
    func rank(_ mistake: Mistake) -> (Int, Int) {
        mistake.place.line == 0 ? (Int.max, 0) : (mistake.place.line, mistake.place.column)
    }
    // Sorting is stable, so that mistakes at one place stay in the order in which they were found.
    return mistakes.sorted { rank($0) < rank($1) }
}

/// One sentence: how many there are, where, and the first.
package func summaryOfMistakes(file: String, mistakes: [Mistake]) -> String {
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

/// All mistakes with their lines and their number, or the explanation and advice where there are none. Ends without a
/// line break.
package func renderedMistakes(_ explanation: String, advice: String?, mistakes: [Mistake], file: String) -> String {
    guard !mistakes.isEmpty else { return [explanation, advice].compactMap(\.self).joined(separator: "\n") }
    let shown = 50
    var blocks = mistakes.prefix(shown).map { $0.render() }
    var end =
        "\(mistakes.count) \(mistakes.count == 1 ? "mistake" : "mistakes") in \(placesOfMistakes(mistakes, file))."
    if mistakes.count > shown { end += " The first \(shown) are shown." }
    blocks.append(end)
    return blocks.joined(separator: "\n\n")
}
