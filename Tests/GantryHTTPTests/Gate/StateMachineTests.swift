import GantryHTTP
import GantryModel
import Testing

@Suite struct RetryAfterTests {
    /// 2026-11-21T10:00:00Z
    private let wall = Duration.seconds(1_795_255_200)

    @Test(
        "Seconds and the three date forms are read",
        arguments: [
            ("0", 0), ("120", 120), (" 7 ", 7), ("-5", 0), ("1.5", 1), ("Sat, 21 Nov 2026 10:01:30 GMT", 90),
            ("Saturday, 21-Nov-26 10:00:30 GMT", 30),
            ("Sat Nov 21 10:00:05 2026", 5), ("Sun Nov  1 10:00:05 2026", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sat, 21 Nov 2036 10:00:00 GMT", 315_619_200),
            ("99999999999999999999", 1_000_000_000), ("1795255230", 30), ("1795255230500", 30), ("1000000000", 0),
        ])
    func reads(value: String, seconds: Int64) {
        #expect(RetryAfter.parse(value, wall: wall)?.components.seconds == seconds)
    }

    @Test(
        "Anything else is nothing",
        arguments: [
            "", "soon", "nan", "inf", "0x10", "1e3", "Sat, 21 Foo 2026 10:00:00 GMT", "Sat, 21 Nov 2026 25:00:00 GMT",
            "21 Nov",
        ])
    func refuses(value: String) {
        #expect(RetryAfter.parse(value, wall: wall) == nil)
    }
}

@Suite struct BackoffTests {
    @Test("Jitter is spread over the whole span, which doubles up to the cap, and the seed repeats it")
    func jitter() {
        let schedule = BackoffSchedule(base: .seconds(1), cap: .seconds(5))
        var random = SeededGenerator(seed: 1)
        for (failures, top) in [(1, 1.0), (2, 2), (3, 4), (4, 5), (60, 5)] {
            let delays = (0..<500).map { _ in
                schedule.delay(failures: failures, retryAfter: nil, using: &random) / .seconds(1)
            }
            #expect(delays.allSatisfy { $0 >= 0.1 && $0 <= top })
            #expect((delays.min() ?? 9) < 0.1 + top * 0.1 && (delays.max() ?? 0) > top * 0.9)
        }
        var one = SeededGenerator(seed: 5)
        var two = SeededGenerator(seed: 5)
        #expect(
            schedule.delay(failures: 3, retryAfter: nil, using: &one)
                == schedule.delay(failures: 3, retryAfter: nil, using: &two))
    }

    @Test("Retry-After has a floor that grows and a cap")
    func retryAfter() {
        let schedule = BackoffSchedule()
        var random = SeededGenerator(seed: 1)
        #expect(
            (1...4).map { schedule.delay(failures: $0, retryAfter: .zero, using: &random) } == [
                .seconds(1), .seconds(2), .seconds(4), .seconds(8),
            ])
        #expect(schedule.delay(failures: 1, retryAfter: .seconds(30), using: &random) == .seconds(30))
        #expect(schedule.delay(failures: 1, retryAfter: .seconds(315_619_200), using: &random) == .seconds(300))
        #expect(schedule.delay(failures: 60, retryAfter: .zero, using: &random) == .seconds(300))
    }
}

@Suite struct RetryProgressTests {
    private func progress(_ method: HTTPMethod = .get, _ policy: RetryPolicy = RetryPolicy()) -> RetryProgress {
        RetryProgress(policy, request: HTTPRequest(method, "https://h.example/"), now: .zero)
    }

    private func action(
        _ progress: inout RetryProgress, _ event: RetryProgress.Event, now: Duration = .zero
    ) -> RetryProgress.Action {
        var budget = RetryBudget()
        var random = SeededGenerator(seed: 1)
        return progress.on(event, now: now, budget: &budget, random: &random)
    }

    @Test(
        "Each status does what the table says",
        arguments: [
            100, 301, 304, 400, 403, 404, 405, 408, 409, 410, 412, 418, 422, 425, 429, 500, 501, 502, 503, 504, 505,
            507, 511, 599,
        ])
    func table(status: Int) {
        var state = progress()
        let result = action(&state, .answered(status: status, retryAfter: nil, isRefusal: false))
        if [408, 425, 429, 500, 502, 503, 504].contains(status) {
            guard case .retry(_, forAll: false) = result else {
                Issue.record("\(status): \(result)")
                return
            }
        } else {
            #expect(result == .fail(.permanent))
        }
    }

