public import GantryEngine
internal import GantryFiles
public import GantryModel
internal import GantryPayroll
internal import GantryRuns

/// What is to be decided, about which findings.
public struct DecisionRequest: Sendable, Equatable {
    /// What is decided.
    public enum Verb: Sendable, Equatable {
        /// Blockers don't hold their records.
        case waive
        /// Records stay out, or are kept out.
        case hold
        /// Warnings are all right.
        case accept
        /// The decision before is taken back.
        case withdraw
    }

    /// What is decided about.
    public enum Subject: Sendable, Equatable {
        /// A finding of the run, by its id.
        case finding(String)
        /// An entry that no rule holds.
        case entry(Int64)
        /// Everything of an employee.
        case employee(Int64)
    }

    /// What is decided.
    public var verb: Verb
    /// What it is about; at least one.
    public var subjects: [Subject]
    /// Who decides: a name in `people` of gantry.yaml, or else 1 to 64 letters, digits, blanks, `.`, `-`, `_` and `'`, the
    /// first a letter or a digit.
    public var by: String
    /// Why: one line of 10 to 500 characters.
    public var because: String

    /// A decision about these subjects.
    public init(_ verb: Verb, _ subjects: [Subject], by: String, because: String) {
        self.verb = verb
        self.subjects = subjects
        self.by = by
        self.because = because
    }
}

extension Gantry {
    /// What of a published pay run waits for a person.
    ///
    /// No server is asked but the one that has the payroll batch of the run's period, if `batches` names it; what it shows
    /// is kept in the workspace. Nothing else is written.
    ///
    /// ```swift
    /// import GantryEngine
    /// import GantryKit
    /// import GantryModel
    ///
    /// let id = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
    /// let report = try await Gantry.review(id, in: Workspace(path: "/srv/payroll"))
    /// print(report.isReady ? "Ready" : "\(report.open.count) findings are open")
    /// ```
    ///
    /// - Parameters:
    ///   - batches: the server that has the batch; `nil` judges by what was seen of it before.
    ///   - command: what another process that notes the same is shown; contains no secrets.
    /// - Throws: `RunError.unusableRun` when the run isn't published, changed, or has no list of exceptions. A server that
    ///   can't be asked is a note in the report.
    public static func review(
        _ run: RunID, in workspace: Workspace, asking batches: BatchServer? = nil, command: String = ""
    ) async throws -> ReviewReport {
        let decided = try DecisionFile(workspace, run).read()
        let folder = try await publishedFolder(of: run, workspace)
        let bag = try ReviewedBag(folder, of: run, decided: decided)
        let now = try await ComparedPay(run, in: workspace)
        var base = bag.base
        var lostBase: RunID?
        if base == nil, let source = now.source, let journal = try workspace.existingJournal() {
            base = try await VarianceBase.choose(for: run, from: source, in: workspace, journal)
            if base == nil { lostBase = try await VarianceBase.newest(before: run, from: source, in: journal) }
        }
        // What a rule holds stays held, whether a person says so too or not.
        let held = bag.findings.filter { $0.severity == .blocker && bag.decisions[$0.id]?.verb != .hold }.map(\.id)
        let batch = try await batch(of: run, asking: batches, decided: decided, in: workspace, command: command)
        var findings = bag.findings + (batch?.findings ?? [])
        if let base { findings += PayVariance.findings(from: base, to: now, decided: decided) }
        var report = ReviewReport(
            run: run,
            findings: findings, needsRewrite: decided.filesDiffer(from: bag.decisions, held: Set(held)),
            currency: bag.currency,
            missingFiles: bag.missingFiles, base: base.flatMap { RunID($0.run) }, isBaseSigned: base?.isSigned ?? false)
        report.lostBase = lostBase
        report.salariedHours = bag.salariedHours
        report.leave = bag.leave
        report.batch = batch?.review
        report.withdrawn = try await withdrawals(in: workspace)[run]
        if let journal = try workspace.existingJournal(), let record = try await journal.run(run) {
            report.findings += try await PaidBefore.all(of: record, in: workspace, journal).map { $0.finding(decided) }
        }
        try report.add(folder, decided)
        report.findings.sort {
            ($1.severity, $1.amount ?? .zero, $0.id) < ($0.severity, $0.amount ?? .zero, $1.id)
        }
        return report
    }

