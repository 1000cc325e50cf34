/// A text on one line, with its length bounded, fit for a log, a message or a terminal.
///
/// Text from a server, a file or a person goes through this before it is shown: a line break or an escape sequence in
/// it can't forge a second line, drive a terminal or reverse the reading order. Applying it twice changes nothing more.
public func singleLine(_ text: some StringProtocol, limit: Int = 200) -> String {
    var out = ""
    var count = 0
    for scalar in text.unicodeScalars {
        if count >= limit {
            out += "…"
            break
        }
        if scalar.isUnprintable {
            out += escape(scalar)
        } else {
            out.unicodeScalars.append(scalar)
        }
        count += 1
    }
    return out
}

extension Unicode.Scalar {
    /// Whether it ends a line, drives a terminal, changes the order in which a text is read, or is invisible.
    ///
    /// Joiners (U+200C, U+200D) and variation selectors are part of letters and pictures, and are printable.
    public var isUnprintable: Bool {
        switch value {
        case 0x20...0x7E: false
        case 0x00...0x9F, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            true
        default: false
        }
    }
}

private func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(scalar.value, radix: 16) + "}"
    }
}
