internal import GantryEngine
public import GantryRuns

/// Lets at most four progress events a second through, the first and the last of every stage, and every other event.
public struct EventThrottle: Sendable {
    private enum Stage { case fetching, replaying, rewriting, checking, sending, delivering }

    private static let spacing = Duration.milliseconds(250)
    private var last: (stage: Stage, at: Duration)?

    /// A throttle that has let nothing through yet.
    public init() {}

    /// Whether this event is reported.
    public mutating func allows(_ event: ExportEvent, at now: Duration) -> Bool {
        let stage: Stage
        let isLast: Bool
        switch event {
        case .run(.fetched(_, let records, let total, _)): (stage, isLast) = (.fetching, records == total)
        case .run(.replaying(let records, let total)): (stage, isLast) = (.replaying, records == total)
        case .run(.rewriting(let records, let total)): (stage, isLast) = (.rewriting, records == total)
        case .checked: (stage, isLast) = (.checking, false)
        case .sending(let counts, _):
            (stage, isLast) = (.sending, counts.done + counts.refused + counts.unknown == counts.rows)
        case .delivering(_, let progress): (stage, isLast) = (.delivering, progress.files == progress.filesTotal)
        default: return true
        }
        if isLast { return true }
        if let last, last.stage == stage, now - last.at < EventThrottle.spacing { return false }
        last = (stage, now)
        return true
    }
}
