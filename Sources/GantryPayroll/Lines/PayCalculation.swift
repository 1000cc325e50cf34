internal import GantryEngine
package import GantryModel

/// Makes pay lines of the aggregates of a run, as every payroll file of the run shows them.
package struct PayCalculation: Sendable {
    /// `nil` where the pipeline file pays nothing; there are no lines then.
    package let settings: PaySettings?
    /// Which run the lines are of, and how they are rounded.
    package private(set) var batch: PayrollBatch
    /// Payroll numbers and holidays; what the settings don't ask for is empty.
    package let inputs: PayInputs
    /// Which leave is paid, and what holds it.
    package let leaveTerms: LeaveTerms

    /// - Parameter holding: The checks that hold leave.
    package init(
        _ settings: PaySettings?, batch: PayrollBatch, inputs: PayInputs = PayInputs(),
        holding: LeaveHolds = LeaveHolds()
    ) {
        leaveTerms = LeaveTerms(settings, holding)
        self.settings = settings
        self.batch = batch
        self.inputs = inputs
    }

    /// The same for these employees, whose keys can be texts.
    package func with(_ employees: Set<Int64>) -> PayCalculation {
        var changed = self
        changed.batch.hasTextKeys = employees.contains(where: \.isTextKey)
        return changed
    }

    /// Whether lines are split by projects.
    package var isByProject: Bool { settings?.isByProject ?? false }

    /// The pay codes as payroll files declare them.
    package var payCodes: [PayCode] {
        (settings?.distinctCodes ?? []).map(\.payCode)
    }

    /// The employee's lines and days.
    /// - Throws: `RunError.verificationFailed` when hours are larger than payroll files can hold.
    package func employee(_ employee: EmployeeHours, in roster: Roster) throws -> PayrollEmployee {
        let place = roster.index(of: employee.id)
        let person = place >= 0 ? roster.people[Int(place)] : nil
        if let day = employee.excessiveDay {
            throw PayCalculation.excessive("The hours of worker \(employee.id.keyText) on \(day)")
        }
        let row = inputs.employees?[employee.id]
        let isSalaried = row?.isSalaried ?? false
        var lines: [PayrollLine] = []
        for code in settings?.codes(of: row?.group) ?? []
        where !isSalaried || settings?.salaried.includes(code.pays) == true {
            let quantities = CodeQuantities(
                code.pays, of: employee, hoursADay: row?.hoursADay, from: batch.period.first, inputs.calendar,
                isByProject: isByProject)
            let rate = isSalaried ? nil : code.rate(ofPersonAt: place, in: roster)
            guard let made = batch.lines(of: quantities, payCode: code.code, rate: rate) else {
                throw PayCalculation.excessive("The \(code.code) hours of worker \(employee.id.keyText)")
            }
            lines += made
        }
        let name = row?.name ?? person?.name ?? ""
        return PayrollEmployee(
            payrollNumber: row?.payrollNumber ?? employee.id.keyText, employeeID: employee.id,
            name: settings?.name == nil || name.isEmpty ? nil : name,
            entries: employee.tally.entries, entryIDSum: employee.tally.sumOfIDs, lines: lines)
    }

    /// Requires that each day of approved leave is accounted for, and that those which count as paid have lines.
    /// - Throws: `RunError.verificationFailed`.
    func requireLeaveAddsUp(_ summary: PayrollSummary) throws {
        guard let days = summary.leaveDays, let settings else { return }
        var paid = 0
        for employee in summary.employees {
            let row = inputs.employees?[employee.id]
            let isSalaried = row?.isSalaried ?? false
            for code in settings.codes(of: row?.group) where !isSalaried || settings.salaried.includes(code.pays) {
                guard case .leave(let leave) = code.pays else { continue }
                for taken in employee.leave where taken.type == leave.type {
                    paid += taken.days.reduce(0) { $0 + $1.halves }
                }
            }
        }
        guard days.addUp, HoursSum(halfDays: paid) == days.paid else {
            throw RunError(
                .verificationFailed,
                "Of \(days.approved) days of approved leave, \(HoursSum(halfDays: paid)) have pay lines, \(days.notPaid + days.salaried) are left out on purpose and \(days.held) are held, which doesn't add up."
            )
        }
    }

    /// Everybody's lines, in the order of payroll files.
    /// - Throws: as `employee(_:in:)`.
    package func employees(of all: [EmployeeHours], in roster: Roster) throws -> [PayrollEmployee] {
        let made = try all.map { try employee($0, in: roster) }
        return inputs.employees == nil
            ? made : made.sorted { PayrollNumber.precedes($0.payrollNumber, $1.payrollNumber) }
    }

    private static func excessive(_ what: String) -> RunError {
        RunError(
            .verificationFailed, "\(what) come to more than 9.2 billion, the maximum in payroll files.",
            advice:
                "Have it corrected at the source. With checks.hours-per-day.blocker set, impossible days are held and the rest "
                + "is exported.")
    }
}

extension PaySettings.Code {
    /// As files declare it.
    package var payCode: PayCode {
        var isAbsence = false
        if case .leave = pays { isAbsence = true }
        return PayCode(code, title: title, unit: unit, isAbsence: isAbsence)
    }

    /// What an hour pays, its factor included; `nil` where the pay code has no rate or the worker has none that can be
    /// used.
    ///
    /// - Parameter place: as `Roster.index(of:)` gives it.
    package func rate(ofPersonAt place: Int32, in roster: Roster) -> Money? {
        switch price {
        case nil: return nil
        case .fixed(let money): return money
        case .rate(let rate, let factor):
            guard case .known(let money) = roster.rate(rate, ofPersonAt: place) else { return nil }
            guard factor != 1_000_000_000 else { return money }
            return Money(nano: divided(money.nano * Int128(factor), by: 1_000_000_000, .halfEven))
        }
    }
}

extension PayrollBatch {
    /// The lines of one pay code: one, or one for each project.
    /// - Returns: `nil` when the days add up to more than `Hours` hold, 9.2 thousand million.
    func lines(of quantities: CodeQuantities, payCode: String, rate: Money?) -> [PayrollLine]? {
        guard !quantities.parts.isEmpty else { return [] }
        let printed = printed(quantities.parts.map { $0.days.reduce(Int128(0)) { $0 + $1.nano } }, rate: rate)
        var lines: [PayrollLine] = []
        for (index, part) in quantities.parts.enumerated() {
            var days: [PayrollDay] = []
            for day in part.days {
                guard let hours = Int64(exactly: day.nano).map(Hours.init(nano:)) else { return nil }
                days.append(PayrollDay(date: period.first + day.offset, hours: hours))
            }
            guard let units = Int64(exactly: printed.units[index]).map(Hours.init(nano:)) else { return nil }
            lines.append(
                PayrollLine(
                    payCode: payCode, project: part.project?.keyText, units: units, rate: rate,
                    amount: printed.amounts?[index], entries: part.entries, days: days))
        }
        return lines
    }
}
