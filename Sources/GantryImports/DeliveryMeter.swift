internal import GantryEngine
internal import GantryHTTP
internal import GantryRuns
internal import Synchronization

/// Counts rows and bytes while they are sent, for progress.
final class DeliveryMeter: Sendable {
    private let counts: Mutex<LedgerCounts>
    private let total: Int
    private let observe: @Sendable (ExportEvent) -> Void
    /// Counts the bytes of bodies.
    let transfers = TransferMeter()

    /// - Parameter total: bytes of the files that are yet to be sent.
    init(_ counts: LedgerCounts, total: Int, _ observe: @escaping @Sendable (ExportEvent) -> Void) {
        self.counts = Mutex(counts)
        self.total = total
        self.observe = observe
    }

    func note(_ before: LedgerEntry, _ after: LedgerEntry) {
        guard before.state != after.state else { return }
        counts.withLock { counts in
            counts.count(before, times: -1)
            counts.count(after)
        }
    }

    /// Reports the progress, also while `body` runs.
    func during<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await whileTelling({ [self] in tell() }, body)
    }

    private func tell() {
        // A form is a little longer than its file, and a file that is sent again counts once.
        let sent = min(transfers.bytes, total)
        observe(.sending(counts.withLock { $0 }, SentBytes(sent: sent, total: total)))
    }
}
