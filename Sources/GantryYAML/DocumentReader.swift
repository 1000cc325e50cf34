internal import GantryModel

/// Reads the values from a file's tree and collects every mistake.
///
/// A value that is missing or wrong is reported once and comes back as `nil`; reading continues with the rest.
package struct DocumentReader {
    package let source: SourceText
    /// The file that it extends; `nil` for none.
    package let base: SourceText?
    /// The settings given in addition to the file, as they were given: `key=value`.
    package let options: [String]
    package private(set) var mistakes: [Mistake] = []

    package init(source: SourceText, base: SourceText? = nil, options: [String] = [], mistakes: [Mistake] = []) {
        self.source = source
        self.base = base
        self.options = options
        self.mistakes = mistakes
    }

    /// A group of keys, all of them known.
    package struct Section {
        /// Where the group is in the file: `outputs[0]`; empty at the top.
        package let path: String
        /// Where a missing key is reported: at the key or item that holds the group.
        package let owner: NodePlace
        package let entries: [SourceNode.Entry]

        package subscript(_ key: String) -> SourceNode? { entries.first { $0.key == key }?.value }

        package func has(_ key: String) -> Bool { entries.contains { $0.key == key } }

        package func place(of key: String) -> NodePlace { entries.first { $0.key == key }?.keyPlace ?? owner }

        package func path(_ key: String) -> String { path.isEmpty ? key : path + "." + key }
    }

    package struct Located<Value> {
        package let value: Value
        package let place: NodePlace

        package init(value: Value, place: NodePlace) {
            self.value = value
            self.place = place
        }
    }

    // MARK: Reporting

    /// - Parameter isHarmless: Whether the text at the place may be shown even if the file contains secrets.
    package mutating func report(
        _ code: Mistake.Code, at place: NodePlace, _ found: String, expected: String? = nil, nearest: String? = nil,
        note: String? = nil, isHarmless: Bool = false
    ) {
        mistakes.append(
            Mistake(
                code, at: shown(place, code: code, isHarmless: isHarmless), found: found, expected: expected,
                nearest: nearest, note: note
            ))
    }

    package mutating func report(_ mistake: Mistake) { mistakes.append(mistake) }

    private func shown(_ place: NodePlace, code: Mistake.Code, isHarmless: Bool) -> Mistake.Place {
        switch place {
        case .file(let line, let column, let length):
            return source.place(line: line, column: column, length: length, isHarmless: isHarmless)
        case .base(let line, let column, let length):
            return (base ?? source).place(line: line, column: column, length: length, isHarmless: isHarmless)
        case .option(let index, let column, let length):
            var option = singleLine(options[index])
            // What belongs to an unknown key can be anything, even a password.
            if code == .unknownKey, let equals = option.firstIndex(of: "=") { option = option[...equals] + "…" }
            return Mistake.Place(
                source: nil, line: 0, column: column, length: length, text: option)
        }
    }

    package mutating func missing(_ key: String, in section: Section, expected: String) {
        let owner = section.path.isEmpty ? "The file" : section.path
        report(.missingKey, at: section.owner, "\(owner) has no key \"\(key)\".", expected: expected, isHarmless: true)
    }

    package mutating func wrongType(_ node: SourceNode, _ path: String, expected: String) {
        if case .refused = node.content { return }
        report(.wrongType, at: node.place, "Found \(described(node)) for \(path).", expected: expected)
    }

    package mutating func unknownName(
        _ what: String, _ name: Located<String>, among known: [String], expected: String? = nil, note: String? = nil
    ) {
        let nearest = nearestWord(to: name.value, among: known)
        // A long list says less than the one word.
        let list = nearest != nil && known.count > 9 ? nil : listed(known)
        report(
            .unknownName, at: name.place, "Unknown \(what) \(quoted(name.value)).", expected: expected ?? list,
            nearest: nearest, note: note, isHarmless: true)
    }

    /// "the text "x"", "a list": a value in a few words, its content left out where it could be a secret.
    private func described(_ node: SourceNode) -> String {
        switch node.content {
        case .nothing, .refused: "nothing"
        case .list: "a list"
        case .group: "a group of keys"
        case .text(let text, let isPlain):
            if source.visibility == .marked {
                "a text"
            } else if isPlain, plainDecimal(text) != nil {
                "the number \(shortened(text))"
            } else {
                "the text \(quoted(text))"
            }
        }
    }

    // MARK: Values

    /// A group whose keys are all in `keys`; other keys are reported.
    ///
    /// A key close to a missing one is read as that one, so that the mistakes below it are found too.
    ///
    /// - Parameter what: What the keys name, for messages.
    package mutating func section(
        _ node: SourceNode, _ path: String, keys: [String], what: String = "key", owner: NodePlace
    ) -> Section? {
        guard let entries = node.entries else {
            wrongType(node, path.isEmpty ? "the file" : path, expected: "a group of keys: " + listed(keys, "and"))
            return nil
        }
        var known = entries.filter { keys.contains($0.key) }
        for entry in entries where !keys.contains(entry.key) {
            let nearest = nearestWord(to: entry.key, among: keys)
            let name = source.visibility == .everything || nearest != nil ? " " + quoted(entry.key) : ""
            report(
                .unknownKey, at: entry.keyPlace, "Unknown \(what)\(name)" + (path.isEmpty ? "." : " in \(path)."),
                expected: listed(keys), nearest: nearest, isHarmless: nearest != nil)
            if let nearest, !known.contains(where: { $0.key == nearest }) {
                known.append(SourceNode.Entry(key: nearest, keyPlace: entry.keyPlace, value: entry.value))
            }
        }
        return Section(path: path, owner: owner, entries: known)
    }

    /// The section under `key`, or `nil` if it is missing or not a group.
    package mutating func section(_ section: Section, _ key: String, keys: [String], what: String = "key") -> Section? {
        guard let node = section[key] else { return nil }
        return self.section(node, section.path(key), keys: keys, what: what, owner: section.place(of: key))
    }

    /// The items under `key`; an empty list is a mistake.
    package mutating func list(_ section: Section, _ key: String, expected: String) -> [SourceNode]? {
        guard let node = section[key] else {
            missing(key, in: section, expected: expected)
            return nil
        }
        guard case .list(let items) = node.content else {
            wrongType(node, section.path(key), expected: expected)
            return nil
        }
        if items.isEmpty {
            report(.badValue, at: node.place, "\(section.path(key)) is empty.", expected: expected, isHarmless: true)
            return nil
        }
        return items
    }

    /// The text under `key`, or `nil` if it is missing: one line of at most 200 characters, or lines of at most 2,000.
    package mutating func text(
        _ section: Section, _ key: String, expected: String, hasLines: Bool = false
    ) -> Located<String>? {
        guard let node = section[key] else { return nil }
        return text(node, section.path(key), expected: expected, hasLines: hasLines)
    }

    package mutating func text(
        _ node: SourceNode, _ path: String, expected: String, hasLines: Bool = false
    ) -> Located<String>? {
        guard case .text(let text, _) = node.content else {
            wrongType(node, path, expected: expected)
            return nil
        }
        let scalars = text.unicodeScalars
        let problem: String? =
            if text.isEmpty {
                "is empty"
            } else if scalars.count > (hasLines ? 2_000 : 200) {
                "is too long"
            } else if scalars.contains(where: { $0.value < 0x20 && !(hasLines && $0 == "\n") }) {
                hasLines ? "has a control character" : "has a line break or tab"
            } else {
                nil
            }
        if let problem {
            report(.badValue, at: node.place, "The text of \(path) \(problem).", expected: expected)
            return nil
        }
        return Located(value: text, place: node.place)
    }

    package mutating func required(_ section: Section, _ key: String, expected: String) -> Located<String>? {
        guard section.has(key) else {
            missing(key, in: section, expected: expected)
            return nil
        }
        return text(section, key, expected: expected)
    }

    /// One of a few words.
    package mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ section: Section, _ key: String, what: String, as: Choice.Type
    ) -> Choice? where Choice.RawValue == String {
        choice(section, key, what: what, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
    }

    /// One of these words.
    package mutating func choice(_ section: Section, _ key: String, what: String, among words: [String]) -> String? {
        guard let word = text(section, key, expected: listed(words)) else { return nil }
        if words.contains(word.value) { return word.value }
        unknownName(what, word, among: words)
        return nil
    }

    package mutating func wholeNumber(_ section: Section, _ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let node = section[key] else { return nil }
        let expected =
            range.count == 1 ? "\(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard let text = text(node, section.path(key), expected: expected) else { return nil }
        if let number = plainDigits(text.value), range.contains(number) { return number }
        report(.badValue, at: text.place, "Found \(described(node)) for \(section.path(key)).", expected: expected)
        return nil
    }

    package mutating func flag(_ section: Section, _ key: String) -> Bool? {
        guard let word = text(section, key, expected: "true or false") else { return nil }
        switch word.value {
        case "true": return true
        case "false": return false
        default:
            let nearest =
                ["yes", "on"].contains(word.value.lowercased())
                ? "true"
                : ["no", "off"].contains(word.value.lowercased())
                    ? "false" : nearestWord(to: word.value, among: ["true", "false"])
            report(
                .badValue, at: word.place, "Found the text \(quoted(word.value)) for \(section.path(key)).",
                expected: "true or false", nearest: nearest)
            return nil
        }
    }
}
