public import GantryEngine
internal import GantryFiles
public import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

extension Gantry {
    /// What of a published pay run waits for a person.
    ///
    /// No server is asked but the one that has the payroll batch of the run's period, if `batches` names it; what it
    /// shows is kept in the workspace. Nothing else is written.
    ///
    /// - Parameters:
    ///   - batches: the server that has the batch; `nil` judges by what was seen of it before.
    ///   - command: what another process that notes the same is shown; contains no secrets.
    /// - Throws: `RunError.unusableRun` when the run isn't published, changed, or has no list of exceptions. A server
    ///   that can't be asked is a note in the report.
    public static func review(
        _ run: RunID, in workspace: Workspace, asking batches: BatchServer? = nil, command: String = ""
    ) async throws -> ReviewReport {
        try await review(run, .proven(run, in: workspace), in: workspace, asking: batches, command: command)
    }

    /// - Parameter proven: the folder of the run, whose files were compared with their digests.
    static func review(
        _ run: RunID, _ proven: ExportFolder, in workspace: Workspace, asking batches: BatchServer? = nil,
        command: String = ""
    ) async throws -> ReviewReport {
        let decided = try DecisionFile(workspace, run).read()
        let bag = try ReviewedBag(proven, of: run, decided: decided)
        let totals = proven.totals
        let subjects = try RunSubjects(run, proven, people: bag.people)
        var base = bag.comparison?.base
        var lostBase: RunID?
        if let source = RunSource(totals: totals), let journal = try workspace.existingJournal() {
            (base, lostBase) = try await VarianceBase.choose(
                for: run, from: source, keeping: base, in: workspace, journal)
        }
        // Only where pay was compared when it was written is the list of variances there.
        var now = bag.comparison.map { VarianceTable.now($0.rows) }
        if base != nil, now == nil {
            now = try await PublishedPay(exported: proven).employees.filter { !$0.lines.isEmpty }
                .map { VarianceTable.Now($0) }
        }
        let batch = try await batch(of: run, asking: batches, decided: decided, in: workspace, command: command)
        var findings = bag.findings + (batch?.findings ?? [])
        if let base, let now {
            findings += PayVariance.findings(from: base, to: now, totals, decided: decided)
            findings += PayVariance.rates(
                of: base.marked(bag.people), subjects.table, from: base, to: now, totals, decided: decided)
        }
        var report = ReviewReport(
            run: run,
            findings: findings, lacksDecisions: decided.filesDiffer(from: bag.decisions, findings: bag.findings),
            totals: TotalsDocument.read(totals),
            missingFiles: bag.missingFiles, base: base.flatMap { RunID($0.run) }, isBaseSigned: base?.isSigned ?? false)
        report.findings += UnprovenList.findings(
            of: run, report.totals, workers: proven.file(FileEntry.joinedWorkers) == nil ? nil : bag.people.count,
            leave: try proven.file(FileEntry.leave).map { try ApprovedLeave(archive: $0.path).requests.count },
            decided: decided)
        report.lostBase = lostBase
        report.showsLostBase = base == nil && bag.comparison != nil
        report.before = base.map { ReviewReport.Before($0, codes: report.totals.payCodes) }
        report.ratesAsOf = bag.ratesAsOf
        report.batch = batch?.review
        report.withdrawn = try await withdrawals(in: workspace)[run]
        if let journal = try workspace.existingJournal(), let record = try await journal.run(run) {
            var before = try await PaidBefore.all(of: record, in: workspace, journal)
            let paid = try await PaidRuns.each(of: [record.head], in: workspace, journal).first
            report.isDelivered = paid != nil
            // What corrected it since isn't in its way, which a delivery to another place still is told of.
            if let paid, paid.isKnown { before.removeAll(where: \.isSamePeriod) }
            let signed = before.isEmpty ? nil : try await PaidBefore.signed(run, in: workspace, journal)
            report.findings += before.map { $0.finding(decided, shown: bag.decisions, signed: signed) }
            report.lapsed = try await PaidBefore.lapsed(of: run, in: workspace, journal)
            report.doubt = try await workspace.payDoubt(of: run, journal)
            let newest = try await PaidRuns(ofPeriodOf: run, in: workspace, journal).ofPeriod(of: run)?.run
            report.laterDelivered = newest.flatMap { $0.revision > run.revision ? $0 : nil }
            let roster = Roster(bag.people)
            report.findings += try await HeldElsewhere.all(of: record, in: proven, workspace, journal)
                .map { $0.finding(decided, roster) }
        }
        report.add(try ChangedPay(proven), decided: decided, subjects: subjects)
        report.explain(decided, subjects)
        // What nobody knows the money of can be the dearest.
        report.findings.sort { $0.precedes($1) }
        return report
    }

    /// The folder of a published run, whose `bagit.txt` is there.
    /// - Throws: `RunError.unusableRun` where the run isn't published, or its folder is missing.
    public static func publishedFolder(of run: RunID, in workspace: Workspace) async throws -> String {
        let folder = workspace.folder(of: run)
        guard try ReadFile.ifExists("\(folder)/bagit.txt") != nil else {
            guard let journal = try workspace.existingJournal(), let record = try await journal.run(run) else {
                throw workspace.noRun(run)
            }
            try record.head.requirePublished("so it has no files to look at")
            throw RunError.lostFolder(
                of: run, folder, place: try await journal.otherPlace(of: run, than: workspace))
        }
        return folder
    }
}
