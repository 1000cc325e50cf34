internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

/// The findings of a published pay run, from its bag.
struct ReviewedBag {
    let findings: [ReviewReport.Finding]
    /// The decisions that the files show.
    let decisions: Decisions
    /// What its pay was compared with when it was written, with the list of both; `nil` for nothing.
    let comparison: (base: VarianceBase, rows: [VarianceTable.Row])?
    /// Files that the run was published without.
    let missingFiles: [String]
    /// Its workers; none where it keeps no list.
    let people: [Roster.Person]
    let ratesAsOf: Instant?

    /// - Parameters:
    ///   - proven: its folder, whose files were compared with their digests.
    ///   - decided: the decisions as they are now.
    /// - Throws: `RunError.unusableRun` for a bag that is of an earlier version, or has no exceptions.
    init(_ proven: ExportFolder, of run: RunID, decided: Decisions) throws {
        let totals = proven.totals
        guard totals["pay_codes"] != nil else {
            throw RunError(.unusableRun, "\(run) is not a payroll export, so there is nothing to review.")
        }
        guard let exceptions = proven.file(ExceptionsFormat.name) else {
            throw RunError(
                .unusableRun, "\(run) has no list of exceptions, so there is nothing to review.",
                advice:
                    "Add an output with format: \(ExceptionsFormat.name) to the pipeline file, then run \(.rewrite(run: run.description))."
            )
        }
        comparison = try VarianceBase.stated(proven)
        decisions =
            try proven.file(FileEntry.decisions).map {
                try Decisions(document: ReadFile.bytes(of: $0.path), path: $0.path)
            } ?? Decisions()
        ratesAsOf = totals[PayFigures.ratesAsOfKey]?.text.flatMap { Instant($0) }
        let roster = Roster(
            try proven.file(FileEntry.joinedWorkers).map { try JoinedWorkers.read($0.path).people } ?? [])
        people = roster.people
        var findings = try ReviewedBag.exceptions(
            in: exceptions.path, dialect: exceptions.dialect, of: run, decided: decided, roster: roster)
        if let rejects = proven.file(FileEntry.rejects) { findings += try ReviewedBag.rejects(rejects.path, decided) }
        var missing: [String] = []
        if let leftOut = proven.file(FileEntry.leftOut) {
            let rows = try LeftOutList.read(leftOut.path)
            for row in rows where !missing.contains(row.file) { missing.append(row.file) }
            var seen: Set<String> = []
            findings += rows.map { ReviewedBag.misfit($0) }.filter { seen.insert($0.id).inserted }
        }
        missingFiles = missing
        self.findings = findings
    }

    private static func exceptions(
        in path: String, dialect: CSVDialect, of run: RunID, decided: Decisions, roster: Roster
    ) throws -> [ReviewReport.Finding] {
        var rows = CSVRows(try ReadFile.bytes(of: path), dialect: dialect)
        guard rows.next() == ExceptionLayout.payroll.headings else {
            throw RunError(
                .unusableRun, "The exceptions of \(run) are from an earlier version and have no ids.",
                advice: "\(.rewrite(run: run.description)) writes them anew.")
        }
        var findings: [ReviewReport.Finding] = []
        while let row = rows.next() {
            let row = row.map { dialect.unguarded($0) ?? "" }
            guard row.count == ExceptionLayout.payroll.headings.count, let severity = Severity(rawValue: row[0]) else {
                throw RunError(.unusableRun, "\(path), row \(findings.count + 2) is not an exception.")
            }
            let hours = dialect.nano(row[9]).flatMap { Int64(exactly: $0) }.map(Hours.init(nano:))
            let employee = Int64(key: row[3])
            var amount: Money?
            if let employee, let hours { amount = self.amount(hours, ofPersonAt: roster.index(of: employee), roster) }
            let entry = Int64(key: row[2])
            // What a person holds stays out, whatever else was decided.
            var hold: Decision?
            if let employee {
                hold =
                    if let entry { decided.hold(ofEntry: entry, employee: employee) } else {
                        decided.hold(ofEmployee: employee)
                    }
            }
            let decision = hold ?? decided[row[7]]
            findings.append(
                ReviewReport.Finding(
                    id: row[7], severity: severity, rule: row[1], entry: entry, employee: employee,
                    name: row[8].isEmpty ? nil : row[8], date: CivilDate(row[4]), found: row[5], expected: row[6],
                    hours: hours, amount: amount,
                    state: state(of: severity, rule: row[1], entry: entry, decision, isHeld: hold != nil),
                    decision: decision.map { ReviewReport.Decided($0) },
                    canBeWaived: !PayrollChecks.Rule.neverWaived.contains(row[1])))
        }
        return findings
    }

