import GantryHTTP
import GantryModel
import Synchronization
import Testing

/// Counts and keeps what happens in a test, from any thread.
final class Log<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])
    var entries: [Entry] { state.withLock { $0 } }
    @discardableResult func add(_ entry: Entry) -> Int {
        state.withLock {
            $0.append(entry)
            return $0.count
        }
    }
}

/// A clock that a test sets.
final class TestTime: Sendable {
    private let state = Mutex(Duration.zero)
    var now: Duration {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// The published table with every second as a millisecond.
func quick(
    attempts: Int = 5, total: Duration = .seconds(60), budget: RetryBudget = RetryBudget(),
    calls: CallBudget = CallBudget(),
    refusal: @escaping @Sendable (HTTPResponse) -> Bool = { _ in false }, events: Log<GateEvent> = Log()
) -> GateConfiguration {
    let backoff = BackoffSchedule(
        base: .milliseconds(1), cap: .milliseconds(300), retryAfterFloor: .milliseconds(10),
        retryAfterCap: .milliseconds(300))
    return GateConfiguration(
        retry: RetryPolicy(attempts: attempts, total: total, backoff: backoff), retryBudget: budget, calls: calls,
        isAuthRefusal: refusal, observe: { events.add($0) }, seed: 1
    )
}

@Suite struct GateRetryTests {
    @Test("A burst of 503 ends in the answer, and the observer hears of each retry")
    func burst() async throws {
        let hits = Log<Void>()
        let events = Log<GateEvent>()
        try await withAnswers({ _, connection in connection.answer(hits.add(()) <= 3 ? 503 : 200, "ok") }) { server in
            try await withHTTPClient { client in
                let response = try await RequestGate(
                    client: client, origin: server.url, configuration: quick(events: events)
                ).send(HTTPRequest(.get, server.url))
                #expect(response.attempts == 4 && events.entries.count == 3)
            }
        }
    }

    @Test("Tries run out with the last answer kept")
    func out() async throws {
        try await withAnswers({ _, connection in connection.answer(503, #"{"error":"down","token":"CANARY"}"#) }) {
            server in
            try await withHTTPClient { client in
                let gate = RequestGate(client: client, origin: server.url, configuration: quick())
                await #expect { try await gate.send(HTTPRequest(.get, server.url)) } throws: {
                    guard let error = $0 as? HTTPError else { return false }
                    return error.code == .outOfRetries && error.lastCode == .status && error.status == 503
                        && error.attempts == 5 && error.isRetryable
                        && error.bodyText == #"{"error":"down","token":"***"}"# && !"\(error)".contains("CANARY")
                        && !error.errorBody.isEmpty
                }
                #expect(server.requests.count == 5)
            }
        }
    }

    @Test("What the system understands of an error body is told with code and trace id, and without secrets")
    func explained() async throws {
        try await withAnswers({ _, connection in connection.answer(400, #"{"error":"el_notice"}"#) }) { server in
            try await withHTTPClient { client in
                var configuration = quick()
                configuration.explain = { body, status in
                    ServerMessage(
                        "Earned leave needs notice, hunter2-hunter2.", code: "\(status)-\(body.count)",
                        traceID: "trace-1")
                }
                let gate = RequestGate(client: client, origin: server.url, configuration: configuration)
                var request = HTTPRequest(.get, server.url + "/api/leaves")
                request.secrets = [Secret("hunter2-hunter2")]
                let error = await #expect(throws: HTTPError.self) { try await gate.send(request) }
                #expect(
                    error?.explanation == "GET \(server.url)/api/leaves failed: the server answered 400. "
                        + "Earned leave needs notice, *** (code 400-21, trace id trace-1).")
            }
        }
    }

    @Test("A 200 that means 429 is waited out like one, whatever may be repeated, and told as what it is")
    func limit() async throws {
        let hits = Log<Void>()
        try await withAnswers({ _, connection in
            connection.answer(
                200, hits.add(()) < 3 ? #"{"success":false,"message":"Too many requests"}"# : #"{"success":true}"#)
        }) { server in
            try await withHTTPClient { client in
                var configuration = quick()
                configuration.isLimit = { String(decoding: $0, as: UTF8.self).contains("Too many") }
                let gate = RequestGate(client: client, origin: server.url, configuration: configuration)
                let answer = try await gate.send(HTTPRequest(.post, server.url))
                #expect(answer.attempts == 3 && answer.status == 200)
            }
        }
        try await withAnswers({ _, connection in connection.answer(200, "Too many") }) { server in
            try await withHTTPClient { client in
                var configuration = quick(attempts: 1)
                configuration.isLimit = { String(decoding: $0, as: UTF8.self).contains("Too many") }
                let gate = RequestGate(client: client, origin: server.url, configuration: configuration)
                let error = await #expect(throws: HTTPError.self) {
                    try await gate.send(HTTPRequest(.post, server.url))
                }
                #expect(error?.status == 429 && error?.isRetryable == true && error?.mayHaveReachedServer == false)
                #expect(
                    error?.explanation.contains("the server answered 200 but reports too many requests (429)") == true)
            }
        }
    }

    @Test("What the server says of its own failure is told in its words")
    func said() {
        let explanation = ServerMessage("The server failed.", said: "ORA-01017", code: "internal", traceID: "t-1")
        #expect(explanation.description == "The server failed. It said: \"ORA-01017\" (code internal, trace id t-1).")
    }

    @Test("Headers that belong to a token go with every request that carries it")
    func tokenHeaders() async throws {
        try await withAnswers({ _, connection in connection.answer(200) }) { server in
            try await withHTTPClient { client in
                let gate = RequestGate(client: client, origin: server.url, configuration: quick()) { _ in
                    AccessToken(Secret("T"), headers: [HeaderField("X-Device-ID", "d1")])
                }
                for _ in 0..<2 { _ = try await gate.send(HTTPRequest(.get, server.url)) }
                #expect(server.requests.map { $0["X-Device-ID"] } == ["d1", "d1"])
            }
        }
    }

    @Test(
        "Retry-After as 0, seconds and date is honoured with a floor and a cap",
        arguments: [
            ("0", 5, 150), ("0", 3, 30), ("1", 2, 300), ("Thu, 01 Jan 1970 00:00:00 GMT", 2, 10),
            ("Sat, 21 Nov 2099 10:00:00 GMT", 2, 300), ("nonsense", 2, 0),
        ])
    func retryAfter(value: String, attempts: Int, milliseconds: Int) async throws {
        let hits = Log<Void>()
        try await withAnswers({ _, connection in
            if hits.add(()) < attempts {
                connection.answer(429, headers: ["Retry-After: \(value)"])
            } else {
                connection.answer(200)
            }
        }) { server in
            try await withHTTPClient { client in
                let taken = try await time {
                    let response = try await RequestGate(client: client, origin: server.url, configuration: quick())
                        .send(HTTPRequest(.get, server.url))
                    #expect(response.attempts == attempts)
                }
                // Beyond the cap it would be an error, because the wait would pass the deadline.
                #expect(taken >= .milliseconds(milliseconds))
            }
        }
    }

    @Test("One Retry-After holds back the other requests of the connection too", .timeLimit(.minutes(1)))
    func pause() async throws {
        let hits = Log<ContinuousClock.Instant>()
        let events = Log<GateEvent>()
        try await withAnswers({ _, connection in
            if hits.add(.now) == 1 {
                connection.answer(429, headers: ["Retry-After: 1"])
            } else {
                connection.answer(200)
            }
        }) { server in
            try await withHTTPClient { client in
                let gate = RequestGate(client: client, origin: server.url, configuration: quick(events: events))
                async let first = gate.send(HTTPRequest(.get, server.url))
                while events.entries.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
                _ = try await gate.send(HTTPRequest(.get, server.url))
                _ = try await first
                let gaps = hits.entries.dropFirst().map { $0 - (hits.entries.first ?? $0) }
                #expect(gaps.count == 2 && gaps.allSatisfy { $0 >= .milliseconds(290) })
            }
        }
    }

    @Test("What had left before a pause and is refused too costs the retries of one", .timeLimit(.minutes(1)))
    func oneRefusal() async throws {
        let hits = Log<Int>()
        let refusal = HTTPResponse(status: 429, headers: HTTPHeaders([("Retry-After", "0")]))
        let configuration = quick(budget: RetryBudget(share: 0, extra: 1), calls: CallBudget(concurrent: 12))
        let gate = RequestGate(origin: "https://h.example", configuration: configuration) {
            (_) async throws(HTTPError) in
            guard hits.add(0) <= 12 else { return HTTPResponse(status: 200) }
            while hits.entries.count < 12 { await Task.yield() }
            return refusal
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 1...12 { tasks.addTask { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) } }
            try await tasks.waitForAll()
        }
        #expect(hits.entries.count == 24)
    }

    @Test("A pause beyond the time allowed ends at once and says so")
    func deadline() async throws {
        try await withAnswers({ _, connection in connection.answer(429, headers: ["Retry-After: 9"]) }) { server in
            try await withHTTPClient { client in
                let gate = RequestGate(
                    client: client, origin: server.url,
                    configuration: GateConfiguration(retry: RetryPolicy(total: .seconds(8))))
                await #expect { try await gate.send(HTTPRequest(.get, server.url)) } throws: {
                    guard let error = $0 as? HTTPError else { return false }
                    return error.code == .deadlineExceeded && error.retryAfter == .seconds(9) && error.status == 429
                        && error.attempts == 1
                }
            }
        }
    }

    @Test("Transport failures are retried for GET and not for a POST that left")
    func transport() async throws {
        try await withServer({ connection in
            guard connection.request() != nil else { return }
            if connection.number % 3 == 2 { connection.answer(200) }
        }) { server in
            try await withHTTPClient { client in
                let gate = RequestGate(client: client, origin: server.url, configuration: quick())
                let answer = try await gate.send(HTTPRequest(.get, server.url))
                #expect(answer.attempts == 3)
                await #expect { try await gate.send(HTTPRequest(.post, server.url, body: .text("x"))) } throws: {
                    let error = $0 as? HTTPError
                    return error?.code == .noAnswer && error?.attempts == 1 && error?.mayHaveReachedServer == true
                }
                #expect(server.requests.filter { $0.method == "POST" }.count == 1)
            }
        }
    }

