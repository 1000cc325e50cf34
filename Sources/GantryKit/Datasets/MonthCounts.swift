package import GantryJSON
internal import GantryModel

/// How many exported records begin in each month, or were made in it, so that a month without any is seen.
package struct MonthCounts: Sendable {
    /// The field with the time at which a record was made; `nil` for records that have days.
    let field: String?
    private var counts: [CivilDate: Int] = [:]
    /// The month of the last record, and how many in a row were of it: lists are mostly in the order of their days.
    private var last: ClosedRange<CivilDate>?
    private var streak = 0

    init(of field: String? = nil) { self.field = field }

    /// A time, whose month is that of UTC, so that the counts are those of the published times on any machine.
    mutating func add(nanosecondsSince1970 time: Int64) {
        let day: Int64 = 86_400_000_000_000
        // The days of 64 bits of nanoseconds are less than 107,000.
        add(CivilDate(daysSince1970: Int32(truncatingIfNeeded: time / day - (time % day < 0 ? 1 : 0))))
    }

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

    /// `[{"month": "2026-10", "exported": 42}]`, in their order; empty without records that have days or times.
    package var tree: JSONTree {
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
