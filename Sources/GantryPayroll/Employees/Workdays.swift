package import GantryModel

/// The weekdays on which an employee works, holidays aside.
package struct Workdays: Hashable, Sendable {
    /// ISO weekdays, 1 is Monday; not empty.
    private let days: Set<Int>

    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Reads `mon-wed`, `mon tue thu` and `mon-tue, thu`; `nil` for anything else.
    package init?(_ text: String) {
        var days: Set<Int> = []
        for part in text.lowercased().split(whereSeparator: { $0 == " " || $0 == "," }) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
                Workdays.names.firstIndex(of: String($0))
            }
            guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
                return nil
            }
            days.formUnion((first...last).map { $0 + 1 })
        }
        guard !days.isEmpty else { return nil }
        self.days = days
    }

    /// `mon tue thu`.
    package var text: String { days.sorted().map { Workdays.names[$0 - 1] }.joined(separator: " ") }

    package func contains(_ day: CivilDate) -> Bool { days.contains(day.isoWeekday) }
}
