package import GantryJSON
internal import GantryModel
package import GantryPayroll
package import GantryRuns

/// What a pay run pays otherwise than the period before it, as findings: employees who are new or gone, units or
/// amounts that changed a lot, and payroll numbers that are other ones or another's.
package struct PayVariance {
    /// - Parameters:
    ///   - now: employees with lines.
    ///   - decided: the decisions about the period of `now`.
    package static func findings(
        from base: VarianceBase, to now: [VarianceTable.Now], _ totals: JSONTree, decided: Decisions
    ) -> [ReviewReport.Finding] {
        let rows = VarianceTable.rows(base, now)
        var findings = numbers(rows, base, decided)
        var seen: Set<Int64> = []
        let currency = totals["currency"]?.text ?? "paid"
        func add(
            _ rule: String, severity: Severity, of row: VarianceTable.Row, found: String, expected: String,
            values: String = ""
        ) {
            let id = FindingID.make(
                rule: rule, entry: nil, employee: row.employee, date: nil, found: found, values: values)
            let decision = decided[id]
            findings.append(
                ReviewReport.Finding(
                    id: id, severity: severity, rule: rule, entry: nil, employee: row.employee, name: row.name,
                    date: nil, found: found, expected: expected, hours: nil, amount: nil,
                    state: severity == .info ? .noted : decision?.verb == .accept ? .accepted : .open,
                    decision: decision.map { ReviewReport.Decided($0) }, canBeWaived: true))
        }
        func text(_ nano: Int128?) -> String { decimalText(nano: nano ?? 0, .fixed(2)) }
        for row in rows {
            switch row.flag {
            case .gone where seen.insert(row.employee).inserted:
                add(
                    "nobody-home", severity: .info, of: row, found: "employee \(row.number) has no lines now",
                    expected: "lines as in \(base.run)")
            case .new where seen.insert(row.employee).inserted:
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

    /// Payroll numbers that are other ones than when the employee was paid last, or were another employee's before: the
    /// payroll program books pay on the number, whoever has it.
    private static func numbers(
        _ rows: [VarianceTable.Row], _ base: VarianceBase, _ decided: Decisions
    ) -> [ReviewReport.Finding] {
        let owners = NumberOwners(
            base.lines.map { ($0.number, $0.employee) } + base.earlier.map { ($0.number, $0.employee) })
        var seen: Set<Int64> = []
        return rows.compactMap { row in
            guard row.now != nil, seen.insert(row.employee).inserted else { return nil }
            func finding(
                _ rule: String, severity: Severity, found: String, expected: String,
                state: (String) -> (ReviewReport.State, [Decision])
            ) -> ReviewReport.Finding {
                let id = FindingID.make(rule: rule, entry: nil, employee: row.employee, date: nil, found: found)
                let (state, waivers) = state(id)
                return ReviewReport.Finding(
                    id: id, severity: severity, rule: rule, entry: nil, employee: row.employee, name: row.name,
                    date: nil, found: found, expected: expected, hours: nil, amount: nil, state: state,
                    decision: decided[id].map { ReviewReport.Decided($0) }, canBeWaived: true,
                    waivers: waivers.map { ReviewReport.Decided($0) })
            }
            if let owner = owners.other(under: row.number, than: row.employee) {
                return finding(
                    PayrollChecks.Rule.numberReused, severity: .critical,
                    found: "payroll number \(row.number), that of employee \(owner.keyText) before",
                    expected: "a number that nobody else had in \(base.run) or the periods before it"
                ) { (.init(waivedBy: decided.waivers(of: $0)), decided.waivers(of: $0)) }
            }
            guard let before = row.numberBefore else { return nil }
            return finding(
                PayrollChecks.Rule.numberChanged, severity: .warning,
                found: "payroll number \(before) → \(row.number)",
                expected: row.flag == .back
                    ? "\(before), as when the employee was paid last" : "\(before), as in \(base.run)"
            ) { (decided[$0]?.verb == .accept ? .accepted : .open, []) }
        }
    }

    /// Workers whose rate is another one than in the period before, with the hours that it prices: a new rate prices
    /// the whole period, from its first day.
    ///
    /// - Parameters:
    ///   - people: with `rateBefore`.
    ///   - table: the office's list of employees, which says who is on a salary.
    static func rates(
        of people: [Roster.Person], _ table: EmployeeTable?, from base: VarianceBase, to now: [VarianceTable.Now],
        _ totals: JSONTree, decided: Decisions
    ) -> [ReviewReport.Finding] {
        let rated = Set(
            (totals["pay_codes"]?.list ?? []).compactMap { $0["rate"]?.text == nil ? nil : $0["code"]?.text })
        let paid = Dictionary(now.map { ($0.employee, $0) }) { first, _ in first }
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
    /// - Parameter codes: the pay codes of now. One without an amount in either period has no rate: nothing of its money
    ///   is missing.
    package init(_ base: VarianceBase, codes: [ExportTotals.PayCodeTotal]) {
        employees = Set(base.lines.map(\.employee)).count
        let priced = Set(codes.filter { $0.amount != nil }.map(\.code))
        let sums = (base.paid?.codes ?? []).filter { $0.sum.amount != nil || priced.contains($0.code) }.map(\.sum)
        amount = sums.isEmpty ? nil : sums.reduce(into: PaidSum.zero) { $0 += $1 }.amount.map { Money(nano: $0) }
    }
}
