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

    /// Only runs of this pipeline; `nil` shows all.
    public var pipeline: String?
    /// Only runs in one of these states; empty shows all.
    public var states: Set<RunState> = []
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
        pipeline == nil && since == nil && (states.isEmpty || states.contains(.damaged))
    }

    /// The runs to show.
    ///
    /// - Parameters:
    ///   - runs: newest start first.
    ///   - holders: who works on which.
    public func of(_ runs: [RunRecord], holders: [RunID: LockHolder]) -> [RunRecord] {
        var shown = runs.filter { run in
            (pipeline.map { $0 == run.id.pipeline } ?? true)
                && (states.isEmpty || states.contains(run.state(heldBy: holders[run.id])))
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

    private static func key(_ id: RunID) -> (String, String, Int) { (id.pipeline, id.period, id.revision) }
}
