/// A whole number in plain digits, at most fifteen; no sign, no leading zero.
package func plainDigits(_ text: String) -> Int? {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count <= 15, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard bytes.count == 1 || bytes.first != 0x30 else { return nil }
    return Int(text)
}

/// A number in plain decimals, such as 13, 7.5 or -0.25; no exponent.
package func plainDecimal(_ text: String) -> ParsedDecimal? {
    guard !text.utf8.contains(where: { $0 | 0x20 == 0x65 }) else { return nil }
    let bytes = Array(text.utf8)
    do {
        return try parseDecimal(bytes.span, 0..<bytes.count)
    } catch {
        return nil
    }
}
