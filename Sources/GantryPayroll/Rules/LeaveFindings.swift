internal import GantryConnectors
internal import GantryEngine
internal import GantryModel

extension LeaveRuling {
    /// What is odd about the leave of a period: the requests with days that are held, then what a person should look at.
    ///
    /// - Parameters:
    ///   - requests: All approved requests.
    ///   - hours: An employee's exported hours on a day of the period.
    func notes(
        _ requests: ApprovedLeave, in period: PayPeriod, inputs: PayInputs, checks: PayrollChecks,
        hours: (_ employee: Int64, _ day: CivilDate) -> HoursSum
    ) -> [ExceptionNote] {
        let calendar = inputs.workCalendar
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
        for finding in findings {
            add(
                finding.rule, finding.isWaived ? .waived : .blocker, of: finding.request.employeeID, on: finding.date,
                found: finding.found, expected: finding.expected)
        }
        let noted = Set(findings.filter { $0.rule == PayrollChecks.Rule.leaveDays }.map(\.request.id))
        let taken = open.halves(in: period, calendar)
        for request in requests.requests where request.problem == nil {
            // Where the check is a blocker, it holds what would be paid; of other leave nothing is to be held.
            let severity = checks.of(group: inputs.employees?[request.employeeID]?.group).leaveDays.map {
                min($0, .warning)
            }
            if !noted.contains(request.id), let difference = request.difference(from: calendar) {
                add(
                    PayrollChecks.Rule.leaveDays, severity, of: request.employeeID, on: request.first,
                    found: difference.found, expected: difference.expected)
            }
        }
        for request in open.requests {
            let checks = checks.of(group: inputs.employees?[request.employeeID]?.group)
            for day in request.days(in: period, calendar) {
                let date = period.first + day.offset
                let worked = hours(request.employeeID, date)
                let isHalf = taken[request.employeeID]?[day.offset] == 1
                guard worked > (isHalf ? LeaveRuling.halfDay : .zero) else { continue }
                add(
                    PayrollChecks.Rule.workOnLeave, checks.workOnLeave, of: request.employeeID, on: date,
                    found: isHalf
                        ? "\(worked) hours on a half day of leave request \(request.id)"
                        : "hours on a day of leave request \(request.id)",
                    expected: isHalf
                        ? "at most \(LeaveRuling.halfDay) hours on a half day of leave" : "no hours on a day of leave")
            }
        }
        return notes
    }

    /// Half of a day of the 37-hour week.
    private static let halfDay = HoursSum(nano: 3_700_000_000)
}
