import GantryEngine
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// A server that is still at work on a request when its answer is lost: what came of it shows only later.
@Suite("A step whose answer is lost") struct SettleTests {
    /// The time moves only while something waits.
    private final class Office: Sendable {
        let seconds = Mutex(Int64(1_000))
        let sent = Mutex<[Int64]>([])
        let waits = Mutex(0)
        var now: Instant { Instant(secondsSince1970: seconds.withLock { $0 }) }
        var uptime: Duration { .seconds(seconds.withLock { $0 }) }
    }

    private struct SlowServer: RowSender {
        let office: Office
        /// What the server says the second time that a row is sent, and with which status.
        var refusal = (sentence: "The place is taken.", status: 409)
        /// Seconds after which what was sent shows; `nil` where it never does.
        let works: Int64?
        /// Whether each answer is a success that says nothing.
        var reportsSuccess = false
        /// Seconds for which the request waits for its turn and is sent.
        var takes: Int64 = 0
        /// What a lookup says while nothing shows, where it can't tell.
        var doubt: String?
        /// Whether a lookup says no more than that it may be sent again.
        var isRepeatable = false
        /// What the answer says, where one comes.
        var answer: AnswerMeaning?
        let steps = 1

        func isShared(step: Int) -> Bool { false }
        func send(_ rows: [OutgoingRow<Int>], step: Int) async -> EffectOutcome {
            let time = office.seconds.withLock { seconds in
                seconds += takes
                return seconds
            }
            let count = office.sent.withLock { sent in
                sent.append(time)
                return sent.count
            }
            if works == nil, count > 1 {
                return .rejected(RowProblem("taken", refusal.sentence), status: refusal.status)
            }
            if reportsSuccess {
                return .ambiguous(RowProblem(RowProblem.unclearCode, "It says nothing of the row."), status: 200)
            }
            return .ambiguous(RowProblem("no-answer", "No answer came."), status: answer.map { _ in 1 })
        }
        func meaning(ofStatus _: Int) -> AnswerMeaning { answer ?? .ended }
        func find(_ rows: [OutgoingRow<Int>], step: Int) async throws -> LookupOutcome {
            let time = office.seconds.withLock { $0 }
            if let works, office.sent.withLock({ $0 }).contains(where: { $0 + works <= time }) {
                return .confirmed([Receipt(serverID: "1")])
            }
            if isRepeatable { return .repeatable }
            return doubt.map(LookupOutcome.unknown) ?? .missing
        }
    }

    /// - Parameters:
    ///   - stopsAfter: The waits after which the end is asked for.
    ///   - isLeft: Whether a process that was killed just now has sent it, and entered it as sent long before.
    private func entry(
        _ server: SlowServer, _ office: Office, settle: Int64, stopsAfter: Int? = nil,
        isLeft: Bool = false, clock: (@Sendable () -> Instant)? = nil
    ) async throws -> LedgerEntry? {
        let ledger = memoryJournal()
        let stop = StopRequest()
        let entered = try await ledger.enter(
            [LedgerEntry(row: 1, idempotencyKey: "a", at: office.now)], scope: "test", for: Sending.run)
        var open = entered[0]
        if isLeft {
            open = try open.after(.sending, at: Instant(secondsSince1970: 1))
            try await ledger.record([open], for: Sending.run)
            office.sent.withLock { $0 = [1_000] }
        }
        let run = SubmissionRun(
            server, writer: LedgerWriter(ledger, run: Sending.run, patience: nil), stop: stop, settle: .seconds(settle),
            clock: clock ?? { office.now }, uptime: { office.uptime },
            pause: { _, _ in
                office.seconds.withLock { $0 += 5 }
                let count = office.waits.withLock { waits in
                    waits += 1
                    return waits
                }
                if count == stopsAfter { stop.request() }
            }, observe: { _, _ in })
        do { _ = try await run.send([[OutgoingRow(1, open)]], lanes: 1) } catch is RunError {}
        return try await ledger.entries(of: Sending.run, rows: 1..<2).first
    }

    @Test(
        "is looked up until the server can't be at work on it any more, and is not sent twice",
        arguments: [0, 1, 20, 59] as [Int64])
    func slow(works: Int64) async throws {
        let office = Office()
        let entry = try await entry(SlowServer(office: office, works: works), office, settle: 60)
        #expect(entry?.state == .done && entry?.attempts == 1)
        #expect(office.sent.withLock { $0 }.count == 1)
    }

