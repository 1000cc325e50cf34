internal import GantryModel

/// By line and column; mistakes in settings come last, in the order in which they were found.
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
    let (places, areSeveral) = placesOfMistakes(mistakes, file, setting: "a setting")
    return
        "\(mistakes.allSatisfy(\.place.isSetting) ? "A setting" : places) \(areSeveral ? "have" : "has") \(count)\(mistakes.count > 1 && first.place.line > 0 ? ", the first" : "")\(line): \(first.found)"
}

/// The sources of the mistakes, such as `payroll.yaml and a setting`, and whether there is more than one.
private func placesOfMistakes(
    _ mistakes: [Mistake], _ file: String, setting: String
) -> (words: String, areSeveral: Bool) {
    var sources: [String] = []
    for mistake in mistakes {
        let source = mistake.place.source ?? setting
        if !sources.contains(source) { sources.append(source) }
    }
    return (listed(sources.isEmpty ? [file] : sources, "and"), sources.count > 1)
}

/// All mistakes with their lines and their number; the explanation if there are none. Ends without a line break.
package func renderedMistakes(
    _ explanation: String, mistakes: [Mistake], file: String, setting: String = "setting"
) -> String {
    guard !mistakes.isEmpty else { return explanation }
    let shown = 50
    var blocks = mistakes.prefix(shown).map { $0.render(setting: setting) }
    let places = placesOfMistakes(mistakes, file, setting: setting).words
    var end = "\(mistakes.count) \(mistakes.count == 1 ? "mistake" : "mistakes") in \(places)."
    if mistakes.count > shown { end += " The first \(shown) are shown." }
    blocks.append(end)
    return blocks.joined(separator: "\n\n")
}
