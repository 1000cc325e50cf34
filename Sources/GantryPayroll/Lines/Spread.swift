/// Splits a rounded total into parts that add up to it exactly: the method of the largest remainder.
///
/// Every part is rounded down, and the steps that are left go to the largest remainders; of equal ones to the first.
/// So a total never depends on how it is split, and a part differs from its exact share by less than one step.
package enum Spread {
    /// Splits a total over the quantities that it is the rounded sum of: the hours of a line over its days or projects.
    ///
    /// - Parameters:
    ///   - total: the sum of `shares`, rounded to `step`.
    ///   - shares: unrounded, in the order in which equal remainders are served: days by date, projects by id.
    ///   - step: what every part is a multiple of, in the unit of the shares; more than 0.
    package static func parts(of total: Int128, over shares: [Int128], step: Int128) -> [Int128] {
        parts(of: total, step: step) { index in
            let floor = flooredQuotient(shares[index], step)
            return (floor * step, shares[index] - floor * step)
        } count: {
            shares.count
        }
    }

    /// Splits a total by weights of another unit: an amount over the hours that it pays.
    ///
    /// - Parameters:
    ///   - weights: in the order in which equal remainders are served. Where they add up to 0, the first part gets all.
    ///   - step: what every part is a multiple of, in the unit of the total; more than 0.
    package static func parts(of total: Int128, by weights: [Int128], step: Int128) -> [Int128] {
        var sum = weights.reduce(0, +)
        let sign: Int128 = sum < 0 ? -1 : 1
        sum *= sign
        guard sum > 0 else { return weights.indices.map { $0 == 0 ? total : 0 } }
        let steps = total / step
        return parts(of: total, step: step) { index in
            let exact = steps * weights[index] * sign
            let floor = flooredQuotient(exact, sum)
            return (floor * step, exact - floor * sum)
        } count: {
            weights.count
        }
    }

    private static func parts(
        of total: Int128, step: Int128, _ share: (Int) -> (floor: Int128, remainder: Int128), count: () -> Int
    ) -> [Int128] {
        let shares = (0..<count()).map(share)
        guard !shares.isEmpty else { return [] }
        var parts = shares.map(\.floor)
        let left = (total - parts.reduce(0, +)) / step
        guard left != 0 else { return parts }
        // Where the total was rounded more coarsely than to the step, all parts share what that left.
        let each = flooredQuotient(left, Int128(parts.count))
        var rest = left - each * Int128(parts.count)
        // Sorting is stable, so that equal remainders stay in order.
        for index in parts.indices.sorted(by: { shares[$0].remainder > shares[$1].remainder }) {
            parts[index] += (rest > 0 ? each + 1 : each) * step
            rest -= 1
        }
        return parts
    }

    /// The quotient rounded down, for a divisor of more than 0.
    private static func flooredQuotient(_ value: Int128, _ divisor: Int128) -> Int128 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
