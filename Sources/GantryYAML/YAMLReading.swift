internal import GantryModel

/// Reads YAML's plain part: texts, lists and groups of keys. Anchors, aliases, merge keys, tags and several documents
/// in a file are refused, since a person reads these files from top to bottom and a file must not unfold to gigabytes.
///
/// No word has a meaning of its own here: `no`, `off` and `1e3` are texts until something asks for a number.
package struct YAMLReading {
    /// How many lists and groups may lie in each other.
    private static let depthLimit = 200

    private let source: SourceText
    private var mistakes: [Mistake] = []
    private var anchors: Set<String> = []
    private var depth = 0

    /// - Returns: The root, or `nil` if the text is not YAML; the mistakes are appended.
    package static func read(_ source: SourceText, mistakes: inout [Mistake]) -> SourceNode? {
        var reading = YAMLReading(source: source)
        defer { mistakes += reading.mistakes }
        do {
            return try YAMLEvents.reading(source.text) { try reading.root(of: &$0) }
        } catch let problem as YAMLEvents.Problem {
            reading.mistakes = [YAMLSyntax.mistake(problem, in: source)]
        } catch {
            reading.report(
                .syntax, at: TextPosition(line: 1, column: 1), length: 1, found: "The file can't be read as YAML.")
        }
        return nil
    }

    private init(source: SourceText) { self.source = source }

    /// The value of the only document; `nil` where there is none.
    private mutating func root(of events: inout YAMLEvents) throws -> SourceNode? {
        guard case .document = try events.next().kind else { return nil }
        let root = try value(events.next(), &events)
        _ = try events.next()
        let after = try events.next()
        if case .endOfText = after.kind { return root }
        throw YAMLEvents.Problem(
            kind: .syntax, text: "but found another document", position: after.position, context: nil)
    }

    /// The value that begins with an event; the rest of a list or group is read up to its end.
    private mutating func value(_ event: YAMLEvents.Event, _ events: inout YAMLEvents) throws -> SourceNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= YAMLReading.depthLimit else {
            throw YAMLEvents.Problem(kind: .memory, text: "", position: event.position, context: nil)
        }
        let mark = event.position
        var length = 1
        var isRefused = refusesAnchor(of: event)
        let content: SourceNode.Content
        switch event.kind {
        case .scalar(let text, let isPlain):
            isRefused = !isAllowed(event.tag, in: "str", at: mark, unless: isRefused) || isRefused
            length = text.unicodeScalars.count + (isPlain ? 0 : 2)
            content = isPlain && ["", "~", "null"].contains(text) ? .nothing : .text(text, isPlain: isPlain)
        case .list:
            isRefused = !isAllowed(event.tag, in: "seq", at: mark, unless: isRefused) || isRefused
            content = .list(try items(&events, isRefused: isRefused))
        case .group:
            isRefused = !isAllowed(event.tag, in: "map", at: mark, unless: isRefused) || isRefused
            content = .group(try entries(&events, isRefused: isRefused))
        default:
            guard let name = event.anchor, anchors.contains(name) else {
                throw YAMLEvents.Problem(kind: .syntax, text: "found undefined alias", position: mark, context: nil)
            }
            (isRefused, content) = (true, .refused)
        }
        return isRefused
            ? SourceNode(content: .refused, place: .file(line: mark.line, column: mark.column, length: 1))
            : SourceNode(content: content, place: .file(line: mark.line, column: mark.column, length: length))
    }

    private mutating func items(_ events: inout YAMLEvents, isRefused: Bool) throws -> [SourceNode] {
        var items: [SourceNode] = []
        while true {
            let event = try events.next()
            if case .end = event.kind { return items }
            let item = try isRefused ? skipped(event, &events) : value(event, &events)
            items.append(item)
        }
    }

    /// A value about which nothing is said, since it lies in something that is refused as a whole.
    private mutating func skipped(_ event: YAMLEvents.Event, _ events: inout YAMLEvents) throws -> SourceNode {
        let told = mistakes
        defer { mistakes = told }
        return try value(event, &events)
    }

    private mutating func entries(_ events: inout YAMLEvents, isRefused: Bool) throws -> [SourceNode.Entry] {
        var entries: [SourceNode.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            let event = try events.next()
            if case .end = event.kind { return entries }
            let told = mistakes
            let isAnchored = refusesAnchor(of: event)
            guard !isRefused, !isAnchored, let (key, length) = key(event, after: lines) else {
                if case .scalar = event.kind {} else { _ = try skipped(event, &events) }
                _ = try skipped(events.next(), &events)
                if isRefused { mistakes = told }
                continue
            }
            lines[key] = event.position.line
            let place = NodePlace.file(line: event.position.line, column: event.position.column, length: length)
            entries.append(
                SourceNode.Entry(key: key, keyPlace: place, value: try value(events.next(), &events)))
        }
    }

    /// The key that an event is, and its length as written; `nil` where that is reported.
    private mutating func key(_ event: YAMLEvents.Event, after lines: [String: Int]) -> (String, Int)? {
        let mark = event.position
        guard case .scalar(let key, let isPlain) = event.kind else {
            report(
                .syntax, at: mark, length: 1, found: "A key must be one word.",
                expected: "a key such as file: or format:")
            return nil
        }
        _ = isAllowed(event.tag, in: "str", at: mark)
        let length = key.unicodeScalars.count + (isPlain ? 0 : 2)
        if key == "<<", isPlain {
            report(
                .unsupported, at: mark, length: 2, found: "Merge keys (<<) are not supported.",
                expected: "the keys themselves")
            return nil
        }
        guard let first = lines[key] else { return (key, length) }
        let name = source.visibility == .everything ? "The key \(quoted(key))" : "A key"
        report(
            .duplicate, at: mark, length: length, found: "\(name) is written twice in this group.",
            expected: "each key once",
            note: first == mark.line ? nil : "It is already on line \(first).")
        return nil
    }

    // MARK: What is refused

    /// Whether an event names itself for others to repeat, which is reported.
    private mutating func refusesAnchor(of event: YAMLEvents.Event) -> Bool {
        guard let name = event.anchor else { return false }
        if case .alias = event.kind { return false }
        anchors.insert(name)
        refuseAnchor(at: event.position, length: name.unicodeScalars.count + 1)
        return true
    }

    private mutating func refuseAnchor(at mark: TextPosition, length: Int) {
        report(
            .unsupported, at: mark, length: length,
            found: "Anchors (&name) and aliases (*name) are not supported.",
            expected: "the value itself",
            note: "Text that starts with & or * needs quotation marks.")
    }

    /// Whether a value has no tag, or the one that says what it is anyway; other tags are reported.
    private mutating func isAllowed(
        _ tag: String?, in allowed: String, at mark: TextPosition, unless isRefused: Bool = false
    ) -> Bool {
        if tag == nil || isRefused || tag == "!" || tag == "tag:yaml.org,2002:" + allowed { return true }
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
