internal import GantryEngine
internal import GantryModel

// What is said about an employee instead of an entry.
extension PayrollRules {
    /// Days with too many hours, but not so many that they are held: those to list, and how many are only counted.
    func daysToLookAt() -> (listed: [ExceptionNote], counted: Int) {
        let warning = checks.dayWarning.map(HoursSum.init), info = checks.dayInfo.map(HoursSum.init)
        guard let lowest = info ?? warning else { return ([], 0) }
        var notes: [ExceptionNote] = []
        var counted = 0
        for slot in employeeIDs.indices.sorted(by: { employeeIDs[$0] < employeeIDs[$1] }) {
            for day in 0..<days {
                let total = allHours(slot, day)
                let date = period.first + day
                guard total.counted > lowest, late?.heldDays[EmployeeDay(employeeID: employeeIDs[slot], date: date)] == nil
                else { continue }
                guard let warning, total.counted > warning else {
                    counted += 1
                    continue
                }
                notes.append(
                    ExceptionNote(
                        rule: PayrollChecks.Rule.hoursPerDay, severity: .warning, ordinal: nil, recordID: nil,
                        employeeID: employeeIDs[slot], date: date, found: "\(total)", expected: "at most \(warning)"))
            }
        }
        return (notes, counted)
    }
}
