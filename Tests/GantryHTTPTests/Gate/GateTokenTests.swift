import GantryHTTP
import GantryModel
import Synchronization
import Testing

@Suite struct GateTokenTests {
    /// A server that accepts the newest token it gave out, and gives a new one for each POST to /login.
    private func withSignInServer<R>(
        refusing: Int = 401, refuseAfter: Int = .max, _ body: (ScriptedServer, RequestGate, Log<Int>) async throws -> R
    ) async throws -> R {
        let state = Mutex((token: 0, uses: 0))
        let logins = Log<Int>()
        return try await withAnswers({ request, connection in
            if request.path == "/login" {
                let token = state.withLock {
                    $0.token += 1
                    return $0.token
                }
                logins.add(token)
                connection.answer(200, "token-\(token)")
            } else {
                let isGood = state.withLock { state in
                    guard request["authorization"] == "Bearer token-\(state.token)" else { return false }
                    state.uses += 1
                    // The server forgets its first token in the middle of the run.
                    if state.uses == refuseAfter, state.token == 1 {
                        state.token = -1
                        return false
                    }
                    return true
                }
                state.withLock { if $0.token == -1 { $0.token = 1_000 } }
                if isGood {
                    connection.answer(200, "ok")
                } else {
                    connection.answer(refusing, #"{"error":"Invalid token"}"#)
                }
            }
        }) { server in
            try await withHTTPClient { client in
                let url = server.url
                let configuration = quick(refusal: {
                    $0.status == 500 && String(decoding: $0.body, as: UTF8.self).contains("Invalid token")
                })
                let gate = RequestGate(client: client, origin: url, configuration: configuration) { gate in
                    let answer = try await gate.send(
                        HTTPRequest(.post, url + "/login", mayRepeat: true, needsToken: false))
                    return AccessToken(Secret(String(decoding: answer.body, as: UTF8.self)))
                }
                return try await body(server, gate, logins)
            }
        }
    }

    @Test("Fifty requests at once sign in once")
    func once() async throws {
        try await withSignInServer { server, gate, logins in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 { group.addTask { _ = try await gate.send(HTTPRequest(.get, server.url + "/data")) } }
                try await group.waitForAll()
            }
            #expect(logins.entries.count == 1)
        }
    }

    @Test("A token refused in the middle is renewed once for all, and no request is lost", arguments: [401, 500])
    func middle(status: Int) async throws {
        try await withSignInServer(refusing: status, refuseAfter: 40) { server, gate, logins in
            let attempts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 {
                    group.addTask { try await gate.send(HTTPRequest(.get, server.url + "/data")).attempts }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(logins.entries.count == 2)
            #expect(attempts.count == 100 && attempts.allSatisfy { $0 <= 2 } && attempts.contains(2))
        }
    }

    @Test("A refused POST is sent again with the new token, body included")
    func post() async throws {
        try await withSignInServer(refuseAfter: 1) { server, gate, logins in
            let answer = try await gate.send(HTTPRequest(.post, server.url + "/data", body: .text("hours")))
            #expect(answer.attempts == 2)
            #expect(
                server.requests.filter { $0.path == "/data" }.map(\.body) == [Array("hours".utf8), Array("hours".utf8)])
            #expect(logins.entries.count == 2)
        }
    }

