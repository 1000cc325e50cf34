internal import GantryEngine
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

extension PaidBefore {
    /// The journal's document of a run that was corrected by nothing: what had lapsed then.
    private static let lapsedName = "lapsed-holds"

    /// The first run of which a published run holds entries as paid, and that doesn't pay them any more: a correction
    /// took them back, or its delivery failed. Then nobody pays them.
    ///
    /// - Returns: `nil` where there is none, where the entries of the other aren't known here, and where it was found
    ///   since that nothing is to be paid for it.
    /// - Throws: `BookError`; `RunError` and `FileError` for the files of the run itself.
    static func lapsed(
        of run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> RunID? {
        let entries = try await lapsedEntries(of: run, in: workspace, journal)
        guard let first = entries.first else { return nil }
        let settled = try await journal.document(named: lapsedName, of: run)
        return settled == text(entries) ? nil : first.by
    }

    /// Notes that a correction of a run would change nothing, whatever has lapsed.
    static func settle(_ run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal) async throws {
        let entries = try await lapsedEntries(of: run, in: workspace, journal)
        guard !entries.isEmpty else { return }
        try await journal.keep(text(entries), named: lapsedName, for: run)
    }

    private static func text(_ entries: [(entry: Int64, by: RunID)]) -> String {
        entries.map { "\($0.entry.keyText) \($0.by)" }.joined(separator: "\n")
    }

    private static func lapsedEntries(
        of run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> [(entry: Int64, by: RunID)] {
        // Few runs have such a hold, and only their files are read.
        let decided = try DecisionFile(workspace, run).read()
        guard decided.standing.contains(where: { PaidBefore.run(takenOutBy: $0) != nil }),
            let folder = try ExportFolder.ifExists(workspace.folder(of: run))
        else { return [] }
        let bag = try ReviewedBag(folder, of: run, decided: decided)
        let held = bag.findings.compactMap { finding -> (entry: Int64, by: RunID)? in
            guard finding.rule == rule, let entry = finding.entry,
                let by = finding.found.split(separator: " ").last.flatMap({ RunID(String($0)) })
            else { return nil }
            return (entry, by)
        }
        guard !held.isEmpty else { return [] }
        do {
            let now = try await takenOut(bag.decisions, in: workspace, now: journal)
            return held.filter { one in !now.contains { $0.entries.contains(one.entry) } }
        } catch let error as RunError where error.code == .unusableRun {
            // Whoever makes the files again is told which folder is missing; a review shows all the rest without it.
            return []
        }
    }
}
