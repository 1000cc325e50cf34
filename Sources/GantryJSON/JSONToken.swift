/// What kind of JSON value starts at a token.
public enum JSONKind: String, Sendable {
    case object = "an object"
    case array = "a list"
    case string = "a text"
    case number = "a number"
    case bool = "true or false"
    case null = "null"
}

/// A scalar value: its kind and the range of its text. For a string that is the text between the quotes.
public struct JSONScalar: Sendable {
    /// What kind of value it is.
    public let kind: JSONKind
    /// Bytes of the text, without the quotes of a string.
    public let range: Range<Int>
}

/// The three literal names of JSON, their letters packed into a number.
struct JSONWord: Sendable {
    let packed: UInt64
    let count: Int

    static let null = JSONWord(packed: 0x6E75_6C6C, count: 4)
    static let `true` = JSONWord(packed: 0x7472_7565, count: 4)
    static let `false` = JSONWord(packed: 0x66_616C_7365, count: 5)
}

extension JSONText {
    func offset(_ token: Int) -> Int { Int(positions[token]) }

    /// One past the last byte of the token that starts at `token`, white space excluded.
    func end(_ token: Int) -> Int {
        var end = token + 1 < positions.count ? Int(positions[token + 1]) : bytes.count
        while end > 0 {
            let byte = bytes[end - 1]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            end -= 1
        }
        return end
    }

    func first(_ token: Int) throws(JSONProblem) -> UInt8 {
        guard token < positions.count else { throw .grammar(offset: bytes.count, expected: "more text") }
        return bytes[Int(positions[token])]
    }

    /// The kind of value at `token`, or `nil` when no value starts there.
    func kind(_ token: Int) throws(JSONProblem) -> JSONKind? {
        switch try first(token) {
        case 0x22: .string
        case 0x7B: .object
        case 0x5B: .array
        case 0x2D, 0x30...0x39: .number
        case 0x74, 0x66: .bool
        case 0x6E: .null
        default: nil
        }
    }

    /// The scalar at `token`, its grammar checked except for the digits of a number, which conversion checks.
    func scalar(_ token: Int, _ kind: JSONKind) throws(JSONProblem) -> JSONScalar {
        let start = offset(token)
        let end = end(token)
        switch kind {
        case .string:
            guard end - start >= 2, bytes[end - 1] == 0x22 else {
                throw .grammar(offset: start, expected: "a closing quote")
            }
            return JSONScalar(kind: .string, range: (start + 1)..<(end - 1))
        case .number:
            return JSONScalar(kind: .number, range: start..<end)
        case .null:
            guard spells(start..<end, .null) else { throw .grammar(offset: start, expected: "a value") }
            return JSONScalar(kind: .null, range: start..<end)
        case .bool:
            guard spells(start..<end, .true) || spells(start..<end, .false) else {
                throw .grammar(offset: start, expected: "a value")
            }
            return JSONScalar(kind: .bool, range: start..<end)
        case .object, .array:
            throw .grammar(offset: start, expected: "a value that is not an object or list")
        }
    }

    /// Whether the range holds `null`, `true` or `false`, given as up to five letters packed big-endian.
    func spells(_ range: Range<Int>, _ word: JSONWord) -> Bool {
        guard range.count == word.count else { return false }
        var packed: UInt64 = 0
        for index in range { packed = packed << 8 | UInt64(bytes[index]) }
        return packed == word.packed
    }

    /// Walks over the value at `token`, checking its grammar, and gives the token after it.
    func skip(_ token: Int) throws(JSONProblem) -> Int {
        var token = token
        // One element per open container: true for an object.
        var open: [Bool] = []
        while true {
            guard let kind = try kind(token) else { throw .grammar(offset: offset(token), expected: "a value") }
            switch kind {
            case .object, .array:
                let isObject = kind == .object
                token += 1
                if try first(token) == (isObject ? 0x7D : 0x5D) {
                    token += 1
                } else {
                    guard open.count < 64 else { throw .grammar(offset: offset(token), expected: "at most 64 levels") }
                    open.append(isObject)
                    if isObject { token = try skipKey(token) }
                    continue
                }
            default:
                try check(scalar(token, kind))
                token += 1
            }
            closing: while let isObject = open.last {
                switch try first(token) {
                case 0x2C:
                    token += 1
                    if isObject { token = try skipKey(token) }
                    break closing
                case 0x7D where isObject, 0x5D where !isObject:
                    open.removeLast()
                    token += 1
                default:
                    throw .grammar(offset: offset(token), expected: isObject ? "a comma or }" : "a comma or ]")
                }
            }
            if open.isEmpty { return token }
        }
    }

    private func skipKey(_ token: Int) throws(JSONProblem) -> Int {
        guard try kind(token) == .string else { throw .grammar(offset: offset(token), expected: "a key in quotes") }
        try check(scalar(token, .string))
        guard try first(token + 1) == 0x3A else { throw .grammar(offset: offset(token + 1), expected: "a colon") }
        return token + 2
    }

    /// The part of a scalar's grammar that conversion would check, for values that aren't converted.
    private func check(_ scalar: JSONScalar) throws(JSONProblem) {
        switch scalar.kind {
        case .number:
            guard isNumber(bytes, scalar.range) else {
                throw .grammar(offset: scalar.range.lowerBound, expected: "a number")
            }
        case .string:
            guard !hasEscapes || hasValidEscapes(bytes, scalar.range) else {
                throw .grammar(offset: scalar.range.lowerBound, expected: "valid escapes")
            }
        default: break
        }
    }
}
