internal import GantryModel

/// Lower-case letters, digits and `-`, beginning with a letter or digit, at most 64.
package func isPlainName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 64, first != 0x2D else { return false }
    return bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
}

/// A time as files and commands write it: `500ms`, `5s`, `2m`, `1h`.
///
/// - Parameter most: The largest number before the unit.
package func duration(_ text: String, upTo most: Int = 10_000_000) -> Duration? {
    let unit = text.drop { $0.isASCII && $0.isNumber }
    guard let number = plainDigits(String(text.dropLast(unit.count))), number <= most else { return nil }
    switch unit {
    case "ms": return .milliseconds(number)
    case "s": return .seconds(number)
    case "m": return .seconds(number * 60)
    case "h": return .seconds(number * 3_600)
    default: return nil
    }
}

/// A text in quotation marks on one line, spelled in one way: `"`, `\` and line breaks are escaped.
package func literal(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\":
            out += "\\"
            out.unicodeScalars.append(scalar)
        case "\n": out += "\\n"
        default: out.unicodeScalars.append(scalar)
        }
    }
    return out + "\""
}

/// What ``literal(_:)`` spelled; `nil` for anything else.
package func text(ofLiteral spelled: some StringProtocol) -> String? {
    guard spelled.count >= 2, spelled.hasPrefix("\""), spelled.hasSuffix("\"") else { return nil }
    var out = ""
    var isEscaped = false
    for sign in spelled.dropFirst().dropLast() {
        if isEscaped {
            out.append(sign == "n" ? "\n" : sign)
            isEscaped = false
        } else if sign == "\\" {
            isEscaped = true
        } else if sign == "\"" {
            return nil
        } else {
            out.append(sign)
        }
    }
    return isEscaped ? nil : out
}
