/// The number that two ASCII digits at `index` spell, or `nil` when either is no digit.
@inlinable
public func twoDigits(_ bytes: Span<UInt8>, at index: Int) -> Int? {
    let tens = bytes[index] &- 0x30
    let ones = bytes[index + 1] &- 0x30
    guard tens < 10, ones < 10 else { return nil }
    return Int(tens) * 10 + Int(ones)
}

/// Appends a number of 0...99 as two digits.
@inlinable
public func appendTwoDigits(_ value: Int, to out: inout OutputSpan<UInt8>) {
    out.append(UInt8(truncatingIfNeeded: 0x30 + value / 10))
    out.append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
}

/// Appends an integer in plain decimal digits, at most 20 bytes.
@inlinable
public func appendInteger(_ value: Int64, to out: inout OutputSpan<UInt8>) {
    if value < 0 { out.append(0x2D) }
    appendDigits(value.magnitude, to: &out)
}

/// Appends an unsigned integer in plain decimal digits, at most 20 bytes.
@inlinable
public func appendDigits(_ value: UInt64, to out: inout OutputSpan<UInt8>) {
    if value < 10 {
        out.append(UInt8(truncatingIfNeeded: 0x30 + value))
        return
    }
    var divisor: UInt64 = 10
    while value / divisor >= 10 { divisor *= 10 }
    var rest = value
    while divisor > 0 {
        out.append(UInt8(truncatingIfNeeded: 0x30 + rest / divisor))
        rest %= divisor
        divisor /= 10
    }
}

extension Array where Element == UInt8 {
    /// An array of at most `capacity` bytes that `body` writes.
    @inlinable
    public init(ascii capacity: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
        self = []
        append(addingCapacity: capacity, initializingWith: body)
    }
}
