internal import GantryEngine
internal import Synchronization

/// Counts rows as they are sent, for progress.
final class DeliveryMeter: Sendable {
    private let counts: Mutex<LedgerCounts>
    private let observe: @Sendable (ExportEvent) -> Void

    init(_ counts: LedgerCounts, _ observe: @escaping @Sendable (ExportEvent) -> Void) {
        self.counts = Mutex(counts)
        self.observe = observe
        observe(.sending(counts))
    }

    func note(_ before: LedgerEntry, _ after: LedgerEntry) {
        guard before.state != after.state else { return }
        let now = counts.withLock { counts in
            counts.count(before, times: -1)
            counts.count(after)
            return counts
        }
        observe(.sending(now))
    }
}
