/// A letter of ASCII or a digit.
package func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
}

/// Letters, digits, `.`, `_` and `-`.
package func isNameByte(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || [0x2D, 0x2E, 0x5F].contains(byte) }
