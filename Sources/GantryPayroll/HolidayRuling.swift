internal import GantryEngine
package import GantryModel

/// What holds the holidays of employees, whatever they have worked.
package struct HolidayHolds: Sendable {
    /// Why days of an employee are held.
    struct Finding: Sendable {
        let rule: String
        let severity: Severity
        let employee: Int64
        /// The first of the days.
        let date: CivilDate
        let found: String
        let expected: String
    }

    private let period: PayPeriod
    private let terms: LeaveTerms
    private let inputs: PayInputs
    private let roster: Roster
    private let calendar: PayCalendar
    private let leave: [Int64: [ApprovedLeave.Request]]

    init(in period: PayPeriod, by terms: LeaveTerms, inputs: PayInputs, roster: Roster) {
        self.period = period
        self.terms = terms
        self.inputs = inputs
        self.roster = roster
        calendar = inputs.workCalendar
        leave = Dictionary(grouping: inputs.leave?.requests ?? [], by: \.employeeID)
    }

    /// Everybody whom a pay code pays holidays, with those of the period; people without any are left out.
    var everybody: [(row: EmployeeTable.Row, days: [(offset: Int, halves: Int)])] {
        (inputs.employees?.rows ?? []).filter(terms.paysHolidays).map {
            ($0, PublicHolidays(of: $0, in: period, calendar).days)
        }.filter { !$0.1.isEmpty }
    }

    /// What holds some of the days, and those that are left, by their place in the period.
    func held(
        _ row: EmployeeTable.Row, _ days: [(offset: Int, halves: Int)]
    ) -> (findings: [Finding], left: [(offset: Int, halves: Int)]) {
        guard let first = days.first else { return ([], []) }
        if let finding = finding(row, days, from: period.first + first.offset) {
            return ([finding], finding.severity == .blocker ? [] : days)
        }
        var findings: [Finding] = []
        var left: [(offset: Int, halves: Int)] = []
        for day in days {
            let date = period.first + day.offset
            guard let run = inputs.taker(ofHolidayOf: row.employeeID, on: date) else {
                left.append(day)
                continue
            }
            findings.append(
                Finding(
                    rule: PayrollChecks.Rule.paidBefore, severity: .blocker, employee: row.employeeID, date: date,
                    found: PayInputs.TakenOut.words(PayInputs.TakenOut.holiday, by: run),
                    expected: "a holiday that no other run has paid"))
        }
        return (findings, left)
    }

    /// Divides days into those beside approved leave of kinds that no pay code pays the employee, and those in it, with
    /// what is said of these.
    func divided(
        _ row: EmployeeTable.Row, _ days: PublicHolidays.Days
    ) -> (beside: PublicHolidays.Days, finding: Finding?) {
        let unpaid = (leave[row.employeeID] ?? []).filter { !terms.pays($0.type, row) }
        let (beside, inside) = PublicHolidays.divide(days, by: unpaid, in: period, calendar)
        guard let first = inside.first else { return (beside, nil) }
        let requests = unpaid.filter { request in
            inside.contains { request.halvesAsked(on: period.first + $0.offset) > 0 }
        }
        return (
            beside,
            Finding(
                rule: PayrollChecks.Rule.holidayNotPaid, severity: .warning, employee: row.employeeID,
                date: period.first + first.offset,
                found:
                    "\(HolidayHolds.words(inside, in: period)) not paid: in unpaid \(listed(requests.map(\.words), "and"))",
                expected: "no request for leave that isn't paid on a holiday that is to be paid")
        )
    }

    /// The days that are held, by employee.
    var withheld: [Int64: Set<CivilDate>] {
        var withheld: [Int64: Set<CivilDate>] = [:]
        for (row, days) in everybody {
            let left = Set(held(row, days).left.map(\.offset))
            let kept = days.map(\.offset).filter { !left.contains($0) }
            if !kept.isEmpty { withheld[row.employeeID] = Set(kept.map { period.first + $0 }) }
        }
        return withheld
    }

    /// What holds all days, or would.
    private func finding(
        _ row: EmployeeTable.Row, _ days: [(offset: Int, halves: Int)], from date: CivilDate
    ) -> Finding? {
        typealias Rule = PayrollChecks.Rule
        let what = HolidayHolds.words(days, in: period)
        func finding(_ rule: String, _ found: String, expected: String) -> Finding {
            let id = FindingID.make(rule: rule, entry: nil, employee: row.employeeID, date: date, found: found)
            let severity = inputs.decisions[id]?.severity(of: rule, .blocker) ?? .blocker
            return Finding(
                rule: rule, severity: severity, employee: row.employeeID, date: date, found: found, expected: expected)
        }
        if let decision = inputs.decisions.hold(ofEmployee: row.employeeID) {
            return finding(Decision.byHand, "\(what): \(decision.found)", expected: "a decision to release it")
        }
        guard !row.isSalaried, let rate = terms.holidayRate(of: row.group) else { return nil }
        switch roster.rate(rate, ofPersonAt: roster.index(of: row.employeeID)) {
        case .none(let found) where terms.holds.contains(Rule.noRate, of: row.group):
            return finding(Rule.noRate, "\(found) for \(what)", expected: "a rate for public holidays")
        case .unusable(let found) where terms.holds.contains(Rule.unusableRate, of: row.group):
            return finding(
                Rule.unusableRate, "\(found) for \(what)",
                expected: "a number above 0 and at most \(Roster.largestRate)")
        default: return nil
        }
    }

    /// `1.50 public holidays (2026-12-24, 2026-12-25)`
    static func words(_ days: [(offset: Int, halves: Int)], in period: PayPeriod) -> String {
        let dates = days.map { "\(period.first + $0.offset)" }.joined(separator: ", ")
        return "\(sum(days)) public holidays (\(dates))"
    }

    static func sum(_ days: [(offset: Int, halves: Int)]) -> HoursSum {
        HoursSum(halfDays: days.reduce(0) { $0 + $1.halves })
    }
}

