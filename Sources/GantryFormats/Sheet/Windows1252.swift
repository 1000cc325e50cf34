/// The encoding Windows-1252: ASCII, the letters of ISO 8859-1 from A0 on, and its own characters from 80 to 9F.
///
/// Source: Unicode, "cp1252 to Unicode table", version 2.01.
package enum Windows1252 {
    /// The characters of 80 to 9F; 0 if unused.
    private static let upper: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    /// The code point of a byte, or `nil` if it is unused.
    package static func codePoint(of byte: UInt8) -> UInt16? {
        guard (0x80..<0xA0).contains(byte) else { return UInt16(byte) }
        let point = upper[Int(byte) - 0x80]
        return point == 0 ? nil : point
    }

    /// The byte of a character, or `nil` when the encoding doesn't have it.
    package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0..<0x80, 0xA0...0xFF: UInt8(truncatingIfNeeded: scalar.value)
        case let value: upper.firstIndex { $0 != 0 && UInt32($0) == value }.map { UInt8($0 + 0x80) }
        }
    }

    /// Whether a byte from 80 on is a letter.
    static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xD7, 0xF7: false
        case 0xC0...0xFF, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F: true
        default: false
        }
    }

    /// Whether a byte from 80 on is common between two letters without being one: apostrophes, dashes, dots, spaces.
    static func isJoiner(_ byte: UInt8) -> Bool { [0x92, 0x96, 0x97, 0xA0, 0xAD, 0xB4, 0xB7].contains(byte) }
}