    @Test("What may not be repeated is retried only if it has not left")
    func notRepeatable() {
        var state = progress(.post)
        #expect(action(&state, .answered(status: 503, retryAfter: nil, isRefusal: false)) == .fail(.permanent))
        #expect(action(&state, .failed(isRetryable: true, mayHaveReachedServer: true)) == .fail(.permanent))
        guard case .retry = action(&state, .failed(isRetryable: true, mayHaveReachedServer: false)) else {
            Issue.record("not retried")
            return
        }
        #expect(action(&state, .failed(isRetryable: false, mayHaveReachedServer: false)) == .fail(.permanent))
    }

    @Test(
        "What may not be repeated is sent again after 429, with which the server has not acted on it",
        arguments: [
            (status: 408, again: false), (425, false), (429, true), (500, false), (502, false), (503, false),
            (504, false),
        ])
    func limited(_ row: (status: Int, again: Bool)) {
        for wait in [nil, Duration.seconds(2)] {
            var state = progress(.post)
            let result = action(&state, .answered(status: row.status, retryAfter: wait, isRefusal: false))
            guard row.again else {
                #expect(result == .fail(.permanent), "\(row)")
                continue
            }
            guard case .retry(let delay, let forAll) = result else {
                Issue.record("\(row): \(result)")
                continue
            }
            #expect(forAll == (wait != nil) && (wait == nil || delay == wait), "\(row)")
        }
        var counted = HTTPRequest(.post, "https://h.example/")
        counted.repeatsWhenLimited = false
        var state = RetryProgress(RetryPolicy(), request: counted, now: .zero)
        let event: RetryProgress.Event =
            row.status == 429
            ? .limited(isLast: false) : .answered(status: row.status, retryAfter: nil, isRefusal: false)
        #expect(action(&state, event) == .fail(.permanent))
    }

    @Test("A refusal signs in once, then it is final; it costs no try")
    func refusal() {
        var state = progress(.post)
        #expect(action(&state, .answered(status: 401, retryAfter: nil, isRefusal: true)) == .signInAgain)
        #expect(action(&state, .answered(status: 401, retryAfter: nil, isRefusal: true)) == .fail(.refused))
    }

    @Test("The tries, the time and the run's budget each end it")
    func endings() {
        var state = progress(.get, RetryPolicy(attempts: 3))
        let event = RetryProgress.Event.answered(status: 503, retryAfter: nil, isRefusal: false)
        for _ in 0..<2 {
            guard case .retry = action(&state, event) else {
                Issue.record("ended early")
                return
            }
        }
        #expect(action(&state, event) == .fail(.outOfAttempts))

        var late = progress()
        #expect(
            action(&late, .answered(status: 429, retryAfter: .seconds(100), isRefusal: false), now: .seconds(501))
                == .fail(.outOfTime(.seconds(100))))

        var budget = RetryBudget(share: 0.1, extra: 10)
        var random = SeededGenerator(seed: 1)
        var retries = 0
        for _ in 0..<100 {
            budget.countRequest()
            var one = progress()
            if case .retry = one.on(event, now: .zero, budget: &budget, random: &random) { retries += 1 }
        }
        #expect(retries == 20)
    }

    @Test("A sign-in uses up its tries with 429 as with failures; another request does not")
    func signInTries() {
        for (counts, expected) in [(true, 5), (false, 14)] {
            var request = HTTPRequest(.post, "https://h.example/", mayRepeat: true)
            request.countsLimits = counts
            var state = RetryProgress(RetryPolicy(), request: request, now: .zero)
            var sent = 1
            let events: [RetryProgress.Event] =
                [.failed(isRetryable: true, mayHaveReachedServer: false)]
                + Array(repeating: .limited(isLast: false), count: 9)
                + Array(repeating: .answered(status: 503, retryAfter: nil, isRefusal: false), count: 9)
            for event in events {
                guard case .retry = action(&state, event) else { break }
                sent += 1
            }
            #expect(sent == expected, "\(counts)")
        }
    }

    @Test("Only a wait that the server asked for holds back everybody")
    func pause() {
        for (status, expected) in [(429, true), (503, true), (500, false)] {
            var state = progress()
            guard
                case .retry(let delay, let forAll) = action(
                    &state, .answered(status: status, retryAfter: .seconds(9), isRefusal: false))
            else {
                Issue.record("no retry")
                return
            }
            #expect(delay == .seconds(9) && forAll == expected)
        }
    }
}

