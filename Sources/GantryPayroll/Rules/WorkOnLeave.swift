internal import GantryModel

/// More hours on a day of leave than the rest of the day, for people.
package struct WorkOnLeave: Equatable, Sendable {
    let found: String
    let expected: String
}

/// An employee's day of leave.
struct DayOfLeave {
    /// The requests that it is of.
    var requests: [Int64]
    /// The hours that are left of the day to be worked; zero where all of it is leave.
    var rest: HoursSum

    /// What is odd about hours on the day; `nil` where they fit beside the leave.
    func work(_ hours: HoursSum) -> WorkOnLeave? {
        guard hours.exceeds(rest) else { return nil }
        let leave = "leave request\(requests.count > 1 ? "s" : "") \(listed(requests.map { "\($0)" }, "and"))"
        guard rest > .zero else {
            return WorkOnLeave(found: "hours on a day of \(leave)", expected: "no hours on a day of leave")
        }
        return WorkOnLeave(
            found: "\(hours) hours on a half day of \(leave)",
            expected: "at most \(rest) hours on a half day of leave")
    }
}

extension LeaveRuling {
    /// The days of leave of each employee that nothing holds as a whole, by their place in the period.
    func daysOfLeave() -> [Int64: [Int: DayOfLeave]] {
        var days: [Int64: [Int: DayOfLeave]] = [:]
        for request in open.requests {
            for day in request.days(in: period, inputs.workCalendar) {
                days[request.employeeID, default: [:]][day.offset, default: DayOfLeave(requests: [], rest: .zero)]
                    .requests.append(request.id)
            }
        }
        for (employee, taken) in open.halves(in: period, inputs.workCalendar) {
            for (offset, halves) in taken {
                let works = inputs.workCalendar.halves(on: period.first + offset, of: employee)
                guard halves < works, let first = days[employee]?[offset]?.requests.first,
                    let request = open.requests.first(where: { $0.id == first && $0.employeeID == employee })
                else { continue }
                days[employee]?[offset]?.rest = HoursSum(nano: Int128(hoursADay(request).nano) / 2)
            }
        }
        return days
    }

    /// The hours of an employee's day, of which half are left on a half day of leave: the employee's own, else those of
    /// the pay code.
    private func hoursADay(_ request: ApprovedLeave.Request) -> Hours {
        let row = inputs.employees?[request.employeeID]
        return row?.hoursADay ?? terms.hoursADay(request.type, of: row?.group) ?? LeaveRuling.standardDay
    }

    /// A day of the 37-hour week.
    private static let standardDay = Hours(nano: 7_400_000_000)
}

extension PayrollRules {
    /// The days of leave of employees of whom work on leave is held.
    func leaveThatHolds() -> [Int64: [Int: DayOfLeave]] {
        guard let leave = inputs.leave,
            ([checks] + checks.byGroup.values).contains(where: { $0.workOnLeave == .blocker })
        else { return [:] }
        return LeaveRuling(leave, in: period, by: checks.leave, inputs: inputs, roster: roster).daysOfLeave()
            .filter { checks.of(group: inputs.employees?[$0.key]?.group).workOnLeave == .blocker }
    }
}
