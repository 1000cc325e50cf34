internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

/// The decisions that a request makes about a run, before any is written.
struct Deciding {
    private let request: DecisionRequest
    private let report: ReviewReport
    private let known: Decisions
    private let subjects: RunSubjects
    private let workspace: Workspace
    private var verb: DecisionVerb { request.verb }
    private let time = Instant.now

    /// - Parameters:
    ///   - report: the review of the run.
    ///   - known: the decisions of its period so far.
    init(
        _ request: DecisionRequest, report: ReviewReport, known: Decisions, subjects: RunSubjects,
        in workspace: Workspace
    ) {
        self.request = request
        self.report = report
        self.known = known
        self.subjects = subjects
        self.workspace = workspace
    }

    /// - Throws: `RunError.refusedDecision` for the first subject that can't be decided so.
    func decisions() async throws -> (all: [Decision], employees: [DecisionResult.Employee]) {
        var all: [Decision] = []
        var employees: [DecisionResult.Employee] = []
        var named: [Decision.Held] = []
        for subject in request.subjects {
            if case .finding(let id) = subject {
                all.append(try decision(id))
                continue
            }
            guard verb == .hold || verb == .withdraw else {
                throw RunError(
                    .refusedDecision, "Only findings can be waived or accepted, not an entry, a leave or an employee.",
                    advice: "Name the ids of findings; the review of the run shows them.")
            }
            var held: Decision.Held?
            switch subject {
            case .entry(let id): held = .entry(try subjects.key(id))
            case .leave(let id): held = .leave(id)
            case .finding, .employee, .payrollNumber, .worker:
                guard let person = try subjects.person(subject) else { break }
                employees.append(person)
                held = .employee(person.id)
            }
            if let held { named.append(held) }
        }
        guard verb == .hold else {
            for held in named where !known.all.contains(where: { $0.held == held }) {
                throw undecided("\(held.words) isn't on hold by a decision of its own, so there is none to withdraw.")
            }
            return (all + named.map { hold(of: $0) }, employees)
        }
        guard request.althoughAbsent else {
            try await subjects.requirePresent(named)
            return (all + named.map { hold(of: $0) }, employees)
        }
        for held in named {
            let isHere = try await isPresent(held)
            all.append(hold(of: held, about: isHere ? nil : Decision.notInRun))
        }
        return (all, employees)
    }

    private func isPresent(_ held: Decision.Held) async throws -> Bool {
        do {
            try await subjects.requirePresent([held])
            return true
        } catch let error as RunError where error.code == .refusedDecision {
            return false
        }
    }

    private func hold(of held: Decision.Held, hours: Hours? = nil, about: String? = nil) -> Decision {
        Decision(verb, of: held, hours: hours, about: about, by: request.by, because: request.because, time: time)
    }

    // MARK: Findings

    private func decision(_ id: String) throws -> Decision {
        let wanted = id.uppercased()
        guard let finding = report.findings.first(where: { $0.id == wanted }) else {
            // What does nothing any more can still be taken back.
            if verb == .withdraw, let old = known[wanted] { return withdrawal(of: old) }
            throw missing(wanted)
        }
        if verb == .withdraw {
            if let newest = newest(about: finding) { return withdrawal(of: newest) }
            // One that was withdrawn before stays so.
            let ids = [finding.id] + (finding.entry.map { [Decision.id(of: .entry($0))] } ?? [])
            guard known.all.contains(where: { ids.contains($0.id) }) else {
                throw undecided(
                    "\(finding.id) (\(finding.rule)) has no decision about it, so there is none to withdraw.")
            }
        }
        try requireAllowed(finding)
        if verb == .hold, let entry = finding.entry {
            // Whatever the rule finds later, the entry stays out.
            return hold(of: .entry(entry), hours: finding.hours, about: finding.rule)
        }
        return Decision(
            id: finding.id, verb: verb, rule: finding.rule, entry: finding.entry, employee: finding.employee,
            date: finding.date, found: finding.found, hours: finding.hours, by: request.by, because: request.because,
            time: time)
    }

    /// The newest decision that counts about a finding: one about itself, or a hold of what it is about.
    private func newest(about finding: ReviewReport.Finding) -> Decision? {
        var held: [Decision.Held] = []
        if let entry = finding.entry { held.append(.entry(entry)) }
        if let employee = finding.employee, finding.rule == Decision.byHand { held.append(.employee(employee)) }
        return known.standing.last { $0.id == finding.id || $0.held.map(held.contains) ?? false }
    }

    private func withdrawal(of old: Decision) -> Decision {
        if let held = old.held { return hold(of: held) }
        return Decision(
            id: old.id, verb: .withdraw, rule: old.rule, entry: old.entry, employee: old.employee, date: old.date,
            found: old.found, hours: old.hours, by: request.by, because: request.because, time: time)
    }

    private func undecided(_ what: String) -> RunError {
        RunError(
            .refusedDecision, what,
            advice: "\(.review(run: report.run.description)) lists what is on hold, by which decision, and its id.")
    }

