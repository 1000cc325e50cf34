internal import GantryEngine
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

extension PaidBefore {
    /// The journal's document of a run that was corrected by nothing: what had lapsed then.
    private static let lapsedName = "lapsed-holds"

    /// The first run that a published run holds something as paid by, and that doesn't pay it any more: a correction took
    /// it back, or its delivery failed. Then nobody pays it.
    ///
    /// - Returns: `nil` where there is none, where what the other pays isn't known here, and where it was found since that
    ///   nothing is to be paid for it.
    /// - Throws: `BookError`; `RunError` and `FileError` for the files of the run itself.
    static func lapsed(
        of run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> RunID? {
        let held = try await lapsedHolds(of: run, in: workspace, journal)
        guard let first = held.first else { return nil }
        let settled = try await journal.document(named: lapsedName, of: run)
        return settled == text(held) ? nil : RunID(first.run)
    }

    /// Notes that a correction of a run would change nothing, whatever has lapsed.
    static func settle(_ run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal) async throws {
        let held = try await lapsedHolds(of: run, in: workspace, journal)
        guard !held.isEmpty else { return }
        try await journal.keep(text(held), named: lapsedName, for: run)
    }

    private static func text(_ held: [HeldAsPaid]) -> String {
        held.map { "\($0.entry?.keyText ?? "\($0.employee.keyText) on \($0.day)") \($0.run)" }.joined(separator: "\n")
    }

    private static func lapsedHolds(
        of run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> [HeldAsPaid] {
        // Few runs have such a hold, and only their files are read.
        let decided = try DecisionFile(workspace, run).read()
        guard decided.standing.contains(where: { PaidBefore.run(takenOutBy: $0) != nil }),
            let folder = try ExportFolder.ifExists(workspace.folder(of: run))
        else { return [] }
        let bag = try ReviewedBag(folder, of: run, decided: decided)
        let held = bag.findings.compactMap { finding -> HeldAsPaid? in
            guard finding.rule == rule, let employee = finding.employee, let day = finding.date else { return nil }
            return HeldAsPaid(entry: finding.entry, employee: employee, day: day, found: finding.found)
        }
        guard !held.isEmpty else { return [] }
        do {
            return HeldAsPaid.lapsed(
                held, now: try await takenOut(of: run, bag.decisions, in: workspace, journal))
        } catch let error as RunError where error.code == .unusableRun {
            // Whoever makes the files again is told which folder is missing; a review shows all the rest without it.
            return []
        }
    }
}
