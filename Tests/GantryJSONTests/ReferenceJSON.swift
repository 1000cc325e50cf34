/// A plain recursive reader of JSON (RFC 8259), written for the tests alone: slow, strict, and without a line in common
/// with the product.
enum ReferenceJSON: Equatable {
    case null
    case bool(Bool)
    case number(String)
    /// UTF-16, so that halves of surrogate pairs can be held.
    case string([UInt16])
    case array([ReferenceJSON])
    case object([Member])

    struct Member: Equatable {
        let key: [UInt16]
        let value: ReferenceJSON
    }

    struct Broken: Error {}

    static func parse(_ bytes: [UInt8]) throws(Broken) -> ReferenceJSON {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Broken() }
        var reader = Reader(bytes: bytes)
        let value = try reader.value()
        reader.space()
        guard reader.next == nil else { throw Broken() }
        return value
    }

    /// The text, or `nil` where a half of a surrogate pair is in it.
    static func text(_ units: [UInt16]) -> String? { String(validating: units, as: UTF16.self) }
}

private struct Reader {
    let bytes: [UInt8]
    var at = 0

    var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    mutating func space() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
    }

    mutating func take(_ word: String) throws(ReferenceJSON.Broken) {
        for byte in word.utf8 {
            guard next == byte else { throw ReferenceJSON.Broken() }
            at += 1
        }
    }

    mutating func value() throws(ReferenceJSON.Broken) -> ReferenceJSON {
        space()
        switch next {
        case UInt8(ascii: "n"):
            try take("null")
            return .null
        case UInt8(ascii: "t"):
            try take("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try take("false")
            return .bool(false)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "["):
            return .array(
                try items(to: UInt8(ascii: "]")) { (reader: inout Reader) throws(ReferenceJSON.Broken) in
                    try reader.value()
                })
        case UInt8(ascii: "{"):
            return .object(
                try items(to: UInt8(ascii: "}")) { (reader: inout Reader) throws(ReferenceJSON.Broken) in
                    reader.space()
                    let key = try reader.string()
                    reader.space()
                    try reader.take(":")
                    return ReferenceJSON.Member(key: key, value: try reader.value())
                })
        default: return .number(try number())
        }
    }

    private mutating func items<T>(
        to end: UInt8, _ item: (inout Reader) throws(ReferenceJSON.Broken) -> T
    ) throws(ReferenceJSON.Broken) -> [T] {
        at += 1
        var list: [T] = []
        space()
        if next == end {
            at += 1
            return list
        }
        while true {
            list.append(try item(&self))
            space()
            if next == end {
                at += 1
                return list
            }
            try take(",")
        }
    }

    private mutating func digits() -> Int {
        var count = 0
        while let byte = next, byte >= 0x30, byte <= 0x39 {
            at += 1
            count += 1
        }
        return count
    }

    private mutating func number() throws(ReferenceJSON.Broken) -> String {
        let start = at
        if next == UInt8(ascii: "-") { at += 1 }
        if next == UInt8(ascii: "0") {
            at += 1
        } else {
            guard digits() > 0 else { throw ReferenceJSON.Broken() }
        }
        if next == UInt8(ascii: ".") {
            at += 1
            guard digits() > 0 else { throw ReferenceJSON.Broken() }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            at += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
            guard digits() > 0 else { throw ReferenceJSON.Broken() }
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func string() throws(ReferenceJSON.Broken) -> [UInt16] {
        try take("\"")
        var units: [UInt16] = []
        var plain: [UInt8] = []
        func flush() {
            units += Array(String(decoding: plain, as: UTF8.self).utf16)
            plain = []
        }
        while let byte = next {
            at += 1
            switch byte {
            case UInt8(ascii: "\""):
                flush()
                return units
            case 0..<0x20: throw ReferenceJSON.Broken()
            case UInt8(ascii: "\\"):
                flush()
                units.append(try escape())
            default: plain.append(byte)
            }
        }
        throw ReferenceJSON.Broken()
    }

    private mutating func escape() throws(ReferenceJSON.Broken) -> UInt16 {
        guard let letter = next else { throw ReferenceJSON.Broken() }
        at += 1
        switch letter {
        case UInt8(ascii: "b"): return 8
        case UInt8(ascii: "f"): return 12
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "r"): return 13
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(letter)
        case UInt8(ascii: "u"):
            let quad = bytes[min(at, bytes.count)..<min(at + 4, bytes.count)]
            guard quad.count == 4, quad.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit && $0 < 0x80 }),
                let unit = UInt16(String(decoding: quad, as: UTF8.self), radix: 16)
            else { throw ReferenceJSON.Broken() }
            at += 4
            return unit
        default: throw ReferenceJSON.Broken()
        }
    }
}
