/// A small JSON document as a tree, for documents that are no batch: totals, sign-in answers, error bodies.
///
/// Keys keep their order and numbers their text.
public indirect enum JSONTree: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as it was or will be written.
    case number(String)
    case string(String)
    case array([JSONTree])
    case object([Member])

    /// A member of an object.
    public struct Member: Equatable, Sendable {
        /// The key, unescaped.
        public let key: String
        /// The value, an object or array included.
        public let value: JSONTree

        /// A member; an object may have several of one key.
        public init(_ key: String, _ value: JSONTree) {
            self.key = key
            self.value = value
        }
    }

    /// An object with these members in this order.
    public static func object(_ members: KeyValuePairs<String, JSONTree>) -> JSONTree {
        .object(members.map { Member($0.key, $0.value) })
    }

    /// A whole number.
    public static func integer(_ value: Int) -> JSONTree { .number(String(value)) }

    /// The first member with this key; `nil` when there is none or this is not an object.
    public subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The text of a string; `nil` for any other value.
    public var text: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// A whole number, or a string that spells one; `nil` for any other value, `1.0` included.
    public var int: Int? {
        switch self {
        case .number(let text), .string(let text): Int(text)
        default: nil
        }
    }

    /// The members of an object in their order; none when this is not an object.
    public var members: [Member] {
        if case .object(let members) = self { return members }
        return []
    }

    /// The elements of an array; `nil` for any other value.
    public var list: [JSONTree]? {
        if case .array(let list) = self { return list }
        return nil
    }

    /// Reads a document.
    /// - Throws: `JSONProblem` when the bytes are no JSON.
    public init(_ bytes: [UInt8]) throws(JSONProblem) {
        var indexer = JSONIndexer()
        self = try indexer.withText(bytes.span) { (text: borrowing JSONText) throws(JSONProblem) -> JSONTree in
            guard text.isUTF8 else { throw .shape(expected: "UTF-8", found: "bytes that are not UTF-8") }
            guard try text.skip(0) == text.positions.count else {
                throw .grammar(offset: bytes.count, expected: "one document")
            }
            var token = 0
            return try text.tree(&token)
        }
    }
}

extension JSONText {
    func tree(_ token: inout Int) throws(JSONProblem) -> JSONTree {
        guard let kind = try kind(token) else { throw .grammar(offset: offset(token), expected: "a value") }
        switch kind {
        case .object:
            var members: [JSONTree.Member] = []
            token += 1
            while try first(token) != 0x7D {
                if try first(token) == 0x2C { token += 1 }
                let key = try plainKey(&token)
                members.append(JSONTree.Member(key, try tree(&token)))
            }
            token += 1
            return .object(members)
        case .array:
            var list: [JSONTree] = []
            token += 1
            while try first(token) != 0x5D {
                if try first(token) == 0x2C { token += 1 }
                list.append(try tree(&token))
            }
            token += 1
            return .array(list)
        case .string:
            let value = try plain(scalar(token, .string).range)
            token += 1
            return .string(value)
        case .number:
            let value = string(try scalar(token, .number).range)
            token += 1
            return .number(value)
        case .bool:
            let value = try spells(scalar(token, .bool).range, .true)
            token += 1
            return .bool(value)
        case .null:
            token += 1
            return .null
        }
    }

    private func plainKey(_ token: inout Int) throws(JSONProblem) -> String {
        let key = try plain(scalar(token, .string).range)
        token += 2
        return key
    }

    private func plain(_ range: Range<Int>) throws(JSONProblem) -> String {
        guard hasEscapes, hasBackslash(bytes, range) else { return string(range) }
        var out: [UInt8] = []
        if let why = unescape(bytes, range, into: &out) { throw .shape(expected: "valid Unicode text", found: why) }
        return String(decoding: out, as: UTF8.self)
    }
}

extension JSONTree {
    /// The document on one line.
    public var compact: String { String(decoding: bytes, as: UTF8.self) }

    /// The document on one line, in UTF-8.
    public var bytes: [UInt8] {
        var out: [UInt8] = []
        write(to: &out, indent: nil)
        return out
    }

    /// The document with one member or element a line, two spaces a level, and a final line break.
    public var pretty: String {
        var out: [UInt8] = []
        write(to: &out, indent: 0)
        return String(decoding: out, as: UTF8.self) + "\n"
    }

    private func write(to out: inout [UInt8], indent: Int?) {
        switch self {
        case .null: out.append(contentsOf: "null".utf8)
        case .bool(let value): out.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let text): out.append(contentsOf: text.utf8)
        case .string(let text): JSONTree.quote(text, to: &out)
        case .array(let list):
            out.append(UInt8(ascii: "["))
            for index in list.indices {
                JSONTree.separate(index, to: &out, indent: indent)
                list[index].write(to: &out, indent: indent.map { $0 + 1 })
            }
            JSONTree.close(list.isEmpty, UInt8(ascii: "]"), to: &out, indent: indent)
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for index in members.indices {
                JSONTree.separate(index, to: &out, indent: indent)
                JSONTree.quote(members[index].key, to: &out)
                out.append(UInt8(ascii: ":"))
                if indent != nil { out.append(UInt8(ascii: " ")) }
                members[index].value.write(to: &out, indent: indent.map { $0 + 1 })
            }
            JSONTree.close(members.isEmpty, UInt8(ascii: "}"), to: &out, indent: indent)
        }
    }

    /// What precedes the item at an index.
    private static func separate(_ index: Int, to out: inout [UInt8], indent: Int?) {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        if let indent { breakLine(to: &out, indent: indent + 1) }
    }

    private static func close(_ isEmpty: Bool, _ bracket: UInt8, to out: inout [UInt8], indent: Int?) {
        if let indent, !isEmpty { breakLine(to: &out, indent: indent) }
        out.append(bracket)
    }

    private static func breakLine(to out: inout [UInt8], indent: Int) {
        out.append(UInt8(ascii: "\n"))
        out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
    }

    private static func quote(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for byte in text.utf8 { escape(byte, to: &out) }
        } else {
            out.append(contentsOf: text.utf8)
        }
        out.append(UInt8(ascii: "\""))
    }

    private static func escape(_ byte: UInt8, to out: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): out.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): out.append(contentsOf: #"\\"#.utf8)
        case UInt8(ascii: "\n"): out.append(contentsOf: #"\n"#.utf8)
        case UInt8(ascii: "\r"): out.append(contentsOf: #"\r"#.utf8)
        case UInt8(ascii: "\t"): out.append(contentsOf: #"\t"#.utf8)
        case 0..<0x20:
            let hex = String(byte, radix: 16)
            out.append(contentsOf: (#"\u"# + String(repeating: "0", count: 4 - hex.count) + hex).utf8)
        default: out.append(byte)
        }
    }
}
