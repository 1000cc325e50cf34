internal import GantryModel
internal import Yams

/// Reads YAML's plain part: texts, lists and groups of keys. Anchors, aliases, merge keys, tags and several documents
/// in a file are refused, since a person reads these files from top to bottom and a file must not unfold to gigabytes.
///
/// No word has a meaning of its own here: `no`, `off` and `1e3` are texts until something asks for a number.
package struct YAMLReading {
    private let source: SourceText
    private var mistakes: [Mistake] = []
    /// Keys that appear twice in a group stop Yams. Their first letter is replaced while Yams reads; here is what it
    /// was.
    private var disguised: [TextPosition: Unicode.Scalar] = [:]
    private var seenAnchors: Set<ObjectIdentifier> = []

    /// - Returns: The root, or `nil` if the text is not YAML; the mistakes are appended.
    package static func read(_ source: SourceText, mistakes: inout [Mistake]) -> SourceNode? {
        var reading = YAMLReading(source: source)
        let root = reading.root()
        mistakes += reading.mistakes
        return root
    }

    private init(source: SourceText) { self.source = source }

    private mutating func root() -> SourceNode? {
        if let anchor = firstOfManyAliases() {
            refuseAnchor(at: anchor, length: 1)
            return nil
        }
        var text = source.text
        for _ in 0..<32 {
            do {
                let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
                guard let node = try parser.singleRoot() else { return nil }
                // Nodes hold their anchors weakly; the parser owns them.
                return withExtendedLifetime(parser) { converted(node) }
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                guard let mended = disguise(keys.first ?? "", at: TextPosition(context.mark), in: text) else {
                    report(
                        .duplicate, at: TextPosition(context.mark), length: 1,
                        found: "A key of this group is written twice.",
                        expected: "each key once")
                    return nil
                }
                text = mended
            } catch let error as YamlError {
                mistakes.append(YAMLSyntax.mistake(error, in: source))
                return nil
            } catch {
                report(
                    .syntax, at: TextPosition(line: 1, column: 1), length: 1, found: "The file can't be read as YAML.")
                return nil
            }
        }
        report(
            .duplicate, at: TextPosition(line: 1, column: 1), length: 1, found: "More than 30 keys are written twice.")
        return nil
    }

    // MARK: From Yams' nodes

    private mutating func converted(_ node: Node) -> SourceNode {
        let mark = TextPosition(node.mark)
        let refused = SourceNode(content: .refused, place: .file(line: mark.line, column: mark.column, length: 1))
        if let anchor = node.anchor {
            // An alias returns the anchored node itself again, which is read only once.
            if seenAnchors.insert(ObjectIdentifier(anchor)).inserted {
                refuseAnchor(at: mark, length: anchor.rawValue.unicodeScalars.count + 1)
            }
            return refused
        }
        switch node {
        case .scalar(let scalar):
            guard isAllowed(scalar.tag, in: "str", at: mark) else { return refused }
            let isPlain = scalar.style == .plain
            let text = scalar.string
            let shown = text.unicodeScalars.count + (isPlain ? 0 : 2)
            let place = NodePlace.file(line: mark.line, column: mark.column, length: shown)
            if isPlain, ["", "~", "null"].contains(text) { return SourceNode(content: .nothing, place: place) }
            return SourceNode(content: .text(text, isPlain: isPlain), place: place)
        case .sequence(let sequence):
            guard isAllowed(sequence.tag, in: "seq", at: mark) else { return refused }
            var items: [SourceNode] = []
            for item in sequence { items.append(converted(item)) }
            return SourceNode(content: .list(items), place: .file(line: mark.line, column: mark.column, length: 1))
        case .mapping(let mapping):
            guard isAllowed(mapping.tag, in: "map", at: mark) else { return refused }
            return SourceNode(
                content: .group(entries(mapping)), place: .file(line: mark.line, column: mark.column, length: 1))
        case .alias(let alias):
            refuseAnchor(at: mark, length: alias.anchor.rawValue.unicodeScalars.count + 1)
            return refused
        }
    }

    private mutating func entries(_ mapping: Node.Mapping) -> [SourceNode.Entry] {
        var entries: [SourceNode.Entry] = []
        var lines: [String: Int] = [:]
        for (keyNode, valueNode) in mapping {
            let mark = TextPosition(keyNode.mark)
            guard case .scalar(let scalar) = keyNode, keyNode.anchor == nil else {
                if keyNode.anchor != nil {
                    _ = converted(keyNode)
                } else {
                    report(
                        .syntax, at: mark, length: 1, found: "A key must be one word.",
                        expected: "a key such as file: or format:")
                }
                continue
            }
            _ = isAllowed(scalar.tag, in: "str", at: mark)
            let key = undisguised(scalar.string, mark)
            let length = key.unicodeScalars.count + (scalar.style == .plain ? 0 : 2)
            if key == "<<", scalar.style == .plain {
                report(
                    .unsupported, at: mark, length: 2, found: "Merge keys (<<) are not supported.",
                    expected: "the keys themselves")
                continue
            }
            if let first = lines[key] {
                let name = source.visibility == .everything ? "The key \(quoted(key))" : "A key"
                report(
                    .duplicate, at: mark, length: length, found: "\(name) is written twice in this group.",
                    expected: "each key once",
                    note: first == mark.line ? nil : "It is already on line \(first).")
                continue
            }
            lines[key] = mark.line
            let place = NodePlace.file(line: mark.line, column: mark.column, length: length)
            entries.append(SourceNode.Entry(key: key, keyPlace: place, value: converted(valueNode)))
        }
        return entries
    }

    // MARK: Keys that stand twice

    /// The text with another first letter of the key at `mark`, so that Yams reads it as another key.
    private mutating func disguise(_ key: String, at mark: TextPosition, in text: String) -> String? {
        var scalars = text.unicodeScalars
        var line = 1
        var index = scalars.startIndex
        while line < mark.line, index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            if scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" { continue }
            if ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar) { line += 1 }
        }
        guard let start = scalars.index(index, offsetBy: mark.column - 1, limitedBy: scalars.endIndex),
            start < scalars.endIndex
        else { return nil }
        index = start
        if scalars[index] == "\"" || scalars[index] == "'" { index = scalars.index(after: index) }
        let real = undisguised(key, mark)
        guard index < scalars.endIndex, let first = real.unicodeScalars.first, scalars[index] == first,
            let stranger = Unicode.Scalar(0xE000 + UInt32(disguised.count))
        else { return nil }
        disguised[mark] = first
        scalars.replaceSubrange(index...index, with: [stranger])
        return String(scalars)
    }

    private func undisguised(_ key: String, _ mark: TextPosition) -> String {
        guard let first = disguised[mark] else { return key }
        var scalars = key.unicodeScalars
        scalars.removeFirst()
        scalars.insert(first, at: scalars.startIndex)
        return String(scalars)
    }

    // MARK: What is refused

    /// The first anchor of a text with anchors and more than a few aliases.
    ///
    /// Yams compares keys, and a key may be an alias of a list of aliases of lists: comparing it takes time that
    /// doubles with every level. So such a text is refused before Yams sees it. Words that begin with `*` in ordinary
    /// text need no anchor and pass.
    private func firstOfManyAliases() -> TextPosition? {
        var aliases = 0
        var anchor: TextPosition?
        for (number, line) in source.lines.enumerated() {
            var before: Unicode.Scalar = " "
            let scalars = Array(line.unicodeScalars)
            for (offset, scalar) in scalars.enumerated() {
                let next = offset + 1 < scalars.count ? scalars[offset + 1] : " "
                if [" ", "\t", ",", "[", "{", ":", "-", "?"].contains(before),
                    next.properties.isAlphabetic || next.value > 0x2F
                {
                    if scalar == "*" { aliases += 1 }
                    if scalar == "&", anchor == nil { anchor = TextPosition(line: number + 1, column: offset + 1) }
                }
                before = scalar
            }
        }
        return aliases > 8 ? anchor : nil
    }

    private mutating func refuseAnchor(at mark: TextPosition, length: Int) {
        report(
            .unsupported, at: mark, length: length,
            found: "Anchors (&name) and aliases (*name) are not supported.",
            expected: "the value itself",
            note: "Text that starts with & or * needs quotation marks.")
    }

    /// Whether a value has no tag, or the one that says what it is anyway; other tags are reported.
    private mutating func isAllowed(_ tag: Tag, in allowed: String, at mark: TextPosition) -> Bool {
        let name = tag.description
        if name.isEmpty || name == "!" || name == "tag:yaml.org,2002:" + allowed { return true }
        report(
            .unsupported, at: mark, length: 1, found: "Tags (!name) are not supported.", expected: "only the value",
            note: "Text that starts with ! needs quotation marks.")
        return false
    }

    private mutating func report(
        _ code: Mistake.Code, at mark: TextPosition, length: Int, found: String, expected: String? = nil,
        note: String? = nil
    ) {
        let place = source.place(line: mark.line, column: mark.column, length: length, isHarmless: false)
        let shown =
            source.visibility == .everything
            ? source.place(line: mark.line, column: mark.column, length: length) : place
        mistakes.append(Mistake(code, at: shown, found: found, expected: expected, note: note))
    }
}

/// A place in a text, counted from 1, columns in Unicode scalars.
struct TextPosition: Hashable {
    var line: Int
    var column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place that Yams reports; the start of the text if it reports none.
    init(_ mark: Mark?) {
        line = mark?.line ?? 1
        column = mark?.column ?? 1
    }
}
