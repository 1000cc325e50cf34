internal import GantryModel
internal import GantryYAML

/// Why a text is no path into a record, and where in it.
struct PathProblem: Error {
    /// In characters from the beginning.
    let offset: Int
    let found: String
}

extension [PathStep] {
    /// Reads `user.id`, `tags[0]`, `custom_fields[name=Approval].value`.
    init(path text: String) throws(PathProblem) {
        self = []
        var rest = Substring(text)
        func offset(_ index: String.Index) -> Int { text.distance(from: text.startIndex, to: index) }
        var needsKey = true
        while !rest.isEmpty || needsKey {
            let place = offset(rest.startIndex)
            if needsKey {
                let key = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" }
                guard !key.isEmpty else { throw PathProblem(offset: place, found: "A key is missing here.") }
                append(.key(String(key)))
                rest = rest[key.endIndex...]
                needsKey = false
            } else if rest.first == "." {
                rest = rest.dropFirst()
                needsKey = true
            } else if rest.first == "[" {
                guard let close = rest.firstIndex(of: "]") else {
                    throw PathProblem(offset: place, found: "This [ has no ].")
                }
                try append(element(rest[rest.index(after: rest.startIndex)..<close], place))
                rest = rest[rest.index(after: close)...]
            } else {
                throw PathProblem(offset: place, found: "\(quoted(String(rest.prefix(1)))) doesn't belong here.")
            }
        }

        func element(_ inside: Substring, _ place: Int) throws(PathProblem) -> PathStep {
            if let number = plainDigits(String(inside)), number < 10_000 { return .index(number) }
            let parts = inside.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw PathProblem(
                    offset: place,
                    found: parts.count > 2
                        ? "An element is told apart by one key."
                        : "An element is a place from 0, or a key and its text.")
            }
            return .element(key: String(parts[0]), is: String(parts[1]))
        }
    }
}

extension SystemKeys {
    /// A path of keys alone, as a text or as a list.
    static let path: [ValueShape] = [.line(), .list(.text)]
}

extension SystemReader {
    private static let example =
        "keys with points between them, such as user.id, tags[0] or custom_fields[name=Approval].value"

    /// `at`: a path into a record, as a text or as a list of keys.
    mutating func steps(_ section: Section) -> [PathStep]? {
        guard let node = section["at"] else { return nil }
        if case .list = node.content { return listedKeys(section, "at")?.map { .key($0) } }
        guard let text = document.text(node, section.path("at"), expected: SystemReader.example) else { return nil }
        do throws(PathProblem) {
            let steps = try [PathStep](path: text.value)
            if case .element? = steps.last {
                throw PathProblem(offset: text.value.count - 1, found: "An element is a record of its own.")
            }
            let keys = steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
            return keys.count == steps.count && isOneKey(keys, text) ? nil : steps
        } catch {
            report(in: text, from: error.offset, error.found, expected: SystemReader.example)
            return nil
        }
    }

    /// A path of keys alone, through the answer round the records, as a text or as a list.
    mutating func keys(
        _ section: Section, _ key: String, expected: String = "keys with points between them, such as meta.total"
    ) -> [String]? {
        if case .list? = section[key]?.content { return listedKeys(section, key) }
        guard let text = document.text(section, key, expected: expected), let keys = keys(text) else { return nil }
        return isOneKey(keys, text) ? nil : keys
    }

    /// Keys that are listed, so that they can contain points.
    private mutating func listedKeys(_ section: Section, _ key: String) -> [String]? {
        texts(section, key, expected: "a list of keys, such as [meta, total]")
    }

    /// Reports a text that looks like one key with points in it, as OData has them: `@odata.nextLink`.
    private mutating func isOneKey(_ keys: [String], _ text: DocumentReader.Located<String>) -> Bool {
        guard keys.dropLast().contains(where: { $0.contains("@") }) else { return false }
        let joined = keys.reduce(into: [String]()) { joined, key in
            if let last = joined.last, last.contains("@") {
                joined[joined.count - 1] = last + "." + key
            } else {
                joined.append(key)
            }
        }
        func list(_ keys: [String]) -> String { "[" + keys.map { quoted($0) }.joined(separator: ", ") + "]" }
        report(
            in: text, from: 0, length: text.value.unicodeScalars.count,
            "\(quoted(text.value)) is read as \(counted(keys.count, "key")), one inside the other.",
            expected: "a list of keys: \(list(joined)), or \(list(keys)) if the points do part them")
        return true
    }

    mutating func keys(_ text: DocumentReader.Located<String>) -> [String]? {
        let expected = "keys with points between them, such as meta.total"
        do throws(PathProblem) {
            return try [PathStep](path: text.value).map { (step) throws(PathProblem) -> String in
                guard case .key(let key) = step else {
                    throw PathProblem(offset: text.value.count - 1, found: "Only keys lead here.")
                }
                return key
            }
        } catch {
            report(in: text, from: error.offset, error.found, expected: expected)
            return nil
        }
    }
}
