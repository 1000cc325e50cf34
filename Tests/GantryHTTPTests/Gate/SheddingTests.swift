import GantryHTTP
import GantryModel
import Testing

@Suite("A gateway that refuses a share of requests, whatever the rate") struct SheddingTests {
    /// Sends requests one after the other, since a clock that each wait moves on knows no two at once.
    private func time(
        of count: Int, at rate: RequestRate?, isRefused: @escaping @Sendable (_ request: Int) -> Bool
    ) async throws -> Duration {
        let time = WaitingTime()
        let hits = Log<Void>()
        let gate = RequestGate(
            origin: "https://h.example",
            configuration: GateConfiguration(
                // What waits after a refusal would delay the others here.
                retry: RetryPolicy(backoff: BackoffSchedule(base: .milliseconds(10), cap: .milliseconds(10))),
                limiter: RateLimiter(rate), clock: time.clock, seed: 1)
        ) { (_) async throws(HTTPError) in
            time.pass(.milliseconds(50))
            return HTTPResponse(status: isRefused(hits.add(())) ? 429 : 200)
        }
        for _ in 0..<count { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) }
        return time.now
    }

    @Test(
        "costs what it refuses and little more: every ninth of 1,000 requests, whichever is the first",
        arguments: ["20/s", "10/s", "100/min", "300/min", nil], [0, 1, 4, 8])
    func everyNinth(rate: String?, first: Int) async throws {
        let rate = rate.flatMap { RequestRate($0) }
        let plain = try await time(of: 1_000, at: rate) { _ in false }
        let shed = try await time(of: 1_000, at: rate) { $0 % 9 == first }
        #expect(shed <= plain * 1.3, "\(shed) instead of \(plain)")
    }

    @Test("is told from a limit of the rate, which is kept", arguments: [2, 3, 5, 10], [1, 16])
    func limit(perSecond: Int, concurrent: Int) async throws {
        let time = WaitingTime()
        let accepted = Log<Duration>()
        let refused = Log<Duration>()
        let gate = RequestGate(
            origin: "https://h.example",
            configuration: GateConfiguration(
                calls: CallBudget(concurrent: concurrent), limiter: RateLimiter(RequestRate("40/s")), clock: time.clock,
                seed: 1)
        ) { (_) async throws(HTTPError) in
            let now = time.now
            guard accepted.entries.count(where: { $0 > now - .seconds(1) }) < perSecond else {
                refused.add(now)
                return HTTPResponse(status: 429)
            }
            accepted.add(now)
            return HTTPResponse(status: 200)
        }
        let lanes = (1...concurrent).map { 300 * $0 / concurrent - 300 * ($0 - 1) / concurrent }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for count in lanes {
                tasks.addTask {
                    for _ in 0..<count { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(refused.entries.count < 60, "\(refused.entries.count) refusals in \(time.now)")
    }

    private static let wall = Duration.seconds(1_796_000_000)
    private static let waits: [(name: String, value: String, seconds: Int)] = [
        ("Retry-After", "7", 7), ("Retry-After", "Mon, 30 Nov 2026 00:53:27 GMT", 7),
        ("retry-after-ms", "7000", 7), ("RateLimit-Reset", "7", 7), ("X-RateLimit-Reset", "7", 7),
        ("x-ratelimit-reset", "1796000007", 7), ("x-ratelimit-reset", "1796000007000", 7),
        ("x-ratelimit-reset", "1796000007.5", 7), ("X-Rate-Limit-Reset", "7s", 7), ("x-ratelimit-reset", "1m7s", 67),
        ("x-ratelimit-reset-after", "7000ms", 7), ("RateLimit", "limit=10, remaining=0, reset=7", 7),
        ("RateLimit", #""default";r=0;t=7"#, 7),
        ("body", #"{"error":"Too many","retryAfter":7}"#, 7), ("body", #"{"error":{"retry_after": "7"}}"#, 7),
        ("body", #"{"retryAfterMs":7000}"#, 7),
    ]

    @Test("names its wait in any spelling, which is kept to", arguments: waits)
    func spelling(name: String, value: String, seconds: Int) async throws {
        let time = WaitingTime()
        time.pass(Self.wall)
        let hits = Log<Void>()
        let gate = RequestGate(
            origin: "https://h.example", configuration: GateConfiguration(clock: time.clock, seed: 1)
        ) { (_) async throws(HTTPError) in
            guard hits.add(()) == 1 else { return HTTPResponse(status: 200) }
            guard name != "body" else { return HTTPResponse(status: 429, body: Array(value.utf8)) }
            return HTTPResponse(status: 429, headers: HTTPHeaders([(name, value)]))
        }
        _ = try await gate.send(HTTPRequest(.get, "https://h.example/x"))
        let waited = time.now - Self.wall
        #expect(waited >= .seconds(seconds) && waited < .seconds(seconds + 1), "\(waited)")
    }
    @Test(
        "and asks for a wait has it before whatever is sent next, also where a request isn't sent again by itself",
        arguments: [("0", 1), ("7", 7), ("100000", 300)])
    func busy(value: String, seconds: Int) async throws {
        let time = WaitingTime()
        time.pass(Self.wall)
        let hits = Log<Void>()
        let gate = RequestGate(
            origin: "https://h.example", configuration: GateConfiguration(clock: time.clock, seed: 1)
        ) { (_) async throws(HTTPError) in
            guard hits.add(()) == 1 else { return HTTPResponse(status: 200) }
            return HTTPResponse(status: 503, headers: HTTPHeaders([("Retry-After", value)]))
        }
        await #expect(throws: HTTPError.self) { try await gate.send(HTTPRequest(.post, "https://h.example/x")) }
        #expect(time.now == Self.wall && hits.entries.count == 1)
        _ = try await gate.send(HTTPRequest(.put, "https://h.example/y"))
        #expect(time.now - Self.wall == .seconds(seconds))
    }
}
