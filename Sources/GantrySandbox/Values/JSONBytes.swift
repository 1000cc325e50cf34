/// Finds values in JSON text by their place in the bytes, without building a tree.
///
/// Sample files are served with the spelling they have on disk, so a record is never decoded and encoded again.
enum JSONBytes {
    /// Where the elements of the array that is the whole of `bytes` stand.
    ///
    /// - Throws: ``JSONFlaw`` when the text is no JSON array.
    static func elements(of bytes: [UInt8]) throws(JSONFlaw) -> [Range<Int>] {
        var cursor = skippingSpace(bytes, 0)
        guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "[") else { throw JSONFlaw(offset: cursor) }
        cursor = skippingSpace(bytes, cursor + 1)
        var ranges: [Range<Int>] = []
        if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "]") { return ranges }
        while true {
            let end = try endOfValue(bytes, cursor)
            ranges.append(cursor..<end)
            cursor = skippingSpace(bytes, end)
            guard cursor < bytes.count else { throw JSONFlaw(offset: cursor) }
            if bytes[cursor] == UInt8(ascii: "]") { return ranges }
            guard bytes[cursor] == UInt8(ascii: ",") else { throw JSONFlaw(offset: cursor) }
            cursor = skippingSpace(bytes, cursor + 1)
        }
    }

    /// The members of the object at `start`: the whole member (key, colon, value) and the value alone.
    static func members(of bytes: [UInt8], at start: Int) throws(JSONFlaw) -> [JSONMember] {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { throw JSONFlaw(offset: start) }
        var members: [JSONMember] = []
        var cursor = skippingSpace(bytes, start + 1)
        if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "}") { return members }
        while true {
            let keyStart = cursor
            let keyEnd = try endOfString(bytes, cursor)
            cursor = skippingSpace(bytes, keyEnd)
            guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: ":") else { throw JSONFlaw(offset: cursor) }
            let valueStart = skippingSpace(bytes, cursor + 1)
            let valueEnd = try endOfValue(bytes, valueStart)
            let key = String(decoding: bytes[(keyStart + 1)..<(keyEnd - 1)], as: UTF8.self)
            members.append(JSONMember(key: key, whole: keyStart..<valueEnd, value: valueStart..<valueEnd))
            cursor = skippingSpace(bytes, valueEnd)
            guard cursor < bytes.count else { throw JSONFlaw(offset: cursor) }
            if bytes[cursor] == UInt8(ascii: "}") { return members }
            guard bytes[cursor] == UInt8(ascii: ",") else { throw JSONFlaw(offset: cursor) }
            cursor = skippingSpace(bytes, cursor + 1)
        }
    }

    static func member(_ key: String, of bytes: [UInt8], at start: Int = 0) throws(JSONFlaw) -> JSONMember? {
        try members(of: bytes, at: start).first { $0.key == key }
    }

    private static func endOfValue(_ bytes: [UInt8], _ start: Int) throws(JSONFlaw) -> Int {
        guard start < bytes.count else { throw JSONFlaw(offset: start) }
        switch bytes[start] {
        case UInt8(ascii: "\""): return try endOfString(bytes, start)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try endOfNested(bytes, start)
        default:
            var cursor = start
            while cursor < bytes.count, !isDelimiter(bytes[cursor]) { cursor += 1 }
            guard cursor > start else { throw JSONFlaw(offset: start) }
            return cursor
        }
    }

    private static func endOfNested(_ bytes: [UInt8], _ start: Int) throws(JSONFlaw) -> Int {
        var depth = 0
        var cursor = start
        while cursor < bytes.count {
            switch bytes[cursor] {
            case UInt8(ascii: "\""):
                cursor = try endOfString(bytes, cursor)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return cursor + 1 }
            default: break
            }
            cursor += 1
        }
        throw JSONFlaw(offset: start)
    }

    private static func endOfString(_ bytes: [UInt8], _ start: Int) throws(JSONFlaw) -> Int {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { throw JSONFlaw(offset: start) }
        var cursor = start + 1
        while cursor < bytes.count {
            switch bytes[cursor] {
            case UInt8(ascii: "\\"): cursor += 2
            case UInt8(ascii: "\""): return cursor + 1
            default: cursor += 1
            }
        }
        throw JSONFlaw(offset: start)
    }

    private static func skippingSpace(_ bytes: [UInt8], _ start: Int) -> Int {
        var cursor = start
        while cursor < bytes.count, isSpace(bytes[cursor]) { cursor += 1 }
        return cursor
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
}

/// One member of a JSON object: its key as spelled, and the byte ranges of the member and of its value.
struct JSONMember: Sendable {
    var key: String
    var whole: Range<Int>
    var value: Range<Int>
}

/// The byte at which a text stops being JSON.
struct JSONFlaw: Error {
    var offset: Int
}

extension [UInt8] {
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a decimal number without making a `String`.
    mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = count
        repeat {
            append(UInt8(48 + rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }
}