    /// Adds decisions about findings of a published pay run to those of its period.
    ///
    /// ```swift
    /// import GantryEngine
    /// import GantryKit
    /// import GantryModel
    ///
    /// let id = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
    /// let request = DecisionRequest(
    ///     .accept, [.finding("LFA2VPKW")], by: "clerk", because: "The manager saw the crane log.")
    /// let count = try await Gantry.decide(request, about: id, in: Workspace(path: "/srv/payroll"))
    /// print("\(count) decisions were added.")
    /// ```
    ///
    /// - Returns: how many decisions were added; the same decision again adds none.
    /// - Throws: `RunError.refusedDecision` for an id that the run doesn't have, a rule that can't be waived, or a name or
    ///   a reason that is none; nothing is added then.
    @discardableResult
    public static func decide(
        _ request: DecisionRequest, about run: RunID, in workspace: Workspace, command: String = ""
    ) async throws -> Int {
        try requireName(request.by)
        try requireReason(request.because)
        let file = DecisionFile(workspace, run)
        let report = try await review(run, in: workspace)
        let time = Instant.now
        let decisions = try request.subjects.map { try decision(request, about: $0, in: report, workspace, time) }
        guard let journal = try workspace.existingJournal() else {
            return try file.add(decisions, command: command).count
        }
        let right = RunDirectories(id: run, workspace: workspace, command: command).right("decide")
        return try await journal.whileHolding(right) { try file.add(decisions, command: command).count }
    }

    static func requireName(_ name: String) throws {
        let scalars = name.unicodeScalars
        let isPlain =
            (1...64).contains(scalars.count) && scalars.first?.properties.isAlphanumeric ?? false && scalars.last != " "
            && scalars.allSatisfy { $0.properties.isAlphanumeric || " .-_'".unicodeScalars.contains($0) }
        guard isPlain else {
            throw RunError(
                .refusedDecision, "\(quoted(name)) can't be the name of who decides.",
                advice:
                    "Use 1 to 64 letters, digits, blanks, dots, hyphens, _ or ', starting with a letter or a digit: Payroll Clerk."
            )
        }
    }

