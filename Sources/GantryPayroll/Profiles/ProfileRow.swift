internal import GantryModel

/// A row of a profile's file: a pay line, a day of one, or how either differs.
struct ProfileRow {
    var payCode: String
    var unit: PayUnit
    /// Billionths of the unit; of minutes where the layout writes hours and minutes.
    var units: Int128
    var rate: Money?
    var amount: Int128?
    var action = PayrollChange.Action.add
    var project: String?
    /// `nil` for the last day of the period.
    var date: CivilDate?
    var first: CivilDate?
    var last: CivilDate?
    /// Which pay line of its employee it is of, counted from 0; rows of changes have none.
    var line: Int?

    /// Whether two rows are of one pay line: then they differ only in their days, units and amounts.
    func isOfLine(of other: ProfileRow) -> Bool { line != nil && line == other.line }
}

/// Makes the rows of pay lines and of changes.
struct ProfileRows {
    private let profile: Profile
    private let batch: PayrollBatch
    private let hasAmounts: Bool
    /// Decimals of the units that the layout holds, by unit.
    private let steps: [PayUnit: Int128]
    private let inMinutes: Set<PayUnit>

    init(_ profile: Profile, _ batch: PayrollBatch) {
        self.profile = profile
        self.batch = batch
        hasAmounts = profile.rows.contains { $0.lines.contains { $0.values.contains(.amount) } }
        inMinutes = Set(PayUnit.allCases.filter { profile.isInMinutes($0) })
        steps = Dictionary(
            uniqueKeysWithValues: PayUnit.allCases.map { unit in
                let columns = (profile.row(for: unit)?.lines ?? []).flatMap(\.columns).filter { $0.value == .units }
                let decimals = columns.map { $0.decimals ?? profile.numbers.decimals ?? 2 }.min()
                return (unit, ProfileRows.step(decimals ?? profile.numbers.decimals ?? 2))
            })
    }

    private static func step(_ decimals: Int) -> Int128 {
        ProfileNumberFormat(decimals: decimals, point: .point, sign: .lead).step
    }

    /// The units of a whole line as the layout writes them.
    func units(of line: PayrollLine, _ unit: PayUnit) -> Int128 {
        guard inMinutes.contains(unit) else { return Int128(line.units.nano) }
        // Minutes are made of the hours themselves, since rounded hours are seldom whole minutes.
        let exact = line.days.isEmpty ? Int128(line.units.nano) : line.days.reduce(0) { $0 + Int128($1.hours.nano) }
        return divided(exact * 60, by: 1_000_000_000, .halfUp) * 1_000_000_000
    }

    /// Appends the rows of a pay line.
    /// - Parameter place: which of the employee's pay lines it is.
    func append(rowsOf line: PayrollLine, at place: Int, _ unit: PayUnit, to rows: inout [ProfileRow]) {
        var row = row(of: line, unit, units: 0, amount: nil)
        row.line = place
        guard profile.each == .day, !line.days.isEmpty else {
            row.units = units(of: line, unit)
            row.amount = line.amount?.nano
            return rows.append(row)
        }
        for part in parts(of: line, unit) where part.units != 0 {
            row.date = part.date
            row.units = part.units
            row.amount = part.amount
            rows.append(row)
        }
    }

    /// The rows of a change, in the way the layout takes corrections.
    func rows(of change: PayrollChange, _ unit: PayUnit) -> [ProfileRow] {
        guard let line = change.new ?? change.old else { return [] }
        let isByDay = profile.each == .day && !line.days.isEmpty
        guard isByDay else { return [whole(change, as: line, in: unit)].compactMap(\.self) }
        let old = change.old.map { parts(of: $0, unit) } ?? []
        let new = change.new.map { parts(of: $0, unit) } ?? []
        return Set((old + new).map(\.date)).sorted().compactMap { date in
            let before = old.first { $0.date == date && $0.units != 0 }
            let after = new.first { $0.date == date && $0.units != 0 }
            guard before != nil || after != nil else { return nil }
            var row = row(of: line, unit, units: 0, amount: nil)
            row.date = date
            row.action = before == nil ? .add : after == nil ? .void : .change
            if profile.corrections == .action {
                guard before != after, let shown = after ?? before else { return nil }
                row.units = shown.units
                row.amount = shown.amount
            } else {
                row.units = (after?.units ?? 0) - (before?.units ?? 0)
                row.amount = ProfileRows.difference(after?.amount, before?.amount)
                guard row.units != 0 || row.amount ?? 0 != 0 else { return nil }
            }
            return row
        }
    }

    private func whole(_ change: PayrollChange, as line: PayrollLine, in unit: PayUnit) -> ProfileRow? {
        let after = change.new.map { units(of: $0, unit) }
        let before = change.old.map { units(of: $0, unit) }
        var row = row(of: line, unit, units: after ?? before ?? 0, amount: line.amount?.nano)
        row.action = change.action
        guard profile.corrections == .difference else { return row }
        row.units = (after ?? 0) - (before ?? 0)
        row.amount = ProfileRows.difference(change.new?.amount?.nano, change.old?.amount?.nano)
        return row.units != 0 || row.amount ?? 0 != 0 ? row : nil
    }

    private static func difference(_ new: Int128?, _ old: Int128?) -> Int128? {
        new == nil && old == nil ? nil : (new ?? 0) - (old ?? 0)
    }

    private func row(of line: PayrollLine, _ unit: PayUnit, units: Int128, amount: Int128?) -> ProfileRow {
        ProfileRow(
            payCode: line.payCode, unit: unit, units: units, rate: line.rate, amount: amount, project: line.project,
            first: line.days.first?.date, last: line.days.last?.date)
    }

    // MARK: Days

    private struct Part: Equatable {
        let date: CivilDate
        var units: Int128
        var amount: Int128?
    }

    /// The days of a line as they are printed; they add up to the line.
    private func parts(of line: PayrollLine, _ unit: PayUnit) -> [Part] {
        let total = units(of: line, unit)
        let units: [Int128]
        if inMinutes.contains(unit) {
            units = Spread.parts(
                of: total, over: line.days.map { Int128($0.hours.nano) * 60 }, step: 1_000_000_000)
        } else {
            // As fine as the line, or as the layout where that is coarser. A line that is finer than the layout doesn't
            // fit, whatever the step.
            let own = ProfileRows.step(batch.unitsDecimals)
            let step = steps[unit].flatMap { $0 > own && total % $0 == 0 ? $0 : nil } ?? own
            units = Spread.parts(of: total, over: line.days.map { Int128($0.hours.nano) }, step: step)
        }
        let amounts = hasAmounts ? line.amount.map { Spread.parts(of: $0.nano, by: units, step: 10_000_000) } : nil
        return line.days.indices.map { Part(date: line.days[$0].date, units: units[$0], amount: amounts?[$0]) }
    }
}
