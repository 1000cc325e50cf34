package import GantryModel

/// What becomes of the approved leave of a period: each day of it is paid, left out on purpose, or held.
package struct LeaveRuling: Sendable {
    package private(set) var days = LeaveDays()
    /// What is paid, by employee.
    package private(set) var taken: [Int64: [TakenLeave]] = [:]
    /// The requests that nothing holds as a whole, those that are left out on purpose among them.
    package private(set) var open = ApprovedLeave([])
    /// The other requests of which nothing could be paid: those without a working day in the period, and unclear ones
    /// that are left out on purpose. Holidays can lie in them.
    private(set) var idle: [ApprovedLeave.Request] = []
    /// The requests with days that are held, and those that a person has waived.
    private(set) var findings: [Finding] = []

    /// Why days of a request are held.
    struct Finding: Sendable {
        let request: ApprovedLeave.Request
        let rule: String
        /// The first of the days.
        let date: CivilDate
        let found: String
        let expected: String
        /// Whether a person has waived it, so that the days are paid.
        var isWaived = false
    }

    private typealias Days = [(offset: Int, halves: Int)]

    let period: PayPeriod
    let terms: LeaveTerms
    let inputs: PayInputs
    private let roster: Roster

    /// - Parameter roster: The workers, whose rates price leave; empty where there is no list of them.
    package init(
        _ leave: ApprovedLeave, in period: PayPeriod, by terms: LeaveTerms, inputs: PayInputs, roster: Roster
    ) {
        self.period = period
        self.terms = terms
        self.inputs = inputs
        self.roster = roster
        var open: [ApprovedLeave.Request] = []
        for request in leave.requests {
            let days = request.days(in: period, inputs.workCalendar)
            guard let first = days.first else {
                idle.append(request)
                continue
            }
            self.days.approved += sum(days)
            guard isPayable(request) else {
                if terms.pays(request.type, row(request)) {
                    self.days.salaried += sum(days)
                } else {
                    self.days.notPaid += sum(days)
                }
                if request.problem == nil { open.append(request) } else { idle.append(request) }
                continue
            }
            let found = findings(request, days, from: period.first + first.offset)
            findings += found
            guard found.allSatisfy(\.isWaived) else {
                self.days.held += sum(days)
                continue
            }
            open.append(request)
        }
        self.open = ApprovedLeave(open)
        pay()
    }

    /// Pays the open requests, but for days that are in dispute among them, or that another run has paid.
    private mutating func pay() {
        let disputed = open.disputed(in: period, inputs.workCalendar)
        var left = disputed
        for request in open.requests where isPayable(request) && !inputs.takenOut.isEmpty {
            let employee = request.employeeID
            for day in request.days(in: period, inputs.workCalendar) {
                let date = period.first + day.offset
                guard !(disputed[employee]?.contains(day.offset) ?? false),
                    let run = inputs.taker(ofLeaveOf: employee, on: date)
                else { continue }
                left[employee, default: []].insert(day.offset)
                self.days.held += sum([day])
                self.days.paid = self.days.paid - sum([day])
                findings.append(
                    Finding(
                        request: request, rule: PayrollChecks.Rule.paidBefore, date: date,
                        found: PayInputs.TakenOut.words("\(sum([day])) days of \(request.words)", by: run),
                        expected: "leave that no other run has paid"))
            }
        }
        for (index, request) in open.requests.enumerated() where isPayable(request) {
            let days = request.days(in: period, inputs.workCalendar)
            let kept = days.filter { disputed[request.employeeID]?.contains($0.offset) ?? false }
            self.days.held += sum(kept)
            self.days.paid += sum(days) - sum(kept)
            guard let first = kept.first else { continue }
            let others = open.requests.enumerated().filter { place, other in
                place != index && other.employeeID == request.employeeID
                    && kept.contains { other.halves(on: period.first + $0.offset, inputs.workCalendar) > 0 }
            }
            findings.append(
                Finding(
                    request: request, rule: PayrollChecks.Rule.leaveOverlap, date: period.first + first.offset,
                    found: "\(sum(kept)) of \(sum(days)) days of \(request.words) are also days of leave request "
                        + listed(others.map { "\($0.element.id)" }, "and"),
                    expected: "one approved leave on a day; days in dispute are not paid"))
        }
        taken = ApprovedLeave(open.requests.filter(isPayable)).taken(in: period, inputs.workCalendar, without: left)
    }

    private func sum(_ days: Days) -> HoursSum { HoursSum(halfDays: days.reduce(0) { $0 + $1.halves }) }

    private func row(_ request: ApprovedLeave.Request) -> EmployeeTable.Row? {
        inputs.employees?[request.employeeID]
    }

    /// Whether it is not left out on purpose.
    private func isPayable(_ request: ApprovedLeave.Request) -> Bool {
        terms.pays(request.type, row(request)) && !terms.leavesOut(row(request))
    }

    /// Why the whole request is held, after what a person has waived.
    private func findings(_ request: ApprovedLeave.Request, _ days: Days, from date: CivilDate) -> [Finding] {
        typealias Rule = PayrollChecks.Rule
        let what = "\(sum(days)) days of \(request.words)"
        var waived: [Finding] = []
        func finding(_ rule: String, _ found: String, expected: String) -> [Finding] {
            // Which days are paid is what was expected.
            let id = FindingID.make(
                rule: rule, entry: nil, employee: request.employeeID, date: date, found: found,
                values: rule == Rule.leaveDays ? expected : "")
            let severity = inputs.decisions[id]?.severity(of: rule, .blocker) ?? .blocker
            return waived + [
                Finding(
                    request: request, rule: rule, date: date, found: found, expected: expected,
                    isWaived: severity != .blocker)
            ]
        }
        let row = row(request)
        func holds(_ check: String) -> Bool { terms.holds.contains(check, of: row?.group) }
        let isUnknown = holds(Rule.unknownWorker) && roster.index(of: request.employeeID) < 0
        if isUnknown || inputs.employees != nil && row == nil {
            return finding(
                Rule.noPayrollNumber, "\(what) of employee \(request.employeeID)",
                expected: row == nil
                    ? "an employee with a payroll number in the list of employees, or in the list of workers"
                    : "a worker of the server's list of workers")
        }
        if let row, terms.groups.leaveOut(row) {
            return finding(
                Rule.noPayGroup, "\(what), \(terms.groups.found(row))", expected: terms.groups.expected)
        }
        if let decision = inputs.decisions.hold(ofLeave: request.id, employee: request.employeeID) {
            return finding(Decision.byHand, "\(what): \(decision.found)", expected: "a decision to release it")
        }
        if let problem = request.problem {
            return finding(Rule.leaveUnclear, "\(what): \(problem.found)", expected: problem.expected)
        }
        if let rate = terms.rate(request.type, of: row?.group), row?.isSalaried != true {
            switch roster.rate(rate, ofPersonAt: roster.index(of: request.employeeID)) {
            case .none(let found) where holds(Rule.noRate):
                waived = finding(Rule.noRate, "\(found) for \(what)", expected: "a rate for leave.\(request.type)")
            case .unusable(let found) where holds(Rule.unusableRate):
                waived = finding(
                    Rule.unusableRate, "\(found) for \(what)",
                    expected: "a number above 0 and at most \(Roster.largestRate)")
            default: break
            }
        }
        guard waived.allSatisfy(\.isWaived) else { return waived }
        if holds(Rule.partTime), let odd = partTime(request) {
            waived = finding(Rule.partTime, odd.found, expected: odd.expected)
        }
        guard waived.allSatisfy(\.isWaived), holds(Rule.leaveDays) else { return waived }
        if let difference = request.difference(from: inputs.workCalendar) {
            return finding(Rule.leaveDays, difference.found, expected: difference.expected)
        }
        guard inputs.heldLeaveOutside.contains(request.id), !inputs.calendar.covers(request.first...request.last)
        else { return waived }
        return finding(Rule.leaveDays, what, expected: "as many working days as the calendar has")
    }

    /// What keeps the hours of a request from being known: a pay code pays it in hours, and nobody says how long the
    /// days of the part-time worker are, or which. `nil` where they are known, and where the request isn't paid in
    /// hours.
    func partTime(_ request: ApprovedLeave.Request) -> (date: CivilDate, found: String, expected: String)? {
        let (place, row) = (roster.index(of: request.employeeID), row(request))
        let days = request.days(in: period, inputs.workCalendar)
        guard place >= 0, roster.people[Int(place)].isPartTime, row?.hoursADay == nil, row?.workdays == nil,
            isPayable(request), terms.hoursADay(request.type, of: row?.group) != nil, let first = days.first
        else { return nil }
        let field = Roster.Person.employmentField
        return (
            period.first + first.offset,
            "\(field) \(roster.people[Int(place)].employment ?? "") for \(sum(days)) days of \(request.words)",
            "hours_a_day or workdays of employee \(request.employeeID) in the list of employees"
        )
    }
}

extension PayCalculation {
    /// What becomes of the approved leave of the period; `nil` where no pay code pays leave.
    package func leaveRuling(_ roster: Roster) -> LeaveRuling? {
        inputs.leave.map {
            LeaveRuling($0, in: batch.period, by: leaveTerms, inputs: inputs, roster: roster)
        }
    }
}
