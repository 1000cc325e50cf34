internal import GantryEngine
internal import GantryJournal
internal import GantryModel

/// The published run that an export with `since: last-run` goes on from. It is part of the run's identity: two runs
/// that go on from the same one hold the same records.
struct RunBase: Equatable, Sendable {
    /// `nil` for the first run, which takes everything.
    let id: RunID?

    private static let key = "since"
    private static let beginning = "the beginning"

    /// As the identity of a run names it.
    var line: String { "\(RunBase.key): \(id?.description ?? RunBase.beginning)" }

    /// Reads the identity of a run; `nil` when the run was begun without a base.
    init?(identity: String) {
        let prefix = "\(RunBase.key): "
        guard let line = identity.split(separator: "\n").last(where: { $0.hasPrefix(prefix) }) else { return nil }
        id = RunID(String(line.dropFirst(prefix.count)))
    }

    /// The newest published run of the pipeline that asked for the same; for a correction, what the corrected run went
    /// on from.
    ///
    /// - Parameters:
    ///   - source: the server and account that such a run read.
    ///   - lines: what the identity of such a run holds: what narrows the datasets that go on.
    init(
        of run: RunID, corrects: Int?, from source: RunSource, asking lines: [String], in journal: SQLiteJournal,
        _ workspace: Workspace
    ) async throws {
        if let corrects {
            let corrected = try await journal.run(RunID(pipeline: run.pipeline, period: run.period, revision: corrects))
            if let corrected, let base = RunBase(identity: corrected.identity) {
                self = base
                return
            }
        }
        let wanted = Set(lines)
        let published = try await journal.runs().filter { known in
            known.id.pipeline == run.pipeline && known.id != run && RunBase.isPublished(known, workspace)
                && known.source.map(source.matches) ?? false
                && wanted.isSubset(of: known.identity.split(separator: "\n").map(String.init))
        }
        id = published.max { RunBase.end($0) < RunBase.end($1) }?.id
    }

    /// Killed right after its folder got its name, a run is published although its row in the journal does not say so
    /// yet.
    private static func isPublished(_ run: RunRecord, _ workspace: Workspace) -> Bool {
        run.phase == .complete || (run.phase == .publish && RunPlace.isFolder(workspace.folder(of: run.id)))
    }

    private static func end(_ run: RunRecord) -> Int64 { (run.finishedAt ?? run.startedAt).nanosecondsSince1970 }

    /// Where a dataset of the base ended; `nil` when there is none to go on from.
    func bookmark(of step: DatasetPipeline.Step, in journal: any Journal) async throws -> Bookmark? {
        guard let id else { return nil }
        return try await journal.result(of: StageID(id, step.shortName))?.bookmark.flatMap { Bookmark($0) }
    }
}
