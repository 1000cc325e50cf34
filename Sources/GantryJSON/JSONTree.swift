internal import GantryModel

/// A small JSON document as a tree, for documents other than batches: totals, sign-in answers, error bodies, events.
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

    /// The first member with this key; `nil` if there is none or this is not an object.
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

    /// A key as a system spells it: a whole number, or a text.
    public static func key(_ number: Int64) -> JSONTree {
        number.isTextKey ? .string(number.keyText) : .number(String(number))
    }

    /// The number that stands for a key; `nil` for any other value.
    public var key: Int64? {
        switch self {
        case .number(let text): Int64(text)
        case .string(let text): Int64(key: text)
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
    /// - Throws: `JSONProblem` when the bytes are not JSON.
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
