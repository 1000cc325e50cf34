internal import GantryEngine
internal import GantryImports
internal import GantryModel
internal import GantryOutputs
internal import GantryPages
internal import GantryRuns

extension UploadReport {
    /// Adds every finished run of the same sheet: its revisions, and those that sent refused rows of one of them again.
    mutating func addRounds(in workspace: Workspace) async throws {
        guard let journal = try workspace.existingJournal() else { return }
        let runs = try await journal.heads(.of(pipeline: facts.run.pipeline)).runs.filter(\.isOfSheet)
        let finished = Set(runs.filter { $0.phase == .complete }.map(\.id))
        func origin(_ run: RunID) -> (run: RunID, isOfRefused: Bool)? {
            SheetPath.origin(of: run).flatMap { finished.contains($0.run) ? $0 : nil }
        }
        func sheet(_ run: RunID) -> String {
            var run = run
            while let from = origin(run) { run = from.run }
            return run.period
        }
        let own = sheet(facts.run)
        for run in runs where finished.contains(run.id) && sheet(run.id) == own {
            guard let figures = try await ImportSummary.read(run.id, journal) else { continue }
            var round = Round(run: run.id, time: run.finishedAt ?? run.startedAt, counts: figures.counts)
            round.notRead = NotRead(hidden: figures.hiddenRows, skipped: figures.skipped.count)
            rounds.append(round)
        }
        rounds.sort { ($0.time, $0.run.revision) < ($1.time, $1.run.revision) }
        // Of revisions, the newest says what the sheet has; the others are of earlier sheets.
        guard rounds.count > 1,
            let newest = rounds.filter({ $0.run.period == own }).max(by: { $0.run.revision < $1.run.revision })
        else { return }
        let later = rounds.drop { $0.run != newest.run }.filter { $0.run.period != own }.map { round in
            var root = round.run
            while let from = origin(root) { root = from.run }
            return (run: round.run, root: root)
        }
        notReadTogether = newest.notRead
        together = await UploadReport.together(newest, later, in: workspace)
    }

    /// What the newest revision of a sheet has come to with the rounds after it that sent refused rows again.
    ///
    /// - Parameter later: each with the revision whose rows it sent.
    /// - Returns: `nil` where a result that this needs is gone or was changed, or has rows of which it isn't known
    ///   which of the newest revision they are.
    private static func together(
        _ newest: Round, _ later: [(run: RunID, root: RunID)], in workspace: Workspace
    ) async -> LedgerCounts? {
        guard newest.counts.refused > 0, !later.isEmpty else { return newest.counts }
        func lines(_ run: RunID, _ state: LedgerEntry.State) async throws -> [OpenRows.Line] {
            let folder = try await ExportFolder.provenResult(of: run, in: workspace)
            return try OpenRows.lines(of: try result(folder), state)
        }
        do {
            var open = OpenRows(try await lines(newest.run, .refused))
            for (run, root) in later {
                open.note(
                    try await lines(run, .done),
                    refusedBy: root == newest.run ? nil : try await lines(root, .refused))
            }
            guard let done = open.done else { return nil }
            var all = newest.counts
            all.done += done
            all.refused -= done
            return all
        } catch {
            return nil
        }
    }
}