    @Test("A server that refuses every token gets one new sign-in for a request, then an error that says so")
    func always() async throws {
        let signIns = Log<Void>()
        let gate = RequestGate(
            origin: "https://h.example", configuration: quick(),
            signIn: { _ in
                signIns.add(())
                return AccessToken(Secret("CANARY"))
            }
        ) { (_) async throws(HTTPError) in HTTPResponse(status: 401, body: Array("you sent CANARY".utf8)) }
        await #expect { try await gate.send(HTTPRequest(.get, "https://h.example/x")) } throws: {
            guard let error = $0 as? HTTPError else { return false }
            return error.code == .refused && error.status == 401 && !error.isRetryable && error.attempts == 2
                && error.bodyText == "you sent ***"
        }
        #expect(signIns.entries.count == 2)
    }

    @Test("A wrong password is tried once in the life of the gate")
    func wrongPassword() async throws {
        try await withAnswers({ _, connection in connection.answer(401, #"{"error":"wrong password"}"#) }) { server in
            try await withHTTPClient { client in
                let url = server.url
                let gate = RequestGate(client: client, origin: url, configuration: quick()) { gate in
                    _ = try await gate.send(HTTPRequest(.post, url + "/login", needsToken: false))
                    return AccessToken(Secret("never"))
                }
                for _ in 0..<3 {
                    await #expect { try await gate.send(HTTPRequest(.get, url + "/data")) } throws: {
                        guard let error = $0 as? HTTPError else { return false }
                        return error.code == .signInFailed && error.status == 401
                            && "\(error)".contains("wrong password") && !error.isRetryable
                    }
                }
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("A token is renewed before its end, and one that is always short-lived does not loop")
    func refresh() async throws {
        let signIns = Log<Void>()
        let time = TestTime()
        var configuration = quick()
        configuration.clock.now = { time.now }
        let gate = RequestGate(
            origin: "https://h.example", configuration: configuration,
            signIn: { _ in
                AccessToken(Secret("t\(signIns.add(()))"), lifetime: .seconds(100))
            }
        ) { (_) async throws(HTTPError) in HTTPResponse(status: 200) }
        let request = HTTPRequest(.get, "https://h.example/x")
        _ = try await gate.send(request)
        _ = try await gate.send(request)
        #expect(signIns.entries.count == 1)
        time.now = .seconds(79)
        _ = try await gate.send(request)
        #expect(signIns.entries.count == 1)
        time.now = .seconds(80)
        _ = try await gate.send(request)
        #expect(signIns.entries.count == 2)

        let brief = RequestGate(
            origin: "https://h.example", configuration: quick(),
            signIn: { _ in AccessToken(Secret("t"), lifetime: .nanoseconds(1)) }
        ) { (_) async throws(HTTPError) in
            HTTPResponse(status: 200)
        }
        _ = try await brief.send(request)
    }

    @Test("A sign-in that asks the gate for its own token is an error, not a deadlock")
    func selfWait() async throws {
        let request = HTTPRequest(.get, "https://h.example/x")
        let gate = RequestGate(
            origin: "https://h.example", configuration: quick(),
            signIn: { gate in
                _ = try await gate.send(request)
                return AccessToken(Secret("t"))
            }
        ) { (_) async throws(HTTPError) in HTTPResponse(status: 200) }
        await #expect { try await gate.send(request) } throws: { ($0 as? HTTPError)?.code == .signInFailed }
    }

    @Test("One place is enough for a sign-in that needs a request itself")
    func onePlace() async throws {
        let gate = RequestGate(
            origin: "https://h.example", configuration: quick(calls: CallBudget(concurrent: 1)),
            signIn: { gate in
                _ = try await gate.send(HTTPRequest(.get, "https://h.example/login", needsToken: false))
                return AccessToken(Secret("t"), lifetime: .milliseconds(5))
            }
        ) { (_) async throws(HTTPError) in
            do { try await Task.sleep(for: .milliseconds(2)) } catch {}
            return HTTPResponse(status: 200)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await gate.send(HTTPRequest(.get, "https://h.example/x")) } }
            try await group.waitForAll()
        }
    }

    @Test("Waiting for a sign-in ends with the time allowed")
    func slowSignIn() async throws {
        let gate = RequestGate(
            origin: "https://h.example", configuration: quick(total: .milliseconds(50)),
            signIn: { _ in
                try await Task.sleep(for: .seconds(600))
                return AccessToken(Secret("t"))
            }
        ) { (_) async throws(HTTPError) in HTTPResponse(status: 200) }
        await #expect { try await gate.send(HTTPRequest(.get, "https://h.example/x")) } throws: {
            ($0 as? HTTPError)?.code == .deadlineExceeded
        }
    }
}