    private func missing(_ wanted: String) -> RunError {
        let review: Advice = "\(.review(run: report.run.description)) lists all findings."
        let about = known[wanted].map { ($0.rule, $0.entry, $0.employee, $0.date, $0.found, "before") }
        let earlier = Gantry.earlier(wanted, than: report.run, workspace).map { run, old in
            (old.rule, old.entry, old.employee, old.date, old.found, "in \(run)")
        }
        if let old = earlier ?? about {
            let now = report.findings.first { $0.isAbout(old.0, entry: old.1, employee: old.2, date: old.3) }
            return RunError(
                .refusedDecision,
                "\(report.run) has no finding \(wanted) any more: \(old.5) it was about \(quoted(old.4)), "
                    + (now.map {
                        $0.found == old.4
                            ? "and now other values would be paid."
                            : "and now \(quoted($0.found)) is found."
                    } ?? "and nothing of the kind is found now."),
                advice: now.map { "What is found now is \($0.id). " + review } ?? review)
        }
        let nearest = nearestWord(to: wanted, among: report.findings.map(\.id))
        return RunError(
            .refusedDecision, "\(report.run) has no finding \(quoted(wanted)).",
            advice: nearest.map { "Did you mean \($0)? " + review }
                ?? review + " A finding gets another id when something else is found or would be paid.")
    }

    private func requireAllowed(_ finding: ReviewReport.Finding) throws {
        func refuse(_ why: String, _ advice: Advice) -> RunError {
            RunError(.refusedDecision, "\(finding.id) (\(finding.rule)) \(why)", advice: advice)
        }
        if finding.rule == Decision.byHand, verb != .withdraw {
            throw refuse(
                "is held by a decision, so there is nothing to decide about the finding.",
                "Withdraw the hold instead.")
        }
        // That a correction takes back what is held now is for a person to accept like any other difference.
        if [.waive, .accept].contains(verb), EntryChange.Rule(rawValue: finding.rule) == nil, let entry = finding.entry,
            let hold = known.hold(ofEntry: entry, employee: finding.employee ?? -1), let what = hold.held?.words
        {
            throw refuse(
                "can't be decided so now: \(singleLine(hold.by)) holds \(what.lowercasedFirst).",
                "\(what) is kept out until the hold is withdrawn.")
        }
        switch (verb, finding.severity) {
        case (.withdraw, _): return
        case (_, .info):
            throw refuse("is only information.", "There is nothing to decide about it.")
        case (.waive, _) where !finding.canBeWaived:
            throw refuse(
                "can't be waived: what is paid would be wrong.",
                finding.rule == PaidBefore.rule
                    ? "Hold it to take the entries out, or pay them again with \(.again)."
                    : finding.rule == Misfit.rule
                        ? "Correct the value at the source, or the output in the pipeline file, then make a new revision."
                        : "Have the record corrected at the source.")
        case (.waive, .warning):
            throw refuse("is a warning, and its record is exported already.", "Accept it instead.")
        case (.accept, .blocker), (.accept, .critical):
            throw refuse("holds its record, so accepting it changes nothing.", "Waive it, or hold it.")
        case (.hold, .critical) where finding.rule == PaidBefore.rule: return
        case (.hold, _) where finding.rule == PaidBefore.rule:
            throw refuse(
                "is held already, since another run has paid it.", "Withdraw that hold where it is to be paid here.")
        case _ where finding.rule == PaidBefore.periodRule:
            throw refuse(
                "is about the whole period, so there is nothing to decide.",
                "Run the period again with \(.nextRevision) for what differs.")
        case (.hold, _) where finding.entry == nil:
            throw refuse(
                "is about no single entry, so it can't be held.",
                finding.employee.map {
                    "Hold \(finding.rule == PayrollChecks.Rule.heldElsewhere ? "that leave itself, or " : "")employee \($0.keyText), of whom nothing is paid then, or one entry instead."
                }
                    ?? "Hold an employee or an entry instead.")
        default: return
        }
    }
}

extension ReviewReport.Finding {
    /// Whether it is what a rule finds now about the same record, or the same employee's day.
    func isAbout(_ rule: String, entry: Int64?, employee: Int64?, date: CivilDate?) -> Bool {
        guard self.rule == rule, entry != nil || employee != nil else { return false }
        return entry != nil ? self.entry == entry : self.entry == nil && self.employee == employee && self.date == date
    }
}

extension Gantry {
    /// The finding of this id in an earlier revision, the newest first. One that can't be read any more has none.
    fileprivate static func earlier(
        _ id: String, than run: RunID, _ workspace: Workspace
    ) -> (run: RunID, finding: ReviewReport.Finding)? {
        let folder = "exports/\(run.pipeline)/\(run.period)"
        let revisions = ((try? Folders.names(of: folder, under: workspace.path)) ?? [])
            .compactMap { RunID("\(run.pipeline)/\(run.period)/\($0)")?.revision }
        for revision in revisions.filter({ $0 < run.revision }).sorted(by: >) {
            let other = RunID(pipeline: run.pipeline, period: run.period, revision: revision)
            guard let folder = try? ExportFolder.proven(other, at: workspace.folder(of: other)),
                let bag = try? ReviewedBag(folder, of: other, decided: Decisions()),
                let finding = bag.findings.first(where: { $0.id == id })
            else { continue }
            return (other, finding)
        }
        return nil
    }
}

extension Decision.Held {
    fileprivate var words: String {
        switch self {
        case .entry(let id): "Entry \(id.keyText)"
        case .employee(let id): "Everything of employee \(id.keyText)"
        case .leave(let id): "Leave \(id.keyText)"
        }
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
