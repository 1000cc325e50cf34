internal import GantryJSON
internal import GantryModel

/// How many exported records begin in each month, so that a month without any is seen.
package struct MonthCounts: Sendable {
    private var counts: [CivilDate: Int] = [:]
    /// The month of the last record, and how many in a row were of it: lists are mostly in the order of their days.
    private var last: ClosedRange<CivilDate>?
    private var streak = 0

    mutating func add(_ day: CivilDate) {
        if let last, last.contains(day) {
            streak += 1
            return
        }
        flush()
        let first = day - (day.components.day - 1)
        last = first...((first + 31) - (first + 31).components.day)
        streak = 1
    }

    private mutating func flush() {
        if let last { counts[last.lowerBound, default: 0] += streak }
        streak = 0
    }

    /// `[{"month": "2026-10", "exported": 42}]`, in their order; empty without records that have days.
    var tree: JSONTree {
        var all = self
        all.flush()
        return .array(
            all.counts.sorted { $0.key < $1.key }.map { month, count in
                .object([
                    "month": .string(String(month.description.dropLast(3))), "exported": .integer(count),
                ])
            })
    }
}
