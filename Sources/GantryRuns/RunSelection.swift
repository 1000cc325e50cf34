public import GantryEngine
public import GantryFiles
public import GantryModel

/// Which runs a list shows, and in which order.
public struct RunSelection: Sendable {
    /// What a list is ordered by.
    public enum Order: String, Sendable, CaseIterable {
        /// The newest start first.
        case started
        /// The newest end first; unfinished runs before all others.
        case finished
        /// By pipeline, period and revision.
        case name
    }

    /// A state of runs that a list can be limited to.
    public enum State: String, Sendable, CaseIterable {
        /// Published, and neither withdrawn nor missing.
        case published
        case running
        case unfinished
        /// Published, and not to be used any more.
        case withdrawn
        /// Published, and its folder is gone.
        case missing
        /// Its entry in the journal can't be used.
        case damaged
    }

    /// Only runs of this pipeline, with whichever connection, or with the one that it names; `nil` shows all.
    public var pipeline: String?
    /// Only runs of this kind; `nil` shows all.
    public var kind: RunIdentity.Kind?
    /// Only runs in one of these states; empty shows all.
    public var states: Set<State> = []
    /// Only runs that started or finished at this time or later; `nil` shows all.
    public var since: Instant?
    /// At most so many; `nil` shows all.
    public var limit: Int?
    /// The order; the limit takes the first ones of it.
    public var order = Order.started

    /// A selection of all runs, newest start first.
    public init() {}

    /// Whether damaged entries are shown: they have no pipeline or times that could be trusted.
    public var showsDamaged: Bool {
        pipeline == nil && kind == nil && since == nil && (states.isEmpty || states.contains(.damaged))
    }

    /// The runs that have to be read for it.
    package var scope: RunScope {
        if let pipeline { return .family(pipeline: pipeline) }
        if !states.isEmpty, states.isSubset(of: [.running, .unfinished]) { return .unfinished }
        if let kind { return .kind(kind, since: since) }
        if let since { return .since(since) }
        if let limit, states.isEmpty, order == .started { return .newest(limit) }
        return .all
    }

    /// Whether it depends on what is in the place of export folders.
    package var asksForFolders: Bool { !states.isDisjoint(with: [.published, .missing, .withdrawn]) }

    /// The runs to show.
    ///
    /// - Parameters:
    ///   - runs: newest start first.
    ///   - holders: who works on which.
    ///   - marks: what became of them after they were published.
    public func of(
        _ runs: [RunHead], holders: [RunID: LockHolder], marks: RunMarks = RunMarks()
    ) -> [RunHead] {
        var shown = runs.filter { run in
            (pipeline.map { run.id.pipeline == $0 || run.id.pipeline.hasPrefix($0 + "@") } ?? true)
                && (kind == nil || run.kind == kind)
                && (states.isEmpty || states.contains(RunSelection.state(of: run, holders[run.id], marks)))
                && (since.map { (run.finishedAt ?? run.startedAt) >= $0 || run.startedAt >= $0 } ?? true)
        }
        switch order {
        case .started: break
        case .finished:
            // Sorting keeps the order of equal ones.
            shown.sort { ($0.finishedAt?.nanosecondsSince1970 ?? .max) > ($1.finishedAt?.nanosecondsSince1970 ?? .max) }
        case .name: shown.sort { RunSelection.key($0.id) < RunSelection.key($1.id) }
        }
        return Array(shown.prefix(limit ?? shown.count))
    }

    private static func state(of run: RunHead, _ holder: LockHolder?, _ marks: RunMarks) -> State {
        switch run.state(heldBy: holder) {
        case .running: .running
        case .unfinished: .unfinished
        case .damaged: .damaged
        case .published:
            marks.withdrawn[run.id] != nil ? .withdrawn : marks.folder(of: run) == .missing ? .missing : .published
        }
    }

    private static func key(_ id: RunID) -> (String, String, Int) { (id.pipeline, id.period, id.revision) }
}
