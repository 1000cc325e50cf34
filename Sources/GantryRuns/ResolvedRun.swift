package import GantryEngine
internal import GantrySignOff

/// Which revision of a pipeline and period a request means, and its progress.
package struct ResolvedRun: Sendable {
    package let id: RunID
    /// The run in the journal; `nil` for a new one.
    package let record: RunRecord?
    /// The revision that it corrects: always the newest that is published and wasn't withdrawn.
    package let corrects: Int?

    /// - Parameter journal: `nil` for a workspace that has none yet.
    /// - Throws: the problem of a damaged entry; `RunError.otherSource` when a published revision came from elsewhere
    ///   than `source`.
    package init(
        pipeline: String, period: String, _ choice: RevisionChoice, of source: RunSource,
        in journal: (any WorkspaceJournal)?
    ) async throws {
        let scope = RunScope.of(pipeline: pipeline, period: period)
        if let damaged = try await journal?.damagedRuns(scope).first(where: { $0.id != nil }) { throw damaged.problem }
        let all = try await journal?.runs(scope) ?? []
        let marks = if let journal { try await RunMarks(journal) } else { RunMarks() }
        let runs = all.filter { marks.isUsable($0.id) }
        let newest = runs.max { $0.id.revision < $1.id.revision }
        let known = all.max { $0.id.revision < $1.id.revision }?.id
        if newest == nil, choice == .newest, let known { try await journal?.requireUsable(known) }
        // The number of a run that was forgotten is never given again, nor is one that the book of signatures knows.
        let booked = try await journal?.book(of: pipeline).lines.filter {
            $0.run.pipeline == pipeline && $0.run.period == period
        }
        let last = max(
            known?.revision ?? 0, try await journal?.newestForgotten(pipeline: pipeline, period: period) ?? 0,
            booked?.map(\.run.revision).max() ?? 0)
        let published = runs.filter { $0.phase == .complete }.max { $0.id.revision < $1.id.revision }
        if let published { try source.requireSame(as: published) }
        let revision: Int
        switch (newest, choice) {
        case (nil, _): revision = last + 1
        case (let run?, .newest): revision = run.id.revision
        case (let run?, .next):
            // A revision under way is the next one already.
            revision = run.phase == .complete ? last + 1 : run.id.revision
        }
        id = RunID(pipeline: pipeline, period: period, revision: revision)
        record = newest?.id == id ? newest : nil
        corrects = record?.corrects ?? (revision > 1 ? published?.id.revision : nil)
    }

    /// `new`, `continues` or `published`, as a plan says it.
    package var state: String {
        guard let record else { return "new" }
        return record.phase == .complete ? "published" : "continues"
    }
}
