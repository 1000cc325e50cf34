public import GantryModel

extension CDBL {
    /// Counts working days as the office does: without Fridays, Saturdays and holidays.
    public struct LeaveDays: Sendable {
        /// Holidays that don't fall on a Friday or Saturday, in order, each once.
        private let holidays: [CivilDate]
        /// The years with known holidays; days outside them can't be counted.
        private let years: Set<Int>

        /// - Parameter years: the years for which these are all the holidays.
        public init(holidays: some Sequence<CivilDate>, years: Set<Int>) {
            self.years = years
            self.holidays = Set(holidays).filter { !LeaveDays.isWeekend($0) }.sorted()
        }

        /// The holidays of the page that aren't left to the employee.
        public static func holidays(_ page: UsableRecords<Holiday>) -> [CivilDate] {
            page.filter { $0.isOptional != true }.map(\.date)
        }

        /// The years of the holidays of the page: a server sends complete years.
        public static func years(_ page: UsableRecords<Holiday>) -> Set<Int> { Set(page.map(\.date.components.year)) }

        /// Friday or Saturday.
        public static func isWeekend(_ date: CivilDate) -> Bool { date.isoWeekday == 5 || date.isoWeekday == 6 }

        /// The working days from the first to the last day, both counted; 0 when the last is before the first.
        public func count(from first: CivilDate, to last: CivilDate) -> Int {
            guard first <= last else { return 0 }
            let days = last - first + 1
            var working = days / 7 * 5
            for extra in 0..<(days % 7) where !LeaveDays.isWeekend(first + extra) { working += 1 }
            return working - (index { $0 > last } - index { $0 >= first })
        }

        /// Whether the office works on the day.
        public func isWorking(_ date: CivilDate) -> Bool { count(from: date, to: date) == 1 }

        /// Whether the holidays of all these days are known.
        public func knows(from first: CivilDate, to last: CivilDate) -> Bool {
            (first.components.year...last.components.year).allSatisfy(years.contains)
        }

        /// The index of the first holiday for which `isPast` holds; it holds for all after it.
        private func index(_ isPast: (CivilDate) -> Bool) -> Int {
            var low = 0
            var high = holidays.count
            while low < high {
                let middle = (low + high) / 2
                if isPast(holidays[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }

        /// What is wrong with the days of a leave; `nil` if they agree, or if some are in a year whose holidays aren't
        /// known.
        public func finding(_ leave: Leave) -> Finding? {
            if leave.endDate < leave.startDate { return .endsBeforeStart }
            guard knows(from: leave.startDate, to: leave.endDate) else { return nil }
            let days = Decimal9(count(from: leave.startDate, to: leave.endDate))
            return days == leave.workingDays ? nil : .otherDays(counted: days, stated: leave.workingDays)
        }

        /// What is odd about the days of a leave.
        public enum Finding: Equatable, Sendable {
            case endsBeforeStart
            /// The server states another number of working days than the calendar gives.
            case otherDays(counted: Decimal9, stated: Decimal9)

            /// The finding, for the list of exceptions.
            public var found: String {
                switch self {
                case .endsBeforeStart: "an end before the start"
                case .otherDays(_, let stated): working(stated)
                }
            }

            private func working(_ days: Decimal9) -> String {
                "\(days) working \(days == Decimal9(1) ? "day" : "days")"
            }

            /// What should have been there.
            public var expected: String {
                switch self {
                case .endsBeforeStart: "an end on the day of the start or later"
                case .otherDays(let counted, _): working(counted) + " without Fridays, Saturdays and holidays"
                }
            }
        }
    }
}
