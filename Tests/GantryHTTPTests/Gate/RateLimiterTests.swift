import GantryHTTP
import GantryModel
import Testing

@Suite("How many requests may start") struct RateLimiterTests {
    private func most(_ starts: [Duration], in window: Duration) -> Int {
        starts.map { first in starts.count { $0 >= first && $0 < first + window } }.max() ?? 0
    }

    private func gate(
        _ rate: RequestRate?, _ time: WaitingTime, events: Log<GateEvent> = Log(), retry: RetryPolicy = RetryPolicy(),
        budget: RetryBudget = RetryBudget(), transport: @escaping RequestGate.Transport
    ) -> RequestGate {
        RequestGate(
            origin: "https://h.example",
            configuration: GateConfiguration(
                retry: retry, retryBudget: budget, calls: CallBudget(concurrent: 16), limiter: RateLimiter(rate),
                observe: { events.add($0) }, clock: time.clock, seed: 1), transport: transport)
    }

    private func send(_ count: Int, over gate: RequestGate) async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<count { tasks.addTask { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) } }
            try await tasks.waitForAll()
        }
    }

    @Test("A rate is read from its text, and 0 or nonsense is none")
    func texts() {
        #expect(RequestRate("5/s")?.perMinute == 300 && RequestRate("100/min")?.perMinute == 100)
        #expect(RequestRate("5/s")?.description == "5/s" && RequestRate("150/min")?.description == "150/min")
        for wrong in ["0/s", "0", "5", "-5/s", "5/h", "5/ s", "5/s/s", "/s", "1e3/s", "10001/s", "", "٥/s", "+5/s"] {
            #expect(RequestRate(wrong) == nil, "\(wrong)")
        }
    }

    @Test("No window of a second has more starts than the rate, retries included, however many are sent at once")
    func starts() async throws {
        let time = WaitingTime()
        let starts = Log<Duration>()
        let events = Log<GateEvent>()
        // What waits after a refusal moves the clock for the others, too.
        let retry = RetryPolicy(backoff: BackoffSchedule(base: .milliseconds(10), cap: .milliseconds(10)))
        let gate = gate(RequestRate("5/s"), time, events: events, retry: retry, budget: RetryBudget(share: 1)) {
            (_) async throws(HTTPError) in
            HTTPResponse(status: starts.add(time.now) % 4 == 0 ? 503 : 200)
        }
        try await send(40, over: gate)
        #expect(
            starts.entries.count > 50 && most(starts.entries, in: .seconds(1)) == 5,
            "\(most(starts.entries, in: .seconds(1))) of \(starts.entries.count): \(starts.entries)")
        let reports = events.entries.compactMap { event -> String? in
            if case .limited(let rate, isHalved: false) = event { rate?.description } else { nil }
        }
        #expect(reports == ["5/s"])
    }

    @Test("Gates with one limiter share its rate")
    func shared() async throws {
        let time = WaitingTime()
        let starts = Log<Duration>()
        let limiter = RateLimiter(RequestRate("120/min"))
        let gates = (0..<3).map { _ in
            RequestGate(
                origin: "https://h.example",
                configuration: GateConfiguration(limiter: limiter, clock: time.clock)
            ) { (_) async throws(HTTPError) in
                starts.add(time.now)
                return HTTPResponse(status: 200)
            }
        }
        for gate in gates + gates { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) }
        #expect(starts.entries.count == 6 && most(starts.entries, in: .seconds(1)) == 2)
    }

    @Test("Waiting for a slow rate is not being late, however many wait")
    func slow() async throws {
        let time = WaitingTime()
        let gate = gate(RequestRate("1/min"), time) { (_) async throws(HTTPError) in HTTPResponse(status: 200) }
        try await send(20, over: gate)
        // The rate is used, too.
        #expect(time.now > .seconds(19 * 60) && time.now < .seconds(20 * 60))
    }

    @Test("429 without a time halves the rate for a minute, costs no retries, and is found out step by step")
    func halving() async throws {
        let time = WaitingTime()
        let events = Log<GateEvent>()
        let accepted = Log<Duration>()
        let refused = Log<Duration>()
        // Refuses what is above 3 in a second.
        let gate = gate(RequestRate("20/s"), time, events: events, budget: RetryBudget(share: 0, extra: 0)) {
            (_) async throws(HTTPError) in
            let now = time.now
            guard accepted.entries.count(where: { $0 > now - .seconds(1) }) < 3 else {
                refused.add(now)
                return HTTPResponse(status: 429)
            }
            accepted.add(now)
            return HTTPResponse(status: 200)
        }
        try await send(60, over: gate)
        #expect(accepted.entries.count == 60 && refused.entries.count < 60)
        let rates = events.entries.compactMap { event -> String? in
            if case .limited(let rate?, isHalved: true) = event { rate.description } else { nil }
        }
        // A rate above may be tried once more on the way, to see whether refusals depend on it.
        #expect(rates.starts(with: ["10/s", "5/s"]) && rates.contains("150/min"), "\(rates)")
        time.pass(.seconds(400))
        _ = try await gate.send(HTTPRequest(.get, "https://h.example/x"))
        let start = time.now
        _ = try await gate.send(HTTPRequest(.get, "https://h.example/x"))
        #expect(time.now - start < .milliseconds(60))
    }

    @Test("Without a rate what was measured is halved, and a minute later nothing waits any more")
    func measured() async throws {
        let time = WaitingTime()
        let events = Log<GateEvent>()
        let hits = Log<Void>()
        let gate = gate(nil, time, events: events) { (_) async throws(HTTPError) in
            HTTPResponse(status: hits.add(()) == 30 ? 429 : 200)
        }
        for _ in 0..<40 { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) }
        time.pass(.seconds(60))
        for _ in 0..<40 { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) }
        let rates = events.entries.compactMap { event -> String? in
            if case .limited(let rate, _) = event { rate?.description ?? "none" } else { nil }
        }
        #expect(rates == ["15/s", "none"], "\(rates)")
    }

    @Test("One request a second goes however often the server refuses, or the rate that was asked for if it is less")
    func least() async throws {
        for (rate, least) in [("20/s", "1/s"), ("30/min", "30/min")] {
            let events = Log<GateEvent>()
            let hits = Log<Void>()
            let gate = gate(RequestRate(rate), WaitingTime(), events: events) { (_) async throws(HTTPError) in
                HTTPResponse(status: hits.add(()) % 10 == 9 ? 200 : 429)
            }
            for _ in 0..<60 { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) }
            let rates = events.entries.compactMap { event -> String? in
                if case .limited(let rate?, _) = event { rate.description } else { nil }
            }
            #expect(rates.contains(least) && !rates.contains("6/min") && !rates.contains("37/min"), "\(rates)")
        }
    }

    @Test("A server that refuses everything is left alone after twelve refusals in a row")
    func bounded() async throws {
        let time = WaitingTime()
        let hits = Log<Void>()
        let gate = gate(nil, time) { (_) async throws(HTTPError) in
            hits.add(())
            return HTTPResponse(status: 429)
        }
        await #expect { try await gate.send(HTTPRequest(.get, "https://h.example/x")) } throws: {
            ($0 as? HTTPError)?.code == .outOfRetries && ($0 as? HTTPError)?.isRetryable == true
        }
        #expect(hits.entries.count == 12 && time.now < .seconds(300))
    }

    @Test("A request that alone is refused is tried twenty times")
    func alone() async throws {
        let time = WaitingTime()
        let hits = Log<Void>()
        let gate = gate(nil, time) { (request) async throws(HTTPError) in
            guard request.url.hasSuffix("/x") else { return HTTPResponse(status: 200) }
            hits.add(())
            return HTTPResponse(status: 429)
        }
        let others = Task {
            while !Task.isCancelled { _ = try await gate.send(HTTPRequest(.get, "https://h.example/y")) }
        }
        await #expect(throws: HTTPError.self) { try await gate.send(HTTPRequest(.get, "https://h.example/x")) }
        others.cancel()
        #expect((12...20).contains(hits.entries.count))
    }

    @Test("Who wants no retries gets none after 429 either")
    func none() async throws {
        let hits = Log<Void>()
        let gate = gate(RequestRate("5/s"), WaitingTime(), retry: RetryPolicy(attempts: 1)) {
            (_) async throws(HTTPError) in
            hits.add(())
            return HTTPResponse(status: 429)
        }
        await #expect(throws: HTTPError.self) { try await gate.send(HTTPRequest(.get, "https://h.example/x")) }
        #expect(hits.entries.count == 1)
    }

    @Test("While a token is renewed nobody uses up a start, however many wait and however slow the rate is")
    func renewal() async throws {
        let time = WaitingTime()
        let starts = Log<Duration>()
        let signIns = Log<Void>()
        let gate = RequestGate(
            origin: "https://h.example",
            configuration: GateConfiguration(
                calls: CallBudget(concurrent: 4), limiter: RateLimiter(RequestRate("60/min")), clock: time.clock),
            signIn: { gate in
                signIns.add(())
                _ = try await gate.send(HTTPRequest(.post, "https://h.example/in", mayRepeat: true, needsToken: false))
                return AccessToken(Secret("t\(signIns.entries.count)"), lifetime: .seconds(10))
            }
        ) { (_) async throws(HTTPError) in
            starts.add(time.now)
            return HTTPResponse(status: 200)
        }
        try await send(60, over: gate)
        // A token serves at least the seven starts before its renewal; each renewal is a start of its own.
        #expect(starts.entries.count == 60 + signIns.entries.count && (6...10).contains(signIns.entries.count))
        #expect(time.now <= .milliseconds(1_050 * starts.entries.count), "\(time.now)")
    }

    @Test("A sign-in that is refused with 429 and no time is tried five times")
    func signIn() async throws {
        let hits = Log<Void>()
        let gate = gate(nil, WaitingTime()) { (_) async throws(HTTPError) in
            hits.add(())
            return HTTPResponse(status: 429)
        }
        var request = HTTPRequest(.post, "https://h.example/in", mayRepeat: true, needsToken: false)
        request.countsLimits = true
        await #expect(throws: HTTPError.self) { try await gate.send(request) }
        #expect(hits.entries.count == 5)
    }
}
