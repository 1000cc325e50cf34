internal import GantryConnectors
internal import GantryEngine
internal import GantryModel

extension ApprovedLeave {
    /// What is odd about the leave of a period, in order of employee.
    ///
    /// - Parameters:
    ///   - payable: the requests of employees who can be paid.
    ///   - hasHours: whether an employee has exported hours on a day of the period.
    func findings(
        in period: PayPeriod, inputs: PayInputs, checks: PayrollChecks, payable: ApprovedLeave?,
        hasHours: (_ employee: Int64, _ day: CivilDate) -> Bool
    ) -> [ExceptionNote] {
        let calendar = inputs.calendar
        var notes: [ExceptionNote] = []
        func add(
            _ rule: String, _ severity: Severity?, of employee: Int64, on day: CivilDate, found: String,
            expected: String
        ) {
            guard let severity else { return }
            notes.append(
                ExceptionNote(
                    rule: rule, severity: severity, ordinal: nil, recordID: nil, employeeID: employee, date: day,
                    found: found, expected: expected))
        }
        typealias Rule = PayrollChecks.Rule
        for overlap in overlaps(in: period, calendar) {
            add(
                Rule.leaveOverlap, .blocker, of: overlap.request.employeeID, on: overlap.day,
                found: "leave requests \(overlap.request.id) and \(overlap.other.id) on the same day",
                expected: "one approved leave on a day; neither is paid")
        }
        let known = Set((payable?.requests ?? []).map(\.id))
        for request in requests where !known.contains(request.id) {
            if let row = inputs.employees?[request.employeeID], checks.groups.leaveOut(row) {
                add(
                    Rule.noPayGroup, .blocker, of: request.employeeID, on: request.first,
                    found: "leave request \(request.id), \(checks.groups.found(row))", expected: checks.groups.expected)
                continue
            }
            add(
                Rule.noPayrollNumber, .blocker, of: request.employeeID, on: request.first,
                found: "leave request \(request.id) of employee \(request.employeeID)",
                expected: "an employee with a payroll number in the list of employees, or in the list of workers")
        }
        for request in requests {
            let checks = checks.of(group: inputs.employees?[request.employeeID]?.group)
            let counted = Int64(request.allHalves(calendar)) * 500_000_000
            // Days whose holidays aren't known can't be counted.
            if let stated = request.statedDays, stated != counted, calendar.covers(request.first...request.last) {
                add(
                    Rule.leaveDays, checks.leaveDays, of: request.employeeID, on: request.first,
                    found: "leave request \(request.id) says \(decimalText(nano: Int128(stated), .exact)) days",
                    expected:
                        "\(decimalText(nano: Int128(counted), .exact)) working days from \(request.first) to \(request.last)"
                )
            }
            for offset in 0..<period.days where checks.workOnLeave != nil {
                let day = period.first + offset
                guard request.halves(on: day, calendar) == 2, hasHours(request.employeeID, day) else { continue }
                add(
                    Rule.workOnLeave, checks.workOnLeave, of: request.employeeID, on: day,
                    found: "hours on a day of leave request \(request.id)", expected: "no hours on a day of leave")
            }
        }
        return notes
    }
}
