/// A sum of hours as an exact decimal: billionths of an hour in 128 bits.
///
/// `Hours` end at nine thousand million, which 92,000 entries of the largest quantity that is read reach together. A
/// sum of any number of entries fits here.
public struct HoursSum: Hashable, Comparable, Sendable, AdditiveArithmetic {
    /// Billionths of an hour.
    public var nano: Int128

    /// A sum of so many billionths of an hour.
    @inlinable public init(nano: Int128) { self.nano = nano }
    /// A single quantity as a sum.
    @inlinable public init(_ hours: Hours) { nano = Int128(hours.nano) }
    /// Whole hours.
    @inlinable public init(_ whole: Int) { nano = Int128(whole) * 1_000_000_000 }

    /// The empty sum.
    public static let zero = HoursSum(nano: 0)

    /// The sum of both.
    @inlinable public static func + (a: HoursSum, b: HoursSum) -> HoursSum { HoursSum(nano: a.nano + b.nano) }
    /// The difference, which may be negative.
    @inlinable public static func - (a: HoursSum, b: HoursSum) -> HoursSum { HoursSum(nano: a.nano - b.nano) }
    /// Whether `a` is the smaller sum.
    @inlinable public static func < (a: HoursSum, b: HoursSum) -> Bool { a.nano < b.nano }
    /// Adds a single quantity.
    @inlinable public static func += (sum: inout HoursSum, hours: Hours) { sum.nano += Int128(hours.nano) }

    /// The same as `Hours`, `nil` when they can't hold it.
    public var hours: Hours? { Int64(exactly: nano).map(Hours.init(nano:)) }
}

extension HoursSum: CustomStringConvertible {
    /// Exact, with at least two decimals: `7.50`.
    public var description: String { decimalText(nano: nano, .exact) }
}
