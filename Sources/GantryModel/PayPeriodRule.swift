/// Periods that are counted from the day of a run, such as months and the pay periods of a pipeline.
public protocol CountedPeriods: Sendable {
    /// The period that is meant on a day.
    func period(on day: CivilDate) throws(PayPeriodError) -> PayPeriod
    /// The first day on which the period is meant; `nil` for one that never is.
    func day(of period: PayPeriod) -> CivilDate?
    /// The period that follows one that is meant; `nil` where it can't be made later.
    func period(after period: PayPeriod) -> PayPeriod?
}

extension StandardPeriod: CountedPeriods {
    /// Whether a word names a period that is counted from today: one of these, or `last-period`.
    public static func isCounted(_ word: String) -> Bool {
        word == PayPeriodRule.word || StandardPeriod(rawValue: word) != nil
    }
}

/// Pay periods of a month each that begin in the middle of one: from the 16th to the 15th.
///
/// They are named by their days, `2026-10-16..2026-11-15`. On each day the one that is meant is the newest that is
/// over.
public struct PayPeriodRule: Hashable, Sendable {
    /// The day of the month on which each period begins, 2...28.
    public let firstDay: Int

    /// The day of the month on which each period ends, 1...27.
    public var lastDay: Int { firstDay - 1 }

    /// The days of the month on which periods can begin. The first isn't one of them: such a period is a month.
    public static let firstDays = 2...28
    /// The word for the last pay period of a pipeline.
    public static let word = "last-period"

    /// - Returns: `nil` for a day that isn't in ``firstDays``.
    public init?(firstDay: Int) {
        guard PayPeriodRule.firstDays.contains(firstDay) else { return nil }
        self.firstDay = firstDay
    }

    /// The rule of a period; `nil` for one that doesn't run from a day of one month to the day before it in the next.
    public init?(of period: PayPeriod) {
        guard let rule = PayPeriodRule(firstDay: period.first.components.day), rule.allows(period) else { return nil }
        self = rule
    }

    /// Whether the days are one of the periods, whatever their name.
    public func allows(_ period: PayPeriod) -> Bool {
        let own = self.period(with: period.first)
        return own.first == period.first && own.last == period.last
    }

    /// The period that has a day.
    public func period(with day: CivilDate) -> PayPeriod {
        let first = start(of: day)
        let (year, month, _) = first.components
        // Every month has the day, so the next period begins as many days later as this month has.
        let last = first + CivilDate.length(ofMonth: month, year: year) - 1
        return PayPeriod(first: first, last: last, name: "\(first)..\(last)")
    }

    /// The periods that have days of another one, the earliest first.
    public func periods(overlapping period: PayPeriod) -> [PayPeriod] {
        var found = [self.period(with: period.first)]
        while let last = found.last, last.last < period.last { found.append(self.period(with: last.last + 1)) }
        return found
    }

    private func start(of day: CivilDate) -> CivilDate {
        let dayOfMonth = day.components.day
        if dayOfMonth >= firstDay { return day - (dayOfMonth - firstDay) }
        // The last day of the month before.
        let end = day - dayOfMonth
        return end - (end.components.day - firstDay)
    }
}

extension PayPeriodRule: CountedPeriods {
    public func period(on day: CivilDate) -> PayPeriod { period(with: period(with: day).first - 1) }

    public func day(of period: PayPeriod) -> CivilDate? {
        allows(period) && !period.isDated ? period.last + 1 : nil
    }

    public func period(after period: PayPeriod) -> PayPeriod? { self.period(with: period.last + 1) }
}

extension PayPeriodRule: CustomStringConvertible {
    /// `from the 16th to the 15th`
    public var description: String { "from the \(ordinal(firstDay)) to the \(ordinal(lastDay))" }

    private func ordinal(_ day: Int) -> String {
        let ending =
            switch day {
            case 1, 21: "st"
            case 2, 22: "nd"
            case 3, 23: "rd"
            default: "th"
            }
        return "\(day)\(ending)"
    }
}
