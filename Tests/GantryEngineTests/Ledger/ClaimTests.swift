import GantryEngine
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

@Suite("Rows that are claimed ahead of their turn")
struct ClaimTests {
    /// How a sheet went.
    private struct Course {
        /// The most rows that were entered as sent and not answered at one time.
        var mostSent = 0
        var states: [LedgerEntry.State] = []
        var attempts: [Int] = []
        var error: (any Error)?
    }

    /// Sends 400 rows over four lanes, each after `request`, to a ledger that takes `writing` for a call.
    private func course(
        claimed: Int, request: Duration, writing: Duration, windows: Int = 1, stop: StopRequest = StopRequest(),
        stopAt: Int? = nil
    ) async throws -> Course {
        let ledger = memoryJournal()
        let entered = try await ledger.enter(
            (1...400).map { LedgerEntry(row: $0, idempotencyKey: "key \($0)", at: Instant(secondsSince1970: 0)) },
            scope: Sending.scope, for: Sending.run)
        var server = Paced(CountingServer(EffectBook()), request)
        server.server.claimedAtOnce = claimed
        let slow = FaultyLedger(ledger) { _ in if writing > .zero { try await Task.sleep(for: writing) } }
        let open = Mutex(0)
        let most = Mutex(0)
        let run = SubmissionRun(
            server, writer: LedgerWriter(slow, run: Sending.run), stop: stop, settle: .zero,
            clock: { Instant(secondsSince1970: 1) }, uptime: { .zero }, pause: { _, _ in },
            observe: { before, after in
                let now = open.withLock { open in
                    open += (after.state == .sent ? 1 : 0) - (before.state == .sent ? 1 : 0)
                    return open
                }
                most.withLock { $0 = max($0, now) }
                if let stopAt, after.state == .done, after.row >= stopAt { stop.request() }
            })
        let rows = entered.map { [OutgoingRow(CountingServer.Row($0.row), $0)] }
        let parts = Mutex(
            (0..<windows).map { Array(rows[$0 * rows.count / windows..<($0 + 1) * rows.count / windows]) })
        var course = Course()
        do { try await run.send(lanes: 4) { parts.withLock { $0.isEmpty ? nil : $0.removeFirst() } } } catch {
            course.error = error
        }
        let entries = try await ledger.entries(of: Sending.run, rows: 1..<401)
        course.mostSent = most.withLock { $0 }
        course.states = entries.map(\.state)
        course.attempts = entries.map(\.attempts)
        for entry in entries { #expect(server.server.book.count(entry.row, step: 0) == (entry.state == .done ? 1 : 0)) }
        return course
    }

    @Test(
        "are never more than twice what may be claimed at once, whichever is the slower", arguments: [(4, 0), (0, 4)])
    func bounded(request: Int, writing: Int) async throws {
        let course = try await course(claimed: 64, request: .milliseconds(request), writing: .milliseconds(writing))
        #expect(course.error == nil && course.states.allSatisfy { $0 == .done })
        #expect(course.mostSent > 4 && course.mostSent <= 4 + 128, "\(course.mostSent)")
    }

    @Test("are none where the server can't be asked")
    func none() async throws {
        let course = try await course(claimed: 1, request: .zero, writing: .milliseconds(1))
        #expect(course.states.allSatisfy { $0 == .done } && course.mostSent <= 4)
    }

    @Test("go on over the ends of windows", arguments: [2, 7, 400])
    func windows(_ windows: Int) async throws {
        let course = try await course(claimed: 64, request: .zero, writing: .milliseconds(1), windows: windows)
        #expect(
            course.error == nil && course.states.allSatisfy { $0 == .done } && course.attempts.allSatisfy { $0 == 1 })
    }

    @Test("are planned again where the end is asked for before their turn", arguments: [1, 7])
    func stopped(_ windows: Int) async throws {
        let course = try await course(
            claimed: 64, request: .zero, writing: .milliseconds(4), windows: windows, stopAt: 100)
        #expect((course.error as? RunError)?.code == .stopped)
        #expect(Set(course.states) == [.done, .planned])
        #expect(zip(course.states, course.attempts).allSatisfy { $0 == .planned ? $1 == 0 : $1 == 1 })
        #expect(course.states.count { $0 == .done } < 300)
    }

    @Test("are whole where the end is asked for with the last of them") func stoppedAtTheEnd() async throws {
        let course = try await course(claimed: 64, request: .zero, writing: .zero, windows: 4, stopAt: 400)
        #expect(course.states.allSatisfy { $0 == .done } && course.error == nil, "\(String(describing: course.error))")
    }
}

/// A server that takes its time.
private struct Paced: RowSender {
    var server: CountingServer
    let delay: Duration

    init(_ server: CountingServer, _ delay: Duration) {
        self.server = server
        self.delay = delay
    }

    var steps: Int { server.steps }
    var claimedAtOnce: Int { server.claimedAtOnce }
    func isShared(step: Int) -> Bool { server.isShared(step: step) }
    func send(_ rows: [OutgoingRow<CountingServer.Row>], step: Int) async -> EffectOutcome {
        if delay > .zero { try? await Task.sleep(for: delay) }
        return await server.send(rows, step: step)
    }
    func find(_ rows: [OutgoingRow<CountingServer.Row>], step: Int) async throws -> LookupOutcome {
        try await server.find(rows, step: step)
    }
}
