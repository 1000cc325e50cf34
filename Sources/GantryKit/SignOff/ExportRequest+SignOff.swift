internal import GantryEngine
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff

extension ExportRequest {
    /// Proves that the next revision of a signed period may be made: there is a reason for it, and what was signed is
    /// still there to be compared with.
    ///
    /// - Parameter rewriting: The run whose files are derived again; its reason counts for the new revision too.
    /// - Throws: `SignOffRefusal`; `BookError` when the book isn't what the journal keeps.
    func requireReason(_ journal: any WorkspaceJournal, rewriting: RunID? = nil) async throws {
        guard revision == .next || rewriting != nil, pipeline.signOff != nil else { return }
        let first = RunID(pipeline: pipeline.name, period: period.name, revision: 1)
        let history = try await BookKeeper(journal, SignOffPlace(run: first, workspace: workspace)).history
        guard let signed = history.signedRevisions(of: first).last?.run else { return }
        var reason = because
        if let rewriting, reason == nil {
            reason = try await journal.document(named: RunBag.reasonName, of: rewriting)
        }
        guard let reason else { throw SignOffRefusal.needsReason(signed) }
        try SignOffMachine.requireReason(reason)
        // The run itself proves what it corrects.
        guard history.newestDelivered(of: first)?.run != signed else { return }
        let problems = try await workspace.problems(of: signed, journal)
        guard problems.isEmpty else { throw SignOffRefusal.lostBase(signed, what: problems) }
    }
}
