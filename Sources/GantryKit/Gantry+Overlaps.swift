internal import GantryEngine
internal import GantryModel
internal import GantryRuns

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
        let paid = try await PaidRuns(likeThatOf: run, from: source, in: workspace, journal)
        for index in overlaps.indices {
            overlaps[index].delivered = paid.ofPeriod(of: overlaps[index].run).map { "r\($0.run.revision) \($0.words)" }
        }
        return overlaps
    }
}
