internal import GantryConnectors
internal import GantryEngine
internal import GantryModel

// Findings about an employee instead of an entry.
extension PayrollRules {
    /// Days with too many hours, but not so many that they are held: those to list, and how many are only counted.
    func daysToLookAt() -> (listed: [ExceptionNote], counted: Int) {
        var notes: [ExceptionNote] = []
        var counted = 0
        for slot in employeeIDs.indices.sorted(by: { employeeIDs[$0] < employeeIDs[$1] }) {
            let checks = self.checks(of: slot)
            let warning = checks.dayWarning.map(HoursSum.init)
            guard let lowest = checks.dayInfo.map(HoursSum.init) ?? warning else { continue }
            for day in 0..<days {
                let total = allHours(slot, day)
                let date = period.first + day
                guard total.counted > lowest,
                    wholeBatch?.heldDays[EmployeeDay(employeeID: employeeIDs[slot], date: date)] == nil
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

    /// That the period is none of the source's, at most one note.
    func periodNotes() -> [ExceptionNote] {
        guard let severity = checks.periodDiffers, let known = inputs.payPeriods,
            !known.contains(PayInputs.PayDays(first: period.first, last: period.last))
        else { return [] }
        let near = known.filter { $0.first <= period.last && $0.last >= period.first }
        return [
            ExceptionNote(
                rule: PayrollChecks.Rule.periodDiffers, severity: severity, ordinal: nil, recordID: nil,
                employeeID: nil,
                date: period.first, found: "\(period.first) to \(period.last)",
                expected: near.isEmpty
                    ? "a pay period of the server" : listed(near.map { "\($0.first) to \($0.last)" }))
        ]
    }

    /// Workers whose exported hours would be priced and are not, in order of their numbers.
    func workersWithoutRate() -> [ExceptionNote] {
        rateFindings.keys.sorted { employeeIDs[$0] < employeeIDs[$1] }.flatMap { slot -> [ExceptionNote] in
            (rateFindings[slot] ?? []).compactMap { finding in
                // A blocker is noted at each entry that it holds.
                guard finding.severity != .blocker, finding.concerns(tallies[slot]) else { return nil }
                return ExceptionNote(
                    rule: finding.rule, severity: finding.severity, ordinal: nil, recordID: nil,
                    employeeID: employeeIDs[slot],
                    date: nil, found: finding.found, expected: finding.expected)
            }
        }
    }
}

/// What keeps the hours of a worker from being priced.
struct RateFinding: Sendable {
    let rule: String
    let severity: Severity
    let found: String
    let expected: String
    /// The hours that would be priced.
    private let quantities: [PayQuantity]

    /// What is wrong with the rates of a worker, as far as pay codes use them and the checks are made.
    /// - Parameter group: the worker's group of pay; `nil` without one.
    static func all(
        ofPersonAt place: Int32, in roster: Roster, group: String?, by checks: PayrollChecks
    ) -> [RateFinding] {
        let priced = checks.priced.filter { $0.concerns(group: group) }
        return PayRate.allCases.compactMap { rate in
            let quantities = PayQuantity.allCases.filter { quantity in
                priced.contains { $0.quantity == quantity && $0.rate == rate }
            }
            guard !quantities.isEmpty else { return nil }
            switch roster.rate(rate, ofPersonAt: place) {
            case .known: return nil
            case .none(let found):
                guard let severity = checks.noRate else { return nil }
                return RateFinding(
                    rule: PayrollChecks.Rule.noRate, severity: severity, found: found,
                    expected: "a rate for \(quantities.map(\.rawValue).joined(separator: ", "))", quantities: quantities
                )
            case .unusable(let found):
                guard let severity = checks.unusableRate else { return nil }
                return RateFinding(
                    rule: PayrollChecks.Rule.unusableRate, severity: severity, found: found,
                    expected: "a number above 0 and at most \(Roster.largestRate)", quantities: quantities)
            }
        }
    }

    /// Whether the entry has hours that would be priced.
    func concerns(_ entry: WorkEntry) -> Bool { quantities.contains { entry[$0] != .zero } }
    /// Whether the employee has exported hours that would be priced.
    func concerns(_ tally: EmployeeTally) -> Bool { quantities.contains { tally[$0] > 0 } }
}
