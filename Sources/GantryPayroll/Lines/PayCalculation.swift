internal import GantryEngine
package import GantryModel

/// Makes pay lines of the aggregates of a run, as every payroll file of the run shows them.
package struct PayCalculation: Sendable {
    /// `nil` where the pipeline file pays nothing; there are no lines then.
    package let settings: PaySettings?
    /// Which run the lines are of, and how they are rounded.
    package let batch: PayrollBatch

    package init(_ settings: PaySettings?, batch: PayrollBatch) {
        self.settings = settings
        self.batch = batch
    }

    /// The pay codes as payroll files declare them.
    package var payCodes: [PayCode] { (settings?.codes ?? []).map { PayCode($0.code, title: $0.title) } }

    /// The employee's lines and days.
    /// - Throws: `RunError.verificationFailed` when hours are larger than payroll files can hold.
    package func employee(
        _ employee: PayrollSummary.Employee, of period: PayPeriod, in roster: Roster
    ) throws -> PayrollEmployee {
        let person = employee.person >= 0 ? roster.people[Int(employee.person)] : nil
        if let day = employee.excessiveDay {
            throw PayCalculation.excessive("The hours of worker \(employee.id) on \(day)")
        }
        let lines = try (settings?.codes ?? []).compactMap { code -> PayrollLine? in
            var days: [PayrollDay] = []
            for (offset, day) in employee.days.enumerated() {
                let hours = day[code.hours]
                if hours != .zero { days.append(PayrollDay(date: period.first + offset, hours: hours)) }
            }
            guard !days.isEmpty else { return nil }
            let line = batch.line(
                payCode: code.code, days: days, rate: code.rate(ofPersonAt: employee.person, in: roster),
                entries: employee.tally[code.hours])
            guard let line else { throw PayCalculation.excessive("The \(code.code) hours of worker \(employee.id)") }
            return line
        }
        return PayrollEmployee(
            payrollNumber: String(employee.id), employeeID: employee.id,
            name: settings?.name == nil ? nil : person.flatMap { $0.name.isEmpty ? nil : $0.name },
            entries: employee.tally.entries, entryIDSum: employee.tally.sumOfIDs, lines: lines)
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
    /// What an hour pays, its factor included; `nil` where the pay code has no rate or the worker has none that can be
    /// used.
    ///
    /// - Parameter place: as `Roster.index(of:)` gives it.
    package func rate(ofPersonAt place: Int32, in roster: Roster) -> Money? {
        guard let rate, case .known(let money) = roster.rate(rate, ofPersonAt: place) else { return nil }
        guard let factor = rateFactorNano, factor != 1_000_000_000 else { return money }
        return Money(nano: divided(money.nano * Int128(factor), by: 1_000_000_000, .halfEven))
    }
}
