/// A plain decimal number: billionths in a 64-bit integer, so at most ±9.2 thousand million with nine decimals.
///
/// For numbers that are neither hours nor money: kilometres, shares, totals of a statistic. A finer value is rounded
/// half to even when it is read.
public struct Decimal9: BitwiseCopyable, Hashable, Comparable, Sendable {
    /// Billionths.
    public var nano: Int64

    /// A number of so many billionths.
    @inlinable public init(nano: Int64) { self.nano = nano }
    /// A whole number.
    @inlinable public init(_ whole: Int) { nano = Int64(whole) * 1_000_000_000 }

    /// Whether `a` is the smaller number.
    @inlinable public static func < (a: Decimal9, b: Decimal9) -> Bool { a.nano < b.nano }
}

extension Decimal9: CustomStringConvertible {
    /// With as many decimals as it has: `83`, `12.5`.
    public var description: String {
        String(decoding: [UInt8](ascii: 32) { appendShortDecimal(nano: nano, point: 0x2E, to: &$0) }, as: UTF8.self)
    }
}
