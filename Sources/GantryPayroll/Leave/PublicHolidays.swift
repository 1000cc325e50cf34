internal import GantryModel

/// The holidays of a period that fall on workdays of an employee.
struct PublicHolidays {
    typealias Days = [(offset: Int, halves: Int)]

    /// In half days by the day's place in the period, in order.
    let days: Days

    /// So many days before or after a holiday, or on it, the employee has hours or paid leave: the office's list can
    /// have people who have left.
    static let proof = 7

    /// - Parameter calendar: with the employees' own weekdays.
    init(of row: EmployeeTable.Row, in period: PayPeriod, _ calendar: PayCalendar) {
        days = (0..<period.days).map { ($0, calendar.freeHalves(on: period.first + $0, of: row.employeeID)) }.filter {
            $0.1 > 0 && row.isEmployed(on: period.first + $0.0)
        }
    }

    /// Whether days of the period show that the employee was there around a holiday.
    /// - Parameter present: The places of days with exported hours or paid leave.
    static func isProven(_ offset: Int, by present: Set<Int>) -> Bool {
        present.contains { abs($0 - offset) <= proof }
    }

    /// Divides holidays of an employee into those beside leave that isn't paid, and those in it. Leave takes what there
    /// is to work on a day first: half a day of it leaves the free half of a day that is half free.
    /// - Parameters:
    ///   - unpaid: The employee's requests for leave that isn't paid.
    ///   - calendar: with the employees' own weekdays.
    static func divide(
        _ days: Days, by unpaid: [ApprovedLeave.Request], in period: PayPeriod, _ calendar: PayCalendar
    ) -> (beside: Days, inside: Days) {
        guard let employee = unpaid.first?.employeeID else { return (days, []) }
        var (beside, inside): (Days, Days) = ([], [])
        for (offset, halves) in days {
            let day = period.first + offset
            let asked = unpaid.reduce(0) { $0 + $1.halvesAsked(on: day) }
            let taken = min(max(asked - calendar.halves(on: day, of: employee), 0), halves)
            if taken < halves { beside.append((offset, halves - taken)) }
            if taken > 0 { inside.append((offset, taken)) }
        }
        return (beside, inside)
    }
}
