internal import GantryModel

/// What an employee has under a pay code, all projects together.
package struct PaidSum: Sendable, Equatable {
    /// In billionths.
    package var units: Int128
    /// In billionths of the currency; `nil` where a line has none.
    package var amount: Int128?

    package init(units: Int128, amount: Int128?) {
        self.units = units
        self.amount = amount
    }

    /// Nothing, which costs nothing.
    package static let zero = PaidSum(units: 0, amount: 0)

    package static func += (sum: inout PaidSum, other: PaidSum) {
        sum.units += other.units
        sum.amount = sum.amount.flatMap { amount in other.amount.map { amount + $0 } }
    }

    /// As many units and as much money for a period of other length, each with two decimals.
    package func scaled(from then: Int, to now: Int) -> PaidSum {
        guard then != now else { return self }
        func scaled(_ nano: Int128) -> Int128 {
            rounded(nano: divided(nano * Int128(now), by: Int128(max(then, 1)), .halfUp), toDigits: 2, .halfUp)
        }
        return PaidSum(units: scaled(units), amount: amount.map(scaled))
    }
}

/// A figure of the period before and of this one, in billionths.
package struct Movement: Sendable, Equatable {
    /// `nil` where there was none.
    package let before: Int128?
    /// `nil` where there is none.
    package let now: Int128?

    /// `nil` without both figures.
    package var difference: Int128? { before == nil && now == nil ? nil : (now ?? 0) - (before ?? 0) }

    /// The difference in percent of what was before, with one decimal, in billionths.
    package var share: Int128? {
        guard let before, before > 0, let difference else { return nil }
        // Figures of a file can be so large that no percentage means anything.
        let (product, overflow) = difference.multipliedReportingOverflow(by: 100_000_000_000)
        return overflow ? nil : rounded(nano: divided(product, by: before, .halfUp), toDigits: 1, .halfUp)
    }

    /// Whether it changed by a quarter or more of what was before.
    var isQuarter: Bool { (difference ?? 0).magnitude * 4 >= (before ?? 0).magnitude }
}