    @Test("A POST that could not connect is tried again")
    func postNotSent() async throws {
        try await withClosedPort { port in
            try await withHTTPClient { client in
                let gate = RequestGate(client: client, origin: "http://127.0.0.1:\(port)", configuration: quick())
                await #expect {
                    try await gate.send(HTTPRequest(.post, "http://127.0.0.1:\(port)/", body: .text("x")))
                } throws: {
                    let error = $0 as? HTTPError
                    return error?.code == .outOfRetries && error?.lastCode == .connectFailed && error?.attempts == 5
                        && error?.mayHaveReachedServer == false
                }
            }
        }
    }

    @Test("An outage stops at the run's retry budget")
    func budget() async throws {
        try await withAnswers({ _, connection in connection.answer(503) }) { server in
            try await withHTTPClient { client in
                let gate = RequestGate(
                    client: client, origin: server.url, configuration: quick(budget: RetryBudget(share: 0.1, extra: 2)))
                for _ in 0..<10 {
                    await #expect(throws: HTTPError.self) { try await gate.send(HTTPRequest(.get, server.url)) }
                }
                #expect(server.requests.count <= 13)
            }
        }
    }

    @Test("No more calls run at once than the budget says")
    func concurrency() async throws {
        let running = Mutex((now: 0, most: 0))
        let gate = RequestGate(origin: "https://h.example", configuration: quick(calls: CallBudget(concurrent: 3))) {
            (_) async throws(HTTPError) in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            // Those that the budget lets in are waited for, however late they come; one more has the time to come too.
            for _ in 0..<2_500 where running.withLock({ $0.most < 3 }) { try? await Task.sleep(for: .milliseconds(2)) }
            try? await Task.sleep(for: .milliseconds(2))
            running.withLock { $0.now -= 1 }
            return HTTPResponse(status: 200)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) } }
            try await group.waitForAll()
        }
        #expect(running.withLock { $0.most } == 3)
    }

    @Test("Cancelling ends a wait of any kind at once")
    func cancellation() async throws {
        let slow = GateConfiguration(calls: CallBudget(concurrent: 1))
        let gate = RequestGate(origin: "https://h.example", configuration: slow) { (_) async throws(HTTPError) in
            HTTPResponse(status: 429, headers: HTTPHeaders([("Retry-After", "200")]))
        }
        let request = HTTPRequest(.get, "https://h.example/x")
        let tasks = (0..<5).map { _ in Task { try await gate.send(request) } }
        try await Task.sleep(for: .milliseconds(30))
        let taken = await time {
            for task in tasks {
                task.cancel()
                await #expect { try await task.value } throws: { ($0 as? HTTPError)?.code == .cancelled }
            }
        }
        #expect(taken < .seconds(60))
    }

    @Test(
        "What was only told to come later, or who it is, has had no effect: a request that then can't leave has certainly none",
        arguments: [429, 401])
    func refusedThenGone(status: Int) async throws {
        let tries = Mutex(0)
        let time = TestTime()
        let clock = GateClock(now: { time.now }, wall: { .zero }, sleep: { time.now += $0 })
        let gate = RequestGate(
            origin: "https://h.example",
            configuration: GateConfiguration(retry: RetryPolicy(attempts: 3), clock: clock),
            signIn: { _ in AccessToken(Secret("t")) }
        ) { (request) async throws(HTTPError) in
            let count = tries.withLock { count in
                count += 1
                return count
            }
            guard count > 1 else { return HTTPResponse(status: status) }
            throw HTTPError(.connectFailed, "nobody listens", request: request)
        }
        await #expect { try await gate.send(HTTPRequest(.post, "https://h.example/x", body: .text("{}"))) } throws: {
            guard let error = $0 as? HTTPError else { return false }
            return error.lastCode == .connectFailed && !error.mayHaveReachedServer && error.bodyWasIncomplete
                && error.attempts > 1
        }
    }

    @Test("Requests to another origin are refused before they are sent")
    func origin() async throws {
        let gate = RequestGate(origin: "https://h.example/base") { (_) async throws(HTTPError) in
            HTTPResponse(status: 200)
        }
        let others = [
            "https://evil.example/", "http://h.example/", "https://h.example:444/", "https://h.example.evil.example/",
            "https://h.example@evil.example/",
            "https://h.example:@evil.example/", "https://h.example\\@evil.example/", "https://h.examplex/",
        ]
        // Before a request of the origin has gone, and after it.
        for _ in 1...2 {
            for url in others {
                await #expect("\(url)") { try await gate.send(HTTPRequest(.get, url)) } throws: {
                    ($0 as? HTTPError)?.code == .invalidRequest
                }
            }
            _ = try await gate.send(HTTPRequest(.get, "https://H.EXAMPLE:443/x"))
            _ = try await gate.send(HTTPRequest(.get, "https://h.example/x@evil.example/"))
        }
    }
}
