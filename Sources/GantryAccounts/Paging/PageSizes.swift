/// The sizes of the pages that are requested: the usual one, and smaller ones around a record that is too large.
///
/// Each size divides the one before, so that a page of one size is a whole number of pages of the next.
struct PageSizes: Equatable {
    /// The largest first.
    private var sizes: [Int]
    private var index = 0
    /// How often a page of each size was too large.
    private var refusals: [Int]

    /// - Parameter usual: the size to return to, where `size` is a smaller one. One that `size` does not divide is
    ///   passed over.
    init(_ size: Int, usual: Int? = nil) {
        sizes = []
        var next = max(size, 1)
        if let usual, usual > next, usual % next == 0 {
            for factor in PageSizes.factors(of: usual / next).reversed() {
                sizes.insert(next, at: 0)
                next *= factor
            }
            index = sizes.count
            sizes.insert(next, at: 0)
        } else {
            sizes = [next]
        }
        var rest = sizes[sizes.count - 1]
        for factor in PageSizes.factors(of: rest) {
            rest /= factor
            sizes.append(rest)
        }
        refusals = sizes.map { _ in 0 }
    }

    var current: Int { sizes[index] }
    var usual: Int { sizes[0] }

    /// Goes to the next smaller size.
    /// - Returns: how many of its pages are one of the size before; `nil` for a page of one record.
    mutating func divide() -> Int? {
        guard index + 1 < sizes.count else { return nil }
        refusals[index] += 1
        index += 1
        return sizes[index - 1] / sizes[index]
    }

    /// Returns to the largest size at which the pages so far end on a page boundary. A size that was too large twice
    /// isn't tried again.
    /// - Returns: how many pages of the size before are one of the new size; `nil` if the size stays.
    mutating func grow(at pages: Int) -> Int? {
        let (records, overflow) = pages.multipliedReportingOverflow(by: current)
        let old = current
        while !overflow, index > 0, records % sizes[index - 1] == 0, refusals[index - 1] < 2 { index -= 1 }
        return current == old ? nil : current / old
    }

    /// Prime factors, the smallest first.
    private static func factors(of number: Int) -> [Int] {
        var rest = number
        var factor = 2
        var found: [Int] = []
        while factor <= rest / factor {
            if rest % factor == 0 {
                found.append(factor)
                rest /= factor
            } else {
                factor += 1
            }
        }
        return rest > 1 ? found + [rest] : found
    }
}
