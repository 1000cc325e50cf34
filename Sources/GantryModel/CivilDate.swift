/// A day of the proleptic Gregorian calendar, with no time and no zone.
///
/// A work date, a leave day or a holiday is a `CivilDate`: it can't shift when a zone changes,
/// because it has none. Stored as days since 1970-01-01.
public struct CivilDate: BitwiseCopyable, Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before it.
    public let daysSince1970: Int32

    /// The day so many days after 1970-01-01, before it where negative.
    public init(daysSince1970: Int32) { self.daysSince1970 = daysSince1970 }

    /// The day with these numbers, or `nil` when the calendar has no such day (2026-02-29) or the
    /// year is outside 1...9999.
    @inlinable
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        if day > 28 {
            guard day <= CivilDate.length(ofMonth: month, year: year) else { return nil }
        }
        // Days from civil (Howard Hinnant's published algorithm): years start in March, so that the leap day ends them.
        let y = month <= 2 ? year - 1 : year
        let era = y / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(daysSince1970: Int32(truncatingIfNeeded: era * 146_097 + dayOfEra - 719_468))
    }

    /// Reads `YYYY-MM-DD` and nothing else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10 else { return nil }
        self.init(digits: bytes.span, from: 0)
    }

    /// Reads the ten bytes `YYYY-MM-DD` that start at `start`; what follows them is the caller's business.
    @inlinable
    public init?(digits bytes: Span<UInt8>, from start: Int) {
        // 0000-00- and two more digits.
        guard start >= 0, bytes.count - start >= 10,
            let digits = digits(bytes, at: start, like: 0x2D30_302D_3030_3030, slack: 0x0F06_060F_0606_0606),
            let day = twoDigits(bytes, at: start + 8)
        else { return nil }
        self.init(year: pair(digits, at: 0) * 100 + pair(digits, at: 2), month: pair(digits, at: 5), day: day)
    }

    /// Year, month and day as the calendar counts them.
    @inlinable
    public var components: (year: Int, month: Int, day: Int) {
        let z = Int(daysSince1970) + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// ISO 8601 weekday, 1 = Monday ... 7 = Sunday.
    public var isoWeekday: Int {
        let shifted = (Int(daysSince1970) + 3) % 7
        return (shifted < 0 ? shifted + 7 : shifted) + 1
    }

    /// ISO 8601 week and the year it belongs to, which differs from the calendar year around New Year.
    public var isoWeek: (year: Int, week: Int) {
        let thursday = self + (4 - isoWeekday)
        let year = thursday.components.year
        let firstDay = CivilDate(year: year, month: 1, day: 1) ?? thursday
        return (year, Int(thursday.daysSince1970 - firstDay.daysSince1970) / 7 + 1)
    }

    /// The Monday of an ISO week, or `nil` when the year has no such week (2025-W53).
    public init?(isoYear: Int, week: Int) {
        guard (1...53).contains(week), let fourth = CivilDate(year: isoYear, month: 1, day: 4) else { return nil }
        let monday = fourth + (1 - fourth.isoWeekday) + (week - 1) * 7
        guard monday.isoWeek == (isoYear, week) else { return nil }
        self = monday
    }

    /// The day so many days later.
    public static func + (date: CivilDate, days: Int) -> CivilDate {
        CivilDate(daysSince1970: date.daysSince1970 + Int32(truncatingIfNeeded: days))
    }

    /// The day so many days earlier.
    public static func - (date: CivilDate, days: Int) -> CivilDate { date + -days }

    /// Days from `other` to `self`.
    public static func - (date: CivilDate, other: CivilDate) -> Int {
        Int(date.daysSince1970) - Int(other.daysSince1970)
    }

    /// Whether `a` is the earlier day.
    @inlinable
    public static func < (a: CivilDate, b: CivilDate) -> Bool { a.daysSince1970 < b.daysSince1970 }

    /// How many days a month of 1 to 12 has, 28 to 31.
    @inlinable
    public static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }
}

extension CivilDate: CustomStringConvertible {
    /// `YYYY-MM-DD`.
    public var description: String {
        String(decoding: [UInt8](ascii: 10) { write(to: &$0) }, as: UTF8.self)
    }

    /// Appends `YYYY-MM-DD`, ten bytes.
    @inlinable
    public func write(to out: inout OutputSpan<UInt8>) {
        let (year, month, day) = components
        appendTwoDigits(year / 100, to: &out)
        appendTwoDigits(year % 100, to: &out)
        out.append(0x2D)
        appendTwoDigits(month, to: &out)
        out.append(0x2D)
        appendTwoDigits(day, to: &out)
    }
}
