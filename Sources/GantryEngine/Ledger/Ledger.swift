public import GantryModel

/// Where the rows that are sent are kept. Every call that writes is one transaction, durable when it returns.
///
/// What a ledger must do is tested by the conformance suite that every implementation runs.
public protocol Ledger: Sendable {
    /// Enters rows of a run in the order of their numbers.
    ///
    /// Where the same side effect (scope and key) was entered before and is sent, answered, done or unknown, by another run or by
    /// an earlier beginning of this one, the new entry goes on from there, and the other's entry names this run as the one that
    /// goes on with it; so does one that a check refused, since what it found can be the effect itself. Where an earlier row of this
    /// run has it, it is refused. A row that is entered already stays as it is,
    /// unless another run has gone on with its side effect: then it goes on from there too.
    /// - Parameter scope: What keys are unique in, such as `cdbl.certificates https://lms.example.test`.
    /// - Returns: The entries as they now stand.
    func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry]
    /// What `enter` would return, with nothing written.
    func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry]
    /// Replaces entries of a run by what has become of them: all of them, or none when it throws. What is recorded already may be
    /// recorded again.
    ///
    /// - Throws: ``LedgerConflict`` when one is now sent and another run has its side effect and has not left it to this one;
    ///   ``LedgerViolation`` when one is now sent and can't be.
    func record(_ entries: [LedgerEntry], for run: RunID) async throws
    /// The entries of these rows, in order of their numbers. Throws when one does not match its hash.
    func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry]
    func counts(of run: RunID) async throws -> LedgerCounts
    /// Sets a run's entries aside so that it can be entered anew. What they tell of side effects is kept.
    func setAside(_ run: RunID, at time: Instant) async throws
}

/// Another run has the side effect of a row, so it is not sent here.
public struct LedgerConflict: ExplainedError, Equatable {
    public let row: Int
    /// The run that has it.
    public let run: String

    public init(row: Int, run: String) {
        self.row = row
        self.run = run
    }

    public var explanation: String { "Row \(row) is for the same thing as a row that \(singleLine(run)) has sent meanwhile." }
    public var advice: String? { "It was not sent here. The same command takes over what the other run did." }
    public var isRetryable: Bool { true }
}

/// Commits the changes of many rows together, in the order in which they come: what comes while a transaction is being synced
/// goes into the next one.
public actor LedgerWriter {
    private struct Waiting {
        let entries: [LedgerEntry]
        /// `nil` where nobody waits for it.
        let continuation: CheckedContinuation<Void, any Error>?
    }

    private let ledger: any Ledger
    private let run: RunID
    private var waiting: [Waiting] = []
    private var isWriting = false
    /// Why something that nobody waited for is not in the ledger. Nothing is recorded after it.
    private var failure: (any Error)?

    public init(_ ledger: any Ledger, run: RunID) {
        self.ledger = ledger
        self.run = run
    }

    /// Returns when the entries are durable, and all that came before them.
    public func record(_ entries: [LedgerEntry]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(Waiting(entries: entries, continuation: continuation))
        }
    }

    /// Records the entries in their turn, without waiting for it. A failure comes to light in the next ``record(_:)``.
    public func note(_ entries: [LedgerEntry]) { enqueue(Waiting(entries: entries, continuation: nil)) }

    /// Returns when everything so far is durable.
    public func flush() async throws { try await record([]) }

    private func enqueue(_ item: Waiting) {
        waiting.append(item)
        guard !isWriting else { return }
        isWriting = true
        Task { await self.write() }
    }

    private func write() async {
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            let result = await recorded(batch.flatMap(\.entries))
            for one in batch {
                // What stands in the way of one must not keep the answers of the others from the ledger.
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
