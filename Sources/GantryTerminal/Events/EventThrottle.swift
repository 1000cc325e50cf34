internal import GantryEngine
public import GantryKit

/// Lets at most four progress events a second through, and every other event.
public struct EventThrottle: Sendable {
    private static let spacing = Duration.milliseconds(250)
    private var last: Duration?

    public init() {}

    /// Whether this event is to be told.
    public mutating func allows(_ event: ExportEvent, at now: Duration) -> Bool {
        let isLastOfStage: Bool
        switch event {
        case .run(.fetched(_, let records, let total, _)): isLastOfStage = records == total
        case .run(.replaying(let records, let total)), .run(.rewriting(let records, let total)): isLastOfStage = records == total
        case .checked: isLastOfStage = false
        case .sending(let counts, _): isLastOfStage = counts.done + counts.refused + counts.unknown == counts.rows
        default: return true
        }
        if isLastOfStage { return true }
        if let last, now - last < EventThrottle.spacing { return false }
        last = now
        return true
    }
}
