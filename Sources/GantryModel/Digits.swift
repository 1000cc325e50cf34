/// The number that two ASCII digits at `index` spell, or `nil` if either is not a digit.
@inlinable @inline(__always)
public func twoDigits(_ bytes: Span<UInt8>, at index: Int) -> Int? {
    let tens = bytes[index] &- 0x30
    let ones = bytes[index + 1] &- 0x30
    guard tens < 10, ones < 10 else { return nil }
    return Int(tens) * 10 + Int(ones)
}

/// The eight bytes at `start` as one number, each less what `pattern` has in its place: 0 to 9 for a digit where that
/// is `0`, and 0 for the same byte; `nil` where one is neither.
///
/// - Parameters:
///   - pattern: the first of the eight bytes is the lowest.
///   - slack: for each byte what brings a wrong one above 15: 6 for a digit, 15 for a byte that must be the same.
@inlinable @inline(__always)
func digits(_ bytes: Span<UInt8>, at start: Int, like pattern: UInt64, slack: UInt64) -> UInt64? {
    let raw = unsafe bytes.bytes
    let word = UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)) ^ pattern
    guard (word | (word &+ slack)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
    return word
}

/// The number of the two digits that begin at a byte of what `digits` gives.
@inlinable @inline(__always)
func pair(_ digits: UInt64, at byte: Int) -> Int {
    Int(truncatingIfNeeded: (digits >> UInt64(8 * byte) & 0xF) * 10 + (digits >> UInt64(8 * byte + 8) & 0xF))
}

/// Appends a number of 0...99 as two digits.
@inlinable @inline(__always)
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
    } else if value < 100 {
        appendTwoDigits(Int(truncatingIfNeeded: value), to: &out)
    } else {
        appendDigits(value / 100, to: &out)
        appendTwoDigits(Int(truncatingIfNeeded: value % 100), to: &out)
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

/// Appends `bytes[range]` in one copy.
@inlinable @inline(__always)
public func appendBytes(_ bytes: Span<UInt8>, _ range: Range<Int>, to out: inout OutputSpan<UInt8>) {
    guard !range.isEmpty else { return }
    let part = bytes.extracting(range)
    precondition(out.freeCapacity >= part.count, "The buffer is smaller than its bound says")
    unsafe out.withUnsafeMutableBufferPointer { target, initialized in
        let free = target.extracting(initialized..<(initialized + part.count))
        unsafe part.withUnsafeBufferPointer { source in _ = unsafe free.update(fromContentsOf: source) }
        initialized += part.count
    }
}