    static func requireReason(_ reason: String) throws {
        let count = reason.unicodeScalars.count
        guard (10...500).contains(count), !reason.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw RunError(
                .refusedDecision,
                count < 10
                    ? "The reason \(quoted(reason)) is too short."
                    : "The reason is not one line of at most 500 characters.",
                advice: "Say in one line of at least 10 characters why, for whoever reads it in five years.")
        }
    }

    private static func decision(
        _ request: DecisionRequest, about subject: DecisionRequest.Subject, in report: ReviewReport,
        _ workspace: Workspace, _ time: Instant
    ) throws -> Decision {
        let verb: Decision.Verb =
            switch request.verb {
            case .waive: .waive
            case .hold: .hold
            case .accept: .accept
            case .withdraw: .withdraw
            }
        switch subject {
        case .finding(let id):
            let finding = try finding(id, in: report, workspace)
            try requireAllowed(verb, finding)
            if verb == .hold, let entry = finding.entry, EntryChange.Rule(rawValue: finding.rule) != nil {
                // No rule holds it, so a decision about the entry itself does.
                return try byHand(verb, for: request, entry: entry, employee: nil, at: time)
            }
            return Decision(
                id: finding.id, verb: verb, rule: finding.rule, entry: finding.entry, employee: finding.employee,
                date: finding.date, found: finding.found, by: request.by, because: request.because, time: time)
        case .entry(let entry): return try byHand(verb, for: request, entry: entry, employee: nil, at: time)
        case .employee(let employee): return try byHand(verb, for: request, entry: nil, employee: employee, at: time)
        }
    }

    private static func byHand(
        _ verb: Decision.Verb, for request: DecisionRequest, entry: Int64?, employee: Int64?, at time: Instant
    ) throws -> Decision {
        guard verb == .hold || verb == .withdraw else {
            throw RunError(
                .refusedDecision, "Only findings can be waived or accepted, not an entry or an employee.",
                advice: "Name the ids of findings; the review of the run shows them.")
        }
        let found = "kept out by \(request.by)"
        return Decision(
            id: FindingID.make(rule: Decision.byHand, entry: entry, employee: employee, date: nil, found: ""),
            verb: verb, rule: Decision.byHand, entry: entry, employee: employee, date: nil, found: found,
            by: request.by, because: request.because, time: time)
    }

    private static func finding(
        _ id: String, in report: ReviewReport, _ workspace: Workspace
    ) throws -> ReviewReport.Finding {
        let wanted = id.uppercased()
        if let finding = report.findings.first(where: { $0.id == wanted }) { return finding }
        let review: Advice = "\(.review(run: report.run.description)) lists all findings."
        if let (run, old) = earlier(wanted, than: report.run, workspace) {
            let now = report.findings.first {
                ($0.rule, $0.entry, $0.employee, $0.date) == (old.rule, old.entry, old.employee, old.date)
            }
            throw RunError(
                .refusedDecision,
                "\(report.run) has no finding \(wanted) any more: in \(run) it was about \(quoted(old.found)), "
                    + (now.map { "and now \(quoted($0.found)) is found." } ?? "and nothing of the kind is found now."),
                advice: now.map { "What is found now is \($0.id). " + review } ?? review)
        }
        let nearest = nearestWord(to: wanted, among: report.findings.map(\.id))
        throw RunError(
            .refusedDecision, "\(report.run) has no finding \(quoted(id)).",
            advice: nearest.map { "Did you mean \($0)? " + review }
                ?? review + " A finding gets another id when something else is found.")
    }

    /// The finding of this id in an earlier revision, the newest first. One that can't be read any more has none.
    private static func earlier(
        _ id: String, than run: RunID, _ workspace: Workspace
    ) -> (run: RunID, finding: ReviewReport.Finding)? {
        for revision in (1..<run.revision).reversed() {
            let other = RunID(pipeline: run.pipeline, period: run.period, revision: revision)
            guard let bag = try? ReviewedBag(workspace.folder(of: other), of: other, decided: Decisions()),
                let finding = bag.findings.first(where: { $0.id == id })
            else { continue }
            return (other, finding)
        }
        return nil
    }

    private static func requireAllowed(_ verb: Decision.Verb, _ finding: ReviewReport.Finding) throws {
        func refuse(_ why: String, _ advice: Advice) -> RunError {
            RunError(.refusedDecision, "\(finding.id) (\(finding.rule)) \(why)", advice: advice)
        }
        if finding.rule == Decision.byHand {
            let employee = finding.employee.map { " or employee \($0)" } ?? ""
            throw refuse(
                "is held by a decision, so there is nothing to decide about the finding.",
                "Withdraw the decision about entry \(finding.entry ?? 0)\(employee) instead, whichever of them was held."
            )
        }
        switch (verb, finding.severity) {
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
        case (.hold, _) where finding.rule == PaidBefore.rule: return
        case _ where finding.rule == PaidBefore.periodRule:
            throw refuse(
                "is about the whole period, so there is nothing to decide.",
                "Run the period again with \(.nextRevision) for what differs.")
        case (.hold, _) where finding.entry == nil:
            throw refuse("is about no single entry, so it can't be held.", "Hold the employee or an entry instead.")
        default: return
        }
    }

    /// - Throws: `RunError.unusableRun` where the run isn't published, or its folder is missing.
    static func publishedFolder(of run: RunID, _ workspace: Workspace) async throws -> String {
        let folder = workspace.folder(of: run)
        guard try ReadFile.ifExists("\(folder)/bagit.txt") != nil else {
            guard let journal = try workspace.existingJournal(), try await journal.run(run)?.phase == .complete else {
                throw RunError(
                    .unusableRun, "The run \(run) is not published.",
                    advice: "\(.listRuns) lists the runs of the workspace.")
            }
            throw RunError.lostFolder(
                of: run, folder, place: try await journal.otherPlace(of: run, than: workspace))
        }
        return folder
    }
}

extension Decisions {
    /// Whether files that show other decisions would be written differently now: waived and held records change them.
    /// - Parameter held: findings whose records are kept out without a decision.
    func filesDiffer(from shown: Decisions, held: Set<String>) -> Bool {
        func effects(_ decisions: Decisions) -> [String: String] {
            var effects: [String: String] = [:]
            // A record that can't be read is in no file, whoever waives it.
            for decision in decisions.all where decision.rule != PayrollChecks.Rule.rejectedRecord {
                switch decisions[decision.id]?.verb {
                case .hold? where held.contains(decision.id): effects[decision.id] = nil
                case .waive?, .hold?: effects[decision.id] = decisions[decision.id]?.verb.rawValue
                default: effects[decision.id] = nil
                }
            }
            return effects
        }
        return effects(self) != effects(shown)
    }
}

extension Unicode.Scalar.Properties {
    /// A letter of any script, a mark on one, or a digit.
    fileprivate var isAlphanumeric: Bool {
        switch generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}
