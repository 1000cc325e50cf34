internal import GantryModel

extension JSONTree {
    /// The document on one line.
    public var compact: String { String(decoding: bytes, as: UTF8.self) }

    /// The document on one line, in UTF-8.
    public var bytes: [UInt8] { JSONTreeWriter.bytes(of: self) }

    /// The document with one member or element a line, two spaces a level, and a final line break.
    public var pretty: String {
        String(decoding: JSONTreeWriter.bytes(of: self, isIndented: true), as: UTF8.self) + "\n"
    }

    /// The document on one line for a terminal: characters that could drive or mislead one are escaped too.
    public var line: String {
        String(decoding: JSONTreeWriter.bytes(of: self, isForTerminal: true), as: UTF8.self)
    }
}

/// Writes trees in the grammar of RFC 8259.
private struct JSONTreeWriter {
    let isIndented: Bool
    let isForTerminal: Bool
    var out: [UInt8] = []

    static func bytes(of tree: JSONTree, isIndented: Bool = false, isForTerminal: Bool = false) -> [UInt8] {
        var writer = JSONTreeWriter(isIndented: isIndented, isForTerminal: isForTerminal)
        writer.write(tree, depth: 0)
        return writer.out
    }

    private mutating func write(_ tree: JSONTree, depth: Int) {
        switch tree {
        case .null: out.append(contentsOf: "null".utf8)
        case .bool(let value): out.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let text): out.append(contentsOf: text.utf8)
        case .string(let text): quote(text)
        case .array(let list):
            out.append(UInt8(ascii: "["))
            for index in list.indices {
                separate(index, depth: depth)
                write(list[index], depth: depth + 1)
            }
            close(list.isEmpty, UInt8(ascii: "]"), depth: depth)
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for index in members.indices {
                separate(index, depth: depth)
                quote(members[index].key)
                out.append(UInt8(ascii: ":"))
                if isIndented { out.append(UInt8(ascii: " ")) }
                write(members[index].value, depth: depth + 1)
            }
            close(members.isEmpty, UInt8(ascii: "}"), depth: depth)
        }
    }

    /// Writes what precedes the item at an index.
    private mutating func separate(_ index: Int, depth: Int) {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        if isIndented { breakLine(depth: depth + 1) }
    }

    private mutating func close(_ isEmpty: Bool, _ bracket: UInt8, depth: Int) {
        if isIndented, !isEmpty { breakLine(depth: depth) }
        out.append(bracket)
    }

    private mutating func breakLine(depth: Int) {
        out.append(UInt8(ascii: "\n"))
        out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func quote(_ text: String) {
        out.append(UInt8(ascii: "\""))
        if isForTerminal, text.unicodeScalars.contains(where: \.isUnprintable) {
            for scalar in text.unicodeScalars { escape(scalar) }
        } else if text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for byte in text.utf8 { escape(byte) }
        } else {
            out.append(contentsOf: text.utf8)
        }
        out.append(UInt8(ascii: "\""))
    }

    /// Only line breaks and tabs have a short escape here: a carriage return moves the cursor, and its number shows
    /// that.
    private mutating func escape(_ scalar: Unicode.Scalar) {
        guard scalar.isUnprintable, scalar != "\n", scalar != "\t" else {
            for byte in String(scalar).utf8 { escape(byte) }
            return
        }
        for unit in String(scalar).utf16 { escape(unit: unit) }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): out.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): out.append(contentsOf: #"\\"#.utf8)
        case UInt8(ascii: "\n"): out.append(contentsOf: #"\n"#.utf8)
        case UInt8(ascii: "\r"): out.append(contentsOf: #"\r"#.utf8)
        case UInt8(ascii: "\t"): out.append(contentsOf: #"\t"#.utf8)
        case 0..<0x20: escape(unit: UInt16(byte))
        default: out.append(byte)
        }
    }

    private mutating func escape(unit: UInt16) {
        let digits = String(unit, radix: 16)
        out.append(contentsOf: (#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
}
