internal import GantryModel

/// The holidays of a period that fall on workdays of an employee.
struct PublicHolidays {
    /// In half days by the day's place in the period, in order.
    let days: [(offset: Int, halves: Int)]

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
}
