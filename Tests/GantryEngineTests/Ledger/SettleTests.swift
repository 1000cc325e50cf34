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
    }

    private struct SlowServer: RowSender {
        let office: Office
        /// Seconds after which what was sent shows; `nil` where it never does.
        let works: Int64?
        /// What a lookup says while nothing shows, where it can't tell.
        var doubt: String?
        /// What the answer says, where one comes.
        var answer: AnswerMeaning?
        let steps = 1

        func isShared(step: Int) -> Bool { false }
        func send(_ rows: [OutgoingRow<Int>], step: Int) async -> EffectOutcome {
            let time = office.seconds.withLock { $0 }
            let count = office.sent.withLock { sent in
                sent.append(time)
                return sent.count
            }
            if works == nil, count > 1 { return .rejected(RowProblem("taken", "The place is taken."), status: 409) }
            return .ambiguous(RowProblem("no-answer", "No answer came."), status: answer.map { _ in 1 })
        }
        func meaning(ofStatus _: Int) -> AnswerMeaning { answer ?? .ended }
        func find(_ rows: [OutgoingRow<Int>], step: Int) async throws -> LookupOutcome {
            let time = office.seconds.withLock { $0 }
            if let works, office.sent.withLock({ $0 }).contains(where: { $0 + works <= time }) {
                return .confirmed([Receipt(serverID: "1")])
            }
            return doubt.map(LookupOutcome.unknown) ?? .missing
        }
    }

    /// - Parameter stopsAfter: The waits after which the end is asked for.
    private func entry(
        _ server: SlowServer, _ office: Office, settle: Int64, stopsAfter: Int? = nil,
        clock: (@Sendable () -> Instant)? = nil
    ) async throws -> LedgerEntry? {
        let ledger = MemoryLedger()
        let stop = StopRequest()
        let entered = await ledger.enter(
            [LedgerEntry(row: 1, idempotencyKey: "a", at: office.now)], scope: "test", for: Sending.run)
        let run = SubmissionRun(
            server, writer: LedgerWriter(ledger, run: Sending.run, patience: nil), stop: stop, settle: .seconds(settle),
            clock: clock ?? { office.now },
            pause: { _, _ in
                office.seconds.withLock { $0 += 5 }
                let count = office.waits.withLock { waits in
                    waits += 1
                    return waits
                }
                if count == stopsAfter { stop.request() }
            }, observe: { _, _ in })
        do { _ = try await run.send([[OutgoingRow(1, entered[0])]], lanes: 1) } catch is RunError {}
        return await ledger.entries(of: Sending.run, rows: 1..<2).first
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

    @Test("is sent again once that time has passed") func late() async throws {
        let office = Office()
        let entry = try await entry(SlowServer(office: office, works: 1_000), office, settle: 60)
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

    @Test("is not waited for for ever by a clock that was set back") func clock() async throws {
        let office = Office()
        let isBack = Mutex(false)
        let entry = try await entry(
            SlowServer(office: office, works: nil), office, settle: 60,
            clock: {
                // The row was entered by a clock that was a year ahead.
                let isFirst = isBack.withLock { value in
                    defer { value = true }
                    return !value
                }
                return isFirst ? Instant(secondsSince1970: 40_000_000) : office.now
            })
        #expect(entry?.state == .refused && office.waits.withLock { $0 } < 40)
    }

    @Test("and that is refused when it is sent again stays with a person where the server can't tell")
    func refusedAgain() async throws {
        let office = Office()
        let ledger = MemoryLedger()
        let entered = await ledger.enter(
            [LedgerEntry(row: 1, idempotencyKey: "a", at: office.now)], scope: "test", for: Sending.run)[0]
        let sent = try entered.after(.sending, at: office.now)
        let unknown = try sent.after(.uncertain(RowProblem("x", "x")), at: office.now)
        let open = try unknown.after(.resend, at: office.now)
        for entry in [sent, unknown, open] { try await ledger.record([entry], for: Sending.run) }
        office.sent.withLock { $0 = [0] }
        let run = SubmissionRun(
            SlowServer(office: office, works: nil, doubt: "The server does not say."),
            writer: LedgerWriter(ledger, run: Sending.run, patience: nil),
            stop: StopRequest(), settle: .zero, clock: { office.now }, pause: { _, _ in }, observe: { _, _ in })
        _ = try? await run.send([[OutgoingRow(1, open)]], lanes: 1)
        let entry = await ledger.entries(of: Sending.run, rows: 1..<2).first
        #expect(entry?.state == .unknown && entry?.problem?.code == "taken", "\(String(describing: entry))")
    }
}
