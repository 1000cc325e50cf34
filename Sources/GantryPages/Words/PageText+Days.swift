package import GantryModel

extension PageText {
    /// `October 2026` for a month, `week 43 of 2026` for an ISO week, else its first and last day.
    package func period(_ period: PayPeriod) -> String {
        let (first, last) = (period.first.components, period.last.components)
        if first.day == 1, first.month == last.month, first.year == last.year, (period.last + 1).components.day == 1 {
            return month(first.year, first.month)
        }
        if period.days == 7, period.first.isoWeekday == 1 {
            let week = period.first.isoWeek
            return self("week \(week.week) of \(week.year)", "uge \(week.week) i \(week.year)")
        }
        return "\(date(period.first)) – \(date(period.last))"
    }

    /// `October 2026`, of a month from 1 to 12.
    package func month(_ year: Int, _ month: Int) -> String { "\(months[month - 1]) \(year)" }

    /// `Thursday 1 October 2026`, `torsdag 1. oktober 2026`
    package func longDay(_ day: CivilDate) -> String {
        let parts = day.components
        return "\(weekdays[day.isoWeekday - 1]) \(number(parts.day)) \(months[parts.month - 1]) \(parts.year)"
    }

    /// `Thu 1 Oct`, `tor 1. okt`
    package func day(_ day: CivilDate) -> String {
        let parts = day.components
        return "\(weekdays[day.isoWeekday - 1].prefix(3)) \(number(parts.day)) \(months[parts.month - 1].prefix(3))"
    }

    /// `1 Oct 2026`, `1. okt 2026`
    package func date(_ day: CivilDate) -> String {
        let parts = day.components
        return "\(number(parts.day)) \(months[parts.month - 1].prefix(3)) \(parts.year)"
    }

    /// The first letter of a weekday.
    package func letter(_ day: CivilDate) -> String { String(weekdays[day.isoWeekday - 1].prefix(1)).uppercased() }

    /// `2 Nov 2026, 07:00` in the zone of the page, with the same in UTC for programs.
    package func time(_ time: Instant) -> HTML {
        let minute = zone.minute(at: time)
        let clock = "\(minute / 600)\(minute / 60 % 10):\(minute % 60 / 10)\(minute % 10)"
        let shown = "\(date(zone.day(at: time))), \(clock)"
        return "<time datetime=\"\(time.description)\" title=\"\(time.description) UTC\">\(shown)</time>"
    }

    private func number(_ day: Int) -> String { language == .danish ? "\(day)." : "\(day)" }

    private var months: [String] { language == .danish ? PageText.danishMonths : PageText.englishMonths }
    private var weekdays: [String] { language == .danish ? PageText.danishWeekdays : PageText.englishWeekdays }

    private static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let danishMonths = [
        "januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september", "oktober", "november",
        "december",
    ]
    private static let englishWeekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    private static let danishWeekdays = ["mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"]
}
