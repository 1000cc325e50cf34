/// How many decimals a number is printed with.
public enum DecimalPlaces: Hashable, Sendable {
    /// As many as the value has, at least two: nothing is rounded.
    case exact
    /// Always this many (0...9); a finer value is rounded half up on printing.
    case fixed(Int)
}

/// The one spelling of a decimal: no exponent, no grouping, no `-0`; `point` is the decimal separator.
public func decimalText(nano: Int128, _ places: DecimalPlaces, point: UInt8 = 0x2E) -> String {
    String(decoding: [UInt8](ascii: 64) { appendDecimal(nano: nano, places, point: point, to: &$0) }, as: UTF8.self)
}

/// Appends a decimal of any size; see `decimalText(nano:_:point:)`. At most 52 bytes.
public func appendDecimal(nano: Int128, _ places: DecimalPlaces, point: UInt8, to out: inout OutputSpan<UInt8>) {
    if let small = Int64(exactly: nano) {
        return appendDecimal(nano: small, places, point: point, to: &out)
    }
    let value: Int128
    switch places {
    case .exact: value = nano
    case .fixed(let digits): value = rounded(nano: nano, toDigits: digits, .halfUp)
    }
    if value < 0 { out.append(0x2D) }
    let magnitude = value.magnitude
    let whole = magnitude / 1_000_000_000
    let high = whole / 1_000_000_000_000_000_000
    if high > 0 {
        appendDigits(UInt64(truncatingIfNeeded: high), to: &out)
        var rest = UInt64(truncatingIfNeeded: whole % 1_000_000_000_000_000_000)
        var divisor: UInt64 = 100_000_000_000_000_000
        while divisor > 0 {
            out.append(UInt8(truncatingIfNeeded: 0x30 + rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    } else {
        appendDigits(UInt64(truncatingIfNeeded: whole), to: &out)
    }
    appendFraction(UInt64(truncatingIfNeeded: magnitude % 1_000_000_000), places, point: point, to: &out)
}

/// Appends a decimal that fits in 64 bits; at most 21 bytes.
@inlinable
public func appendDecimal(nano: Int64, _ places: DecimalPlaces, point: UInt8, to out: inout OutputSpan<UInt8>) {
    var magnitude = nano.magnitude
    if case .fixed(let digits) = places, digits < 9 {
        magnitude = magnitudeRounded(magnitude, toDigits: digits)
    }
    if nano < 0, magnitude > 0 { out.append(0x2D) }
    appendDigits(magnitude / 1_000_000_000, to: &out)
    appendFraction(magnitude % 1_000_000_000, places, point: point, to: &out)
}

/// A number of billionths, 0 or more, rounded half up to `digits` decimals.
@inlinable
public func magnitudeRounded(_ magnitude: UInt64, toDigits digits: Int) -> UInt64 {
    // Two decimals are what nearly everything is printed with, and a division by a constant is a multiplication.
    if digits == 2 { return (magnitude + 5_000_000) / 10_000_000 * 10_000_000 }
    guard digits < 9 else { return magnitude }
    var unit: UInt64 = 1
    for _ in 0..<(9 - max(digits, 0)) { unit *= 10 }
    return (magnitude + unit / 2) / unit * unit
}

@inlinable
func appendFraction(_ fraction: UInt64, _ places: DecimalPlaces, point: UInt8, to out: inout OutputSpan<UInt8>) {
    var shown: Int
    switch places {
    case .fixed(let digits): shown = min(max(digits, 0), 9)
    case .exact:
        if fraction % 10_000_000 == 0 {
            out.append(point)
            appendTwoDigits(Int(truncatingIfNeeded: fraction / 10_000_000), to: &out)
            return
        }
        shown = 9
        var trailing = fraction
        while trailing % 10 == 0 {
            trailing /= 10
            shown -= 1
        }
    }
    guard shown > 0 else { return }
    out.append(point)
    if shown == 2 { return appendTwoDigits(Int(truncatingIfNeeded: fraction / 10_000_000), to: &out) }
    var rest = fraction
    var divisor: UInt64 = 10_000_000
    while shown >= 2 {
        appendTwoDigits(Int(truncatingIfNeeded: rest / divisor), to: &out)
        rest %= divisor
        divisor /= 100
        shown -= 2
    }
    // After four pairs of digits one is left, in the place of the billionths.
    if shown == 1 { out.append(UInt8(truncatingIfNeeded: 0x30 + (divisor == 0 ? rest : rest / (divisor * 10)))) }
}

/// Appends a decimal with all its decimals, or none if it is whole; at most 21 bytes.
@inlinable
public func appendShortDecimal(nano: Int64, point: UInt8, to out: inout OutputSpan<UInt8>) {
    var fraction = nano.magnitude % 1_000_000_000
    var digits = 9
    if fraction == 0 { digits = 0 }
    while digits > 0, fraction % 10 == 0 {
        fraction /= 10
        digits -= 1
    }
    appendDecimal(nano: nano, .fixed(digits), point: point, to: &out)
}
