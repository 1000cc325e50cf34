internal import GantryAccounts
public import GantryEngine
internal import GantryFiles
public import GantryModel
internal import GantryRuns

/// A run that can be forgotten, or was.
public struct ForgottenRun: Sendable, Equatable {
    /// The run.
    public let run: RunID
    /// Bytes of its files.
    public let bytes: Int64
    /// Whether its files were published.
    public let isPublished: Bool
    /// True when it was forgotten before, and nothing was done now.
    public let wasDone: Bool
}

extension Upkeep {
    /// What forgetting a run would remove. Nothing is changed.
    /// - Throws: as `forget`.
    public static func plan(forgetting run: RunID, in workspace: Workspace) async throws -> ForgottenRun {
        guard let journal = try workspace.existingJournal() else { throw workspace.noRun(run) }
        guard let record = try await journal.run(run) else {
            guard try await journal.forgotten(run) != nil else { throw workspace.noRun(run) }
            return ForgottenRun(run: run, bytes: 0, isPublished: true, wasDone: true)
        }
        try await requireForgettable(record, journal: journal, in: workspace)
        return ForgottenRun(
            run: run, bytes: try Removal.bytes(Removal.paths(of: run), in: workspace),
            isPublished: record.phase == .complete, wasDone: false)
    }

    /// Removes one run: its folder, what lies beside it, and its rows in the journal. Killed at any instant, the same
    /// call ends it. What the run sent stays in the ledger, so that nothing is sent twice, and its number isn't given
    /// again.
    ///
    /// - Parameters:
    ///   - reason: why, as the journal keeps it, for whoever finds the folder in an old copy. The default is not to
    ///     say.
    ///   - command: what another process that wants the same run is shown; contains no secrets.
    /// - Throws: `RunError.unusableRun` for a run that doesn't exist, must be kept, is the base of a correction, or has
    ///   sent rows whose outcome is unknown; `FileError.heldByAnother` while a process works on it.
    public static func forget(
        _ run: RunID, because reason: String = "", in workspace: Workspace, command: String = ""
    ) async throws -> ForgottenRun {
        let plan = try await plan(forgetting: run, in: workspace)
        let lock = try lock(workspace, command)
        let journal = try workspace.openJournal()
        let removal = Removal(journal: journal, workspace: workspace, command: command)
        if let record = try await journal.run(run) {
            _ = try await removal.remove(record, because: reason) {
                try await requireForgettable(record, journal: journal, in: workspace)
                return true
            }
        } else {
            try removal.tidy(run)
        }
        try lock.release()
        return plan
    }

    private static func requireForgettable(
        _ run: RunRecord, journal: any WorkspaceJournal, in workspace: Workspace
    ) async throws {
        guard try await journal.document(named: RunMarks.forgettingName, of: run.id) == nil else { return }
        if run.phase == .complete, let place = try await journal.otherPlace(of: run.id, than: workspace),
            try RunMarks.folder(of: run.id, bag: try await journal.bag(of: run.id), in: workspace) != .present
        {
            throw RunError(
                .unusableRun, "\(run.id) stays: it is published at \(singleLine(place, limit: 4_000)).",
                advice: "Forget it there. Of a machine that is gone for good, copy its folder here first.")
        }
        var protection = try await Protection(journal, workspace, today: workspace.today())
        if let correction = protection.correction(of: run.id) {
            throw RunError(
                .unusableRun, "\(run.id) stays: \(correction) is a correction of it.",
                advice: "Forget that one first, if it may go.")
        }
        if run.phase == .complete {
            guard let reason = try await protection.reason(run.head) else { return }
            throw RunError(
                .unusableRun, "\(run.id) stays: \(reason)\(reason.hasSuffix(".") ? "" : ".")",
                advice: reason == Protection.noExports
                    ? "Is its disk mounted? If all of it is gone for good, make the folder exports, and do the same again."
                    : nil)
        }
        guard let problem = try await unknownRows(of: run.head, journal) else { return }
        throw RunError(
            .unusableRun, "\(run.id) stays: \(problem).",
            advice: "Finish it first; \(.show(run: run.id.description)) says how.")
    }

    /// Rows of an unfinished run whose outcome nobody knows yet; `nil` if it has none.
    static func unknownRows(of run: RunHead, _ journal: any WorkspaceJournal) async throws -> String? {
        let counts = try await journal.counts(of: run.id)
        let rows = counts.sent + counts.answered + counts.unknown
        return rows == 0 ? nil : "it has sent \(rows) \(rows == 1 ? "row" : "rows") whose outcome is not known"
    }
}
