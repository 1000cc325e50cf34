/// Days that are counted from the day on which a pipeline is run: `last-month`.
public enum StandardPeriod: String, Sendable, CaseIterable {
    case today
    case yesterday
    case thisWeek = "this-week"
    case lastWeek = "last-week"
    case thisMonth = "this-month"
    case lastMonth = "last-month"
    case thisYear = "this-year"
    case lastYear = "last-year"

    /// The spelling of the period on a day. Days that are not over yet are named with the day, so that each day has a
    /// run of its own: `2026@2026-11-21`.
    public func spelling(on day: CivilDate) -> String {
        let (year, _, dayOfMonth) = day.components
        switch self {
        case .today: return day.description
        case .yesterday: return (day - 1).description
        case .thisWeek: return "\(week(day))@\(day)"
        case .lastWeek: return week(day - 7)
        case .thisMonth: return "\(monthText(day))@\(day)"
        case .lastMonth: return monthText(day - dayOfMonth)
        case .thisYear: return "\(yearText(year))@\(day)"
        case .lastYear: return yearText(year - 1)
        }
    }

    private func week(_ day: CivilDate) -> String {
        let (year, week) = day.isoWeek
        return "\(yearText(year))-W\(week < 10 ? "0" : "")\(week)"
    }

    private func monthText(_ day: CivilDate) -> String { String(day.description.prefix(7)) }
    private func yearText(_ year: Int) -> String { String(String(10_000 + year).dropFirst()) }
}
