/// Divides a rounded total into steps so that the parts add up to it: each part is its exact share rounded down to a
/// step, and the steps that are left go to the largest remainders; of equal ones, to those that come first.
///
/// So what a line adds up to never depends on how it is divided, and no part is a whole step away from its exact share.
///
/// - Parameters:
///   - total: a multiple of `step` that differs from the sum of `exact` by less than a step.
///   - exact: the unrounded parts, in billionths as `total` and `step` are.
func shares(of total: Int128, exact: [Int128], step: Int128) -> [Int128] {
    var parts: [Int128] = []
    var remainders: [Int128] = []
    for share in exact {
        var remainder = share % step
        if remainder < 0 { remainder += step }
        parts.append(share - remainder)
        remainders.append(remainder)
    }
    var left = (total - parts.reduce(0, +)) / step
    for index in parts.indices.sorted(by: { (-remainders[$0], $0) < (-remainders[$1], $1) }) where left > 0 {
        parts[index] += step
        left -= 1
    }
    return parts
}
