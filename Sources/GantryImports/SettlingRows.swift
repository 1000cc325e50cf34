internal import GantryEngine
internal import GantryHTTP
internal import GantryModel
internal import GantryRuns
internal import Synchronization

/// The rows whose answers were lost and that may still arrive, for progress.
final class SettlingRows: Sendable {
    private let clock: GateClock
    private let observe: @Sendable (ExportEvent) -> Void
    private let rows = Mutex<[Int: Duration]>([:])

    init(_ clock: GateClock, _ observe: @escaping @Sendable (ExportEvent) -> Void) {
        self.clock = clock
        self.observe = observe
    }

    /// - Parameter until: the time of the clock until which the row is looked up; `nil` when that is over.
    func note(_ entry: LedgerEntry, until: Duration?) {
        let (count, last) = rows.withLock { rows in
            rows[entry.place] = until
            return (rows.count, rows.values.max())
        }
        let left = last.map { max($0 - clock.now(), .zero) }
        observe(
            .settling(
                rows: count, left: left ?? .zero,
                until: left.map { Instant.now.adding(nanoseconds: Int64($0 / .nanoseconds(1))) }))
    }
}
