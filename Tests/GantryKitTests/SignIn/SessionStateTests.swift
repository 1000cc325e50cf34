import GantryConnectors
import GantryHTTP
import GantryKit
import GantryModel
import Testing

@Suite struct SessionStateTests {
    /// Goes through random events; every grant has a number in its token.
    @Test("However a session goes, a grant that must be kept is never used before it is, and a refused one never again", arguments: 0..<200)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var now = Instant(secondsSince1970: 1_000_000)
        var number = 0
        func grant() -> SignInGrant {
            number += 1
            let life: Int64? = ([nil, 0, 10, 1_000] as [Int64?]).randomElement(using: &random) ?? nil
            return SignInGrant(
                Secret("t\(number)"), expiresAt: life.map { Instant(nanosecondsSince1970: now.nanosecondsSince1970 + $0 * 1_000_000_000) },
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
        var state = SessionState(
            kept: stored, needsCheck: Bool.random(using: &random), canBegin: Bool.random(using: &random),
            canRenew: { $0.refreshToken != nil })
        var used: String?
        for _ in 0..<40 {
            now = Instant(nanosecondsSince1970: now.nanosecondsSince1970 + Int64.random(in: 0...400, using: &random) * 1_000_000_000)
            switch state.next(now: now) {
            case .use(let grant, let asksAgain):
                let name = grant.token.reveal()
                #expect(!mustKeep || kept.contains(name), "seed \(seed): \(name) is used and not kept")
                #expect(!refused.contains(name), "seed \(seed): \(name) is used although it was refused")
                #expect(name != used, "seed \(seed): \(name) is given twice, so a refusal would go round for ever")
                if !asksAgain { #expect(grant.refreshToken == nil) }
                used = name
            case .check(let grant):
                if Bool.random(using: &random) { state.checked() } else {
                    refused.insert(grant.token.reveal())
                    state.refused()
                }
            case .renew:
                switch Int.random(in: 0..<3, using: &random) {
                case 0: state.granted(grant(), at: now, mustKeep: mustKeep)
                case 1: state.refused()
                default: _ = state.renewalFailed(now: now)
                }
            case .begin: state.granted(grant(), at: now, mustKeep: mustKeep)
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

    @Test("The schedule of CDBL LMS never makes more than ten attempts nor takes more than five minutes", arguments: 0..<300)
    func cdblSchedule(seed: UInt64) {
        var random = SeededGenerator(seed: seed), jitter = SeededGenerator(seed: ~seed)
        var budget = RetryBudget(share: 1, extra: 1_000)
        var now = Duration.seconds(Int.random(in: 0...1_000_000, using: &random))
        let start = now
        let repeats = Bool.random(using: &random)
        var progress = RetryProgress(.cdbl, request: HTTPRequest(repeats ? .get : .post, "https://h.example/"), now: now)
        var failures = 0, waits: [Duration] = []
        while true {
            now += .milliseconds(Int.random(in: 0...3_000, using: &random))
            failures += 1
            let status = [408, 425, 429, 500, 502, 503, 504, 400, 403, 404, 422].randomElement(using: &random) ?? 500
            let isPermanent = status < 500 && ![408, 425, 429].contains(status)
            let retryAfter = Int.random(in: 0..<4, using: &random) == 0 ? Duration.seconds(Int.random(in: 0...600, using: &random)) : nil
            let event: RetryProgress.Event =
                Bool.random(using: &random)
                ? .answered(status: status, retryAfter: retryAfter, isRefusal: false)
                : .failed(isRetryable: !isPermanent, mayHaveReachedServer: true)
            let action = progress.on(event, now: now, budget: &budget, random: &jitter)
            guard case .retry(let delay, _) = action else { break }
            #expect(repeats && !isPermanent, "seed \(seed): what can't be retried was")
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
