internal import GantryModel

/// A row of a profile's file: a pay line, a day or stretch of one, or how any of these differs.
struct ProfileRow {
    var payCode: String
    /// The place of its lines among the rows of the profile.
    var place: Int
    var unit: PayUnit
    /// Whether it pays absence.
    var isAbsence: Bool
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

/// How the pay lines of a code are written.
struct WrittenCode {
    let payCode: PayCode
    /// Which row of the profile.
    let place: Int
    /// Whether the row shows hours and minutes.
    let isInMinutes: Bool
    /// The last decimal of its units, in billionths.
    let step: Int128
    /// Whether a row is a stretch of absence: of leave, or of holidays paid in days.
    let isByStretch: Bool

    /// - Returns: `nil` where the layout has no row for the code.
    init?(_ payCode: PayCode, profile: Profile, context: ProfileContext) {
        let kind = context.kind(of: payCode)
        guard let place = profile.row(for: kind) else { return nil }
        self.payCode = payCode
        self.place = place
        isInMinutes = profile.isInMinutes(row: place)
        let columns = profile.rows[place].lines.flatMap(\.columns).filter { $0.value == .units }
        let decimals = columns.map { $0.decimals ?? profile.numbers.decimals ?? 2 }.min()
        step = WrittenCode.step(decimals ?? profile.numbers.decimals ?? 2)
        // Nothing but leave and holidays is counted in days.
        isByStretch = profile.each == .stretch && (kind.isAbsence || kind.unit == .days)
    }

    static func step(_ decimals: Int) -> Int128 {
        ProfileNumberFormat(decimals: decimals, point: .point, sign: .lead).step
    }

    /// The units of a whole line as the layout writes them.
    func units(of line: PayrollLine) -> Int128 {
        guard isInMinutes else { return Int128(line.units.nano) }
        // Minutes are made of the hours themselves, since rounded hours are seldom whole minutes.
        return line.days.isEmpty ? HoursSum(line.units).minutes : line.days.sum.minutes
    }
}

/// Makes the rows of pay lines and of changes.
struct ProfileRows {
    private let profile: Profile
    private let unitsStep: Int128
    private let calendar: PayCalendar
    private let workdays: [String: Workdays]
    private let hasAmounts: Bool
    /// Whether rows show the first or last day of their line.
    private let showsDays: Bool

    init(_ profile: Profile, _ context: ProfileContext) {
        self.profile = profile
        unitsStep = WrittenCode.step(context.batch.unitsDecimals)
        calendar = context.calendar
        workdays = context.workdays
        hasAmounts = profile.rows.contains { $0.shows(.amount) }
        showsDays = profile.rows.contains { $0.shows(.lineFirst) || $0.shows(.lineLast) }
    }

    /// Appends the rows of a pay line.
    /// - Parameters:
    ///   - number: the employee's payroll number.
    ///   - place: which of the employee's pay lines it is.
    func append(
        rowsOf line: PayrollLine, of number: String, at place: Int, _ code: WrittenCode, to rows: inout [ProfileRow]
    ) {
        var row = row(of: line, code)
        row.line = place
        guard isInParts(code), !line.days.isEmpty else {
            row.units = code.units(of: line)
            row.amount = line.amount?.nano
            return rows.append(row)
        }
        let parts = parts(of: line, code).filter { $0.units != 0 }
        if code.isByStretch {
            rows += stretches(parts, number).map { $0.row(like: row) }
        } else {
            for part in parts { rows.append(part.row(like: row)) }
        }
    }

    /// The rows of a change, in the way the layout takes corrections.
    func rows(of change: PayrollChange, _ code: WrittenCode) -> [ProfileRow] {
        guard let line = change.new ?? change.old else { return [] }
        guard isInParts(code), !line.days.isEmpty else {
            return [whole(change, as: line, code)].compactMap(\.self)
        }
        let old = (change.old.map { parts(of: $0, code) } ?? []).filter { $0.units != 0 }
        let new = (change.new.map { parts(of: $0, code) } ?? []).filter { $0.units != 0 }
        let row = row(of: line, code)
        guard code.isByStretch else { return days(from: old, to: new).compactMap { action($0, row) } }
        guard profile.corrections == .action else {
            let differences = days(from: old, to: new).map(\.difference).filter { $0.units != 0 || $0.amount ?? 0 != 0 }
            return stretches(differences, change.payrollNumber).map { $0.row(like: row) }
        }
        // What stays is left out, and a stretch with other days or units is another one.
        let (before, after) = (stretches(old, change.payrollNumber), stretches(new, change.payrollNumber))
        func marked(_ stretches: [Stretch], _ action: PayrollChange.Action) -> [ProfileRow] {
            stretches.map {
                var row = $0.row(like: row)
                row.action = action
                return row
            }
        }
        return marked(before.filter { !after.contains($0) }, .void)
            + marked(after.filter { !before.contains($0) }, .add)
    }

    /// Whether a pay line of the code can be several rows.
    private func isInParts(_ code: WrittenCode) -> Bool { profile.each == .day || code.isByStretch }

