/// How a value that has more digits than can be kept is rounded, once.
public enum Rounding: String, Sendable, CaseIterable {
    /// Ties away from zero: what a payroll clerk does by hand. The default for amounts.
    case halfUp = "half-up"
    /// Ties to the even neighbour: the rule for source numbers finer than nine digits.
    case halfEven = "half-even"
}

/// A decimal number read from text: `nano` billionths, and whether the text had more digits than that.
public struct ParsedDecimal: Equatable, Sendable {
    /// The value in billionths (10⁻⁹), rounded half to even where the text was finer.
    public let nano: Int64
    /// False when the text had a non-zero digit past the ninth decimal.
    public let isExact: Bool

    /// A value of so many billionths.
    @inlinable
    public init(nano: Int64, isExact: Bool) {
        self.nano = nano
        self.isExact = isExact
    }
}

/// Why a text is not a decimal that Gantry can hold.
public enum DecimalProblem: Error, Sendable {
    /// Not a number by the JSON grammar (RFC 8259, section 6).
    case malformed
    /// A number beyond ±9.2 thousand million.
    case outOfRange
}

/// Reads a number in the JSON grammar (RFC 8259, section 6; exponents allowed) from `bytes[range]` without
/// passing through binary floating point.
@inlinable
public func parseDecimal(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(DecimalProblem) -> ParsedDecimal {
    var index = range.lowerBound
    let end = range.upperBound
    guard index < end else { throw .malformed }
    var negative = false
    if bytes[index] == 0x2D {
        negative = true
        index += 1
        guard index < end else { throw .malformed }
    }
    var mantissa: UInt64 = 0
    let firstDigit = index
    while index < end {
        let digit = bytes[index] &- 0x30
        if digit > 9 { break }
        guard mantissa < 1_000_000_000_000_000_00 else { return try parseLongDecimal(bytes, range) }
        mantissa = mantissa * 10 + UInt64(digit)
        index += 1
    }
    let wholeDigits = index - firstDigit
    guard wholeDigits > 0, wholeDigits == 1 || bytes[firstDigit] != 0x30 else { throw .malformed }
    var scale = 0
    var tenth: UInt8 = 0
    var hasMore = false
    if index < end, bytes[index] == 0x2E {
        index += 1
        let firstDecimal = index
        while index < end {
            let digit = bytes[index] &- 0x30
            if digit > 9 { break }
            if scale < 9 {
                guard mantissa < 900_000_000_000_000_000 else { return try parseLongDecimal(bytes, range) }
                mantissa = mantissa * 10 + UInt64(digit)
                scale += 1
            } else if index == firstDecimal + 9 {
                tenth = digit
            } else if digit != 0 {
                hasMore = true
            }
            index += 1
        }
        guard index > firstDecimal else { throw .malformed }
    }
    guard index == end else { return try parseLongDecimal(bytes, range) }
    if tenth > 5 || (tenth == 5 && (hasMore || mantissa & 1 == 1)) { mantissa += 1 }
    while scale < 9 {
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
        guard !overflow else { throw .outOfRange }
        mantissa = product
        scale += 1
    }
    guard mantissa <= UInt64(Int64.max) else { throw .outOfRange }
    return ParsedDecimal(nano: negative ? -Int64(mantissa) : Int64(mantissa), isExact: tenth == 0 && !hasMore)
}

/// The general case: exponents, and more digits than a machine word holds.
@usableFromInline
func parseLongDecimal(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(DecimalProblem) -> ParsedDecimal {
    var index = range.lowerBound
    let end = range.upperBound
    let negative = bytes[index] == 0x2D
    if negative { index += 1 }
    var digits: [UInt8] = []
    var pointAt: Int?
    let start = index
    while index < end {
        let byte = bytes[index]
        if byte &- 0x30 <= 9 {
            digits.append(byte &- 0x30)
        } else if byte == 0x2E, pointAt == nil, index > start {
            pointAt = digits.count
        } else {
            break
        }
        index += 1
    }
    let whole = pointAt ?? digits.count
    guard whole > 0, whole == 1 || digits[0] != 0, pointAt != digits.count else { throw .malformed }
    var exponent = 0
    if index < end {
        guard bytes[index] | 0x20 == 0x65 else { throw .malformed }
        index += 1
        var negativeExponent = false
        if index < end, bytes[index] == 0x2B || bytes[index] == 0x2D {
            negativeExponent = bytes[index] == 0x2D
            index += 1
        }
        guard index < end else { throw .malformed }
        while index < end {
            let digit = bytes[index] &- 0x30
            guard digit <= 9 else { throw .malformed }
            exponent = min(exponent * 10 + Int(digit), 100_000)
            index += 1
        }
        if negativeExponent { exponent = -exponent }
    }
    // The position, counted in digits, after which a digit is finer than a billionth.
    let kept = whole + exponent + 9
    var value: Int128 = 0
    var position = 0
    while position < digits.count, position < kept {
        value = value * 10 + Int128(digits[position])
        guard value < 1_000_000_000_000_000_000_000_000 else { throw .outOfRange }
        position += 1
    }
    if position == digits.count {
        while position < kept {
            if value == 0 { break }
            value *= 10
            guard value < 1_000_000_000_000_000_000_000_000 else { throw .outOfRange }
            position += 1
        }
    }
    var exact = true
    if kept < digits.count {
        let tail = digits[max(kept, 0)...]
        exact = !tail.contains { $0 != 0 }
        if kept >= 0, let next = tail.first {
            let beyond = tail.dropFirst().contains { $0 != 0 }
            if next > 5 || (next == 5 && (beyond || value % 2 == 1)) { value += 1 }
        }
    }
    guard value <= Int128(Int64.max) else { throw .outOfRange }
    return ParsedDecimal(nano: negative ? -Int64(value) : Int64(value), isExact: exact)
}

/// `value` billionths rounded to `digits` decimals (0...9), still in billionths.
public func rounded(nano value: Int128, toDigits digits: Int, _ rule: Rounding) -> Int128 {
    guard digits < 9 else { return value }
    var unit: Int128 = 1
    for _ in 0..<(9 - max(digits, 0)) { unit *= 10 }
    return divided(value, by: unit, rule) * unit
}

/// An integer quotient rounded by `rule`; `divisor` is positive.
public func divided(_ value: Int128, by divisor: Int128, _ rule: Rounding) -> Int128 {
    let quotient = value / divisor
    let twice = (value % divisor).magnitude * 2
    let up: Bool
    if twice == divisor.magnitude {
        up = rule == .halfUp || quotient % 2 != 0
    } else {
        up = twice > divisor.magnitude
    }
    guard up else { return quotient }
    return value < 0 ? quotient - 1 : quotient + 1
}