    @Test("is sent again once that time has passed, also where that makes no difference", arguments: [false, true])
    func late(isRepeatable: Bool) async throws {
        let office = Office()
        var server = SlowServer(office: office, works: 1_000)
        server.isRepeatable = isRepeatable
        let entry = try await entry(server, office, settle: 60)
        let sent = office.sent.withLock { $0 }
        #expect(sent.count == 3 && entry?.state == .planned)
        #expect(zip(sent, sent.dropFirst()).allSatisfy { $1 - $0 >= 60 })
    }

    @Test(
        "is sent again at once where the server itself has answered, and later where a gateway gave up",
        arguments: [(.ended, false), (.mayBeAtWork, true)] as [(AnswerMeaning, Bool)])
    func answered(answer: AnswerMeaning, waits: Bool) async throws {
        let office = Office()
        var server = SlowServer(office: office, works: 1_000)
        server.answer = answer
        _ = try await entry(server, office, settle: 60)
        let sent = office.sent.withLock { $0 }
        #expect(sent.count == 3 && zip(sent, sent.dropFirst()).allSatisfy { ($1 - $0 >= 60) == waits }, "\(sent)")
    }

    @Test("stays as it is when the end is asked for before that") func stopped() async throws {
        let office = Office()
        let entry = try await entry(SlowServer(office: office, works: 1_000), office, settle: 60, stopsAfter: 3)
        #expect(entry?.state == .sent)
        #expect(office.sent.withLock { $0 }.count == 1 && office.waits.withLock { $0 } == 3)
    }

    @Test("is waited for from the end of its request, however long that waited for its turn and took")
    func longRequest() async throws {
        let office = Office()
        var server = SlowServer(office: office, works: 50)
        server.takes = 600
        let entry = try await entry(server, office, settle: 60)
        #expect(entry?.state == .done && entry?.attempts == 1)
    }

    @Test(
        "is waited for whichever way the wall clock is set meanwhile", arguments: [-40_000_000, 40_000_000] as [Int64])
    func clock(jump: Int64) async throws {
        let office = Office()
        let isSet = Mutex(false)
        let entry = try await entry(
            SlowServer(office: office, works: 50), office, settle: 60,
            clock: {
                let wasSet = isSet.withLock { value in
                    defer { value = true }
                    return value
                }
                return Instant(secondsSince1970: 50_000_000 + (wasSet ? jump : 0))
            })
        #expect(entry?.state == .done && entry?.attempts == 1)
        #expect(office.waits.withLock { $0 } < 40)
    }

    @Test("with the process that sent it is waited for from the resumption, whenever it was entered as sent")
    func left() async throws {
        let office = Office()
        let entry = try await entry(SlowServer(office: office, works: 50), office, settle: 60, isLeft: true)
        #expect(entry?.state == .done && entry?.attempts == 1)
        #expect(office.sent.withLock { $0 } == [1_000])
    }

    @Test("is not sent again once the end is asked for") func stoppedWhenMissing() async throws {
        let office = Office()
        let server = SlowServer(office: office, works: 1_000, answer: .ended)
        let entry = try await entry(server, office, settle: 60, stopsAfter: 1)
        #expect(entry?.state == .planned && office.sent.withLock { $0 }.count == 1)
    }

    @Test("is left to a person where it exists when it is sent again, though no lookup shows it") func exists()
        async throws
    {
        let office = Office()
        let entry = try await entry(SlowServer(office: office, works: nil), office, settle: 60)
        #expect(entry?.state == .unknown && entry?.problem?.code == "taken" && entry?.attempts == 2)
    }

    @Test("is left to a person after the same success without the row twice") func successTwice() async throws {
        let office = Office()
        let server = SlowServer(office: office, works: 1_000, reportsSuccess: true)
        let entry = try await entry(server, office, settle: 60)
        #expect(entry?.state == .unknown && office.sent.withLock { $0 }.count == 2)
    }

