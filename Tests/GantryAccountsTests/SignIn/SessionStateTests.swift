import GantryAccounts
import GantryConnectors
import GantryHTTP
import GantryModel
import Testing

@Suite struct SessionStateTests {
    private static func seconds(_ count: Int64, after start: Instant) -> Instant {
        start.adding(nanoseconds: count * 1_000_000_000)
    }

    /// Goes through random events; every grant has a number in its token.
    @Test(
        "However a session goes, a grant that must be kept is not used before, a refused one never again, and a new one at once",
        arguments: 0..<400)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var now = Instant(secondsSince1970: 1_000_000)
        var number = 0
        func grant() -> SignInGrant {
            number += 1
            // Some have ended before they were given, by a clock that is wrong, and some live for a moment.
            let life: Int64? = ([nil, -1_000_000, 0, 1, 10, 1_000] as [Int64?]).randomElement(using: &random) ?? nil
            return SignInGrant(
                Secret("t\(number)"), expiresAt: life.map { Self.seconds($0, after: now) },
                refreshToken: Bool.random(using: &random) ? Secret("r") : nil)
        }
        var kept: Set<String> = []
        var refused: Set<String> = []
        var stored: StoredSession?
        if Bool.random(using: &random) {
            let first = grant()
            kept.insert(first.token.reveal())
            stored = StoredSession(system: "s", baseURL: "https://h", grant: first, grantedAt: now)
        }
        let mustKeep = Bool.random(using: &random)
        let needsCheck = Bool.random(using: &random)
        var state = SessionState(
            kept: stored, needsCheck: needsCheck, canBegin: Bool.random(using: &random),
            canRenew: { $0.refreshToken != nil })
        var new: String?
        for _ in 0..<60 {
            now = Self.seconds(Int64.random(in: 0...400, using: &random), after: now)
            let step = state.next(now: now)
            if let new {
                // Whatever its end says, what was just got is kept and used, and nothing else is asked for in between.
                switch step {
                case .keep(let grant), .use(let grant, _): #expect(grant.token.reveal() == new, "seed \(seed)")
                default: Issue.record("seed \(seed): \(step) although \(new) is new")
                }
            }
            switch step {
            case .use(let grant, let asksAgain):
                let name = grant.token.reveal()
                #expect(!mustKeep || kept.contains(name), "seed \(seed): \(name) is used and not kept")
                #expect(!refused.contains(name), "seed \(seed): \(name) is used although it was refused")
                if !asksAgain { #expect(grant.refreshToken == nil || state.renewalIsRefused, "seed \(seed)") }
                new = nil
                // The gate asks again because the server has refused it, or because it is near its end.
                if Bool.random(using: &random) {
                    state.tokenRefused(isCertain: Bool.random(using: &random))
                    if !needsCheck || stored?.grant.token != grant.token { refused.insert(name) }
                }
            case .check(let grant):
                if Bool.random(using: &random) {
                    state.checked()
                } else {
                    refused.insert(grant.token.reveal())
                    state.checkRefused()
                }
            case .renew:
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    let got = grant()
                    new = got.token.reveal()
                    state.granted(got, at: now, mustKeep: mustKeep)
                case 1: state.renewalRefused()
                default: _ = state.renewalFailed(now: now)
                }
            case .begin:
                let got = grant()
                new = got.token.reveal()
                state.granted(got, at: now, mustKeep: mustKeep)
            case .keep(let grant):
                // Now and then the disk is full.
                if Bool.random(using: &random) {
                    kept.insert(grant.token.reveal())
                    state.kept(grant, since: now)
                }
            case .over: return
            }
        }
    }

    @Test("A grant whose renewal is refused is used until its end or its own refusal")
    func refusedRenewal() {
        let start = Instant(secondsSince1970: 1_000_000)
        let grant = SignInGrant(Secret("t"), expiresAt: Self.seconds(100, after: start), refreshToken: Secret("r"))
        let stored = StoredSession(system: "s", baseURL: "https://h", grant: grant, grantedAt: start)
        func fresh() -> SessionState {
            var state = SessionState(kept: stored, needsCheck: false, canBegin: false, canRenew: { _ in true })
            #expect(state.next(now: Self.seconds(90, after: start)) == .renew(grant))
            state.renewalRefused()
            #expect(state.next(now: Self.seconds(91, after: start)) == .use(grant, asksAgain: false))
            return state
        }
        var ended = fresh()
        #expect(ended.next(now: Self.seconds(101, after: start)) == .over(.refused))
        var refused = fresh()
        refused.tokenRefused(isCertain: true)
        #expect(refused.next(now: Self.seconds(92, after: start)) == .over(.refused))
    }

    @Test(
        "A session of a hostile file, whatever its times, gives a next step", arguments: [Int64.min, -1, 0, 1, .max],
        [Int64.min, -1, 0, 1, .max])
    func hostileTimes(since: Int64, end: Int64) {
        let grant = SignInGrant(Secret("t"), expiresAt: Instant(nanosecondsSince1970: end))
        let stored = StoredSession(
            system: "s", baseURL: "https://h", grant: grant, grantedAt: Instant(nanosecondsSince1970: since))
        for now in [Int64.min, 0, .max] {
            var state = SessionState(kept: stored, needsCheck: false, canBegin: false, canRenew: { _ in false })
            let step = state.next(now: Instant(nanosecondsSince1970: now))
            #expect(step == .use(grant, asksAgain: false) || step == .over(.ended))
        }
    }

    @Test(
        "The schedule of CDBL LMS never makes more than ten attempts nor takes more than five minutes",
        arguments: 0..<300)
    func cdblSchedule(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var jitter = SeededGenerator(seed: ~seed)
        var budget = RetryBudget(share: 1, extra: 1_000)
        var now = Duration.seconds(Int.random(in: 0...1_000_000, using: &random))
        let start = now
        let repeats = Bool.random(using: &random)
        var progress = RetryProgress(
            RetryPolicy(CDBL.system), request: HTTPRequest(repeats ? .get : .post, "https://h.example/"), now: now)
        var failures = 0
        var waits: [Duration] = []
        while true {
            now += .milliseconds(Int.random(in: 0...3_000, using: &random))
            failures += 1
            let status = [408, 425, 429, 500, 502, 503, 504, 400, 403, 404, 422].randomElement(using: &random) ?? 500
            let isPermanent = status < 500 && ![408, 425, 429].contains(status)
            let retryAfter =
                Int.random(in: 0..<4, using: &random) == 0
                ? Duration.seconds(Int.random(in: 0...600, using: &random)) : nil
            let event: RetryProgress.Event =
                Bool.random(using: &random)
                ? .answered(status: status, retryAfter: retryAfter, isRefusal: false)
                : .failed(isRetryable: !isPermanent, mayHaveReachedServer: true)
            let action = progress.on(event, now: now, budget: &budget, random: &jitter)
            guard case .retry(let delay, _) = action else { break }
            // After 429 the server has not acted, so that is repeated whatever it is.
            #expect(
                (repeats || (status == 429 && !event.isFailure)) && !isPermanent,
                "seed \(seed): what can't be retried was")
            now += delay
            waits.append(delay)
            if retryAfter == nil || event.isFailure { #expect(delay <= .seconds(1 << (failures - 1)), "seed \(seed)") }
            #expect(now - start < .seconds(300), "seed \(seed): \(now - start)")
        }
        #expect(failures <= 10 && waits.count <= 9, "seed \(seed)")
    }
}

extension RetryProgress.Event {
    fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
