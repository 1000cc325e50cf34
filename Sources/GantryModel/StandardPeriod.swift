/// Days that are counted from the day on which a pipeline is run: `last-month`.
public enum StandardPeriod: String, Sendable, CaseIterable {
    case today
    case yesterday
    case thisWeek = "this-week"
    case lastWeek = "last-week"
    case lastFortnight = "last-fortnight"
    case thisMonth = "this-month"
    case lastMonth = "last-month"
    case thisYear = "this-year"
    case lastYear = "last-year"

    /// All of them, for help: `today, yesterday, …`.
    public static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The spelling of the period on a day. Days that are not over yet are named with the day, so that each day has a
    /// run of its own: `2026@2026-11-21`.
    public func spelling(on day: CivilDate) -> String {
        let (year, _, dayOfMonth) = day.components
        switch self {
        case .today: return day.description
        case .yesterday: return (day - 1).description
        case .thisWeek: return "\(week(day))@\(day)"
        case .lastWeek: return week(day - 7)
        case .lastFortnight:
            let monday = StandardPeriod.fortnight(of: day) - 14
            return "\(week(monday))-W\(weekNumber(monday + 7))"
        case .thisMonth: return "\(monthText(day))@\(day)"
        case .lastMonth: return monthText(day - dayOfMonth)
        case .thisYear: return "\(yearText(year))@\(day)"
        case .lastYear: return yearText(year - 1)
        }
    }

    /// The period itself on a day.
    public func period(on day: CivilDate) throws(PayPeriodError) -> PayPeriod { try PayPeriod(spelling(on: day)) }

    /// The first day on which this names the period; `nil` for a period that it never names.
    public func day(of period: PayPeriod) -> CivilDate? {
        let day: CivilDate
        switch self {
        case .today: day = period.first
        case .yesterday, .lastWeek, .lastFortnight, .lastMonth, .lastYear: day = period.last + 1
        case .thisWeek, .thisMonth, .thisYear:
            guard let named = period.dated else { return nil }
            day = named
        }
        return spelling(on: day) == period.name ? day : nil
    }

    /// The period that follows one that this names; `nil` where periods are named with the day of the run, so that one
    /// that was not made in time can't be made later.
    public func period(after period: PayPeriod) -> PayPeriod? {
        let next = period.last + 1
        let end: CivilDate
        switch self {
        case .today, .thisWeek, .thisMonth, .thisYear: return nil
        case .yesterday: end = next
        case .lastWeek: end = next + 6
        case .lastFortnight: end = next + 13
        case .lastMonth: end = next + CivilDate.length(ofMonth: next.components.month, year: next.components.year) - 1
        case .lastYear: end = next + (CivilDate("\(yearText(next.components.year))-12-31").map { $0 - next } ?? 364)
        }
        return try? self.period(on: end + 1)
    }

    private func week(_ day: CivilDate) -> String {
        "\(yearText(day.isoWeek.year))-W\(weekNumber(day))"
    }

    private func weekNumber(_ day: CivilDate) -> String {
        let week = day.isoWeek.week
        return "\(week < 10 ? "0" : "")\(week)"
    }

    /// The Monday on which the fortnight of a day begins. Fortnights are counted from a Monday, never by numbers of
    /// weeks: after week 53 these would be paired otherwise.
    private static func fortnight(of day: CivilDate) -> CivilDate {
        let days = (day - firstFortnight) % 14
        return day - (days < 0 ? days + 14 : days)
    }

    /// 2025-12-29, the first day of week 1 of 2026, with which the first pay period of KSR Cranes in that year begins.
    private static let firstFortnight = CivilDate(daysSince1970: 20_451)

    private func monthText(_ day: CivilDate) -> String { String(day.description.prefix(7)) }
    private func yearText(_ year: Int) -> String { String(String(10_000 + year).dropFirst()) }
}
