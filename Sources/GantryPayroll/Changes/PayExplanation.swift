package import GantryModel

/// Explains by causes how the pay lines of two exports differ.
///
/// Starting with what the old lines were made of, one cause after the other becomes as it is for the new lines, and
/// what that changes of each line is the effect of the cause. So the effects of all causes add up to the difference of
/// each line as printed, with all that rounding, tiers and shares of projects do. The order is: settings, what the
/// office and the source say of an employee, rates, leave, entries by employee, day and number. Where two causes work
/// together, such as more hours at another rate, the later one has what they do together.
package struct PayExplanation {
    /// One of the two exports.
    package struct Side: Sendable {
        let calculation: PayCalculation
        let roster: Roster
        let lines: [Int64: PaidLines]

        /// - Parameter employees: The lines that the export has.
        package init(_ calculation: PayCalculation, roster: Roster, employees: [PayrollEmployee]) {
            self.calculation = calculation
            self.roster = roster
            lines = Dictionary(employees.map { ($0.employeeID, $0.byKey) }) { $1 }
        }

        fileprivate func person(_ id: Int64) -> Roster.Person? {
            let place = roster.index(of: id)
            return place < 0 ? nil : roster.people[Int(place)]
        }

        fileprivate var leave: [Int64: [ApprovedLeave.Request]] {
            let ruling = calculation.leaveRuling(roster)
            return Dictionary(grouping: (ruling?.open.requests ?? []) + (ruling?.idle ?? []), by: \.employeeID)
        }

        fileprivate var withheldHolidays: [Int64: Set<CivilDate>] { calculation.holidayHolds(roster)?.withheld ?? [:] }
    }

    private let old: Side
    private let new: Side
    private let newLeave: [Int64: [ApprovedLeave.Request]]
    private let newWithheld: [Int64: Set<CivilDate>]
    /// The old lines as they are computed now.
    private var first: [Int64: PaidLines] = [:]
    private var months: [Int64: PaidMonth] = [:]
    private var lines: [Int64: PaidLines] = [:]
    private var causes: [EntryChange] = []

    private init(_ old: Side, _ new: Side) {
        self.old = old
        self.new = new
        newLeave = new.leave
        newWithheld = new.withheldHolidays
    }

    /// The employees whose lines differ, or who have entries that do.
    package static func concerned(_ old: Side, _ new: Side, entries: [EntryDifference]) -> Set<Int64> {
        Set(old.lines.keys).union(new.lines.keys).filter {
            !LineEffect.between(old.lines[$0] ?? [:], new.lines[$0] ?? [:]).isEmpty
        }.union(entries.flatMap(\.employees))
    }

    /// The causes in their order.
    ///
    /// - Parameters:
    ///   - days: The old hours of all who are `concerned`; those of `EntryDifference.days` are kept one by one.
    /// - Throws: `RunError.verificationFailed` when hours are larger than payroll files can hold.
    package static func causes(
        from old: Side, to new: Side, entries: [EntryDifference], days: [Int64: [CivilDate: PaidDay]]
    ) throws -> [EntryChange] {
        var explanation = PayExplanation(old, new)
        try explanation.begin(concerned(old, new, entries: entries).sorted(), days)
        try explanation.explainSettings()
        for id in explanation.months.keys.sorted() { try explanation.explain(id) }
        for entry in entries { try explanation.explain(entry) }
        explanation.explainRest()
        return explanation.causes
    }

    private mutating func begin(_ ids: [Int64], _ days: [Int64: [CivilDate: PaidDay]]) throws {
        let (terms, leave, withheld) = (PayTerms(old.calculation), old.leave, old.withheldHolidays)
        for id in ids {
            let month = PaidMonth(
                id: id, terms: terms, row: old.calculation.inputs.employees?[id], person: old.person(id),
                leave: leave[id] ?? [], withheld: withheld[id] ?? [], days: days[id] ?? [:])
            months[id] = month
            first[id] = try month.employee().byKey
        }
        lines = first
    }

    /// Lets a cause become as it is now.
    /// - Parameter isKept: Whether it is a cause although no line changes.
    private mutating func take(
        _ cause: EntryChange, for ids: [Int64], isKept: Bool, _ change: (inout PaidMonth) -> Void
    ) throws {
        var cause = cause
        for id in ids {
            guard var month = months[id] else { continue }
            change(&month)
            months[id] = month
            let now = try month.employee().byKey
            cause.effects += LineEffect.between(lines[id] ?? [:], now)
            lines[id] = now
        }
        if isKept || !cause.effects.isEmpty { causes.append(cause) }
    }

    private mutating func explainSettings() throws {
        let everybody = months.keys.sorted()
        for step in PayTerms.steps(from: PayTerms(old.calculation), to: PayTerms(new.calculation)) {
            let cause = EntryChange(
                .settingsChanged, employee: nil, field: step.field, old: step.old, new: step.new)
            try take(cause, for: everybody, isKept: step.isNamed) { $0.terms = step.terms }
        }
    }

    private mutating func explain(_ id: Int64) throws {
        guard let before = months[id] else { return }
        let (row, person) = (new.calculation.inputs.employees?[id], new.person(id))
        let name = try before.employee().name
        let hasLines = lines[id]?.isEmpty == false
        func cause(_ rule: EntryChange.Rule, field: String, old: String, new: String) -> EntryChange {
            EntryChange(rule, employee: id, field: field, old: old, new: new)
        }
        var known = before.row
        for field in EmployeeTable.Row.fields where field.text(known) != field.text(row) {
            let (was, now) = (field.text(known), field.text(row))
            known = field.taking(known, row)
            try take(cause(.employeeDiffers, field: field.name, old: was, new: now), for: [id], isKept: hasLines) {
                [known] in
                $0.row = known
            }
        }
        let step = cause(.employeeDiffers, field: "", old: "", new: "")
        try take(step, for: [id], isKept: false) { $0.row = row }
        let rates = (PaidMonth.rate(before.person), PaidMonth.rate(person))
        let rule = before.person?.usableRate == nil ? EntryChange.Rule.rateNew : .rateChanged
        try take(cause(rule, field: PayRate.hourly.rawValue, old: rates.0, new: rates.1), for: [id], isKept: false) {
            $0.person = person
        }
        let nameNow = try months[id]?.employee().name
        if hasLines, name != nameNow {
            causes.append(cause(.employeeDiffers, field: "name", old: name ?? "", new: nameNow ?? ""))
        }
        try explainLeave(id, before.leave)
        try explainHolidays(id, before.withheld)
    }

    /// Holidays that a decision or a check held and holds no longer, or the other way round.
    private mutating func explainHolidays(_ id: Int64, _ old: Set<CivilDate>) throws {
        let now = newWithheld[id] ?? []
        func words(_ days: Set<CivilDate>) -> String { days.sorted().map { "\($0)" }.joined(separator: ", ") }
        guard let first = old.symmetricDifference(now).min() else { return }
        let cause = EntryChange(
            .leaveChanged, employee: id, date: first, field: EntryChange.holidays, old: words(now.subtracting(old)),
            new: words(old.subtracting(now)))
        try take(cause, for: [id], isKept: false) { $0.withheld = now }
    }

    private mutating func explainLeave(_ id: Int64, _ old: [ApprovedLeave.Request]) throws {
        let was = Dictionary(old.map { ($0.id, $0) }) { $1 }
        let now = Dictionary((newLeave[id] ?? []).map { ($0.id, $0) }) { $1 }
        for number in Set(was.keys).union(now.keys).sorted() where was[number] != now[number] {
            let calendar = new.calculation.inputs.workCalendar
            let period = new.calculation.batch.period
            var cause = EntryChange(
                .leaveChanged, employee: id,
                date: max((now[number] ?? was[number])?.first ?? period.first, period.first),
                field: "leave", old: was[number]?.words(in: period, calendar) ?? "",
                new: now[number]?.words(in: period, calendar) ?? "")
            cause.leave = number
            try take(cause, for: [id], isKept: false) { month in
                month.leave.removeAll { $0.id == number }
                if let request = now[number] { month.leave.append(request) }
            }
        }
    }

    private mutating func explain(_ entry: EntryDifference) throws {
        func place(_ entry: PaidEntry?) -> [Int64] { entry.map { [$0.employee] } ?? [] }
        switch (entry.old, entry.new) {
        case (nil, let new?):
            let cause = EntryChange(
                .late, entry: new.id, employee: new.employee, date: new.date, field: EntryChange.hours,
                old: entry.wasHeld ? EntryChange.held : "", new: new.hours)
            try take(cause, for: place(new), isKept: true) { $0.add(new) }
        case (let old?, nil):
            let cause = EntryChange(
                .vanished, entry: old.id, employee: old.employee, date: old.date, field: EntryChange.hours,
                old: old.hours, new: entry.isHeld ? EntryChange.held : "")
            try take(cause, for: place(old), isKept: true) { $0.remove(old) }
        case (let old?, let new?):
            var known = old
            for field in PaidEntry.fields where field.text(known) != field.text(new) {
                let before = known
                field.take(&known, new)
                let cause = EntryChange(
                    .changedAfterSigning, entry: new.id, employee: new.employee, date: new.date, field: field.name,
                    old: field.text(before), new: field.text(known))
                try take(cause, for: Set([before.employee, known.employee]).sorted(), isKept: true) { [known] month in
                    if month.id == before.employee { month.remove(before) }
                    if month.id == known.employee { month.add(known) }
                }
            }
        case (nil, nil): break
        }
    }

    /// What no cause explains is a cause of its own, so that it is never silent.
    private mutating func explainRest() {
        for id in months.keys.sorted() {
            let rest =
                LineEffect.between(old.lines[id] ?? [:], first[id] ?? [:])
                + LineEffect.between(lines[id] ?? [:], new.lines[id] ?? [:])
            var cause = EntryChange(.lineDiffers, employee: id, field: "", old: "", new: "")
            cause.effects = LineEffect.sums(rest).filter { $0.units != 0 || $0.amount ?? .zero != .zero }
            if !cause.effects.isEmpty { causes.append(cause) }
        }
    }
}
