internal import GantryModel

/// The clocks of Denmark: one hour before UTC, and two from the last Sunday of March to the last Sunday of October,
/// from 01:00 UTC to 01:00 UTC (Directive 2000/84/EC, articles 2 and 3).
enum DanishTime {
    /// The moment at which the clocks show so many minutes after midnight; the first one where they show it twice.
    ///
    /// - Returns: `nil` in the hour that clocks leave out in March.
    static func instant(_ day: CivilDate, minutes: Int) -> Instant? {
        let local = Int(day.daysSince1970) * 1_440 + minutes
        let year = day.components.year
        guard let march = lastSunday(year, 3), let october = lastSunday(year, 10) else { return nil }
        let summer = (march * 1_440 + 60)..<(october * 1_440 + 60)
        if summer.contains(local - 120) { return instant(local - 120) }
        return summer.contains(local - 60) ? nil : instant(local - 60)
    }

    private static func instant(_ minutes: Int) -> Instant { Instant(secondsSince1970: Int64(minutes) * 60) }

    /// Days since 1970.
    private static func lastSunday(_ year: Int, _ month: Int) -> Int? {
        guard let last = CivilDate(year: year, month: month, day: 31) else { return nil }
        return Int((last - last.isoWeekday % 7).daysSince1970)
    }
}
