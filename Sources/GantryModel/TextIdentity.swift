@_spi(_Unicode) internal import Swift

/// How a program that receives numbers and names tells them apart.
///
/// Two texts that become one by `folded(_:)` are one to such a program, however they are spelled.
package enum TextIdentity: String, Sendable, CaseIterable {
    /// `A1` is `a1`, and `Jens  Hansen` is `jens hansen`; `42` isn't `0042`.
    case text
    /// The same, and what consists of digits counts by its value: `42` is `0042`.
    case number

    /// A text in the spelling by which two are compared: letters without their case, one kind of blank between words
    /// and none at the ends, no invisible characters. Compare it as a `String`, whose equality is that of NFC.
    package func folded(_ text: String) -> String {
        let key = TextIdentity.folded(text)
        guard self == .number, !key.isEmpty, key.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return key }
        let digits = key.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }

    /// The first character of a text that nobody sees: a zero-width blank, a soft hyphen, a byte order mark.
    package static func firstInvisible(in text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first(where: isInvisible)
    }

    /// A text without the characters that nobody sees. Joiners and variation selectors stay where they are part of a
    /// letter or picture: behind a character that isn't Latin.
    package static func visible(_ text: String) -> String {
        guard firstInvisible(in: text) != nil else { return text }
        var out = ""
        var before: Unicode.Scalar?
        for scalar in text.unicodeScalars where !isInvisible(scalar) || isPart(scalar, after: before) {
            out.unicodeScalars.append(scalar)
            before = scalar
        }
        return out
    }

    /// A text with composed letters (NFC), so that its bytes are those of every text that is equal to it.
    package static func composed(_ text: String) -> String {
        // Below U+0300 there is nothing that is composed.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return text }
        var out = String.UnicodeScalarView()
        out.append(contentsOf: text._nfc)
        return String(out)
    }

    private static func isPart(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?) -> Bool {
        guard let before, before.value > 0x2FF, !before.properties.isWhitespace else { return false }
        switch scalar.value {
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: return true
        default: return false
        }
    }

    private static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var out = ""
        var isAfterBlank = true
        for scalar in text.unicodeScalars where !isInvisible(scalar) {
            let isBlank = scalar.properties.isWhitespace
            if !isBlank { out.unicodeScalars.append(scalar) } else if !isAfterBlank { out += " " }
            isAfterBlank = isBlank
        }
        if out.last == " " { out.removeLast() }
        // Through capitals, so that letters with two small forms become one.
        return out.uppercased().lowercased()
    }

    /// What folds to itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Signs in front of Arabic and Syriac numbers are of the same category, and are seen.
        case 0...0x7F, 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2: return false
        default: break
        }
        return scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
    }
}
