internal import GantryFormats

/// How a profile's files encode characters.
package enum ProfileEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    /// UTF-8 after a byte order mark.
    case utf8WithMark = "utf-8-bom"
    case windows1252 = "windows-1252"
    case latin1 = "iso-8859-1"
    case ascii

    /// What a file begins with.
    var mark: [UInt8] { self == .utf8WithMark ? [0xEF, 0xBB, 0xBF] : [] }

    /// Whether a character is a byte.
    var isSingleByte: Bool { self != .utf8 && self != .utf8WithMark }

    /// Appends a text; the first character that the encoding doesn't have comes back instead.
    func append(_ text: String, to out: inout [UInt8]) -> Unicode.Scalar? {
        if !isSingleByte || text.utf8.allSatisfy({ $0 < 0x80 }) {
            out.append(contentsOf: text.utf8)
            return nil
        }
        for scalar in text.unicodeScalars {
            let byte: UInt8? =
                switch self {
                case .windows1252: Windows1252.byte(of: scalar)
                case .latin1: scalar.value <= 0xFF ? UInt8(truncatingIfNeeded: scalar.value) : nil
                default: scalar.value < 0x80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
                }
            guard let byte else { return scalar }
            out.append(byte)
        }
        return nil
    }

    /// The text of bytes; `nil` where they are none in this encoding.
    func text(_ bytes: some Collection<UInt8>) -> String? {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        switch self {
        case .utf8, .utf8WithMark: return String(validating: bytes, as: UTF8.self)
        case .ascii, .latin1, .windows1252:
            var scalars = String.UnicodeScalarView()
            for byte in bytes {
                if self == .ascii, byte >= 0x80 { return nil }
                let point = self == .windows1252 ? Windows1252.codePoint(of: byte) : UInt16(byte)
                guard let scalar = point.flatMap({ Unicode.Scalar($0) }) else { return nil }
                scalars.append(scalar)
            }
            return String(scalars)
        }
    }

    /// How many characters bytes are.
    func characters(_ bytes: some Collection<UInt8>) -> Int {
        isSingleByte ? bytes.count : bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }
}
