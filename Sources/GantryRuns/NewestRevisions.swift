public import GantryEngine

/// Which published revision of each pipeline and period is the newest.
public struct NewestRevisions: Sendable {
    private var newest: [String: Int] = [:]

    /// Looks through the runs in any order. Unfinished runs, runs that send and those that can't be used are left out.
    public init(_ runs: [RunHead], marks: RunMarks = RunMarks()) {
        for run in runs where run.phase == .complete && !run.isOfSheet && marks.isUsable(run.id) {
            newest[NewestRevisions.key(run), default: 0] = max(
                newest[NewestRevisions.key(run), default: 0], run.id.revision)
        }
    }

    /// The revision to use in place of a published one; `nil` for the newest, and for runs that send: each of their
    /// revisions sends other rows.
    public func superseding(_ run: RunHead) -> Int? {
        guard run.phase == .complete, !run.isOfSheet else { return nil }
        return newest[NewestRevisions.key(run)].flatMap { $0 > run.id.revision ? $0 : nil }
    }

    private static func key(_ run: RunHead) -> String { "\(run.id.pipeline)/\(run.id.period)" }
}

extension RunHead {
    /// Whether the run sends the rows of a sheet.
    package var isOfSheet: Bool { kind == .sheet }
}