/// What becomes of the holidays of a period that fall on workdays of employees: each is paid or held.
package struct HolidayRuling: Sendable {
    package private(set) var days = HolidayDays()
    /// What is paid, in half days by the day's place in the period, by employee.
    package private(set) var paid: [Int64: [(offset: Int, halves: Int)]] = [:]
    /// Why some are held, and what a person has waived.
    private(set) var findings: [HolidayHolds.Finding] = []

    /// - Parameter present: The places of days with exported hours or paid leave of an employee.
    package init(_ holds: HolidayHolds, in period: PayPeriod, present: (_ employee: Int64) -> Set<Int>) {
        for (row, all) in holds.everybody {
            days.all += HolidayHolds.sum(all)
            let (found, left) = holds.held(row, all)
            findings += found
            let (beside, unpaid) = holds.divided(row, left)
            if let unpaid { findings.append(unpaid) }
            let present = beside.isEmpty ? [] : present(row.employeeID)
            let proven = beside.filter { PublicHolidays.isProven($0.offset, by: present) }
            days.paid += HolidayHolds.sum(proven)
            days.held += HolidayHolds.sum(all) - HolidayHolds.sum(proven)
            if !proven.isEmpty { paid[row.employeeID] = proven }
            let open = beside.filter { !PublicHolidays.isProven($0.offset, by: present) }
            guard let first = open.first else { continue }
            findings.append(
                HolidayHolds.Finding(
                    rule: PayrollChecks.Rule.holidayNotPaid, severity: .warning, employee: row.employeeID,
                    date: period.first + first.offset,
                    found:
                        "\(HolidayHolds.words(open, in: period)) not paid: nothing shows that the employee was there",
                    expected:
                        "hours or paid leave at most \(PublicHolidays.proof) days from a holiday, or employed_to in the list of employees"
                ))
        }
    }

    /// Notes of what is held, and of what a person should look at.
    var notes: [ExceptionNote] {
        findings.map {
            ExceptionNote(
                rule: $0.rule, severity: $0.severity, ordinal: nil, recordID: nil, employeeID: $0.employee,
                date: $0.date, found: $0.found, expected: $0.expected)
        }
    }
}

extension PayCalculation {
    /// What holds holidays; `nil` where no pay code pays them.
    package func holidayHolds(_ roster: Roster) -> HolidayHolds? {
        settings?.paysHolidays == true
            ? HolidayHolds(in: batch.period, by: leaveTerms, inputs: inputs, roster: roster) : nil
    }

    /// Everybody whom a pay code pays holidays of the period.
    package var employeesWithHolidays: Set<Int64> {
        Set((holidayHolds(Roster([]))?.everybody ?? []).map(\.row.employeeID))
    }

    /// Requires that each holiday is accounted for, and that those which count as paid have lines.
    /// - Throws: `RunError.verificationFailed`.
    func requireHolidaysAddUp(_ summary: PayrollSummary) throws {
        guard let days = summary.holidays?.days, let settings else { return }
        var paid = HoursSum.zero
        for employee in summary.employees {
            let row = inputs.employees?[employee.id]
            let isSalaried = row?.isSalaried ?? false
            for code in settings.codes(of: row?.group) where !isSalaried || settings.salaried.includes(code.pays) {
                if case .holidays = code.pays { paid += HolidayHolds.sum(employee.holidays) }
            }
        }
        guard days.addUp, paid == days.paid else {
            throw RunError(
                .verificationFailed,
                "Of \(days.all) days of public holidays, \(paid) have pay lines and \(days.held) are held, which doesn't add up."
            )
        }
    }
}
