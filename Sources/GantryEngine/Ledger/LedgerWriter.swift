/// Commits the changes of many rows together, in order: changes that arrive while a transaction is synced go into the
/// next one, and changes that no caller waits for wait a moment for others.
public actor LedgerWriter {
    private struct Waiting {
        let entries: [LedgerEntry]
        /// `nil` if no caller waits for it.
        let continuation: CheckedContinuation<Void, any Error>?
    }

    private let ledger: any Ledger
    private let run: RunID
    private var waiting: [Waiting] = []
    private var isWriting = false
    /// Whether the changes that no caller waits for have a scheduled write.
    private var isDue = false
    /// Why a change that no caller waited for is not in the ledger. Nothing is recorded after it.
    private var failure: (any Error)?

    private let patience: Duration?

    /// - Parameter patience: How long a change without a waiting caller may wait; `nil` until some caller waits. The
    ///   default is 20 ms.
    public init(_ ledger: any Ledger, run: RunID, patience: Duration? = .milliseconds(20)) {
        self.patience = patience
        self.ledger = ledger
        self.run = run
    }

    /// Returns when the entries are durable, and all that were recorded before them.
    public func record(_ entries: [LedgerEntry]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(Waiting(entries: entries, continuation: continuation))
        }
    }

    /// Records the entries in order, without waiting. The next ``record(_:)`` reports a failure.
    public func note(_ entries: [LedgerEntry]) {
        waiting.append(Waiting(entries: entries, continuation: nil))
        guard !isDue, let patience else { return }
        isDue = true
        Task {
            // Sleeping ends early only when the task is cancelled, which never happens.
            try? await Task.sleep(for: patience)
            isDue = false
            start()
        }
    }

    /// Returns when everything so far is durable.
    public func flush() async throws { try await record([]) }

    private func enqueue(_ item: Waiting) {
        waiting.append(item)
        start()
    }

    private func start() {
        guard !isWriting, !waiting.isEmpty else { return }
        isWriting = true
        Task { await self.write() }
    }

    private func write() async {
        while waiting.contains(where: { $0.continuation != nil }) || !(waiting.isEmpty || isDue || patience == nil) {
            let batch = waiting
            waiting = []
            let result = await recorded(batch.flatMap(\.entries))
            for one in batch {
                // A problem with one entry must not keep the answers of the others from the ledger.
                var end = result
                if batch.count > 1, case .failure = result { end = await recorded(one.entries) }
                if let continuation = one.continuation {
                    continuation.resume(with: end)
                } else if case .failure(let error) = end {
                    failure = error
                }
            }
        }
        isWriting = false
    }

    private func recorded(_ entries: [LedgerEntry]) async -> Result<Void, any Error> {
        if let failure { return .failure(failure) }
        if entries.isEmpty { return .success(()) }
        do { return .success(try await ledger.record(entries, for: run)) } catch { return .failure(error) }
    }
}
