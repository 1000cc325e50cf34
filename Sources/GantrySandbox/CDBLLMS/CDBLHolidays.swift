/// The holidays that the sandbox knows: those on fixed dates for every year, and invented sightings of the moon for
/// 2025 to 2027.
enum CDBLHolidays {
    static let years = 2_020...2_035

    private static let fixed: [(month: Int, day: Int, name: String)] = [
        (2, 21, "Shaheed Day and International Mother Language Day"), (3, 26, "Independence Day"),
        (4, 14, "Bengali New Year's Day"), (5, 1, "May Day"), (12, 16, "Victory Day"), (12, 25, "Christmas Day"),
    ]
    private static let moving: [(date: String, name: String)] = [
        ("2025-03-30", "Eid-ul-Fitr"), ("2025-03-31", "Eid-ul-Fitr"), ("2025-04-01", "Eid-ul-Fitr"),
        ("2025-06-07", "Eid-ul-Adha"), ("2025-06-08", "Eid-ul-Adha"), ("2025-06-09", "Eid-ul-Adha"),
        ("2026-03-19", "Eid-ul-Fitr"), ("2026-03-20", "Eid-ul-Fitr"), ("2026-03-21", "Eid-ul-Fitr"),
        ("2026-05-26", "Eid-ul-Adha"), ("2026-05-27", "Eid-ul-Adha"), ("2026-05-28", "Eid-ul-Adha"),
        ("2026-10-20", "Durga Puja (Bijoya Dashami)"),
        ("2027-03-09", "Eid-ul-Fitr"), ("2027-03-10", "Eid-ul-Fitr"), ("2027-05-16", "Eid-ul-Adha"),
        ("2027-05-17", "Eid-ul-Adha"),
    ]

    /// In order of date.
    static let all: [(day: CivilDay, name: String)] = {
        var holidays = moving.compactMap { holiday in CivilDay(holiday.date).map { (day: $0, name: holiday.name) } }
        for year in years {
            for holiday in fixed {
                holidays.append((CivilDay(year: year, month: holiday.month, day: holiday.day), holiday.name))
            }
        }
        return holidays.sorted { $0.day < $1.day }
    }()

    private static let firstDay = CivilDay(year: years.lowerBound, month: 1, day: 1).daysSince1970
    private static let isHoliday: [Bool] = {
        var table = [Bool](repeating: false, count: years.count * 366)
        for holiday in all { table[holiday.day.daysSince1970 - firstDay] = true }
        return table
    }()

    /// Whether the office works: no Friday, no Saturday, no holiday.
    static func isWorkingDay(_ day: CivilDay) -> Bool {
        if day.weekday == 4 || day.weekday == 5 { return false }
        let place = day.daysSince1970 - firstDay
        return !isHoliday.indices.contains(place) || !isHoliday[place]
    }
}
