/// What XML 1.0 can hold (section 2.2 of the recommendation), and how it is spelled inside a document.
public enum XMLCharacters {
    /// The first character of `text` that XML 1.0 can't hold in any spelling, or `nil`.
    ///
    /// These are the control characters below U+0020 but tab, line feed and carriage return, and U+FFFE and U+FFFF.
    public static func firstForbidden(in text: String) -> Unicode.Scalar? {
        text.utf8.contains { $0 < 0x20 || $0 == 0xEF } ? text.unicodeScalars.first(where: isForbidden) : nil
    }

    /// `U+0007`: how a character is named in messages.
    public static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 ? !(scalar == "\t" || scalar == "\n" || scalar == "\r") : scalar.value & ~1 == 0xFFFE
    }

    /// Whether every byte can be written unchanged: nothing to escape and nothing that may be forbidden.
    static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22 || byte == 0xEF {
                return false
            }
            index += 1
        }
        return true
    }

    /// Appends the value of an attribute with everything escaped that a parser would not hand back: markup, and the
    /// white space that normalisation would change (sections 2.11 and 3.3.3).
    static func appendEscaped(_ bytes: Span<UInt8>, to out: inout [UInt8]) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x26: out += "&amp;".utf8
            case 0x3C: out += "&lt;".utf8
            case 0x3E: out += "&gt;".utf8
            case 0x22: out += "&quot;".utf8
            case 0x09: out += "&#9;".utf8
            case 0x0A: out += "&#10;".utf8
            case 0x0D: out += "&#13;".utf8
            default: out.append(byte)
            }
            index += 1
        }
    }
}
