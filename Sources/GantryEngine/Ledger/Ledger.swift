public import GantryModel

/// Where the rows that are sent are kept. Every call that writes is one transaction, durable when it returns.
///
/// What a ledger must do is tested by the conformance suite that every implementation runs.
public protocol Ledger: Sendable {
    /// Enters rows of a run in the order of their numbers.
    ///
    /// Where the same side effect (scope and key) was entered before and is sent, answered, done or unknown, by another run or by
    /// an earlier beginning of this one, the new entry goes on from there; so does one that a check refused, because what the check
    /// found at the server is then the effect itself. Where an earlier row of this run has it, it is refused.
    /// A row that is entered already stays as it is.
    /// - Parameter scope: What keys are unique in, such as `cdbl.certificates https://lms.example.test`.
    /// - Returns: The entries as they now stand.
    func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry]
    /// What `enter` would return, with nothing written.
    func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry]
    /// Replaces entries of a run by what has become of them.
    func record(_ entries: [LedgerEntry], for run: RunID) async throws
    /// The entries of these rows, in order of their numbers. Throws when one does not match its hash.
    func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry]
    func counts(of run: RunID) async throws -> LedgerCounts
    /// Sets a run's entries aside so that it can be entered anew. What they tell of side effects is kept.
    func setAside(_ run: RunID, at time: Instant) async throws
}

/// Commits the changes of many rows together: what comes while a transaction is being synced goes into the next one.
public actor LedgerWriter {
    private struct Waiting {
        let entries: [LedgerEntry]
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let ledger: any Ledger
    private let run: RunID
    private var waiting: [Waiting] = []
    private var isWriting = false

    public init(_ ledger: any Ledger, run: RunID) {
        self.ledger = ledger
        self.run = run
    }

    /// Returns when the entries are durable.
    public func record(_ entries: [LedgerEntry]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(Waiting(entries: entries, continuation: continuation))
            guard !isWriting else { return }
            isWriting = true
            Task { await self.write() }
        }
    }

    private func write() async {
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            let result: Result<Void, any Error>
            do { result = .success(try await ledger.record(batch.flatMap(\.entries), for: run)) } catch { result = .failure(error) }
            for one in batch { one.continuation.resume(with: result) }
        }
        isWriting = false
    }
}
