public import GantryEngine
public import GantryModel
internal import GantryOutputs
internal import GantryPayroll

/// Another published period of pay that holds days of this one: paying both pays those hours twice.
public struct PayOverlap: Equatable, Sendable {
    /// The newest published revision of the other period.
    public let run: RunID
    /// The first and last day that both cover.
    public let first: CivilDate
    /// The last day that both cover; not before `first`.
    public let last: CivilDate
    /// Work entries that both fetched; `nil` if one of them keeps no archive, isn't published yet, or tells
    /// entries by another field.
    public let entries: Int?
    /// What became of its pay: `r1 was delivered to /mnt/payroll on 2026-11-04`; `nil` where nothing was delivered.
    public var delivered: String?

    /// An overlap with the given values.
    public init(run: RunID, first: CivilDate, last: CivilDate, entries: Int?) {
        self.run = run
        self.first = first
        self.last = last
        self.entries = entries
    }
}

extension PayOverlap {
    /// Every published payroll run that covers days of `period` under another name, of those that may hold its entries.
    ///
    /// - Parameters:
    ///   - run: the run that is published or asked for.
    ///   - isPublished: whether the run has an archive to compare entries with.
    package static func all(
        of run: RunID, _ period: PayPeriod, from source: RunSource, isPublished: Bool,
        in journal: (any WorkspaceJournal)?,
        _ workspace: Workspace
    ) async throws -> [PayOverlap] {
        // Nobody is paid by a look at an open period.
        guard let journal, !period.isDated else { return [] }
        let marks = try await RunMarks(journal)
        let others = try await journal.samePay(as: run, from: source).filter { other in
            marks.isUsable(other.id) && (other.id.pipeline, other.id.period) != (run.pipeline, run.period)
        }
        let newest = Dictionary(grouping: others) { "\($0.id.pipeline)/\($0.id.period)" }.values
            .compactMap { runs in runs.max { $0.id.revision < $1.id.revision } }
        var found: [PayOverlap] = []
        for other in newest {
            // A name that isn't a period is not a payroll run of ours.
            guard let covered = try? PayPeriod(other.id.period), !covered.isDated else { continue }
            let first = max(period.first, covered.first)
            let last = min(period.last, covered.last)
            guard first <= last else { continue }
            var entries: Int?
            if isPublished, let mine = archive(of: run, workspace), let theirs = archive(of: other.id, workspace) {
                let keys = try await journal.entryKeys(of: run, besides: other.id)
                if keys != .ofOtherField {
                    entries = try await SharedEntries.count(
                        in: [mine, theirs], of: first...last, onAnyDay: keys == .same)
                }
            }
            found.append(PayOverlap(run: other.id, first: first, last: last, entries: entries))
        }
        return found.sorted { ($0.first, $0.run.description) < ($1.first, $1.run.description) }
    }

    /// The archive of a published run; `nil` if it has none, or its folder is gone.
    private static func archive(of run: RunID, _ workspace: Workspace) -> SharedEntries.Archive? {
        (try? ExportFolder(workspace.folder(of: run))).flatMap { SharedEntries.Archive(of: $0) }
    }
}

extension RunHead {
    /// Whether the files of the run pay people; see `Pipeline.paysPeople`.
    package var paysPeople: Bool { kind == .payroll }
}
