/// Whether `bytes[range]` is a number by the JSON grammar (RFC 8259, section 6).
func isNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    let end = range.upperBound
    func digits() -> Int {
        let start = index
        while index < end, bytes[index] &- 0x30 <= 9 { index += 1 }
        return index - start
    }
    if index < end, bytes[index] == 0x2D { index += 1 }
    let first = index
    let whole = digits()
    guard whole == 1 || (whole > 1 && bytes[first] != 0x30) else { return false }
    if index < end, bytes[index] == 0x2E {
        index += 1
        guard digits() > 0 else { return false }
    }
    if index < end, bytes[index] | 0x20 == 0x65 {
        index += 1
        if index < end, bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
        guard digits() > 0 else { return false }
    }
    return index == end
}

/// The whole number that a JSON number with decimals or an exponent means, such as 7.0 or 1e3; `nil` if it isn't whole
/// or doesn't fit.
func wholeNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    guard isNumber(bytes, range) else { return nil }
    var digits: [UInt8] = []
    // How many places the point is to the right of the last digit.
    var shift = 0
    var isPastPoint = false
    var index = range.lowerBound
    let isNegative = bytes[index] == 0x2D
    if isNegative { index += 1 }
    while index < range.upperBound, bytes[index] | 0x20 != 0x65 {
        if bytes[index] == 0x2E {
            isPastPoint = true
        } else {
            if !digits.isEmpty || bytes[index] != 0x30 { digits.append(bytes[index] - 0x30) }
            if isPastPoint { shift -= 1 }
        }
        index += 1
    }
    if index < range.upperBound {
        index += 1
        let isBelow = bytes[index] == 0x2D
        if isBelow || bytes[index] == 0x2B { index += 1 }
        var exponent = 0
        while index < range.upperBound {
            exponent = min(exponent * 10 + Int(bytes[index] - 0x30), 1_000_000_000)
            index += 1
        }
        shift += isBelow ? -exponent : exponent
    }
    while digits.last == 0 {
        digits.removeLast()
        shift += 1
    }
    if digits.isEmpty { return 0 }
    guard shift >= 0, digits.count + shift <= 19 else { return nil }
    var value: Int64 = 0
    for digit in digits + Array(repeating: 0, count: shift) {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(Int64(digit))
        guard !overflow, !carry else { return nil }
        value = sum
    }
    return isNegative ? -value : value
}

/// Whether every backslash in `bytes[range]` starts an escape that JSON knows.
func hasValidEscapes(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
        if bytes[index] == 0x5C {
            guard index + 1 < range.upperBound else { return false }
            switch bytes[index + 1] {
            case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: index += 2
            case 0x75:
                guard hexQuad(bytes, from: index + 2, to: range.upperBound) != nil else { return false }
                index += 6
            default: return false
            }
        } else {
            index += 1
        }
    }
    return true
}

/// Whether `bytes[range]` contains a backslash.
func hasBackslash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where bytes[index] == 0x5C { return true }
    return false
}

private func hexQuad(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> UInt32? {
    guard start + 4 <= end else { return nil }
    var value: UInt32 = 0
    for index in start..<(start + 4) {
        let byte = bytes[index]
        switch byte {
        case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte | 0x20) - 0x61 + 10)
        default: return nil
        }
    }
    return value
}

/// Appends the plain form of the string content `bytes[range]` to `out`.
/// - Returns: `nil` when done, else why the text is not valid Unicode: a bad escape or half of a surrogate pair.
func unescape(_ bytes: Span<UInt8>, _ range: Range<Int>, into out: inout [UInt8]) -> String? {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
        let byte = bytes[index]
        guard byte == 0x5C else {
            out.append(byte)
            index += 1
            continue
        }
        guard index + 1 < end else { return "an escape that ends too soon" }
        let escape = bytes[index + 1]
        index += 2
        switch escape {
        case 0x22, 0x5C, 0x2F: out.append(escape)
        case 0x62: out.append(0x08)
        case 0x66: out.append(0x0C)
        case 0x6E: out.append(0x0A)
        case 0x72: out.append(0x0D)
        case 0x74: out.append(0x09)
        case 0x75:
            guard var value = hexQuad(bytes, from: index, to: end) else { return "\\u without four hexadecimal digits" }
            index += 4
            if (0xD800..<0xDC00).contains(value) {
                guard index + 6 <= end, bytes[index] == 0x5C, bytes[index + 1] == 0x75,
                    let low = hexQuad(bytes, from: index + 2, to: end), (0xDC00..<0xE000).contains(low)
                else { return "half of a surrogate pair, \\u\(String(value, radix: 16))" }
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
                index += 6
            }
            guard let scalar = Unicode.Scalar(value) else {
                return "half of a surrogate pair, \\u\(String(value, radix: 16))"
            }
            out.append(contentsOf: Array(Character(scalar).utf8))
        default: return "an escape that JSON does not know, \\\(String(decoding: [escape], as: UTF8.self))"
        }
    }
    return nil
}
