internal import GantryJSON
internal import GantryModel
internal import GantryYAML

/// A description of an API by OpenAPI 3.0 or 3.1.
///
/// Source: OpenAPI Specification 3.0.4 and 3.1.1, https://spec.openapis.org/oas/.
struct OpenAPIDocument {
    /// The most bytes of a document.
    static let byteLimit = 16 << 20
    /// How many lists and groups may lie in each other.
    private static let depthLimit = 200

    let root: JSONTree

    /// Reads a document from a file whose name ends in `.json`, `.yaml` or `.yml`.
    static func load(path: String) throws(SystemFileError) -> OpenAPIDocument {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(path, limit: byteLimit)
        } catch {
            throw SystemFileError(
                error.isMissing ? .notFound : .unreadable, file: path,
                explanation: "The document \(singleLine(path, limit: 4_000)) \(error.sentence)", advice: error.advice)
        }
        return try read(bytes, named: path)
    }

    /// - Parameter name: how messages call the file; its ending says how the document is written.
    static func read(_ bytes: [UInt8], named name: String) throws(SystemFileError) -> OpenAPIDocument {
        var mistakes: [Mistake] = []
        let ending = name.split(separator: "/").last?.split(separator: ".").last?.lowercased()
        var root: JSONTree?
        switch ending {
        case "json": root = json(bytes, named: name, mistakes: &mistakes)
        case "yaml", "yml":
            if let source = SourceText(bytes, name: name, limit: byteLimit, mistakes: &mistakes) {
                root = YAMLReading.read(source, mistakes: &mistakes)?.tree
            }
        default:
            mistakes.append(
                Mistake(
                    .badValue, at: Mistake.Place(source: name),
                    found: "The name of the file doesn't say how it is written.",
                    expected: "a file .json, .yaml or .yml"))
        }
        if mistakes.isEmpty, let problem = problem(root, name) { mistakes.append(problem) }
        guard mistakes.isEmpty, let root else {
            throw SystemFileError(
                .document, file: name, mistakes: mistakes,
                advice: "Give another document, or leave it out and fill in what the vendor's pages say.")
        }
        return OpenAPIDocument(root: root)
    }

    private static func problem(_ root: JSONTree?, _ name: String) -> Mistake? {
        let place = Mistake.Place(source: name)
        let version = root?["openapi"]?.scalar
        if let version, ["3.0", "3.1"].contains(where: { version == $0 || version.hasPrefix($0 + ".") }) {
            guard let paths = root?["paths"], case .object = paths else {
                return Mistake(.missingKey, at: place, found: "The document has no paths.", expected: "a group paths")
            }
            return nil
        }
        let other = root?["swagger"]?.scalar.map { "Swagger \(shortened($0))" }
        return Mistake(
            .unsupported, at: place,
            found: other.map { "The document is \($0)." } ?? version.map { "The document is OpenAPI \(shortened($0))." }
                ?? "The document doesn't say that it is OpenAPI.",
            expected: "openapi: 3.0 or 3.1",
            note: other == nil ? nil : "The vendor may have it as OpenAPI 3 too, and converters are at hand.")
    }

    // MARK: JSON

    private static func json(_ bytes: [UInt8], named name: String, mistakes: inout [Mistake]) -> JSONTree? {
        if let offset = tooDeep(bytes) {
            mistakes.append(
                Mistake(
                    .unsupported, at: place(of: offset, in: bytes, name),
                    found: "More than \(depthLimit) lists and groups lie in each other.", expected: "fewer"))
            return nil
        }
        do throws(JSONProblem) {
            return try JSONTree(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            var at = Mistake.Place(source: name)
            var (found, expected): (String, String?) = ("The file isn't JSON.", nil)
            switch error {
            case .empty: found = "The file is empty."
            case .unclosedString: found = "A text in quotation marks is never closed."
            case .controlCharacter: found = "A text has a control character."
            case .grammar(let offset, let what):
                at = place(of: offset, in: bytes, name)
                expected = what
            case .shape(let what, let other): (found, expected) = ("Found \(other).", what)
            case .tooLarge, .outOfMemory, .tooManyRecords: break
            }
            mistakes.append(Mistake(.syntax, at: at, found: found, expected: expected))
            return nil
        }
    }

    /// Where too many lists and groups lie in each other; `nil` where they don't.
    private static func tooDeep(_ bytes: [UInt8]) -> Int? {
        var (depth, isText, isEscaped) = (0, false, false)
        for (offset, byte) in bytes.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if isText {
                if byte == 0x5C { isEscaped = true } else if byte == 0x22 { isText = false }
            } else if byte == 0x22 {
                isText = true
            } else if byte == 0x5B || byte == 0x7B {
                depth += 1
                if depth > depthLimit { return offset }
            } else if byte == 0x5D || byte == 0x7D {
                depth -= 1
            }
        }
        return nil
    }

    private static func place(of offset: Int, in bytes: [UInt8], _ name: String) -> Mistake.Place {
        let before = bytes.prefix(offset)
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let line = before.count { $0 == 0x0A } + 1
        return Mistake.Place(
            source: name, line: line,
            column: String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1)
    }

    // MARK: References

    /// What a reference `#/components/…` leads to; `nil` where it leads nowhere, in a circle, or out of the document.
    func resolved(_ node: JSONTree?) -> JSONTree? {
        var (node, seen) = (node, Set<String>())
        while let reference = node?["$ref"]?.text {
            guard seen.insert(reference).inserted else { return nil }
            node = target(of: reference)
        }
        return node
    }

    /// What is at a place that begins with `#` (RFC 6901).
    func target(of reference: String) -> JSONTree? {
        guard reference == "#" || reference.hasPrefix("#/") else { return nil }
        var node: JSONTree? = root
        for step in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false)
        where reference.count > 1 {
            let key = percentDecoded(step).replacing("~1", with: "/").replacing("~0", with: "~")
            node =
                node?.list.map { list in plainDigits(key).flatMap { $0 < list.count ? list[$0] : nil } } ?? node?[key]
        }
        return node
    }

    private func percentDecoded(_ text: Substring) -> String {
        guard text.contains("%") else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONTree {
    /// A text or a number as it is written; `nil` for any other value.
    var scalar: String? {
        switch self {
        case .string(let text), .number(let text): text
        default: nil
        }
    }

    /// Whether this is the word true.
    var isTrue: Bool { self == .bool(true) }
}

extension SourceNode {
    /// The same values as JSON has them.
    fileprivate var tree: JSONTree {
        switch content {
        case .nothing, .refused: .null
        case .text(let text, let isPlain):
            if isPlain, text == "true" || text == "false" {
                .bool(text == "true")
            } else {
                isPlain && plainDecimal(text) != nil ? .number(text) : .string(text)
            }
        case .list(let items): .array(items.map(\.tree))
        case .group(let entries): .object(entries.map { JSONTree.Member($0.key, $0.value.tree) })
        }
    }
}