/// Holds a state machine so that a step can stand inside an expectation.
private final class Stepper<Machine> {
    private var machine: Machine
    init(_ machine: Machine) { self.machine = machine }
    @discardableResult func callAsFunction<R>(_ step: (inout Machine) -> R) -> R { step(&machine) }
}

@Suite struct TokenStateTests {
    private let request = HTTPRequest(.get, "https://h.example/")

    private func generation(_ answer: TokenState.Answer) -> Int? {
        if case .use(let held) = answer { held.generation } else { nil }
    }

    private func starts(_ answer: TokenState.Answer) -> Bool { if case .startSignIn = answer { true } else { false } }
    private func waits(_ answer: TokenState.Answer) -> Bool { if case .wait = answer { true } else { false } }

    @Test("The first asks for a sign-in, the others wait, and all get its token")
    func once() {
        let state = Stepper(TokenState())
        #expect(starts(state({ $0.ask(now: .zero) })))
        #expect(waits(state({ $0.ask(now: .zero) })) && waits(state({ $0.ask(now: .zero) })))
        state({ $0.signedIn(AccessToken(Secret("t")), now: .zero) })
        #expect(generation(state({ $0.ask(now: .seconds(1_000_000)) })) == 1)
    }

    @Test("A token is renewed when 80 % of its life is over")
    func refresh() {
        let state = Stepper(TokenState())
        _ = state({ $0.ask(now: .zero) })
        state({ $0.signedIn(AccessToken(Secret("t"), lifetime: .seconds(100)), now: .zero) })
        #expect(generation(state({ $0.ask(now: .milliseconds(79_999)) })) == 1)
        #expect(starts(state({ $0.ask(now: .seconds(80)) })) && waits(state({ $0.ask(now: .seconds(80)) })))
        state({ $0.signedIn(AccessToken(Secret("u"), lifetime: .seconds(100)), now: .seconds(81)) })
        #expect(generation(state({ $0.ask(now: .seconds(82)) })) == 2)
    }

    @Test("A renewal that fails leaves the old token in use while it is good, and is tried again later")
    func failedRefresh() {
        let state = Stepper(TokenState())
        _ = state({ $0.ask(now: .zero) })
        state({ $0.signedIn(AccessToken(Secret("t"), lifetime: .seconds(100)), now: .zero) })
        _ = state({ $0.ask(now: .seconds(80)) })
        let down = HTTPError.signInFailed(HTTPError(.timeout, "", request: request), request: request)
        #expect(state({ $0.signInFailed(down, now: .seconds(80)) }))
        #expect(generation(state({ $0.ask(now: .seconds(89)) })) == 1)
        #expect(starts(state({ $0.ask(now: .seconds(90)) })))
        #expect(!state({ $0.signInFailed(down, now: .seconds(101)) }))
        #expect(starts(state({ $0.ask(now: .seconds(102)) })))
    }

    @Test("Wrong credentials are final, an outage is not")
    func denied() {
        let state = Stepper(TokenState())
        _ = state({ $0.ask(now: .zero) })
        var wrong = HTTPError(.status, "the server answered 401", request: request)
        wrong.status = 401
        #expect(!state({ $0.signInFailed(.signInFailed(wrong, request: request), now: .zero) }))
        guard case .fail(let error) = state({ $0.ask(now: .zero) }) else {
            Issue.record("asked again")
            return
        }
        #expect(error.code == .signInFailed && !error.isRetryable && error.status == 401)
    }

