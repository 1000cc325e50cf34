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
                guard total.counted.exceeds(lowest),
                    wholeBatch?.heldDays[EmployeeDay(employeeID: employeeIDs[slot], date: date)] == nil
                else { continue }
                guard let warning, total.counted.exceeds(warning) else {
                    counted += 1
                    continue
                }
                notes.append(
                    ExceptionNote(
                        rule: PayrollChecks.Rule.hoursPerDay, severity: .warning, ordinal: nil, recordID: nil,
                        employeeID: employeeIDs[slot], date: date, found: "\(total)", expected: "at most \(warning)",
                        details: ExceptionNote.Details(hours: total.counted)))
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

    /// Workers whose exported hours, paid leave or paid holidays would be priced and are not, in order of their
    /// numbers.
    /// - Parameter holidays: The employees with paid holidays.
    func workersWithoutRate(leave: [Int64: [TakenLeave]], holidays: Set<Int64>) -> [ExceptionNote] {
        let concerned = Set(rateFindings.keys.map { employeeIDs[$0] }).union(leave.keys).union(holidays)
        return concerned.sorted().flatMap { id -> [ExceptionNote] in
            let slot = slots[id].map { Int($0) }
            let row = inputs.employees?[id]
            let findings =
                slot.map { rateFindings[$0] ?? [] }
                ?? RateFinding.all(
                    ofPersonAt: roster.index(of: id), in: roster, row, by: checks.of(group: row?.group))
            return findings.compactMap { finding in
                // A blocker is noted at each entry or request that it holds.
                guard finding.severity != .blocker,
                    slot.map({ finding.concerns(tallies[$0]) }) ?? false
                        || finding.concerns(leave[id] ?? []) || finding.concernsHolidays && holidays.contains(id)
                else { return nil }
                return ExceptionNote(
                    rule: finding.rule, severity: finding.severity, ordinal: nil, recordID: nil, employeeID: id,
                    date: nil, found: finding.found, expected: finding.expected,
                    details: slot.map { ExceptionNote.Details(hours: finding.hours(exportedHours($0))) })
            }
        }
    }

    /// The exported hours of an employee by kind.
    private func exportedHours(_ slot: Int) -> HoursByCategory {
        exportedHours(inCells: slot * days..<(slot + 1) * days)
    }

    /// The exported hours of a day of the period by kind, all employees together.
    func exportedHours(onDay day: Int) -> HoursByCategory {
        exportedHours(inCells: stride(from: day, to: cells.count, by: days))
    }

    private func exportedHours(inCells indexes: some Sequence<Int>) -> HoursByCategory {
        var sum = OverflowDay()
        for index in indexes {
            sum.add(cells[index])
            if let wide = overflowDays[index] { sum.add(wide) }
        }
        return sum.exported
    }
}

/// What keeps the hours, the leave and the holidays of a worker from being priced.
struct RateFinding: Sendable {
    let rule: String
    let severity: Severity
    let found: String
    let expected: String
    /// The hours that would be priced.
    private let quantities: [PayQuantity]
    /// The kinds of leave that would be priced.
    private let leave: [String]
    /// Whether holidays would be priced.
    let concernsHolidays: Bool

    /// What is wrong with the rates of a worker, as far as pay codes use them and the checks are made; nothing where a
    /// salary pays the worker, whom no rate prices.
    /// - Parameter row: the worker's row in the office's list; `nil` where there is none.
    static func all(
        ofPersonAt place: Int32, in roster: Roster, _ row: EmployeeTable.Row?, by checks: PayrollChecks
    ) -> [RateFinding] {
        guard row?.isSalaried != true else { return [] }
        let group = row?.group
        let priced = checks.priced.filter { $0.concerns(group: group) }
        let terms = checks.paidLeave
        return PayRate.allCases.compactMap { rate in
            let quantities = PayQuantity.allCases.filter { quantity in
                priced.contains { $0.quantity == quantity && $0.rate == rate }
            }
            let leave = terms.priced(by: rate, of: group)
            let holidays = terms.holidayRate(of: group) == rate
            guard !quantities.isEmpty || !leave.isEmpty || holidays else { return nil }
            let lines =
                quantities.map(\.rawValue) + leave.map { "leave.\($0)" } + (holidays ? ["public holidays"] : [])
            switch roster.rate(rate, ofPersonAt: place) {
            case .known: return nil
            case .none(let found):
                guard let severity = checks.noRate else { return nil }
                return RateFinding(
                    rule: PayrollChecks.Rule.noRate, severity: severity, found: found,
                    expected: "a rate for \(lines.joined(separator: ", "))", quantities: quantities, leave: leave,
                    concernsHolidays: holidays)
            case .unusable(let found):
                guard let severity = checks.unusableRate else { return nil }
                return RateFinding(
                    rule: PayrollChecks.Rule.unusableRate, severity: severity, found: found,
                    expected: "a number above 0 and at most \(Roster.largestRate)", quantities: quantities,
                    leave: leave,
                    concernsHolidays: holidays)
            }
        }
    }

    /// Whether the entry has hours that would be priced.
    func concerns(_ entry: WorkEntry) -> Bool { quantities.contains { entry[$0] != .zero } }
    /// Whether the employee has exported hours that would be priced.
    func concerns(_ tally: EmployeeTally) -> Bool { quantities.contains { tally[$0] > 0 } }
    /// Whether it can concern an entry at all.
    var concernsHours: Bool { !quantities.isEmpty }
    /// Whether the employee has paid leave that would be priced.
    func concerns(_ taken: [TakenLeave]) -> Bool { taken.contains { leave.contains($0.type) } }
    /// Those of an employee's hours that would be priced.
    func hours(_ exported: HoursByCategory) -> HoursSum { quantities.reduce(.zero) { $0 + exported[$1] } }
}

extension ExceptionNote.Details {
    /// The hours that a finding about an employee is about; its id comes with everything else that a person decides by.
    init(hours: HoursSum) { self.init(id: "", hours: hours.hours) }
}
