package import GantryConnectors
package import GantryEngine
package import GantryModel

/// The checks of a payroll export over work entries.
///
/// Memory follows employees × days of the period, plus the compressed set of entry numbers.
package struct PayrollRules: BatchRules, ~Copyable {
    let checks: PayrollChecks
    let period: PayPeriod
    let roster: Roster
    let inputs: PayInputs
    let wholeBatch: PayrollBatchFindings?
    let days: Int
    private let firstDay: Int32
    /// For each day of the period.
    private let dayKinds: [DayKind]

    private var seen = RecordIDSet()
    /// Numbers that came more than once, with their first entry once `compare` has seen it.
    private var suspects: [Int64: Suspect?] = [:]

    private var slots: [Int64: Int32] = [:]
    private var lastEmployee: (id: Int64, slot: Int) = (0, 0)
    private(set) var employeeIDs: [Int64] = []
    private var people: [Int32] = []
    /// Whether the worker is known, under a name that every output can hold.
    private var isPayable: [Bool] = []
    /// Whether the office's list of employees has no row for the worker.
    private var hasNoNumber: [Bool] = []
    /// What keeps workers' hours from being priced, by their slot.
    private(set) var rateFindings: [Int: [RateFinding]] = [:]
    /// Whether a rate finding of the worker is a blocker.
    private var isHeldForRate: [Bool] = []
    private(set) var tallies: [EmployeeTally] = []
    private var cells: [DayHours] = []
    private var detail: HoursDetail?
    /// By index in `cells`: what 64 bits could not hold any more.
    private var overflowDays: [Int: OverflowDay] = [:]
    /// By index in `cells`: hours of entries that don't count towards what a day can have.
    private var leftOut: [Int: HoursSum] = [:]

    package private(set) var counts = BatchCounts()
    package private(set) var repeatsWithinPages = 0
    private var exported = HoursByCategory()
    private var held = HoursByCategory()
    private var hashOfIDs: Int128 = 0
    private var exceptionCounts: [String: [Severity: Int]] = [:]
    /// Kept separately from the other counts because it can be every record.
    private var finerThanKept = 0

    package init(
        checks: PayrollChecks, period: PayPeriod, roster: Roster, inputs: PayInputs = PayInputs(),
        detail: HoursDetail? = nil, wholeBatch: PayrollBatchFindings?
    ) {
        self.checks = checks
        self.period = period
        self.roster = roster
        self.inputs = inputs
        self.detail = detail
        dayKinds = (0..<period.days).map { inputs.calendar.kind(of: period.first + $0) }
        self.wholeBatch = wholeBatch
        days = period.days
        firstDay = period.first.daysSince1970
    }

    package mutating func check(_ chunk: consuming Chunk<WorkEntry>) -> Checked<WorkEntry> {
        let count = chunk.count
        let firstOrdinal = chunk.firstOrdinal
        var checked = Checked(chunk: chunk)
        checked.verdicts.reserveCapacity(count)
        checked.joined.reserveCapacity(count)
        var nextReject = 0
        let rejects = checked.chunk.rejects
        let repeatsBefore = counts.repeats
        counts.fetched += count
        for index in 0..<count {
            if nextReject < rejects.count, rejects[nextReject].index == index {
                while nextReject < rejects.count, rejects[nextReject].index == index { nextReject += 1 }
                counts.rejected += 1
                checked.verdicts.append(.rejected)
                checked.joined.append(-1)
                continue
            }
            let entry = checked.chunk.records[index]
            let slot = slot(of: entry.employeeID)
            checked.joined.append(people[slot])
            checked.verdicts.append(
                decide(entry, slot: slot, ordinal: firstOrdinal + index, notes: &checked.exceptions))
        }
        if counts.repeats > repeatsBefore, checked.chunk.page > 0 { noteRepeatsWithin(checked) }
        return checked
    }

    private mutating func noteRepeatsWithin(_ page: borrowing Checked<WorkEntry>) {
        let usable = page.chunk.records.indices.filter { page.verdicts[$0] != .rejected }
        repeatsWithinPages += usable.count - Set(usable.map { page.chunk.records[$0].id }).count
    }

    /// In the first pass every entry with a number that came before counts as a repeat, whatever else it says.
    package var repeats: Int { wholeBatch == nil ? counts.repeats : 0 }

    package static func names(of chunk: Chunk<WorkEntry>) -> [UInt64] {
        chunk.names { UInt64(bitPattern: chunk.records[$0].id) }
    }

    private mutating func decide(
        _ entry: WorkEntry, slot: Int, ordinal: Int, notes: inout [ExceptionNote]
    ) -> Verdict {
        let isNew = seen.insert(entry.id)
        let conflicts = wholeBatch?.conflictingIDs.contains(entry.id) ?? false
        if !isNew, !conflicts {
            if suspects[entry.id] == nil { suspects[entry.id] = .some(nil) }
            note(
                PayrollChecks.Rule.repeatedRecord, checks.repeatedRecord, on: entry, ordinal: ordinal, notes: &notes,
                found: "entry \(entry.id) again", expected: "each entry once")
            counts.repeats += 1
            return .repeated
        }
        let total = entry.totalHours
        var isHeld = false
        let cell: Int?
        if period.contains(entry.workDate) {
            let index = slot * days + Int(entry.workDate.daysSince1970 - firstDay)
            cell = index
            // What conflicting entries have is known from the first pass: `contestedHours`.
            if !conflicts, total > .zero {
                if !countsTowardsDay(entry) {
                    leftOut[index, default: .zero] += total
                } else if !cells[index].addToAll(total) {
                    widen(index)
                    _ = cells[index].addToAll(total)
                }
            }
        } else {
            cell = nil
        }
        if entry.roundedQuantities > 0, checks.finerThanKept == .info { finerThanKept += 1 }
        // Entries without a finding skip `explain`. Every rule in it needs its condition here too.
        let isOdd =
            conflicts || cell == nil || entry.status != .approved || !isPayable[slot] || total <= .zero
            || isHeldForRate[slot] || hasNoNumber[slot] || inputs.decisions.holdsByHand || isOddlyApproved(entry)
            || isOnWrongDay(entry) || entry.isHeldAsDeployed
            || (entry.roundedQuantities > 0 && checks.finerThanKept != .info) || wholeBatch != nil
            || entry.normalHours < .zero || entry.overtimeHours < .zero || entry.weekendHours < .zero
        if isOdd { isHeld = explain(entry, slot: slot, ordinal: ordinal, conflicts: conflicts, notes: &notes) }
        if isHeld {
            counts.held += 1
            held.add(entry)
            return .held
        }
        counts.exported += 1
        exported.add(entry)
        hashOfIDs += Int128(entry.id)
        tallies[slot].add(entry)
        if let cell {
            if !cells[cell].export(entry) {
                widen(cell)
                _ = cells[cell].export(entry)
            }
            detail?.add(entry, to: cell)
        }
        return .exported
    }

    /// Whether an approved entry leaves open who approved it when, or was approved by who did the work.
    @inline(__always)
    private func isOddlyApproved(_ entry: WorkEntry) -> Bool {
        entry.approvedBy == entry.employeeID || isApprovalIncomplete(entry)
    }

    @inline(__always)
    private func isApprovalIncomplete(_ entry: WorkEntry) -> Bool {
        guard checks.approvalIncomplete != nil else { return false }
        guard let approved = entry.approvedAt, entry.approvedBy != nil else { return true }
        return entry.submittedAt.map { approved < $0 } ?? false
    }

    /// Whether the hours don't go with the kind of day; never outside of the period or without a calendar.
    @inline(__always)
    private func isOnWrongDay(_ entry: WorkEntry) -> Bool {
        guard checks.wrongDayKind != nil, period.contains(entry.workDate) else { return false }
        let isWorkday = dayKinds[Int(entry.workDate.daysSince1970 - firstDay)] == .workday
        return isWorkday ? entry.weekendHours != .zero : entry.normalHours != .zero
    }

    /// Moves a full cell to the wide sums. The next entry fits into the emptied cell.
    @inline(never)
    private mutating func widen(_ index: Int) {
        overflowDays[index, default: OverflowDay()].add(cells[index])
        cells[index] = DayHours()
    }

    /// Whether the entry's hours count towards the limit of a day: a DRAFT or REJECTED entry that is not paid doesn't.
    private func countsTowardsDay(_ entry: WorkEntry) -> Bool {
        switch entry.status {
        case .approved, .submitted: true
        case .draft, .rejected: checks.notApproved != .blocker
        }
    }

    /// Hours of all distinct entries of a person's day.
    func allHours(_ slot: Int, _ day: Int) -> DayTotal {
        let index = slot * days + day
        var total = DayTotal(counted: HoursSum(cells[index].all))
        if !overflowDays.isEmpty, let wide = overflowDays[index] { total.counted += wide.all }
        if !leftOut.isEmpty { total.leftOut = leftOut[index] ?? .zero }
        if let wholeBatch, !wholeBatch.contestedHours.isEmpty {
            total.counted +=
                wholeBatch.contestedHours[EmployeeDay(employeeID: employeeIDs[slot], date: period.first + day)] ?? .zero
        }
        return total
    }

    /// Notes everything that is odd about an entry; true when a blocker is among it.
    private mutating func explain(
        _ entry: WorkEntry, slot: Int, ordinal: Int, conflicts: Bool, notes: inout [ExceptionNote]
    ) -> Bool {
        var odd: [(rule: String, severity: Severity, found: String, expected: String)] = []
        func add(
            _ rule: String, _ severity: Severity?, found: @autoclosure () -> String,
            expected: @autoclosure () -> String
        ) {
            guard let severity else { return }
            odd.append((rule, severity, found(), expected()))
        }
        typealias Rule = PayrollChecks.Rule
        if conflicts {
            add(
                Rule.conflictingID, .blocker, found: "different entries under number \(entry.id)",
                expected: "one entry under a number")
        }
        if entry.status != .approved {
            add(Rule.notApproved, checks.notApproved, found: entry.status.name, expected: "APPROVED")
        }
        if !period.contains(entry.workDate) {
            add(
                Rule.outsidePeriod, checks.outsidePeriod, found: "\(entry.workDate)",
                expected: "\(period.first) to \(period.last)")
        }
        if people[slot] < 0 {
            add(
                Rule.unknownWorker, checks.unknownWorker, found: "worker \(entry.employeeID)",
                expected: "a worker of the list of workers")
        }
        if people[slot] >= 0, !isPayable[slot] {
            add(
                Rule.unprintableName, .blocker, found: "a control character in the name of worker \(entry.employeeID)",
                expected: "a name that XML 1.0 can hold")
        }
        if hasNoNumber[slot] {
            add(
                Rule.noPayrollNumber, .blocker, found: "no row for employee \(entry.employeeID)",
                expected: "a row with the payroll number in the list of employees")
        }
        if entry.status == .approved {
            if entry.approvedBy == entry.employeeID {
                add(
                    Rule.selfApproved, checks.selfApproved, found: "approved by \(entry.employeeID)",
                    expected: "the approval of another person")
            }
            if isApprovalIncomplete(entry) {
                add(
                    Rule.approvalIncomplete, checks.approvalIncomplete,
                    found: entry.approvedBy == nil
                        ? "no approver"
                        : entry.approvedAt.map { "approved \($0), before it was submitted" } ?? "no time of approval",
                    expected: "who approved it, and when")
            }
        }
        if isOnWrongDay(entry) {
            let kind = dayKinds[Int(entry.workDate.daysSince1970 - firstDay)]
            add(
                Rule.wrongDayKind, checks.wrongDayKind,
                found: kind == .workday
                    ? "\(entry.weekendHours) weekend hours on a workday"
                    : "\(entry.normalHours) normal hours on a \(kind.rawValue)",
                expected: kind == .workday ? "normal hours or overtime" : "weekend hours or overtime")
        }
        odd += entry.deployedFindings
        let smallest = min(entry.normalHours, entry.overtimeHours, entry.weekendHours)
        if smallest < .zero {
            add(Rule.negativeHours, checks.negativeHours, found: "\(smallest) hours", expected: "hours of zero or more")
        } else if entry.totalHours == .zero, entry.deployed.doubt == nil {
            add(Rule.zeroHours, checks.zeroHours, found: "0.00 hours in all", expected: "some hours")
        }
        if entry.roundedQuantities > 0, checks.finerThanKept != .info {
            add(
                Rule.finerThanKept, checks.finerThanKept, found: "hours with more than nine decimals",
                expected: "at most nine; rounded half to even")
        }
        for finding in rateFindings[slot] ?? [] where finding.severity == .blocker && finding.concerns(entry) {
            add(finding.rule, .blocker, found: finding.found, expected: finding.expected)
        }
        if let total = wholeBatch?.heldDays[EmployeeDay(employeeID: entry.employeeID, date: entry.workDate)],
            countsTowardsDay(entry)
        {
            add(Rule.hoursPerDay, .blocker, found: "\(total)", expected: "at most \(checks.dayBlocker ?? Hours(24))")
        }
        if let decision = inputs.decisions.hold(ofEntry: entry.id, employee: entry.employeeID) {
            add(Decision.byHand, .blocker, found: decision.found, expected: "a decision to release it")
        }
        var isHeld = false
        for item in odd {
            let severity = note(
                item.rule, item.severity, on: entry, ordinal: ordinal, notes: &notes, found: item.found,
                expected: item.expected)
            isHeld = isHeld || severity == .blocker
        }
        return isHeld
    }

    /// Counts a finding about an entry, and lists it where a person should see it.
    /// - Returns: its severity by what was decided about it.
    @discardableResult
    private mutating func note(
        _ rule: String, _ severity: Severity?, on entry: WorkEntry, ordinal: Int, notes: inout [ExceptionNote],
        found: String, expected: String
    ) -> Severity? {
        guard var severity else { return nil }
        // What is only worth counting isn't listed: it can be every record.
        guard severity > .info else {
            exceptionCounts[rule, default: [:]][severity, default: 0] += 1
            return severity
        }
        var details = ExceptionNote.Details(
            id: FindingID.make(
                rule: rule, entry: entry.id, employee: entry.employeeID, date: entry.workDate, found: found),
            name: name(of: entry.employeeID), hours: entry.totalHours, approvedBy: entry.approvedBy)
        if let decision = inputs.decisions[details.id] {
            details.decision = ExceptionNote.Details.Decision(decision)
            severity = decision.severity(of: rule, severity)
        }
        exceptionCounts[rule, default: [:]][severity, default: 0] += 1
        notes.append(
            ExceptionNote(
                rule: rule, severity: severity, ordinal: ordinal, recordID: entry.id, employeeID: entry.employeeID,
                date: entry.workDate, found: found, expected: expected, details: details))
        return severity
    }

    private func name(of employee: Int64) -> String? {
        if let name = inputs.employees?[employee]?.name { return name }
        let place = roster.index(of: employee)
        return place >= 0 ? roster.people[Int(place)].name : nil
    }

    /// Notes about employees, with what a person decides by.
    private func detailed(_ notes: [ExceptionNote]) -> [ExceptionNote] {
        notes.map { note in
            var details = ExceptionNote.Details(
                id: FindingID.make(
                    rule: note.rule, entry: nil, employee: note.employeeID, date: note.date, found: note.found),
                name: note.employeeID.flatMap { name(of: $0) })
            details.decision = inputs.decisions[details.id].map { ExceptionNote.Details.Decision($0) }
            return ExceptionNote(
                rule: note.rule, severity: note.severity, ordinal: nil, recordID: nil, employeeID: note.employeeID,
                date: note.date, found: note.found, expected: note.expected, details: details)
        }
    }

    private mutating func slot(of employeeID: Int64) -> Int {
        if employeeID == lastEmployee.id { return lastEmployee.slot }
        let slot: Int
        if let known = slots[employeeID] {
            slot = Int(known)
        } else {
            slot = employeeIDs.count
            slots[employeeID] = Int32(truncatingIfNeeded: slot)
            employeeIDs.append(employeeID)
            let person = roster.index(of: employeeID)
            people.append(person)
            isPayable.append(person >= 0 && roster.people[Int(person)].isNamePrintable)
            let rates = RateFinding.all(ofPersonAt: person, in: roster, checks)
            if !rates.isEmpty { rateFindings[slot] = rates }
            isHeldForRate.append(rates.contains { $0.severity == .blocker })
            hasNoNumber.append(inputs.employees.map { $0[employeeID] == nil } ?? false)
            tallies.append(EmployeeTally())
            detail?.grow(by: days)
            cells.append(contentsOf: repeatElement(DayHours(), count: days))
        }
        lastEmployee = (employeeID, slot)
        return slot
    }

    package var idsToCompare: Set<Int64> { wholeBatch == nil ? Set(suspects.keys) : [] }

    package mutating func compare(_ chunk: Chunk<WorkEntry>) {
        var nextReject = 0
        for (index, entry) in chunk.records.enumerated() {
            while nextReject < chunk.rejects.count, chunk.rejects[nextReject].index < index { nextReject += 1 }
            if nextReject < chunk.rejects.count, chunk.rejects[nextReject].index == index { continue }
            guard let first = suspects[entry.id] else { continue }
            let text = chunk.canonicalText(of: index)
            let place =
                period.contains(entry.workDate) ? EmployeeDay(employeeID: entry.employeeID, date: entry.workDate) : nil
            let hours = max(entry.totalHours, .zero)
            let counts = countsTowardsDay(entry)
            if var known = first {
                guard known.text != text else { continue }
                if !known.conflicts, known.counts, let place = known.place { known.most[place] = known.hours }
                known.conflicts = true
                if counts, let place { known.most[place] = max(known.most[place] ?? .zero, hours) }
                suspects[entry.id] = known
            } else {
                suspects[entry.id] = Suspect(text: text, place: place, hours: hours, counts: counts)
            }
        }
    }

    package mutating func finalize() -> PayrollBatchFindings? {
        guard wholeBatch == nil else { return nil }
        var verdicts = PayrollBatchFindings()
        // The first pass counted the first entry of each number. If the number is contested, that entry doesn't count.
        var first: [EmployeeDay: DayTotal] = [:]
        for case (let id, let suspect?) in suspects where suspect.conflicts {
            verdicts.conflictingIDs.insert(id)
            if let place = suspect.place {
                first[place, default: DayTotal()][keyPath: suspect.counts ? \DayTotal.counted : \DayTotal.leftOut] +=
                    suspect.hours
            }
            for (place, hours) in suspect.most { verdicts.contestedHours[place, default: .zero] += hours }
        }
        if let limit = checks.dayBlocker.map(HoursSum.init) {
            for slot in employeeIDs.indices {
                for day in 0..<days {
                    var total = allHours(slot, day)
                    if !verdicts.contestedHours.isEmpty || !first.isEmpty {
                        let place = EmployeeDay(employeeID: employeeIDs[slot], date: period.first + day)
                        let seen = first[place] ?? DayTotal()
                        total.counted += (verdicts.contestedHours[place] ?? .zero) - seen.counted
                        total.leftOut -= seen.leftOut
                    }
                    guard total.counted > limit else { continue }
                    verdicts.heldDays[EmployeeDay(employeeID: employeeIDs[slot], date: period.first + day)] = total
                }
            }
        }
        return verdicts.isEmpty ? nil : verdicts
    }

    package func summary() -> PayrollSummary {
        let (days, countedDays) = daysToLookAt()
        let rates = workersWithoutRate() + leaveNotes() + periodNotes()
        var counted = exceptionCounts
        if countedDays > 0 { counted[PayrollChecks.Rule.hoursPerDay, default: [:]][.info, default: 0] += countedDays }
        for note in days + rates { counted[note.rule, default: [:]][note.severity, default: 0] += 1 }
        if finerThanKept > 0 {
            counted[PayrollChecks.Rule.finerThanKept, default: [:]][.info, default: 0] += finerThanKept
        }
        let exceptions = counted.keys.sorted().flatMap { rule in
            Severity.allCases.compactMap { severity in
                counted[rule]?[severity].map { ExceptionCount(rule: rule, severity: severity, count: $0) }
            }
        }
        var cells = cells
        var excessive: Set<Int> = []
        for (index, var wide) in overflowDays {
            wide.add(cells[index])
            if let day = DayHours(exported: wide.exported) { cells[index] = day } else { excessive.insert(index) }
        }
        return PayrollSummary(
            period: period, counts: counts, exported: exported, held: held, hashOfIDs: hashOfIDs,
            exceptions: exceptions,
            employeeNotes: detailed((days + rates).filter { $0.severity > .info }), employeeIDs: employeeIDs,
            tallies: tallies, cells: cells, detail: detail,
            leave: inputs.payableLeave(roster: checks.unknownWorker == nil ? nil : roster)?
                .taken(in: period, inputs.calendar) ?? [:], excessiveCells: excessive)
    }

    /// What is odd about leave, and leave of employees without a payroll number.
    private func leaveNotes() -> [ExceptionNote] {
        guard let leave = inputs.leave else { return [] }
        return leave.findings(
            in: period, inputs.calendar, checks,
            payable: inputs.payableLeave(roster: checks.unknownWorker == nil ? nil : roster)
        ) { employee, day in
            slots[employee].map { cells[Int($0) * days + (day - period.first)].exported > .zero } ?? false
        }
    }
}

/// The first entry of a number that came more than once, and the outcome of the number.
private struct Suspect {
    let text: [UInt8]
    /// Where the first entry's hours count, `nil` outside the period.
    let place: EmployeeDay?
    let hours: Hours
    /// Whether they count towards what a day can have.
    let counts: Bool
    /// Another entry of the number says something else.
    var conflicts = false
    /// Where the number conflicts: the most that one of its entries has, by person and day.
    var most: [EmployeeDay: Hours] = [:]

    init(text: [UInt8], place: EmployeeDay?, hours: Hours, counts: Bool) {
        self.text = text
        self.place = place
        self.hours = hours
        self.counts = counts
    }
}
