import GantryEngine
import GantryModel
import GantryTestSupport
import Testing

@Suite("Rows that are sent")
struct SubmissionRunTests {
    @Test("each arrive once, over any number of lanes", arguments: 1...8)
    func lanes(_ lanes: Int) async throws {
        var sending = Sending(60)
        sending.lanes = lanes
        try await sending.attempt(CountingServer(sending.book))
        #expect(try await sending.broken(canBeAsked: true) == nil)
        #expect(sending.book.requests.count == 60 && sending.book.mostAtOnce <= lanes)
        try await sending.attempt(CountingServer(sending.book))
        #expect(sending.book.requests.count == 60, "a second attempt sends nothing")
    }

    @Test("go step by step, as many as each needs")
    func steps() async throws {
        let sending = Sending(6) { $0 % 3 + 1 }
        try await sending.attempt(CountingServer(sending.book, steps: 3))
        #expect(try await sending.broken(canBeAsked: true) == nil)
        #expect(sending.book.requests == [[1], [1], [2], [2], [2], [3], [4], [4], [5], [5], [5], [6]])
        #expect(try await sending.entry(2)?.stepsDone == 3)
    }

    @Test("go stepwise: a step of every row before the next of any")
    func stepwise() async throws {
        var sending = Sending(4) { $0 % 2 + 1 }
        sending.isStepwise = true
        try await sending.attempt(CountingServer(sending.book, steps: 2))
        #expect(try await sending.broken(canBeAsked: true) == nil)
        #expect(sending.book.requests == [[1], [2], [3], [4], [1], [3]])
    }

    @Test("of a group go in their order, and share a request where the step is shared")
    func groups() async throws {
        var sending = Sending(7) { _ in 2 }
        sending.groups = [[1, 4, 6], [2, 3]]
        var server = CountingServer(sending.book, steps: 2)
        server.sharedSteps = [1]
        try await sending.attempt(server)
        #expect(try await sending.broken(canBeAsked: true) == nil)
        #expect(sending.book.requests == [[1], [4], [6], [1, 4, 6], [2], [3], [2, 3], [5], [5], [7], [7]])
    }

    @Test("of a group wait for one of them that can't be sent for now")
    func orderOfGroup() async throws {
        var sending = Sending(4)
        sending.groups = [[1, 2, 3]]
        var server = CountingServer(sending.book)
        server.reaction = { rows, _ in rows == [2] ? .miss : .take }
        let run = sending
        await #expect { try await run.attempt(server) } throws: { ($0 as? RunError)?.code == .rowsLeft }
        #expect(sending.book.requests == [[1], [2], [2], [2], [4]])
        try await sending.attempt(CountingServer(sending.book))
        #expect(sending.book.requests.suffix(2) == [[2], [3]])
        #expect(try await sending.broken(canBeAsked: true) == nil)
    }

    @Test("together are sent alone where the server can't take them together")
    func split() async throws {
        var sending = Sending(3)
        sending.groups = [[1, 2, 3]]
        var server = CountingServer(sending.book)
        server.sharedSteps = [0]
        server.isUpsert = true
        server.reaction = { rows, _ in rows.count > 1 ? .split : rows == [2] ? .split : .take }
        try await sending.attempt(server)
        #expect(sending.book.requests == [[1, 2, 3], [1], [2], [3]])
        #expect(try await sending.entry(2)?.state == .refused)
        #expect(try await sending.entry(3)?.state == .done)
    }

    @Test("and whose answer is lost are looked up: what is there is done, what is not is sent again")
    func lookedUp() async throws {
        let sending = Sending(3)
        let script = Script([.loseAnswer, .loseRequest, .miss, .take])
        var server = CountingServer(sending.book)
        server.reaction = { _, _ in script.next() }
        try await sending.attempt(server)
        #expect(try await sending.broken(canBeAsked: true) == nil)
        #expect(sending.book.requests == [[1], [2], [2], [2], [3]])
        #expect(try await sending.entry(2)?.attempts == 3)
    }

    private static let maybeThere =
        "An ordered failure. It was already sent, and this server can't be asked whether it has the row."

    @Test("that may be sent again are, and are refused only where no earlier try can have arrived")
    func repeatable() async throws {
        let sending = Sending(3)
        let script = Script([.loseAnswer, .refuse, .refuse, .loseRequest, .take])
        var server = CountingServer(sending.book)
        server.isRepeatable = true
        server.reaction = { _, _ in script.next() }
        try await sending.attempt(server)
        #expect(sending.book.requests == [[1], [1], [2], [3], [3]])
        let first = try await sending.entry(1)
        #expect(first?.state == .unknown && first?.status == 422 && first?.attempts == 2)
        #expect(first?.problem?.sentence == Self.maybeThere)
        let second = try await sending.entry(2)
        #expect(second?.state == .refused && second?.attempts == 1)
        #expect(try await sending.entry(3)?.state == .done)
    }

