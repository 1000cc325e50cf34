internal import GantryEngine
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff

extension Gantry {
    /// Published periods of pay that hold days of a run, each with what was delivered of it.
    ///
    /// - Parameter isPublished: whether the run has an archive to compare entries with.
    static func overlaps(
        of run: RunID, _ period: PayPeriod, from source: RunSource, isPublished: Bool, in workspace: Workspace,
        _ journal: (any WorkspaceJournal)?
    ) async throws -> [PayOverlap] {
        var overlaps = try await PayOverlap.all(
            of: run, period, from: source, isPublished: isPublished, in: journal, workspace)
        guard let journal, !overlaps.isEmpty else { return overlaps }
        let paid = try await PaidRuns(of: source, in: workspace, journal)
        for index in overlaps.indices {
            overlaps[index].delivered = paid.ofPeriod(of: overlaps[index].run).map { "r\($0.run.revision) \($0.words)" }
        }
        return overlaps
    }

    /// What was delivered of published payroll runs, in words, by run; none where a book of signatures is damaged, which
    /// every command about signatures reports.
    static func deliveredWords(
        of runs: [RunRecord], in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> [RunID: String] {
        do {
            let pay = runs.filter { $0.isPayroll && $0.phase == .complete }
            let paid = try await PaidRuns.each(of: pay, in: workspace, journal)
            return Dictionary(paid.map { ($0.run, $0.words) }) { first, _ in first }
        } catch is BookError {
            return [:]
        }
    }
}
