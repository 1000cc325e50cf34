internal import GantryEngine
internal import GantryModel

extension PayrollRules {
    /// More hours in a week than this are worth a look: the average that the working time directive allows.
    private static let mostInWeek = Hours(48)

    /// Employees with many hours in an ISO week, of which only the days of the period are counted; in order of employee
    /// and week.
    func weekNotes() -> [ExceptionNote] {
        let limit = HoursSum(PayrollRules.mostInWeek)
        var notes: [ExceptionNote] = []
        for slot in employeeIDs.indices.sorted(by: { employeeIDs[$0] < employeeIDs[$1] }) {
            guard let severity = checks(of: slot).weekHours else { continue }
            var day = 0
            while day < days {
                let first = period.first + day
                let end = min(days, day + 8 - first.isoWeekday)
                let sum = (day..<end).reduce(HoursSum.zero) { $0 + allHours(slot, $1).counted }
                day = end
                guard sum.exceeds(limit) else { continue }
                let (year, week) = first.isoWeek
                notes.append(
                    ExceptionNote(
                        rule: PayrollChecks.Rule.weekHours, severity: severity, ordinal: nil, recordID: nil,
                        employeeID: employeeIDs[slot], date: first,
                        found: "\(sum) hours in \(year)-W\(week < 10 ? "0" : "")\(week)", expected: "at most \(limit)",
                        details: ExceptionNote.Details(hours: sum)))
            }
        }
        return notes
    }
}