    @Test("that an earlier command may have sent are not refused by what the server says of them now")
    func repeatableAcrossCommands() async throws {
        let sending = Sending(1)
        var server = CountingServer(sending.book)
        server.isRepeatable = true
        server.reaction = { _, _ in .loseAnswer }
        server.lookupFailure = { _, _ in CountingServer.Unavailable() }
        let first = server
        await #expect(throws: RunError.self) { try await sending.attempt(first) }
        #expect(try await sending.entry(1)?.state == .sent)
        server.lookupFailure = { _, _ in nil }
        server.reaction = { _, _ in .refuse }
        try await sending.attempt(server)
        let entry = try await sending.entry(1)
        #expect(entry?.state == .unknown && entry?.problem?.sentence == Self.maybeThere)
    }

    @Test("and can't be told of become unknown, with the failure and why it can't be told")
    func unknown() async throws {
        let sending = Sending(2)
        var server = CountingServer(sending.book)
        server.canBeAsked = false
        server.reaction = { rows, _ in rows == [1] ? .loseAnswer : .take }
        try await sending.attempt(server)
        let entry = try await sending.entry(1)
        #expect(entry?.state == .unknown && entry?.status == 500)
        #expect(entry?.problem?.sentence == "An ordered failure. The server can't be asked.")
        #expect(try await sending.entry(2)?.state == .done)
    }

