/// A letter of ASCII or a digit.
package func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
}

/// Letters, digits, `.`, `_` and `-`.
package func isNameByte(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || [0x2D, 0x2E, 0x5F].contains(byte) }

/// A text with every byte as `%XX` (RFC 3986, 2.1) but letters, digits and what is kept.
package func percentEncoded(_ text: some StringProtocol, keeping kept: String) -> String {
    var out = ""
    for byte in text.utf8 {
        if isLetterOrDigit(byte) || kept.utf8.contains(byte) {
            out.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            out += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
    }
    return out
}

/// Two digits for each byte, in lower case.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
