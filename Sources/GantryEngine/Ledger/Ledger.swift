public import GantryModel

/// Stores the rows that are sent. Every call that writes is one transaction, durable when it returns.
///
/// What a ledger must do is tested by the conformance suite that every implementation runs.
public protocol Ledger: Sendable {
    /// Enters rows of a run in the order of their numbers.
    ///
    /// If the same side effect (scope and key) was entered before and is sent, answered, done or unknown, by another
    /// run or by an earlier beginning of this one, the new entry continues from there, and the other's entry names this
    /// run as the one that continues with it; so does one that a check refused, since what it found can be the effect
    /// itself. Of one that is planned or refused after it was sent, the new entry has the steps that are done and
    /// counts the attempts on. If an earlier row of this run has it, it is refused. A done row that replaces something
    /// counts only until something else was sent to its target; the entries of such an effect are left to this run. A
    /// row that is already entered doesn't change, unless another run has adopted its side effect: then it continues
    /// from there too.
    /// - Parameter scope: What keys are unique in, such as `certificates https://lms.example.test`.
    /// - Returns: The entries in their new state.
    func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry]
    /// What `enter` would return, with nothing written.
    func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry]
    /// Replaces entries of a run by their new state: all of them, or none when it throws. The same state may be
    /// recorded again, with the changes of its row before it.
    ///
    /// - Throws: ``LedgerConflict`` when one is now sent and another run has its side effect and has not left it to
    ///   this one; ``LedgerViolation`` when one is now sent and can't be.
    func record(_ entries: [LedgerEntry], for run: RunID) async throws
    /// The entries of these rows, in order of their numbers. Throws when one does not match its hash.
    func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry]
    func counts(of run: RunID) async throws -> LedgerCounts
    /// The entries of all runs with this id of the server, with the names of their runs, in no order.
    ///
    /// - Parameter kind: what their scopes begin with, up to a blank or their end.
    func entries(withServerID id: String, within kind: String) async throws -> [(run: String, entry: LedgerEntry)]
    /// Sets a run's entries aside so that it can be entered again. What was ever sent of them is kept.
    func setAside(_ run: RunID, at time: Instant) async throws
}

extension Ledger {
    /// The entries of a run in order of their numbers, up to 1,000 at a time. Numbers can have gaps, as where a sheet has
    /// blank rows.
    package func pages(of run: RunID) -> LedgerPages { LedgerPages(ledger: self, run: run) }
}

/// The entries of a run, page by page; each is read when it is asked for.
package struct LedgerPages: AsyncSequence, AsyncIteratorProtocol {
    fileprivate let ledger: any Ledger
    fileprivate let run: RunID
    private var left: Int?
    private var first = 1

    fileprivate init(ledger: any Ledger, run: RunID) {
        self.ledger = ledger
        self.run = run
    }

    package func makeAsyncIterator() -> LedgerPages { self }

    package mutating func next() async throws -> [LedgerEntry]? {
        let rows: Int
        if let left { rows = left } else { rows = try await ledger.counts(of: run).rows }
        guard rows > 0 else { return nil }
        var page = try await ledger.entries(of: run, rows: first..<(first + 1_000))
        if page.isEmpty {
            guard let next = try await ledger.entries(of: run, rows: first..<Int(Int32.max)).first else { return nil }
            first = next.row
            page = try await ledger.entries(of: run, rows: first..<(first + 1_000))
        }
        left = rows - page.count
        first += 1_000
        return page
    }
}

/// Another run has the side effect of a row, so it is not sent here.
public struct LedgerConflict: ExplainedError, Equatable {
    /// The number of the row in a spreadsheet program, from 1.
    public let row: Int
    /// The run that has it.
    public let run: String

    /// A conflict of the row with the run that has its side effect.
    public init(row: Int, run: String) {
        self.row = row
        self.run = run
    }

    /// Names the row by its number in the sheet and the other run.
    public var explanation: String {
        "\(singleLine(run)) has sent a row with the same effect as row \(row) of the sheet."
    }
    /// Says that the row was not sent and that the same command adopts what the other run did.
    public var advice: Advice? { "It was not sent here. Run the same command again to adopt what the other run did." }
    /// True: a second attempt finds the other run's entry.
    public var isRetryable: Bool { true }
}
