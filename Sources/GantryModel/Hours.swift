/// A quantity of hours as an exact decimal: billionths of an hour in a 64-bit integer.
///
/// Nine decimals hold what a JavaScript server means by `7.333333333333333`; a finer value is rounded half to even
/// when it is read, and counted. It ends at nine thousand million hours; sums over entries are kept as `HoursSum`.
public struct Hours: BitwiseCopyable, Hashable, Comparable, Sendable, AdditiveArithmetic {
    /// Billionths of an hour.
    public var nano: Int64

    /// A quantity of so many billionths of an hour.
    @inlinable public init(nano: Int64) { self.nano = nano }
    /// Whole hours.
    @inlinable public init(_ whole: Int) { nano = Int64(whole) * 1_000_000_000 }

    /// No hours.
    public static let zero = Hours(nano: 0)
    /// The largest quantity that is read from a source, of either sign: 100,000 hours. More is a reject.
    @inlinable public static var largestRead: Hours { Hours(nano: 100_000_000_000_000) }

    /// The sum; it traps beyond nine thousand million hours, which ``HoursSum`` does not.
    @inlinable public static func + (a: Hours, b: Hours) -> Hours { Hours(nano: a.nano + b.nano) }
    /// The difference, which may be negative.
    @inlinable public static func - (a: Hours, b: Hours) -> Hours { Hours(nano: a.nano - b.nano) }
    /// Whether `a` is the smaller quantity.
    @inlinable public static func < (a: Hours, b: Hours) -> Bool { a.nano < b.nano }
}

extension Hours: CustomStringConvertible {
    /// Exact, with at least two decimals: `7.50`, `7.333333333`.
    public var description: String { decimalText(nano: Int128(nano), .exact) }
}

/// An amount of money, or a price per hour, as an exact decimal: billionths of the currency's unit.
///
/// The currency itself is named once per file, not per value.
public struct Money: BitwiseCopyable, Hashable, Comparable, Sendable, AdditiveArithmetic {
    /// Billionths of the currency unit.
    public var nano: Int128

    /// An amount of so many billionths of the unit.
    public init(nano: Int128) { self.nano = nano }
    /// No money.
    public static let zero = Money(nano: 0)

    /// The sum; both amounts must be of one currency, which nothing checks.
    public static func + (a: Money, b: Money) -> Money { Money(nano: a.nano + b.nano) }
    /// The difference, which may be negative.
    public static func - (a: Money, b: Money) -> Money { Money(nano: a.nano - b.nano) }
    /// Whether `a` is the smaller amount.
    public static func < (a: Money, b: Money) -> Bool { a.nano < b.nano }

    /// `units` at this price per unit, rounded once to `digits` decimals.
    public func times(_ units: Hours, digits: Int, _ rule: Rounding) -> Money {
        var unit: Int128 = 1_000_000_000
        for _ in 0..<(9 - min(max(digits, 0), 9)) { unit *= 10 }
        return Money(nano: divided(nano * Int128(units.nano), by: unit, rule) * (unit / 1_000_000_000))
    }

    /// The sum of the amounts that are known; `nil` where none is.
    package static func sum(_ amounts: some Sequence<Money?>) -> Money? {
        amounts.reduce(nil) { sum, amount in amount.map { (sum ?? .zero) + $0 } ?? sum }
    }

    /// The new amount less the old one; `nil` where neither is known.
    package static func difference(_ old: Money?, _ new: Money?) -> Money? {
        old == nil && new == nil ? nil : (new ?? .zero) - (old ?? .zero)
    }
}

extension Money: CustomStringConvertible {
    /// Exact, with at least two decimals: `1344.88`.
    public var description: String { decimalText(nano: nano, .exact) }
}
