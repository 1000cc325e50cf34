import GantryEngine
import GantryModel
import GantryTestSupport
import Testing

/// Answers that will not change, however often the same is sent.
@Suite("A row that the server fails at") struct LastingAnswerTests {
    private static func server(
        _ sending: Sending, _ reaction: @escaping @Sendable ([Int]) -> CountingServer.Reaction
    ) -> CountingServer {
        var server = CountingServer(sending.book)
        server.reaction = { rows, _ in reaction(rows) }
        return server
    }

    @Test(
        "in the same words twice is refused with them, the status and the newest trace id, and the others are sent",
        arguments: [1, 4])
    func twice(lanes: Int) async throws {
        var sending = Sending(8)
        sending.lanes = lanes
        try await sending.attempt(
            Self.server(sending) { $0 == [3] ? .fail("Request 4711 broke batch_number.") : .take })
        let entry = try await sending.entry(3)
        #expect(entry?.state == .refused && entry?.status == 500 && entry?.attempts == 2)
        #expect(
            entry?.problem?.sentence == "Request 4711 broke batch_number." && entry?.traceID.hasPrefix("trace ") == true
        )
        #expect(try await sending.broken(canBeAsked: true, refused: [3]) == nil)
    }

    @Test("in the same words twice is unknown where the server can't be asked whether it has it")
    func unproven() async throws {
        let sending = Sending(2)
        var server = Self.server(sending) { $0 == [1] ? .fail("Broken.") : .take }
        server.isRepeatable = true
        try await sending.attempt(server)
        let entry = try await sending.entry(1)
        #expect(entry?.state == .unknown && entry?.status == 500 && entry?.attempts == 2)
        #expect(
            entry?.problem?.sentence
                == "Broken. It was already sent, and this server can't be asked whether it has the row.")
        #expect(sending.book.requests == [[1], [1], [2]])
        #expect(try await sending.entry(2)?.state == .done)
    }

    @Test("in other words each time, or with another status, is left for later") func changing() async throws {
        let sending = Sending(1)
        let script = Script([.fail("The disk is full."), .fail("The disk is busy."), .fail("The disk is away.")])
        await #expect { try await sending.attempt(Self.server(sending) { _ in script.next() }) } throws: {
            ($0 as? RunError)?.code == .rowsLeft
        }
        #expect(try await sending.entry(1)?.state == .planned)
    }

    @Test("in the words that an earlier command left it with is refused at once") func earlierCommand() async throws {
        let sending = Sending(1)
        let script = Script([.fail("Broken."), .fail("Away."), .fail("Broken by 7.")])
        await #expect(throws: RunError.self) { try await sending.attempt(Self.server(sending) { _ in script.next() }) }
        try await sending.attempt(Self.server(sending) { _ in .fail("Broken by 8.") })
        #expect(try await sending.entry(1)?.state == .refused && sending.book.requests.count == 4)
    }

    @Test("together with others is refused with all of them, and the count is that of rows") func shared() async throws
    {
        var sending = Sending(661)
        sending.groups = [Array(1...661)]
        var server = Self.server(sending) { _ in
            .fail("The server answered 500 \"Unique constraint failed on batch_number\".")
        }
        server.sharedSteps = [0]
        try await sending.attempt(server)
        #expect(try await sending.ledger.counts(of: Sending.run).refused == 661)
        var other = Sending(661)
        other.groups = sending.groups
        let script = Script([
            .fail("The server answered 500 \"A\"."), .fail("The server answered 500 \"B\"."),
            .fail("The server answered 500 \"C\"."),
        ])
        server = Self.server(other) { _ in script.next() }
        server.sharedSteps = [0]
        let (run, failing) = (other, server)
        await #expect { try await run.attempt(failing) } throws: {
            ($0 as? RunError)?.explanation == "661 rows couldn't be sent: the server answered 500 \"C\"."
        }
    }

    @Test("as at all others is not refused: the server is broken, and the run ends early", arguments: [1, 4])
    func brokenServer(lanes: Int) async throws {
        var sending = Sending(60)
        sending.lanes = lanes
        let run = sending
        await #expect {
            try await run.attempt(Self.server(run) { $0[0] > 10 ? .fail("Out of order.") : .take })
        } throws: {
            guard let error = $0 as? RunError else { return false }
            return error.code == .rowsLeft && error.isRetryable
                && error.explanation.contains(
                    "rows couldn't be sent in a row, so no more were tried: Out of order.")
        }
        let counts = try await sending.ledger.counts(of: Sending.run)
        #expect(counts.refused == 0 && counts.done == 10 && counts.planned == 50)
        #expect(Set(sending.book.requests.joined()).count < 30)
        // It works again.
        try await sending.attempt(CountingServer(sending.book))
        #expect(try await sending.broken(canBeAsked: true) == nil)
    }

    @Test("as at all others by every command comes to its end, some rows with each") func everyCommand() async throws {
        let sending = Sending(12)
        let counts = try await sending.finish(most: 10) { _ in Self.server(sending) { _ in .fail("Out of order.") } }
        #expect(counts.refused == 12)
    }

    @Test("is refused once what it was split from is too") func split() async throws {
        struct Splitting: RowSender {
            var server: CountingServer
            let steps = 1
            func steps(of row: CountingServer.Row) -> Int { 1 }
            func isShared(step: Int) -> Bool { true }
            func send(_ rows: [OutgoingRow<CountingServer.Row>], step: Int) async -> EffectOutcome {
                await server.send(rows, step: step)
            }
            func find(_ rows: [OutgoingRow<CountingServer.Row>], step: Int) async throws -> LookupOutcome {
                try await server.find(rows, step: step)
            }
            func refusal(
                of rows: [OutgoingRow<CountingServer.Row>], step: Int, for problem: RowProblem, status: Int?
            ) -> EffectOutcome { .split(problem) }
            func meaning(ofStatus status: Int) -> AnswerMeaning { server.meaning(ofStatus: status) }
        }
        let sending = Sending(3)
        let server = Self.server(sending) { $0.contains(2) ? .fail("Row 2 breaks it.") : .take }
        let entered = try await sending.ledger.enter(
            sending.rows.map {
                LedgerEntry(row: $0.number, idempotencyKey: "key \($0.number)", at: Instant(secondsSince1970: 1))
            },
            scope: Sending.scope, for: Sending.run)
        let run = SubmissionRun(
            Splitting(server: server), writer: LedgerWriter(sending.ledger, run: Sending.run), stop: StopRequest(),
            settle: .zero,
            clock: { Instant(secondsSince1970: 2) }, uptime: { .zero }, pause: { _, _ in }, observe: { _, _ in })
        _ = try await run.send([zip(sending.rows, entered).map { OutgoingRow($0, $1) }], lanes: 1)
        #expect(sending.book.requests == [[1, 2, 3], [1, 2, 3], [1], [2], [3]])
        #expect(try await sending.broken(canBeAsked: true, refused: [2]) == nil)
    }

    @Test(
        "that says it was taken, but does not show it, is never sent again: it is found, or a person decides",
        arguments: [true, false])
    func unconfirmed(isShown: Bool) async throws {
        let sending = Sending(2)
        var server = Self.server(sending) { $0 == [1] ? .takeUnshown : .take }
        server.showsEffects = isShown
        try await sending.attempt(server)
        let entry = try await sending.entry(1)
        #expect(entry?.state == (isShown ? .done : .unknown))
        if !isShown {
            #expect(entry?.reason == "The answer shows nothing. The server doesn't show it." && entry?.status == 204)
        }
        #expect(sending.book.requests == [[1], [2]])
    }

    @Test("that says it was taken is not sent again by the next process either") func unconfirmedAndEnded() async throws
    {
        let sending = Sending(1)
        var server = Self.server(sending) { _ in .takeUnshown }
        server.showsEffects = false
        server.lookupFailure = { _, _ in CountingServer.Unavailable() }
        let first = server
        await #expect(throws: RunError.self) { try await sending.attempt(first) }
        #expect(try await sending.entry(1)?.state == .sent)
        server.lookupFailure = { _, _ in nil }
        try await sending.attempt(server)
        #expect(try await sending.entry(1)?.state == .unknown && sending.book.requests.count == 1)
    }
}
