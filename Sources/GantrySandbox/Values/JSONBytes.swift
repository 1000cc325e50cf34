/// Finds values in JSON text by their byte ranges, without building a tree.
///
/// Sample files are served with the spelling that they have on disk, so a record is never decoded and encoded again.
enum JSONBytes {
    /// The ranges of the elements of a JSON array.
    ///
    /// - Throws: ``JSONFlaw`` when the text is not a JSON array.
    static func elements(of bytes: [UInt8]) throws(JSONFlaw) -> [Range<Int>] {
        let start = skippingSpace(bytes, 0)
        return try items(of: bytes, from: start, to: UInt8(ascii: "]")) { (cursor) throws(JSONFlaw) in
            let start = cursor
            cursor = try endOfValue(bytes, start)
            return start..<cursor
        }
    }

    /// The members of the object at `start`.
    static func members(of bytes: [UInt8], at start: Int) throws(JSONFlaw) -> [JSONMember] {
        try items(of: bytes, from: start, to: UInt8(ascii: "}")) { (cursor) throws(JSONFlaw) in
            let (keyStart, keyEnd) = (cursor, try endOfString(bytes, cursor))
            let colon = skippingSpace(bytes, keyEnd)
            guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { throw JSONFlaw(offset: colon) }
            let valueStart = skippingSpace(bytes, colon + 1)
            cursor = try endOfValue(bytes, valueStart)
            let key = String(decoding: bytes[(keyStart + 1)..<(keyEnd - 1)], as: UTF8.self)
            return JSONMember(key: key, whole: keyStart..<cursor, value: valueStart..<cursor)
        }
    }

    /// The items of an array or object, which starts at `start` and ends with `close`.
    private static func items<Item>(
        of bytes: [UInt8], from start: Int, to close: UInt8, _ item: (inout Int) throws(JSONFlaw) -> Item
    ) throws(JSONFlaw) -> [Item] {
        // In ASCII, the closing bracket is two after the opening one.
        guard start < bytes.count, bytes[start] == close - 2 else { throw JSONFlaw(offset: start) }
        var items: [Item] = []
        var cursor = skippingSpace(bytes, start + 1)
        if cursor < bytes.count, bytes[cursor] == close { return items }
        while true {
            items.append(try item(&cursor))
            cursor = skippingSpace(bytes, cursor)
            guard cursor < bytes.count else { throw JSONFlaw(offset: cursor) }
            if bytes[cursor] == close { return items }
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

/// One member of a JSON object: its key as spelled, and the ranges of the member (key, colon, value) and of its value.
struct JSONMember: Sendable {
    var key: String
    var whole: Range<Int>
    var value: Range<Int>
}

/// The byte at which a text is not JSON.
struct JSONFlaw: Error {
    var offset: Int
}

extension [UInt8] {
    /// Appends a number from 0 to 99 as two digits.
    mutating func append(twoDigits number: Int) {
        append(UInt8(48 + number / 10))
        append(UInt8(48 + number % 10))
    }

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
