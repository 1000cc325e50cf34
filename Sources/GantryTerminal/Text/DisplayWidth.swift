/// How many columns a text needs on a terminal: 0 for marks that combine with the letter before, 2 for East Asian
/// letters and pictures, 1 for the rest.
///
/// An approximation of Unicode's East Asian Width (UAX #11) by blocks; control characters must be removed before.
public func displayWidth(_ text: some StringProtocol) -> Int {
    var width = 0
    for scalar in text.unicodeScalars { width += displayWidth(scalar) }
    return width
}

/// The text cut to `width` columns; where something is cut away, the last column is `…`.
public func clipped(_ text: String, toWidth width: Int) -> String {
    guard displayWidth(text) > width else { return text }
    guard width > 0 else { return "" }
    var out = ""
    var used = 0
    for scalar in text.unicodeScalars {
        let next = used + displayWidth(scalar)
        if next > width - 1 { break }
        out.unicodeScalars.append(scalar)
        used = next
    }
    return out + "…"
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        return 2
    default: return 1
    }
}