    @Test("are left after three tries, and the others go on")
    func leftForNow() async throws {
        let sending = Sending(4)
        var server = CountingServer(sending.book)
        server.reaction = { rows, _ in rows == [2] ? .loseRequest : .take }
        await #expect { try await sending.attempt(server) } throws: { error in
            guard let error = error as? RunError else { return false }
            return error.code == .rowsLeft && error.isRetryable
                && error.explanation == "1 row couldn't be sent: an ordered failure."
        }
        #expect(sending.book.requests == [[1], [2], [2], [2], [3], [4]])
        #expect(try await sending.entry(2)?.state == .planned)
    }

    @Test("end when one after the other fails", arguments: [1, 4])
    func patience(_ lanes: Int) async throws {
        var sending = Sending(100)
        sending.lanes = lanes
        var server = CountingServer(sending.book)
        server.reaction = { rows, _ in rows[0] > 10 ? .miss : .take }
        let run = sending
        await #expect { try await run.attempt(server) } throws: { ($0 as? RunError)?.code == .rowsLeft }
        let counts = try await sending.ledger.counts(of: Sending.run)
        #expect(counts.done == 10 && counts.planned == 90)
        #expect(Set(sending.book.requests.joined()).count <= 10 + max(5, lanes * 2) + lanes)
    }

    @Test(
        "of which one after the other can't be told end the run, and the next goes on with the rest",
        arguments: [1, 4, 8], [1, 64])
    func inDoubt(_ lanes: Int, claimed: Int) async throws {
        var sending = Sending(200)
        sending.lanes = lanes
        var server = CountingServer(sending.book)
        server.canBeAsked = false
        server.claimedAtOnce = claimed
        server.reaction = { rows, _ in rows[0] > 20 ? .loseAnswer : .take }
        let (run, losing) = (sending, server)
        await #expect { try await run.attempt(losing) } throws: { error in
            guard let error = error as? RunError else { return false }
            return error.code == .rowsUnknown && !error.isRetryable && error.explanation.contains("An ordered failure.")
                && error.explanation.contains("rows in a row is unknown")
                && error.advice?.text(spelling: { "\($0)" }).contains("acceptUnknown") == true
        }
        let counts = try await sending.ledger.counts(of: Sending.run)
        #expect(counts.done == 20 && counts.unknown >= max(5, lanes) && counts.unknown <= 2 * (max(5, lanes) + lanes))
        #expect(counts.planned == 180 - counts.unknown)
        // A person has looked at the server; what is in doubt is decided apart.
        server.reaction = { _, _ in .take }
        try await sending.attempt(server)
        let after = try await sending.ledger.counts(of: Sending.run)
        #expect(after.done == 200 - counts.unknown && after.unknown == counts.unknown)
        #expect(try await sending.broken(canBeAsked: false) == nil)
    }

    @Test("of which one now and then can't be told, or the last ones, end nothing", arguments: [1, 4])
    func nowAndThenInDoubt(_ lanes: Int) async throws {
        var sending = Sending(59)
        sending.lanes = lanes
        var server = CountingServer(sending.book)
        server.canBeAsked = false
        server.reaction = { rows, _ in rows[0] % 5 == 0 || rows[0] > 55 ? .loseAnswer : .take }
        try await sending.attempt(server)
        let counts = try await sending.ledger.counts(of: Sending.run)
        #expect(counts.unknown == 15 && counts.done == 44)
    }

    @Test("end at once where nobody answers, and are as if nothing was sent")
    func nobodyAnswers() async throws {
        let sending = Sending(5)
        var server = CountingServer(sending.book)
        server.reaction = { rows, _ in rows == [3] ? .stop : .take }
        await #expect(throws: CountingServer.Unavailable.self) { try await sending.attempt(server) }
        #expect(sending.book.requests == [[1], [2], [3]])
        let entry = try await sending.entry(3)
        #expect(entry?.state == .planned && entry?.problem == nil && entry?.attempts == 0)
        // Only what may have arrived counts as sent before.
        try await sending.attempt(CountingServer(sending.book))
        #expect(try await sending.entry(3)?.attempts == 1)
    }

    @Test("and can't be looked up now stay sent, and the others go on where that passes", arguments: [true, false])
    func lookupFails(isRetryable: Bool) async throws {
        let sending = Sending(3)
        var server = CountingServer(sending.book)
        server.reaction = { rows, _ in rows == [1] ? .loseAnswer : .take }
        server.lookupFailure = { _, _ in CountingServer.Unavailable(isRetryable: isRetryable) }
        await #expect { try await sending.attempt(server) } throws: { error in
            isRetryable ? (error as? RunError)?.code == .rowsLeft : error is CountingServer.Unavailable
        }
        #expect(try await sending.entry(1)?.state == .sent)
        let reason = try await sending.entry(1)?.reason
        #expect(reason == (isRetryable ? "An ordered failure. The lookup failed: The server is away." : nil))
        #expect(sending.book.requests == (isRetryable ? [[1], [2], [3]] : [[1]]))
        try await sending.attempt(CountingServer(sending.book))
        #expect(try await sending.broken(canBeAsked: true) == nil)
        #expect(sending.book.requests.count == 3)
    }

    @Test(
        "are not begun once the end is asked for, and the run says so, also in the middle of the last group",
        arguments: 1...6)
    func stopped(after count: Int) async throws {
        var sending = Sending(6)
        sending.groups = [[4, 5, 6]]
        let stop = StopRequest()
        var server = CountingServer(sending.book)
        let book = sending.book
        server.reaction = { _, _ in
            if book.requests.count == count { stop.request() }
            return .take
        }
        let run = sending
        let wanted = server
        if count < 6 {
            await #expect { try await run.attempt(wanted, stop: stop) } throws: { ($0 as? RunError)?.code == .stopped }
        } else {
            try await run.attempt(wanted, stop: stop)
        }
        #expect(sending.book.requests.count == count)
        try await sending.attempt(CountingServer(sending.book))
        #expect(try await sending.broken(canBeAsked: true) == nil)
    }

    @Test("that another run has are left to it, and the others go on", arguments: [1, 4])
    func conflict(_ lanes: Int) async throws {
        var sending = Sending(20)
        sending.lanes = lanes
        let other = RunID(pipeline: "other", period: "batch", revision: 1)
        let mine = sending.rows.map {
            LedgerEntry(row: $0.number, idempotencyKey: "key \($0.number)", at: Instant(secondsSince1970: 1))
        }
        _ = try await sending.ledger.enter(mine, scope: Sending.scope, for: Sending.run)
        var theirs = Sending(1)
        theirs.rows = [7, 8, 13].map { CountingServer.Row($0) }
        let entered = try await sending.ledger.enter(
            theirs.rows.map { mine[$0.number - 1] }, scope: Sending.scope, for: other)
        let sent = try entered.map { try $0.after(.sending, at: $0.changedAt) }
        // The other run sends them after this one has looked.
        let ledger = sending.ledger
        try await ledger.record(sent, for: other)
        let submission = SubmissionRun(
            CountingServer(sending.book), writer: LedgerWriter(ledger, run: Sending.run), stop: StopRequest(),
            settle: .zero,
            clock: { Instant(secondsSince1970: 2) }, uptime: { .zero }, pause: { _, _ in },
            observe: { _, _ in })
        let groups = zip(sending.rows, mine).map { [OutgoingRow($0, $1)] }
        await #expect { _ = try await submission.send(groups, lanes: lanes) } throws: { error in
            guard let error = error as? RunError else { return false }
            return error.code == .rowsLeft && error.isRetryable && error.explanation.contains("other/batch/r1")
        }
        #expect(Set(sending.book.requests.joined()) == Set(1...20).subtracting([7, 8, 13]))
        for row in 1...20 {
            let state = try await sending.entry(row)?.state
            #expect(state == ([7, 8, 13].contains(row) ? .planned : .done), "row \(row)")
        }
    }
}