    @Test("and that is refused when it is sent again stays with a person where the server can't tell")
    func refusedAgain() async throws {
        let office = Office()
        let ledger = memoryJournal()
        let entered = try await ledger.enter(
            [LedgerEntry(row: 1, idempotencyKey: "a", at: office.now)], scope: "test", for: Sending.run)[0]
        let sent = try entered.after(.sending, at: office.now)
        let unknown = try sent.after(.uncertain(RowProblem("x", "x")), at: office.now)
        let open = try unknown.after(.resend, at: office.now)
        for entry in [sent, unknown, open] { try await ledger.record([entry], for: Sending.run) }
        office.sent.withLock { $0 = [0] }
        let run = SubmissionRun(
            SlowServer(office: office, works: nil, doubt: "The server does not say."),
            writer: LedgerWriter(ledger, run: Sending.run, patience: nil),
            stop: StopRequest(), settle: .zero, clock: { office.now }, uptime: { office.uptime }, pause: { _, _ in },
            observe: { _, _ in })
        _ = try? await run.send([[OutgoingRow(1, open)]], lanes: 1)
        let entry = try await ledger.entries(of: Sending.run, rows: 1..<2).first
        #expect(entry?.state == .unknown && entry?.problem?.code == "taken", "\(String(describing: entry))")
    }

    @Test(
        "is unknown where the second one is refused because something is there or can't be changed",
        arguments: [
            ("The place is taken.", 409, true), ("Cannot modify entry: it is submitted.", 400, true),
            ("A record of this name already exists.", 422, true), ("The hours are too many.", 400, false),
        ])
    func refused(sentence: String, status: Int, isUnknown: Bool) async throws {
        let office = Office()
        var server = SlowServer(office: office, works: nil)
        server.refusal = (sentence, status)
        let entry = try await entry(server, office, settle: 60)
        #expect(entry?.state == (isUnknown ? .unknown : .refused), "\(String(describing: entry))")
    }

    @Test(
        "keeps no other row from being sent, however few are sent at once, unless that row comes after it in an order",
        .timeLimit(.minutes(1)), arguments: [false, true])
    func others(isOrdered: Bool) async throws {
        let office = Office()
        let ledger = memoryJournal()
        let entered = try await ledger.enter(
            (1...20).map { LedgerEntry(row: $0, idempotencyKey: "\($0)", at: office.now) }, scope: "test",
            for: Sending.run)
        var open = entered
        // A process that was killed just now has sent the first four.
        for row in 0..<4 { open[row] = try open[row].after(.sending, at: office.now) }
        try await ledger.record(Array(open.prefix(4)), for: Sending.run)
        let log = Mutex<[(row: Int, isDone: Bool)]>([])
        let awaited = Mutex<Set<Int>>([])
        let run = SubmissionRun(
            PatientServer(isOrdered: isOrdered), writer: LedgerWriter(ledger, run: Sending.run, patience: nil),
            stop: StopRequest(), settle: .seconds(60), clock: { office.now }, uptime: { office.uptime },
            pause: { _, _ in
                // The others need no waits, so time goes on only when nothing else can.
                try await Task.sleep(for: .milliseconds(20))
                office.seconds.withLock { $0 += 5 }
            },
            awaiting: { entry, until in
                awaited.withLock { awaited in
                    if until == nil { awaited.remove(entry.row) } else { awaited.insert(entry.row) }
                }
            },
            observe: { _, after in log.withLock { $0.append((after.row, after.state == .done)) } })
        _ = try await run.send(open.map { [OutgoingRow($0.row, $0)] }, lanes: 2)
        let done = log.withLock { $0.filter(\.isDone).map(\.row) }
        if isOrdered { #expect(done == Array(1...20)) } else { #expect(Set(done.prefix(16)) == Set(5...20)) }
        #expect(Set(done) == Set(1...20))
        #expect(awaited.withLock { $0.isEmpty })
    }

    /// Shows nothing of what an earlier process sent, and takes what is sent.
    private struct PatientServer: RowSender {
        let isOrdered: Bool
        let steps = 1
        func isShared(step: Int) -> Bool { false }
        func order(of _: Int) -> String? { isOrdered ? "all" : nil }
        func send(_ rows: [OutgoingRow<Int>], step: Int) async -> EffectOutcome {
            .confirmed(rows.map { Receipt(serverID: "\($0.row)") })
        }
        func find(_ rows: [OutgoingRow<Int>], step: Int) async throws -> LookupOutcome { .missing }
    }
}
