/// How a workbook spells characters that XML can't hold: `_xHHHH_`.
enum WorkbookText {
    /// A text as a cell holds it.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { needsEscape($0) || $0 == "_" }) else { return text }
        var out = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if needsEscape(scalar) {
                out += code(scalar.value)
            } else if scalar == "_", escape(in: scalars, at: index) != nil {
                // What only looks like one.
                out += code(0x5F)
            } else {
                out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// The text that a cell holds, UTF-8.
    static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.contains(0x5F) ? Array(unescaped(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    }

    /// The text that a cell holds.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(0x5F), text.contains("_x") else { return text }
        let scalars = Array(text.unicodeScalars)
        var out = ""
        var index = 0
        while index < scalars.count {
            if let scalar = escape(in: scalars, at: index) {
                out.unicodeScalars.append(scalar)
                index += 7
            } else {
                out.unicodeScalars.append(scalars[index])
                index += 1
            }
        }
        return out
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value < 0x20 && scalar != "\t" && scalar != "\n") || scalar.value == 0xFFFE || scalar.value == 0xFFFF
    }

    private static func code(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "_x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + "_"
    }

    /// The character that `_xHHHH_` at a place spells.
    private static func escape(in scalars: [Unicode.Scalar], at index: Int) -> Unicode.Scalar? {
        guard index + 6 < scalars.count, scalars[index] == "_", scalars[index + 1] == "x", scalars[index + 6] == "_"
        else { return nil }
        let digits = String(String.UnicodeScalarView(scalars[(index + 2)...(index + 5)]))
        guard digits.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || (($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x66) })
        else { return nil }
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    }
}