    @Test("Many refusals of one generation drop it once; a late one does not drop the next")
    func generations() {
        let state = Stepper(TokenState())
        _ = state({ $0.ask(now: .zero) })
        state({ $0.signedIn(AccessToken(Secret("t")), now: .zero) })
        state({ $0.refused(generation: 1) })
        #expect(starts(state({ $0.ask(now: .zero) })))
        state({ $0.refused(generation: 1) })
        state({ $0.signedIn(AccessToken(Secret("u")), now: .zero) })
        state({ $0.refused(generation: 1) })
        #expect(generation(state({ $0.ask(now: .zero) })) == 2)
    }

    @Test("A token that has ended by our clock is used until it is refused", arguments: [Duration.zero, .seconds(-5)])
    func ended(lifetime: Duration) {
        let state = Stepper(TokenState())
        _ = state({ $0.ask(now: .zero) })
        state({ $0.signedIn(AccessToken(Secret("t"), lifetime: lifetime), now: .zero) })
        #expect(
            generation(state({ $0.ask(now: .seconds(9)) })) == 1
                && state({ $0.sendable(now: .seconds(9)) })?.generation == 1)
    }

    @Test("A token that has ended is sent by nobody but the first, and none is while another is fetched")
    func sendable() {
        let state = Stepper(TokenState())
        _ = state({ $0.ask(now: .zero) })
        #expect(state({ $0.sendable(now: .zero) }) == nil)
        state({ $0.signedIn(AccessToken(Secret("t"), lifetime: .seconds(10)), now: .zero) })
        #expect(state({ $0.sendable(now: .seconds(11)) })?.generation == 1)
        state({ $0.sent() })
        #expect(state({ $0.sendable(now: .seconds(9)) }) != nil && state({ $0.sendable(now: .seconds(10)) }) == nil)
        #expect(starts(state({ $0.ask(now: .seconds(9)) })))
        #expect(state({ $0.sendable(now: .seconds(9)) }) == nil)
    }
}

@Suite struct CallQueueTests {
    @Test("No more than the budget run at once, first come first served")
    func concurrent() {
        let queue = Stepper(CallQueue(CallBudget(concurrent: 2)))
        #expect(queue({ $0.ask(1, now: .zero) }) == .start && queue({ $0.ask(2, now: .zero) }) == .start)
        #expect(queue({ $0.ask(3, now: .zero) }) == .wait && queue({ $0.ask(4, now: .zero) }) == .wait)
        queue({ $0.leave() })
        #expect(queue({ $0.ask(4, now: .zero) }) == .wait)
        #expect(queue({ $0.first }) == 3 && queue({ $0.ask(3, now: .zero) }) == .start)
        queue({ $0.abandon(4) })
        #expect(queue({ $0.first }) == nil)
    }

    @Test("Who has left the queue for a moment has its turn again")
    func turn() {
        let queue = Stepper(CallQueue(CallBudget(concurrent: 1)))
        #expect(queue({ $0.ask(1, now: .zero) }) == .start)
        for id in 2...4 { #expect(queue({ $0.ask(id, now: .zero) }) == .wait) }
        queue({ $0.abandon(3) })
        #expect(queue({ $0.ask(3, now: .zero) }) == .wait)
        for id in 2...4 {
            queue({ $0.leave() })
            #expect(queue({ $0.first }) == id && queue({ $0.ask(id, now: .zero) }) == .start)
        }
    }

    @Test("Starts keep their distance, and a pause holds everybody and never gets shorter")
    func pace() {
        let limiter = RateLimiter(RequestRate("63/min"))
        let queue = Stepper(CallQueue(CallBudget(concurrent: 9), limiter: limiter))
        #expect(queue({ $0.ask(1, now: .zero) }) == .start)
        #expect(queue({ $0.ask(2, now: .milliseconds(500)) }) == .sleep(until: .seconds(1)))
        #expect(queue({ $0.ask(2, now: .seconds(1)) }) == .start)
        queue({ $0.pause(until: .seconds(30)) })
        queue({ $0.pause(until: .seconds(20)) })
        #expect(queue({ $0.ask(3, now: .seconds(25)) }) == .sleep(until: .seconds(30)))
        #expect(queue({ $0.ask(3, now: .seconds(30)) }) == .start)
    }
}
