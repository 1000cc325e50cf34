internal import GantryEngine
internal import GantryModel

extension LeaveRuling {
    /// What is odd about the leave of a period: the requests with days that are held, then what a person should look
    /// at.
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
            let check = checks.of(group: inputs.employees?[request.employeeID]?.group).partTime
            // As a blocker, it has held the request, or a person has waived it.
            guard let check, check != .blocker, let finding = partTime(request) else { continue }
            add(
                PayrollChecks.Rule.partTime, check, of: request.employeeID, on: finding.date, found: finding.found,
                expected: finding.expected)
        }
        for (employee, days) in daysOfLeave().sorted(by: { $0.key < $1.key }) {
            let severity = checks.of(group: inputs.employees?[employee]?.group).workOnLeave
            // As a blocker, it is noted at each entry that it holds.
            guard let severity, severity != .blocker else { continue }
            for (offset, day) in days.sorted(by: { $0.key < $1.key }) {
                guard let work = day.work(hours(employee, period.first + offset)) else { continue }
                add(
                    PayrollChecks.Rule.workOnLeave, severity, of: employee, on: period.first + offset,
                    found: work.found, expected: work.expected)
            }
        }
        return notes
    }
}
