/// A calendar day without time or zone, counted in days from 1970-01-01.
package struct CivilDay: Sendable, Hashable, Comparable {
    package var daysSince1970: Int

    package init(daysSince1970: Int) {
        self.daysSince1970 = daysSince1970
    }

    /// Reads exactly `YYYY-MM-DD`; nil for any other text and for a day that no calendar has.
    package init?(_ text: some StringProtocol) {
        self.init(utf8: Array(text.utf8))
    }

    /// Reads exactly the ten ASCII bytes of `YYYY-MM-DD`.
    init?(utf8 bytes: some Collection<UInt8>) {
        guard bytes.count == 10 else { return nil }
        var fields = [0, 0, 0]
        var field = 0
        for (offset, byte) in bytes.enumerated() {
            if offset == 4 || offset == 7 {
                guard byte == UInt8(ascii: "-") else { return nil }
                field += 1
            } else {
                guard byte >= 48, byte <= 57 else { return nil }
                fields[field] = fields[field] * 10 + Int(byte - 48)
            }
        }
        let (year, month, day) = (fields[0], fields[1], fields[2])
        guard year >= 1, (1...12).contains(month), day >= 1 else { return nil }
        self.init(year: year, month: month, day: day)
        guard components == (year, month, day) else { return nil }
    }

    /// The proleptic Gregorian day; a day past the month's end runs into the next month.
    package init(year: Int, month: Int, day: Int) {
        // Years begin in March here, so that the leap day is the last one of a year.
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = era * 146_097 + dayOfEra - 719_468
    }

    package var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// 0 is Monday, 6 is Sunday.
    package var weekday: Int {
        let shifted = (daysSince1970 + 3) % 7
        return shifted < 0 ? shifted + 7 : shifted
    }

    var isWeekend: Bool { weekday >= 5 }

    /// `YYYY-MM-DD`.
    package var text: String {
        let (year, month, day) = components
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    package func adding(days: Int) -> CivilDay { CivilDay(daysSince1970: daysSince1970 + days) }

    package static func < (left: CivilDay, right: CivilDay) -> Bool {
        left.daysSince1970 < right.daysSince1970
    }
}

/// A number with leading zeros, at least `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
