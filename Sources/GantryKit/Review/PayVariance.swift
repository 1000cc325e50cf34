internal import GantryJSON
internal import GantryModel
internal import GantryPayroll

/// What a pay run pays otherwise than the period before it, as findings: employees who are new or gone, and units or
/// amounts that changed a lot.
struct PayVariance {
    /// - Parameter decided: the decisions about the period of `now`.
    static func findings(
        from base: VarianceBase, to now: PaidNow, _ totals: JSONTree, decided: Decisions
    ) -> [ReviewReport.Finding] {
        var findings: [ReviewReport.Finding] = []
        var seen: Set<String> = []
        let currency = totals["currency"]?.text ?? "paid"
        func add(
            _ rule: String, severity: Severity, of row: VarianceTable.Row, found: String, expected: String,
            values: String = ""
        ) {
            let employee = now.ids[row.number]
            let id = FindingID.make(
                rule: rule, entry: nil, employee: employee, date: nil, found: found,
                values: "\(row.number) \(values)")
            let decision = decided[id]
            findings.append(
                ReviewReport.Finding(
                    id: id, severity: severity, rule: rule, entry: nil, employee: employee, name: row.name, date: nil,
                    found: found, expected: expected, hours: nil, amount: nil,
                    state: severity == .info ? .noted : decision?.verb == .accept ? .accepted : .open,
                    decision: decision.map { ReviewReport.Decided($0) }, canBeWaived: true))
        }
        func text(_ nano: Int128?) -> String { decimalText(nano: nano ?? 0, .fixed(2)) }
        for row in VarianceTable.rows(base, now.employees) {
            switch row.flag {
            case .gone where seen.insert(row.number).inserted:
                add(
                    "nobody-home", severity: .info, of: row, found: "employee \(row.number) has no lines now",
                    expected: "lines as in \(base.run)")
            case .new where seen.insert(row.number).inserted:
                add("new-worker", severity: .info, of: row, found: "first lines", expected: "lines in \(base.run) too")
            case .big:
                let isUnits = VarianceTable.isBig(row.units)
                let change = isUnits ? row.units : row.amount
                add(
                    "big-change", severity: .warning, of: row,
                    found: "\(row.code): \(text(change.now)) \(isUnits ? "units" : currency)",
                    expected: "about \(text(change.before)), as in \(base.run)",
                    values: [row.units, row.amount].flatMap { [$0.before, $0.now] }
                        .map { $0.map { String($0) } ?? "none" }.joined(separator: " "))
            case .gone, .new, .back, nil: continue
            }
        }
        return findings
    }

    /// Workers whose rate is another one than in the period before, with the hours that it prices: a new rate prices
    /// the whole period, from its first day.
    ///
    /// - Parameters:
    ///   - people: with `rateBefore`.
    ///   - table: the office's list of employees, which says who is on a salary.
    static func rates(
        of people: [Roster.Person], _ table: EmployeeTable?, from base: VarianceBase, to now: PaidNow,
        _ totals: JSONTree, decided: Decisions
    ) -> [ReviewReport.Finding] {
        let rated = Set(
            (totals["pay_codes"]?.list ?? []).compactMap { $0["rate"]?.text == nil ? nil : $0["code"]?.text })
        var paid: [Int64: VarianceTable.Now] = [:]
        for employee in now.employees { if let id = now.ids[employee.number] { paid[id] = employee } }
        return people.compactMap { person in
            // No rate prices employees on a salary.
            guard let before = person.rateBefore, table?[person.id]?.isSalaried != true,
                let lines = paid[person.id]?.sums.filter({ rated.contains($0.code) }), !lines.isEmpty
            else { return nil }
            let hours = lines.reduce(HoursSum.zero) { $0 + HoursSum(nano: $1.sum.units) }
            let found = "\(PayRate.hourly.rawValue) \(before) → \(person.rateText)"
            let rule = EntryChange.Rule.rateChanged.rawValue
            let id = FindingID.make(rule: rule, entry: nil, employee: person.id, date: nil, found: found)
            let decision = decided[id]
            return ReviewReport.Finding(
                id: id, severity: .warning, rule: rule, entry: nil, employee: person.id, name: person.name, date: nil,
                found: found, expected: "\(before), as in \(base.run)", hours: hours.hours, amount: nil,
                state: decision?.verb == .accept ? .accepted : .open,
                decision: decision.map { ReviewReport.Decided($0) },
                canBeWaived: true)
        }
    }
}

extension ReviewReport.Before {
    init(_ base: VarianceBase) {
        employees = Set(base.lines.map(\.number)).count
        let amounts = base.lines.compactMap(\.sum.amount)
        amount = amounts.isEmpty ? nil : Money(nano: amounts.reduce(0, +))
    }
}
