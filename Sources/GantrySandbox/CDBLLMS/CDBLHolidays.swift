internal import GantryModel

/// The holidays that the sandbox knows: those on fixed dates of every year, and invented dates for the moving ones of
/// 2025 to 2027.
enum CDBLHolidays {
    static let years = 2_020...2_035

    private static let fixedDates = [
        (2, 21, "Shaheed Day and International Mother Language Day"), (3, 26, "Independence Day"),
        (4, 14, "Bengali New Year's Day"), (5, 1, "May Day"), (12, 16, "Victory Day"), (12, 25, "Christmas Day"),
    ]
    private static let movingDates = [
        ("2025-03-30", 3, "Eid-ul-Fitr"), ("2025-06-07", 3, "Eid-ul-Adha"), ("2026-03-19", 3, "Eid-ul-Fitr"),
        ("2026-05-26", 3, "Eid-ul-Adha"), ("2026-10-20", 1, "Durga Puja (Bijoya Dashami)"),
        ("2027-03-09", 2, "Eid-ul-Fitr"), ("2027-05-16", 2, "Eid-ul-Adha"),
    ]

    /// In order of date.
    static let all: [(day: CivilDate, name: String)] = {
        let moving = movingDates.flatMap { first, days, name in (0..<days).map { (CivilDate(known: first) + $0, name) }
        }
        let fixed = years.flatMap { year in
            fixedDates.compactMap { month, day, name in
                CivilDate(year: year, month: month, day: day).map { ($0, name) }
            }
        }
        return (moving + fixed).sorted { $0.0 < $1.0 }
    }()

    private static let days = Set(all.map(\.day))

    /// Whether the office is open: not a Friday, a Saturday or a holiday.
    static func isWorkingDay(_ day: CivilDate) -> Bool {
        !(5...6).contains(day.isoWeekday) && !days.contains(day)
    }
}
