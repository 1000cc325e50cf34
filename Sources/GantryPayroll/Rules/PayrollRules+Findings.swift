internal import GantryConnectors
internal import GantryEngine
internal import GantryModel

// What is odd about an entry, and how a person sees it.
extension PayrollRules {
    /// Whether an approved entry leaves open who approved it when, or was approved by who did the work.
    @inline(__always)
    func isOddlyApproved(_ entry: WorkEntry) -> Bool {
        entry.approvedBy == entry.employeeID || isApprovalIncomplete(entry)
    }

    @inline(__always)
    func isApprovalIncomplete(_ entry: WorkEntry) -> Bool {
        guard asksApproval else { return false }
        guard let approved = entry.approvedAt, entry.approvedBy != nil else { return true }
        return entry.submittedAt.map { approved < $0 } ?? false
    }

    /// Whether the hours don't go with the kind of day; never outside of the period or without a calendar.
    @inline(__always)
    func isOnWrongDay(_ entry: WorkEntry) -> Bool {
        guard asksDayKind, period.contains(entry.workDate) else { return false }
        let isWorkday = dayKinds[Int(entry.workDate.daysSince1970 - firstDay)] == .workday
        return isWorkday ? entry.weekendHours != .zero : entry.normalHours != .zero
    }

    /// Notes everything that is odd about an entry; true when a blocker is among it.
    /// - Parameter twin: an entry of the employee's day with the same task and hours.
    mutating func explain(
        _ entry: WorkEntry, slot: Int, ordinal: Int, conflicts: Bool, twin: Int64?, unknownKind: String?,
        notes: inout [ExceptionNote]
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
        if entry.isLeftOut {
            note(
                Rule.leftOutRecord, .blocker, on: entry, ordinal: ordinal, notes: &notes,
                found: "an entry that the description of the system leaves out", expected: "an entry that counts")
            return true
        }
        let checks = self.checks(of: slot)
        if conflicts {
            add(
                Rule.conflictingID, .blocker, found: "different entries under number \(entry.id.keyText)",
                expected: "one entry under a number")
        }
        if entry.status != .approved {
            add(Rule.notApproved, checks.notApproved, found: entry.status.name, expected: "APPROVED")
        }
        if !period.contains(entry.workDate) {
            add(
                Rule.outsidePeriod, checks.outsidePeriod, found: "\(entry.workDate)",
                expected: "\(period.first) to \(period.last)"
                    + (entry.otherDay(in: inputs.zone).map { "; \($0)" } ?? ""))
        }
        if people[slot] < 0 {
            add(
                Rule.unknownWorker, checks.unknownWorker, found: "worker \(entry.employeeID.keyText)",
                expected: "a worker of the list of workers")
        }
        if people[slot] >= 0, !isPayable[slot] {
            add(
                Rule.unprintableName, .blocker,
                found: "a control character in the name of worker \(entry.employeeID.keyText)",
                expected: "a name that XML 1.0 can hold")
        }
        if isUnlisted[slot] {
            if let row = inputs.employees?[entry.employeeID] {
                add(
                    Rule.noPayGroup, .blocker, found: checks.groups.found(row), expected: checks.groups.expected)
            } else {
                add(
                    Rule.noPayrollNumber, .blocker, found: inputs.missing(entry.employeeID).found,
                    expected: inputs.missing(entry.employeeID).expected)
            }
        }
        if entry.status == .approved {
            if entry.approvedBy == entry.employeeID {
                add(
                    Rule.selfApproved, checks.selfApproved, found: "approved by \(entry.employeeID.keyText)",
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
        if let twin {
            add(
                Rule.looksDouble, checks.looksDouble, found: "the day, task and hours of entry \(twin.keyText)",
                expected: "each piece of work once")
        }
        // What the export that is corrected has paid is not paid again: only what differs from it is.
        let isPaid = inputs.ignoresSentMarks || inputs.paidInBase.contains(entry.id)
        odd += entry.deployedFindings.filter { !isPaid || $0.rule != Rule.sentToPayroll }
        if let unknownKind {
            add(
                Rule.unknownKind, .blocker, found: singleLine(unknownKind),
                expected: "a kind of hours that the pipeline file names")
        }
        if entry.workTime != nil { namesZone = true }
        // Another period's entry is held for that.
        if period.contains(entry.workDate), let doubt = entry.dayDoubt(in: inputs.zone) {
            add(Rule.unclearDay, .blocker, found: doubt.found, expected: doubt.expected)
        }
        let smallest = min(entry.normalHours, entry.overtimeHours, entry.weekendHours)
        if smallest < .zero {
            add(Rule.negativeHours, checks.negativeHours, found: "\(smallest) hours", expected: "hours of zero or more")
        } else if entry.totalHours == .zero, entry.deployed.doubt == nil, unknownKind == nil {
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
        let day = EmployeeDay(employeeID: entry.employeeID, date: entry.workDate)
        if let total = wholeBatch?.heldDays[day],
            countsTowardsDay(entry, slot)
        {
            add(Rule.hoursPerDay, .blocker, found: "\(total)", expected: "at most \(checks.dayBlocker ?? Hours(24))")
        }
        if let work = wholeBatch?.workOnLeave[day],
            entry.totalHours > .zero, countsTowardsDay(entry, slot)
        {
            add(Rule.workOnLeave, checks.workOnLeave, found: work.found, expected: work.expected)
        }
        if let run = inputs.taker(ofEntry: entry.id, on: day) {
            add(Rule.paidBefore, .blocker, found: "paid by \(run)", expected: "an entry that no other run has paid")
            noteTaken(entry, by: run)
        } else if let paid = paidTogether(entry) {
            add(Rule.paidBefore, .blocker, found: paid.found, expected: paid.expected)
        }
        if let decision = inputs.decisions.hold(ofEntry: entry.id, employee: entry.employeeID) {
            add(Decision.byHand, .blocker, found: decision.found, expected: "a decision to release it")
        }
        var isHeld = inputs.heldOutside.contains(entry.id)
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
    mutating func note(
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
            id: id(rule, of: entry, found: found),
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

    /// Different entries under one number can say the same where it matters to a finding: each has an id of its own.
    private mutating func id(_ rule: String, of entry: WorkEntry, found: String) -> String {
        func id(_ values: String) -> String {
            FindingID.make(
                rule: rule, entry: entry.id, employee: entry.employeeID, date: entry.workDate, found: found,
                values: values)
        }
        let first = id(entry.paidValues)
        guard wholeBatch?.conflictingIDs.contains(entry.id) ?? false else { return first }
        let before = contestedFindings[first, default: 0]
        contestedFindings[first] = before + 1
        return before == 0 ? first : id("\(entry.paidValues) \(before + 1)")
    }

    func name(of employee: Int64) -> String? {
        if let name = inputs.employees?[employee]?.name { return name }
        let place = roster.index(of: employee)
        return place >= 0 ? roster.people[Int(place)].name : nil
    }

    /// Notes about employees, with what a person decides by.
    func detailed(_ notes: [ExceptionNote]) -> [ExceptionNote] {
        notes.map { note in
            var hours = note.details?.hours
            var values = ""
            switch note.rule {
            // Which days of leave are paid is what was expected.
            case PayrollChecks.Rule.leaveDays, PayrollChecks.Rule.leaveOverlap: values = note.expected
            case PayrollChecks.Rule.workOnLeave:
                hours = exportedHours(note.employeeID, note.date)?.hours
                values = hours.map { "\($0)" } ?? ""
            default: break
            }
            var details = ExceptionNote.Details(
                id: FindingID.make(
                    rule: note.rule, entry: nil, employee: note.employeeID, date: note.date, found: note.found,
                    values: values),
                name: note.employeeID.flatMap { name(of: $0) }, hours: hours)
            details.decision = inputs.decisions[details.id].map { ExceptionNote.Details.Decision($0) }
            return ExceptionNote(
                rule: note.rule, severity: note.severity, ordinal: nil, recordID: nil, employeeID: note.employeeID,
                date: note.date, found: note.found, expected: note.expected, details: details)
        }
    }

    /// The exported hours of an employee's day; `nil` where there are none.
    private func exportedHours(_ employee: Int64?, _ date: CivilDate?) -> HoursSum? {
        guard let date, period.contains(date), let slot = employee.flatMap({ slots[$0] }) else { return nil }
        let index = Int(slot) * days + (date - period.first)
        return (overflowDays[index]?.exported.total ?? .zero) + cells[index].exported
    }

    /// What becomes of the holidays of the period; `nil` where no pay code pays them.
    func holidays(leave: [Int64: [TakenLeave]]) -> HolidayRuling? {
        guard checks.pay?.paysHolidays == true else { return nil }
        let holds = HolidayHolds(in: period, by: checks.leave, inputs: inputs, roster: roster)
        return HolidayRuling(holds, in: period) { employee in
            let worked = (0..<days).filter { exportedHours(employee, period.first + $0) ?? .zero > .zero }
            return Set(worked).union((leave[employee] ?? []).flatMap(\.days).map(\.offset))
        }
    }

    /// What is odd about leave.
    func leaveNotes(_ ruling: LeaveRuling?) -> [ExceptionNote] {
        guard let leave = inputs.leave, let ruling else { return [] }
        return ruling.notes(leave, in: period, inputs: inputs, checks: checks) { employee, day in
            slots[employee].map { cells[Int($0) * days + (day - period.first)].exported } ?? .zero
        }
    }
}
