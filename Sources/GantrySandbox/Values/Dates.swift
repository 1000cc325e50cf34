import FoundationEssentials
internal import GantryModel

extension CivilDate {
    /// A date that is written in the code, such as `2026-10-01`.
    init(known text: String) {
        guard let date = CivilDate(text) else { preconditionFailure("There is no day \(text)") }
        self = date
    }

    var isWeekend: Bool { isoWeekday >= 6 }

    /// The first of January of the same year.
    var newYear: CivilDate { CivilDate(year: components.year, month: 1, day: 1) ?? self }
}

extension Instant {
    /// Now, in whole seconds, as the back ends write times.
    static var now: Instant { Instant(secondsSince1970: Int64(Date().timeIntervalSince1970)) }

    /// A time of day in UTC.
    init(_ date: CivilDate, hour: Int = 0, minute: Int = 0) {
        self.init(secondsSince1970: Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60))
    }

    /// Reads a date with a time; nil for a bare date, which ``init(_:)-(StringProtocol)`` reads too.
    init?(withTime text: String) {
        guard text.utf8.count > 10 else { return nil }
        self.init(text)
    }

    var secondsSince1970: Int { Int(nanosecondsSince1970 / 1_000_000_000) }

    func adding(seconds: Int) -> Instant { adding(nanoseconds: Int64(seconds) * 1_000_000_000) }

    /// IMF-fixdate, as HTTP headers have it (RFC 9110, section 5.6.7).
    var httpDate: String {
        let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][utcDate.isoWeekday - 1]
        let (year, month, day) = utcDate.components
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = description.dropFirst(11).prefix(8)
        return "\(weekday), \(padded(day, 2)) \(months[month - 1]) \(padded(year, 4)) \(time) GMT"
    }
}

/// A number with leading zeros, at least `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
