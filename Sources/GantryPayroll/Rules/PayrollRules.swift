package import GantryConnectors
package import GantryEngine
internal import GantryFiles
package import GantryModel

/// The checks of a payroll export over work entries.
///
/// Memory follows employees × days of the period, plus the compressed set of entry numbers.
package struct PayrollRules: BatchRules, ~Copyable {
    let checks: PayrollChecks
    /// The checks of groups for whom some are others; `checks` is not among them.
    private let groupChecks: [PayrollChecks]
    /// For each slot, the place in `groupChecks`, -1 for `checks`. Empty where all have the same.
    private var checksOfSlot: [Int16] = []
    private let groupPlace: [String: Int16]
    /// Whether some employees' approvals are looked at, and some employees' days.
    let asksApproval: Bool
    let asksDayKind: Bool
    let period: PayPeriod
    let roster: Roster
    let inputs: PayInputs
    let wholeBatch: PayrollBatchFindings?
    let days: Int
    let firstDay: Int32
    /// For each day of the period.
    let dayKinds: [DayKind]
    /// Whether some entries are held without a rule that finds something.
    private let holdsSome: Bool
    /// What a first pass knows so far of hours that other runs have paid; `nil` where each hour is paid by itself.
    var elsewhere: HoursElsewhere?

    private var seen = RecordIDSet()
    /// Numbers that came more than once, with their first entry once `compare` has seen it.
    var suspects: [Int64: Suspect?] = [:]
    /// Numbers that came again in the chunk of their first entry, and said the same.
    var sameAgain: Set<Int64> = []

    var slots: [Int64: Int32] = [:]
    private var lastEmployee: (id: Int64, slot: Int)?
    private(set) var employeeIDs: [Int64] = []
    var people: [Int32] = []
    /// Whether the worker is known, under a name that every output can hold.
    var isPayable: [Bool] = []
    /// Whether the office's list of employees has no row for the worker, or none with a group that pay codes are for.
    var isUnlisted: [Bool] = []
    /// What keeps workers' hours from being priced, by their slot.
    private(set) var rateFindings: [Int: [RateFinding]] = [:]
    /// Whether a rate finding of the worker is a blocker.
    private var isHeldForRate: [Bool] = []
    private(set) var tallies: [EmployeeTally] = []
    var cells: [DayHours] = []
    private var detail: HoursDetail?
    /// By index in `cells`: what 64 bits could not hold any more.
    private(set) var overflowDays: [Int: OverflowDay] = [:]
    /// By index in `cells`: hours of entries that don't count towards what a day can have.
    private var leftOut: [Int: HoursSum] = [:]
    /// `nil` where nobody asks which entries look the same.
    private var looks: EntryLooks?

    package private(set) var counts = BatchCounts()
    package var repeatsWithinPages = 0
    private var exported = HoursByCategory()
    /// Held hours by day of the period, then those on all other days.
    private var heldOfDays: [HoursByCategory]
    private var hashOfIDs: Int128 = 0
    /// How often a finding came up at different entries under one number, by its id.
    var contestedFindings: [String: Int] = [:]
    var exceptionCounts: [String: [Severity: Int]] = [:]
    /// Whether a finding tells the day at the office.
    var namesZone = false
    /// Roles whose field none of the usable entries so far has; `nil` before the first.
    private var absentRoles: SilentRoles?
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
        holdsSome = inputs.decisions.holdsByHand || !inputs.heldOutside.isEmpty || !inputs.takenOut.isEmpty
        if checks.pay?.paysTogether == true { elsewhere = HoursElsewhere(inputs.takenOut) }
        let groups = checks.byGroup.keys.sorted()
        groupPlace = Dictionary(
            groups.enumerated().map { ($1, Int16(truncatingIfNeeded: $0)) }, uniquingKeysWith: { first, _ in first })
        groupChecks = groups.compactMap { checks.byGroup[$0] }
        let all = [checks] + groupChecks
        asksApproval = all.contains { $0.approvalIncomplete != nil }
        asksDayKind = all.contains { $0.wrongDayKind != nil }
        if all.contains(where: { $0.looksDouble != nil }) { looks = EntryLooks(days: period.days) }
        days = period.days
        heldOfDays = Array(repeating: HoursByCategory(), count: period.days + 1)
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
            if !entry.isLeftOut {
                absentRoles = absentRoles?.intersection(entry.absentRoles) ?? entry.absentRoles
            }
            let slot = slot(of: entry.employeeID)
            checked.joined.append(people[slot])
            checked.verdicts.append(
                decide(
                    entry, slot: slot, ordinal: firstOrdinal + index,
                    unknownKind: entry.unknownKind.map { checked.chunk.text($0) }, notes: &checked.exceptions))
        }
        if counts.repeats > repeatsBefore { noteRepeats(in: checked) }
        return checked
    }

    package static func names(of chunk: Chunk<WorkEntry>) -> [UInt64] {
        chunk.names { UInt64(bitPattern: chunk.records[$0].id) }
    }

    private mutating func decide(
        _ entry: WorkEntry, slot: Int, ordinal: Int, unknownKind: String?, notes: inout [ExceptionNote]
    ) -> Verdict {
        let isNew = seen.insert(entry.id)
        let conflicts = wholeBatch?.conflictingIDs.contains(entry.id) ?? false
        if !isNew, !conflicts {
            note(
                PayrollChecks.Rule.repeatedRecord, checks.repeatedRecord, on: entry, ordinal: ordinal, notes: &notes,
                found: "entry \(entry.id.keyText) again", expected: "each entry once")
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
                if !countsTowardsDay(entry, slot) {
                    leftOut[index, default: .zero] += total
                } else if !cells[index].addToAll(total) {
                    widen(index)
                    _ = cells[index].addToAll(total)
                }
            }
        } else {
            cell = nil
        }
        let finer = entry.roundedQuantities > 0 ? finerThanKept(of: slot) : nil
        if finer == .info { finerThanKept += 1 }
        var twin: Int64?
        if let cell, looks != nil, !conflicts, total > .zero, countsTowardsDay(entry, slot) {
            twin = looks?.twin(of: entry, onDay: cell - slot * days)
        }
        // Entries without a finding skip `explain`. Every rule in it needs its condition here too.
        let isOdd =
            conflicts || cell == nil || twin != nil || entry.status != .approved || !isPayable[slot] || total <= .zero
            || isHeldForRate[slot] || isUnlisted[slot] || holdsSome || isOddlyApproved(entry)
            || isOnWrongDay(entry) || unknownKind != nil || entry.isHeldAsDeployed || entry.workTime != nil
            || (entry.roundedQuantities > 0 && finer != .info) || wholeBatch != nil
            || entry.normalHours < .zero || entry.overtimeHours < .zero || entry.weekendHours < .zero
        if isOdd {
            isHeld = explain(
                entry, slot: slot, ordinal: ordinal, conflicts: conflicts, twin: twin, unknownKind: unknownKind,
                notes: &notes)
        }
        if isHeld {
            counts.held += 1
            heldOfDays[cell.map { $0 - slot * days } ?? days].add(entry)
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

    /// Moves a full cell to the wide sums. The next entry fits into the emptied cell.
    @inline(never)
    private mutating func widen(_ index: Int) {
        overflowDays[index, default: OverflowDay()].add(cells[index])
        cells[index] = DayHours()
    }

    /// Whether the entry's hours count towards the limit of a day: a DRAFT or REJECTED entry that is not paid doesn't.
    func countsTowardsDay(_ entry: WorkEntry, _ slot: Int) -> Bool {
        switch entry.status {
        case .approved, .submitted: true
        case .draft, .rejected: checks(of: slot).notApproved != .blocker
        }
    }

    /// As `checks(of:)` says; the checks are too many to copy for every entry that was rounded.
    private func finerThanKept(of slot: Int) -> Severity? {
        guard !checksOfSlot.isEmpty, checksOfSlot[slot] >= 0 else { return checks.finerThanKept }
        return groupChecks[Int(checksOfSlot[slot])].finerThanKept
    }

    /// The checks of an employee, by the group.
    func checks(of slot: Int) -> PayrollChecks {
        guard !checksOfSlot.isEmpty, checksOfSlot[slot] >= 0 else { return checks }
        return groupChecks[Int(checksOfSlot[slot])]
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

    private mutating func slot(of employeeID: Int64) -> Int {
        if let lastEmployee, employeeID == lastEmployee.id { return lastEmployee.slot }
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
            let row = inputs.employees?[employeeID]
            if !groupPlace.isEmpty { checksOfSlot.append(row?.group.flatMap { groupPlace[$0] } ?? -1) }
            let rates = RateFinding.all(ofPersonAt: person, in: roster, row, by: checks(of: slot))
            if !rates.isEmpty { rateFindings[slot] = rates }
            isHeldForRate.append(rates.contains { $0.severity == .blocker && $0.concernsHours })
            isUnlisted.append(
                inputs.employees == nil
                    ? checks.pay != nil && employeeID.isTextKey && !EmployeeTable.isPayrollNumber(employeeID.keyText)
                    : row.map { checks.groups.leaveOut($0) } ?? true)
            tallies.append(EmployeeTally())
            detail?.grow(by: days)
            cells.append(contentsOf: repeatElement(DayHours(), count: days))
        }
        lastEmployee = (employeeID, slot)
        return slot
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
        if let elsewhere { verdicts.hoursElsewhere = elsewhere }
        let leave = leaveThatHolds()
        for slot in employeeIDs.indices {
            let limit = checks(of: slot).dayBlocker.map(HoursSum.init)
            let taken = leave[employeeIDs[slot]] ?? [:]
            guard limit != nil || !taken.isEmpty else { continue }
            for day in 0..<days {
                var total = allHours(slot, day)
                if !verdicts.contestedHours.isEmpty || !first.isEmpty {
                    let place = EmployeeDay(employeeID: employeeIDs[slot], date: period.first + day)
                    let seen = first[place] ?? DayTotal()
                    total.counted += (verdicts.contestedHours[place] ?? .zero) - seen.counted
                    total.leftOut -= seen.leftOut
                }
                let place = EmployeeDay(employeeID: employeeIDs[slot], date: period.first + day)
                if let work = taken[day]?.work(total.counted) { verdicts.workOnLeave[place] = work }
                if let limit, total.counted.exceeds(limit) { verdicts.heldDays[place] = total }
            }
        }
        return verdicts.isEmpty ? nil : verdicts
    }

    package func summary() -> PayrollSummary {
        let (days, countedDays) = daysToLookAt()
        let ruling = inputs.leave.map {
            LeaveRuling($0, in: period, by: checks.leave, inputs: inputs, roster: roster)
        }
        let holidays = holidays(leave: ruling?.taken ?? [:])
        let rates =
            workersWithoutRate(leave: ruling?.taken ?? [:], holidays: Set(holidays?.paid.keys.map(\.self) ?? []))
            + leaveNotes(ruling) + (holidays?.notes ?? []) + periodNotes() + weekNotes()
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
            period: period, counts: counts, exported: exported,
            held: heldOfDays.reduce(into: HoursByCategory()) { $0.add($1) },
            days: (0..<self.days).map {
                PeriodDay(date: period.first + $0, exported: exportedHours(onDay: $0), held: heldOfDays[$0])
            },
            heldElsewhere: heldOfDays[self.days], hashOfIDs: hashOfIDs,
            exceptions: exceptions,
            employeeNotes: detailed((days + rates).filter { $0.severity > .info }), employeeIDs: employeeIDs,
            tallies: tallies, cells: cells, detail: detail,
            leave: ruling?.taken ?? [:], leaveDays: ruling?.days, holidays: holidays, excessiveCells: excessive,
            namesZone: namesZone, absentRoles: absentRoles ?? [])
    }
}