    /// Hours at the plain rate of a person; `nil` where that is unknown.
    static func amount(_ hours: Hours, ofPersonAt place: Int32, _ roster: Roster) -> Money? {
        guard case .known(let rate) = roster.rate(.hourly, ofPersonAt: place) else { return nil }
        return rate.times(hours, digits: 2, .halfUp)
    }

    /// Records that can't be used: nobody knows what they would have paid, so two people must waive each.
    private static func rejects(_ path: String, _ decided: Decisions) throws -> [ReviewReport.Finding] {
        var rows = CSVRows(try ReadFile.bytes(of: path), dialect: .machine)
        _ = rows.next()
        var findings: [ReviewReport.Finding] = []
        // Several records can be wrong in the same words.
        var times: [String: Int] = [:]
        while let row = rows.next(), row.count == RejectsColumns.headings.count {
            let found = row[0].isEmpty ? row[2] : "record \(row[0]): \(row[1]) is \(row[2])"
            let before = times[found, default: 0]
            times[found] = before + 1
            let id = FindingID.make(
                rule: PayrollChecks.Rule.rejectedRecord, entry: nil, employee: nil, date: nil, found: found,
                values: before == 0 ? "" : String(before + 1))
            let waivers = decided.waivers(of: id)
            findings.append(
                ReviewReport.Finding(
                    id: id, severity: .critical, rule: PayrollChecks.Rule.rejectedRecord, entry: nil, employee: nil,
                    name: nil, date: nil, found: found, expected: row[3], hours: nil, amount: nil,
                    state: ReviewReport.State(waivedBy: waivers),
                    decision: decided[id].map { ReviewReport.Decided($0) }, canBeWaived: true,
                    waivers: waivers.map { ReviewReport.Decided($0) }))
        }
        return findings
    }

    /// A value that a layout can't hold: its file is missing until the value is corrected.
    private static func misfit(_ row: LeftOutList.Row) -> ReviewReport.Finding {
        let found = "\(row.file): \(row.found)"
        return ReviewReport.Finding(
            id: FindingID.make(rule: Misfit.rule, entry: nil, employee: nil, date: nil, found: found),
            severity: .critical, rule: Misfit.rule, entry: nil, employee: nil, name: nil, date: nil, found: found,
            expected: row.expected, hours: nil, amount: nil, state: .open, decision: nil, canBeWaived: false)
    }

    private static func state(
        of severity: Severity, rule: String, entry: Int64?, _ decision: Decision?, isHeld: Bool
    ) -> ReviewReport.State {
        switch severity {
        case .info: .noted
        // What isn't paid of a person's leave is decided by a person, since no entry shows that it is missing. That
        // another run has paid it was decided.
        case .blocker where entry == nil && ![Decision.byHand, PaidBefore.rule].contains(rule) && !isHeld: .open
        case .blocker: .held
        case _ where isHeld: .held
        case .waived: .waived
        case _ where decision?.verb == .accept: .accepted
        default: .open
        }
    }
}

extension ReviewReport.Decided {
    init(_ decision: Decision) {
        self.init(
            verb: decision.verb.rawValue, by: decision.by, because: decision.because, found: decision.found,
            hours: decision.hours)
    }
}
