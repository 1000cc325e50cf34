internal import GantryModel
internal import GantryPayroll

extension ReviewReport {
    /// Adds what people hold, decisions that meet nothing any more, and which findings replace their own.
    mutating func explain(_ decided: Decisions, _ subjects: RunSubjects) {
        let ids = Set(findings.map(\.id))
        for decision in decided.standing {
            if decision.verb == .hold {
                holds.append(hold(decision, subjects))
                continue
            }
            guard !ids.contains(decision.id) else { continue }
            let places = findings.indices.filter {
                findings[$0].isAbout(
                    decision.rule, entry: decision.entry, employee: decision.employee, date: decision.date)
            }
            for place in places where findings[place].decision == nil { findings[place].outdated = Decided(decision) }
            // A cause of a correction is over when the correction was paid.
            guard !places.isEmpty || EntryChange.Rule(rawValue: decision.rule) == nil else { continue }
            idle.append(
                Idle(
                    id: decision.id, rule: decision.rule, entry: decision.entry, employee: decision.employee,
                    date: decision.date, decision: Decided(decision)))
        }
    }

    private func hold(_ decision: Decision, _ subjects: RunSubjects) -> Hold {
        let paidBy = PaidBefore.run(takenOutBy: decision)
        let findings = findings.filter { finding in
            switch decision.held {
            case .entry(let id)?: finding.entry == id
            case .employee(let id)?: finding.employee == id
            case .leave?: false
            // What another run has paid.
            case nil:
                finding.rule == decision.rule && finding.severity != .critical
                    && paidBy.map { finding.found.hasSuffix(" \($0)") } ?? false
            }
        }
        var kept = findings.filter { $0.rule == decision.rule && $0.entry != nil && $0.hours != nil }
        // An entry that a rule holds too is listed by that rule until the files are written again.
        if case .entry? = decision.held, kept.isEmpty { kept = findings.filter { $0.severity == .blocker } }
        let hours = kept.eachHourOnce.compactMap(\.hours).reduce(HoursSum.zero) { $0 + HoursSum($1) }
        var rules: [String] = []
        for finding in findings where finding.rule != Decision.byHand && !rules.contains(finding.rule) {
            rules.append(finding.rule)
        }
        // A finding that the hold itself ends says nothing about whether it is still needed.
        let about = decision.about.flatMap { rule in
            [Decision.notInRun, PayrollChecks.Rule.heldElsewhere].contains(rule)
                || EntryChange.Rule(rawValue: rule) != nil
                ? nil : rule
        }
        let employee = decision.employee ?? (paidBy == nil ? findings.compactMap(\.employee).first : nil)
        return Hold(
            id: decision.id, entry: decision.entry, leave: decision.leave, paidBy: paidBy, employee: employee,
            name: employee.flatMap { subjects.person($0).name }, hours: hours, rules: rules,
            about: about, decision: Decided(decision))
    }
}

extension [ReviewReport.Finding] {
    /// One finding for each record: an entry that several rules find counts once, and each of different records under
    /// one id counts.
    public var oncePerRecord: [ReviewReport.Finding] {
        ReviewReport.oncePerRecord(map { ($0.entry, $0.rule) }).map { self[$0] }
    }

    /// Those whose hours add up: an entry that several rules find counts once, and what is found about all of an
    /// employee's day, or about all of the employee, counts in place of the entries in it where that is more.
    public var eachHourOnce: [ReviewReport.Finding] {
        var counted = oncePerRecord
        let wide = counted.filter { $0.entry == nil && $0.employee != nil && $0.hours != nil }
        for whole in wide.filter({ $0.date != nil }) + wide.filter({ $0.date == nil }) {
            func isPart(_ other: ReviewReport.Finding) -> Bool {
                other.id != whole.id && other.employee == whole.employee && other.hours != nil
                    && (whole.date == nil || other.date == whole.date)
            }
            let parts = counted.filter(isPart).compactMap(\.hours).reduce(HoursSum.zero) { $0 + HoursSum($1) }
            guard parts != .zero, let hours = whole.hours else { continue }
            if HoursSum(hours) > parts {
                counted.removeAll(where: isPart)
            } else {
                counted.removeAll { $0.id == whole.id }
            }
        }
        return counted
    }
}

extension ReviewReport {
    /// The places of those that count.
    package static func oncePerRecord(_ findings: [(entry: Int64?, rule: String)]) -> [Int] {
        var rules: [Int64: String] = [:]
        for (entry, rule) in findings {
            guard let entry else { continue }
            if rules[entry].map({ !$0.findsEachRecord && rule.findsEachRecord }) ?? true { rules[entry] = rule }
        }
        var seen: Set<Int64> = []
        return findings.indices.filter { place in
            let (entry, rule) = findings[place]
            guard let entry else { return true }
            return rule == rules[entry] && (seen.insert(entry).inserted || rule.findsEachRecord)
        }
    }
}

extension String {
    /// Whether it is a rule that finds every record once, also those that share the id of an entry.
    fileprivate var findsEachRecord: Bool { self == PayrollChecks.Rule.conflictingID || self == Decision.byHand }
}

extension ReviewReport.Finding {
    /// The most severe first; of equal ones those of unknown money, then the most money, then the most hours.
    func precedes(_ other: ReviewReport.Finding) -> Bool {
        if severity != other.severity { return severity > other.severity }
        switch (amount, other.amount) {
        case (nil, .some): return true
        case (.some, nil): return false
        case (let mine?, let theirs?) where mine != theirs: return mine > theirs
        default: break
        }
        let (mine, theirs) = (hours ?? .zero, other.hours ?? .zero)
        return mine == theirs ? id < other.id : mine > theirs
    }
}

extension Decisions {
    /// Whether files that show other decisions would be written differently now: waived and held records change them.
    /// - Parameter findings: those of the files.
    func filesDiffer(from shown: Decisions, findings: [ReviewReport.Finding]) -> Bool {
        // A record that can't be read is in no file, whoever waives it.
        let waivable = findings.filter {
            $0.entry != nil && $0.canBeWaived && [.blocker, .waived].contains($0.severity)
        }
        if waivable.contains(where: { (self[$0.id]?.verb == .waive) != (shown[$0.id]?.verb == .waive) }) {
            return true
        }
        // What a rule holds stays held, whether a person says so too or not.
        let held = Set(findings.filter { $0.severity == .blocker && $0.rule != Decision.byHand }.compactMap(\.entry))
        func holds(_ decisions: Decisions) -> Set<String> {
            Set(
                decisions.standing.compactMap { decision in
                    guard decision.verb == .hold, decision.about != Decision.notInRun else { return nil }
                    if case .entry(let id)? = decision.held, held.contains(id) { return nil }
                    return decision.id
                })
        }
        return holds(self) != holds(shown)
    }
}