    private func whole(_ change: PayrollChange, as line: PayrollLine, _ code: WrittenCode) -> ProfileRow? {
        let after = change.new.map { code.units(of: $0) }
        let before = change.old.map { code.units(of: $0) }
        var row = row(of: line, code)
        row.units = after ?? before ?? 0
        row.amount = line.amount?.nano
        row.action = change.action
        guard profile.corrections == .difference else { return row }
        row.units = (after ?? 0) - (before ?? 0)
        row.amount = ProfileRows.difference(change.new?.amount?.nano, change.old?.amount?.nano)
        if showsDays { (row.first, row.last) = changedDays(change) ?? (row.first, row.last) }
        return row.units != 0 || row.amount ?? 0 != 0 ? row : nil
    }

    /// The first and last day whose units differ; `nil` where none does.
    private func changedDays(_ change: PayrollChange) -> (CivilDate, CivilDate)? {
        let (old, new) = (change.old?.days ?? [], change.new?.days ?? [])
        let changed = (old.filter { !new.contains($0) } + new.filter { !old.contains($0) }).map(\.date)
        return changed.min().flatMap { first in changed.max().map { (first, $0) } }
    }

    private static func difference(_ new: Int128?, _ old: Int128?) -> Int128? {
        new == nil && old == nil ? nil : (new ?? 0) - (old ?? 0)
    }

    private func row(of line: PayrollLine, _ code: WrittenCode) -> ProfileRow {
        ProfileRow(
            payCode: line.payCode, place: code.place, unit: code.payCode.unit, isAbsence: code.payCode.isAbsence,
            units: 0, rate: line.rate, project: line.project, first: line.days.first?.date, last: line.days.last?.date)
    }

    // MARK: Days

    private struct Part: Equatable {
        let date: CivilDate
        var units: Int128
        var amount: Int128?

        func row(like row: ProfileRow) -> ProfileRow {
            var row = row
            (row.date, row.units, row.amount) = (date, units, amount)
            return row
        }
    }

    /// A day before and after a change; one of both is there.
    private struct ChangedDay {
        let date: CivilDate
        let before: Part?
        let after: Part?

        var difference: Part {
            Part(
                date: date, units: (after?.units ?? 0) - (before?.units ?? 0),
                amount: ProfileRows.difference(after?.amount, before?.amount))
        }
    }

    private func days(from old: [Part], to new: [Part]) -> [ChangedDay] {
        Set((old + new).map(\.date)).sorted().map { date in
            ChangedDay(
                date: date, before: old.first { $0.date == date }, after: new.first { $0.date == date })
        }
    }

    /// The row of a changed day; `nil` where nothing of it changed.
    private func action(_ day: ChangedDay, _ row: ProfileRow) -> ProfileRow? {
        guard let shown = day.after ?? day.before else { return nil }
        var row = profile.corrections == .action ? shown.row(like: row) : day.difference.row(like: row)
        row.action = day.before == nil ? .add : day.after == nil ? .void : .change
        let differs =
            profile.corrections == .action ? day.before != day.after : row.units != 0 || row.amount ?? 0 != 0
        return differs ? row : nil
    }

    /// The days of a line as they are printed; they add up to the line.
    private func parts(of line: PayrollLine, _ code: WrittenCode) -> [Part] {
        let total = code.units(of: line)
        let units: [Int128]
        if code.isInMinutes {
            units = Spread.parts(
                of: total, over: line.days.map { Int128($0.hours.nano) * 60 }, step: 1_000_000_000)
        } else {
            // As fine as the line, or as the layout where that is coarser. A line that is finer than the layout doesn't
            // fit, whatever the step.
            let step = code.step > unitsStep && total % code.step == 0 ? code.step : unitsStep
            units = Spread.parts(of: total, over: line.days.map { Int128($0.hours.nano) }, step: step)
        }
        let amounts = hasAmounts ? line.amount.map { Spread.parts(of: $0.nano, by: units, step: 10_000_000) } : nil
        return line.days.indices.map { Part(date: line.days[$0].date, units: units[$0], amount: amounts?[$0]) }
    }

    // MARK: Stretches

    /// Days of absence with no workday between them.
    private struct Stretch: Equatable {
        let first: CivilDate
        var last: CivilDate
        var units: Int128
        var amount: Int128?

        func row(like row: ProfileRow) -> ProfileRow {
            var row = row
            (row.first, row.last, row.units, row.amount) = (first, last, units, amount)
            return row
        }
    }

    /// - Parameters:
    ///   - parts: in order of their dates. Days that come and days that go are never in one stretch.
    ///   - number: whose they are.
    private func stretches(_ parts: [Part], _ number: String) -> [Stretch] {
        var stretches: [Stretch] = []
        for part in parts {
            if let open = stretches.last, (open.units < 0) == (part.units < 0),
                hasNoWorkday(of: number, between: open.last, and: part.date)
            {
                let index = stretches.count - 1
                stretches[index].last = part.date
                stretches[index].units += part.units
                if let amount = part.amount { stretches[index].amount = (open.amount ?? 0) + amount }
            } else {
                stretches.append(Stretch(first: part.date, last: part.date, units: part.units, amount: part.amount))
            }
        }
        return stretches
    }

    /// Whether only holidays and days on which the employee doesn't work, or no days, lie between two days.
    private func hasNoWorkday(of number: String, between day: CivilDate, and next: CivilDate) -> Bool {
        let own = workdays[number]
        var day = day + 1
        while day < next {
            let kind = calendar.kind(of: day)
            if own.map({ $0.contains(day) && kind != .holiday }) ?? (kind == .workday) { return false }
            day = day + 1
        }
        return true
    }
}
