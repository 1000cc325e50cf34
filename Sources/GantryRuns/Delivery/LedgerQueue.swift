internal import GantryEngine

/// Records what becomes of files that are delivered at once: what comes while a transaction is under way is in the next
/// one together. Whoever records something continues only once it is durable.
actor LedgerQueue {
    private struct Waiting {
        let entries: [LedgerEntry]
        let done: CheckedContinuation<Void, any Error>
    }

    private let ledger: any Ledger
    private let run: RunID
    private var waiting: [Waiting] = []
    private var isWriting = false

    init(_ ledger: any Ledger, for run: RunID) {
        self.ledger = ledger
        self.run = run
    }

    /// As ``Ledger/record(_:for:)``.
    func record(_ entries: [LedgerEntry]) async throws {
        try await withCheckedThrowingContinuation { done in
            waiting.append(Waiting(entries: entries, done: done))
            guard !isWriting else { return }
            isWriting = true
            Task { await write() }
        }
    }

    private func write() async {
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            do {
                try await ledger.record(batch.flatMap(\.entries), for: run)
                for item in batch { item.done.resume() }
            } catch {
                // One that is refused must not fail the others.
                for item in batch { await write(item) }
            }
        }
        isWriting = false
    }

    private func write(_ item: Waiting) async {
        do {
            try await ledger.record(item.entries, for: run)
            item.done.resume()
        } catch {
            item.done.resume(throwing: error)
        }
    }
}
