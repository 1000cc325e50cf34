import GantryEngine
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// Rows of which some have to arrive one after the other, read a few at a time.
@Suite("Rows that have an order") struct RowOrderTests {
    /// Sends rows whose order is the remainder of their number by 3, in windows of 4.
    private static func attempt(
        _ sending: Sending, lanes: Int, claimed: Int = 1,
        reaction: @escaping @Sendable ([Int]) -> CountingServer.Reaction = { _ in .take },
        canBeAsked: Bool = true
    ) async throws {
        var server = CountingServer(sending.book)
        server.order = { "\($0.number % 3)" }
        server.claimedAtOnce = claimed
        server.canBeAsked = canBeAsked
        server.reaction = { rows, _ in reaction(rows) }
        let entries = try await sending.ledger.enter(
            sending.rows.map {
                LedgerEntry(row: $0.number, idempotencyKey: "key \($0.number)", at: Instant(secondsSince1970: 1))
            },
            scope: Sending.scope, for: Sending.run)
        let open = zip(sending.rows, entries).map { OutgoingRow($0, $1) }.filter {
            [.planned, .sent].contains($0.entry.state)
        }
        let windows = stride(from: 0, to: open.count, by: 4).map { start -> [[OutgoingRow<CountingServer.Row>]] in
            var groups: [[OutgoingRow<CountingServer.Row>]] = []
            for row in open[start..<min(start + 4, open.count)] {
                if let place = groups.firstIndex(where: { $0[0].row.number % 3 == row.row.number % 3 }) {
                    groups[place].append(row)
                } else {
                    groups.append([row])
                }
            }
            return groups
        }
        let given = Mutex(windows[...])
        let run = SubmissionRun(
            server, writer: LedgerWriter(sending.ledger, run: Sending.run, patience: nil), stop: StopRequest(),
            settle: .zero,
            clock: { Instant(secondsSince1970: 2) }, uptime: { .zero }, pause: { _, _ in await Task.yield() },
            observe: { _, _ in })
        try await run.send(lanes: lanes) { given.withLock { $0.popFirst() } }
    }

    /// The numbers that arrived in each order.
    private static func arrived(_ book: EffectBook) -> [[Int]] {
        let numbers = book.requests.joined()
        return (0..<3).map { order in numbers.filter { $0 % 3 == order } }
    }

    @Test("arrive in it, whatever the lanes, and side by side with others", arguments: [1, 2, 5, 12], [1, 8])
    func inOrder(lanes: Int, claimed: Int) async throws {
        let sending = Sending(60)
        try await Self.attempt(sending, lanes: lanes, claimed: claimed)
        #expect(Self.arrived(sending.book).allSatisfy { $0 == $0.sorted() })
        #expect(try await sending.broken(canBeAsked: true) == nil)
        if lanes > 2 { #expect(sending.book.mostAtOnce > 1) }
    }

    @Test(
        "wait behind one that can't be sent for now, in later windows too, and go with the next command",
        arguments: [1, 6], [1, 8])
    func behindOne(lanes: Int, claimed: Int) async throws {
        let sending = Sending(30)
        await #expect(throws: RunError.self) {
            try await Self.attempt(sending, lanes: lanes, claimed: claimed, reaction: { $0 == [7] ? .miss : .take })
        }
        let counts = try await sending.ledger.counts(of: Sending.run)
        #expect(counts.sent == 0 && counts.done == 22 && counts.planned == 8)
        #expect(sending.book.requests.joined().allSatisfy { $0 % 3 != 1 || $0 <= 7 })
        try await Self.attempt(sending, lanes: lanes, claimed: claimed)
        let after = Self.arrived(sending.book)[1]
        #expect(after == after.sorted() && after.last == 28)
        #expect(try await sending.broken(canBeAsked: true) == nil)
    }

    @Test("wait behind one whose outcome is unknown", arguments: [1, 6])
    func behindDoubt(lanes: Int) async throws {
        let sending = Sending(30)
        try await Self.attempt(sending, lanes: lanes, reaction: { $0 == [7] ? .loseAnswer : .take }, canBeAsked: false)
        #expect(try await sending.entry(7)?.state == .unknown)
        for row in stride(from: 10, through: 28, by: 3) {
            #expect(try await sending.entry(row)?.state == .planned, "row \(row)")
        }
        #expect(try await sending.ledger.counts(of: Sending.run).done == 22)
    }

    @Test("end with the run where a lane ends with an error while others wait for their turn", arguments: [2, 8])
    func error(lanes: Int) async throws {
        let sending = Sending(40)
        await #expect(throws: CountingServer.Unavailable.self) {
            try await Self.attempt(sending, lanes: lanes, claimed: 8, reaction: { $0 == [5] ? .stop : .take })
        }
        let counts = try await sending.ledger.counts(of: Sending.run)
        #expect(counts.sent == 0 && counts.planned + counts.done == 40)
        try await Self.attempt(sending, lanes: lanes)
        #expect(Self.arrived(sending.book).allSatisfy { $0 == $0.sorted() })
    }
}
