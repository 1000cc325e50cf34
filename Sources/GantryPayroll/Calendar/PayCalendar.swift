package import GantryModel

/// What kind of day a day is for pay; each day is of exactly one kind.
public enum DayKind: String, Sendable, CaseIterable, Hashable {
    /// Neither a day of the weekend nor a holiday.
    case workday
    case saturday
    case sunday
    /// A public holiday, whatever weekday it falls on.
    case holiday
}

/// Which days are worked on, as pay codes and leave need to know it.
package struct PayCalendar: Sendable, Equatable {
    /// Days of the weekend, of Saturday and Sunday.
    package let weekend: Set<WeekendDay>
    /// Public holidays, as far as they were asked for.
    package let holidays: Set<CivilDate>
    /// Days of which the second half is free. They are workdays: of leave they count as half a day.
    package let halfDays: Set<CivilDate>
    private let years: Set<Int>
    /// The only days whose holidays it knows; `nil` where ``years`` tell that.
    private let known: ClosedRange<CivilDate>?
    /// The weekdays of employees who don't work on those of the office.
    private var workdays: [Int64: Workdays] = [:]

    /// - Parameter known: The only days whose holidays are known, where it has those of a period alone.
    package init(
        weekend: Set<WeekendDay> = Set(WeekendDay.allCases), holidays: Set<CivilDate> = [],
        halfDays: Set<CivilDate> = [], known: ClosedRange<CivilDate>? = nil
    ) {
        self.weekend = weekend
        self.holidays = holidays
        self.halfDays = halfDays.subtracting(holidays)
        years = Set(holidays.map(\.components.year))
        self.known = known
    }

    /// The calendar on the days of a period, with the holidays of another one on all other days.
    package func completed(outside period: PayPeriod, by other: PayCalendar) -> PayCalendar {
        func days(_ path: KeyPath<PayCalendar, Set<CivilDate>>) -> Set<CivilDate> {
            self[keyPath: path].filter(period.contains).union(
                other[keyPath: path].filter { !period.contains($0) })
        }
        return PayCalendar(
            weekend: weekend, holidays: days(\.holidays), halfDays: days(\.halfDays), known: other.known)
    }

    /// The calendar with the employees' own weekdays.
    package func with(_ employees: EmployeeTable?) -> PayCalendar {
        var calendar = self
        for row in employees?.rows ?? [] { calendar.workdays[row.employeeID] = row.workdays }
        return calendar
    }

    /// How many half days an employee has to work on a day: none on a holiday and on weekdays off, one on a day that is
    /// half free, else two.
    package func halves(on day: CivilDate, of employee: Int64) -> Int {
        if holidays.contains(day) { return 0 }
        return works(employee, on: day) ? (halfDays.contains(day) ? 1 : 2) : 0
    }

    /// How many half days a day frees an employee of: two for a holiday on a weekday on which the employee works, one
    /// where the day is half free, else none.
    package func freeHalves(on day: CivilDate, of employee: Int64) -> Int {
        guard works(employee, on: day) else { return 0 }
        return holidays.contains(day) ? 2 : halfDays.contains(day) ? 1 : 0
    }

    /// Whether the employee works on the weekday, holidays aside.
    private func works(_ employee: Int64, on day: CivilDate) -> Bool {
        workdays[employee].map { $0.contains(day) } ?? (weekdayKind(of: day) == .workday)
    }

    /// Whether the holidays of these days are known: each of their years has one. A calendar without any knows that
    /// there are none. One of a period knows its days and no others.
    package func covers(_ days: ClosedRange<CivilDate>) -> Bool {
        if let known { return known.contains(days.lowerBound) && known.contains(days.upperBound) }
        return years.isEmpty
            || (days.lowerBound.components.year...days.upperBound.components.year).allSatisfy(years.contains)
    }

    package func kind(of day: CivilDate) -> DayKind {
        holidays.contains(day) ? .holiday : weekdayKind(of: day)
    }

    private func weekdayKind(of day: CivilDate) -> DayKind {
        switch day.isoWeekday {
        case 6 where weekend.contains(.saturday): return .saturday
        case 7 where weekend.contains(.sunday): return .sunday
        default: return .workday
        }
    }
}

/// A weekday that can belong to the weekend.
public enum WeekendDay: String, Sendable, CaseIterable, Hashable {
    case saturday
    case sunday
}

/// The public holidays of Denmark: the days of the Church (lov om Folkekirkens helligdage), with Great Prayer Day up to
/// 2023 (abolished by lov nr. 214 of 6 March 2023). Constitution Day, Christmas Eve and New Year's Eve are none.
package enum DanishHolidays {
    package static func all(of year: Int) -> [CivilDate] {
        let easter = easterSunday(of: year)
        var days = [-3, -2, 0, 1, 39, 49, 50].map { easter + $0 }
        if year <= 2023 { days.append(easter + 26) }
        days += [(1, 1), (12, 25), (12, 26)].compactMap { CivilDate(year: year, month: $0.0, day: $0.1) }
        return Set(days).sorted()
    }

    /// Easter Sunday of the Gregorian calendar, by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8).
    static func easterSunday(of year: Int) -> CivilDate {
        let a = year % 19
        let (b, c) = (year / 100, year % 100)
        let (d, e) = (b / 4, b % 4)
        let f = (b + 8) / 25
        let g = (b - f + 1) / 3
        let h = (19 * a + b - d - g + 15) % 30
        let (i, k) = (c / 4, c % 4)
        let l = (32 + 2 * e + 2 * i - h - k) % 7
        let m = (a + 11 * h + 22 * l) / 451
        let n = h + l - 7 * m + 114
        return CivilDate(year: year, month: n / 31, day: n % 31 + 1) ?? CivilDate(daysSince1970: 0)
    }
}
