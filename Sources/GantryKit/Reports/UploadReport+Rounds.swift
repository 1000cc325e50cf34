internal import GantryEngine
internal import GantryImports
internal import GantryModel
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
            guard let counts = try await ImportSummary.read(run.id, journal)?.counts else { continue }
            rounds.append(Round(run: run.id, time: run.finishedAt ?? run.startedAt, counts: counts))
        }
        rounds.sort { ($0.time, $0.run.revision) < ($1.time, $1.run.revision) }
        guard rounds.count > 1, let last = rounds.last else { return }
        // A revision counts all that its sheet has had; of rows that were refused and sent again, each round counts its
        // own.
        var all = last.counts
        var run = last.run
        while let from = origin(run) {
            run = from.run
            guard from.isOfRefused, let earlier = rounds.first(where: { $0.run == from.run }) else { continue }
            all.rows = earlier.counts.rows
            all.done += earlier.counts.done
        }
        together = all
    }
}
