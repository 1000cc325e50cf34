import GantryHTTP
import Testing

@Suite struct ConnectionChoiceTests {
    private func post(_ url: String, _ text: String, _ choice: ConnectionChoice?) -> HTTPRequest {
        var request = HTTPRequest(.post, url, body: .text(text))
        request.connection = choice
        return request
    }

    @Test(
        "A request that may not be repeated goes over a new connection unless it says otherwise",
        arguments: [
            (nil, 30...30), (ConnectionChoice.fresh, 30...30), (.recent, 1...1), (.any, 1...1),
        ] as [(ConnectionChoice?, ClosedRange<Int>)])
    func choice(choice: ConnectionChoice?, connections: ClosedRange<Int>) async throws {
        try await withAnswers({ _, connection in connection.answer(200) }) { server in
            let pauses = try await withHTTPClient { client in
                var pauses = 0
                var last = ContinuousClock.now
                for number in 0..<30 {
                    _ = try await client.send(post(server.url, "\(number)", choice))
                    // Where a busy machine lets most of a second pass, a connection is not recent any more.
                    if choice == .recent, ContinuousClock.now - last > .milliseconds(800) { pauses += 1 }
                    last = .now
                }
                return pauses
            }
            #expect(server.requests.count == 30)
            #expect(
                server.connections >= connections.lowerBound && server.connections <= connections.upperBound + pauses)
        }
    }

    @Test("A connection that was idle for more than a second is not recent")
    func idle() async throws {
        try await withAnswers({ _, connection in connection.answer(200) }) { server in
            try await withHTTPClient { client in
                _ = try await client.send(post(server.url, "x", .recent))
                try await Task.sleep(for: .milliseconds(1050))
                _ = try await client.send(post(server.url, "x", .any))
                #expect(server.connections == 1)
                try await Task.sleep(for: .milliseconds(1050))
                _ = try await client.send(post(server.url, "x", .recent))
            }
            #expect(server.connections == 2)
        }
    }

    @Test(
        "Where a server closes after each answer without saying so, no request comes twice",
        arguments: [ConnectionChoice.recent, .any])
    func closing(choice: ConnectionChoice) async throws {
        try await withServer({ connection in
            if connection.request() != nil { connection.answer(200) }
        }) { server in
            let failed = try await withHTTPClient { client in
                var failed = 0
                for number in 0..<300 {
                    do throws(HTTPError) { _ = try await client.send(post(server.url, "\(number)", choice)) } catch {
                        #expect(error.mayHaveReachedServer)
                        failed += 1
                    }
                }
                return failed
            }
            let seen = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
            #expect(Set(seen).count == seen.count && seen.count >= 300 - failed)
        }
    }

    @Test(
        "A request whose kept connection ends instead of answering is sent once, with or without a body",
        arguments: ["body", "", "reset"])
    func dying(body: String) async throws {
        try await withServer({ connection in
            while let request = connection.request() {
                if request.body == Array("first".utf8) {
                    connection.answer(200)
                    continue
                }
                if connection.number == 0 {
                    if body == "reset" { connection.resetOnClose() }
                    return
                }
                connection.answer(200)
            }
        }) { server in
            try await withHTTPClient { client in
                // Kept however long a busy machine takes between the two.
                _ = try await client.send(post(server.url, "first", .any))
                let error = try await failure { try await client.send(post(server.url, body, .any)) } as? HTTPError
                #expect(error?.mayHaveReachedServer == true && error?.bodyWasIncomplete == false)
                #expect(server.requests.count == 2)
                // One that may be repeated goes through, from its first byte.
                _ = try await client.send(post(server.url, "first", .recent))
                #expect(server.requests.count == 3)
            }
        }
    }

    @Test("A file that may be sent twice is sent again from its first byte when its kept connection dies")
    func again() async throws {
        try await withTemporaryFolder { folder in
            let bytes = pattern(1_000_000)
            let body = HTTPBody.content(try content(bytes, in: folder))
            let meter = TransferMeter()
            try await withServer({ connection in
                while let request = connection.request() {
                    if request.method == "PUT", connection.number == 0 { return }
                    connection.answer(200)
                }
            }) { server in
                try await withHTTPClient { client in
                    _ = try await client.send(HTTPRequest(.get, server.url))
                    var request = HTTPRequest(.put, server.url, body: body, mayRepeat: true)
                    request.meter = meter
                    let answer = try await client.send(request)
                    #expect(answer.status == 200 && meter.bytes == bytes.count)
                }
                let areWhole = server.requests.dropFirst().allSatisfy { $0.body == bytes }
                #expect(areWhole && server.requests.count == 3)
            }
        }
    }

    @Test("A file that arrived whole is not called incomplete because libcurl's own repetition of it breaks off")
    func wholeBefore() async throws {
        try await withTemporaryFolder { folder in
            let body = HTTPBody.content(try content(pattern(9_000_000), in: folder))
            try await withServer({ connection in
                guard connection.number == 0 else {
                    _ = connection.head()
                    return connection.resetOnClose()
                }
                while let request = connection.request(), request.method == "GET" { connection.answer(200) }
            }) { server in
                try await withHTTPClient { client in
                    _ = try await client.send(HTTPRequest(.get, server.url))
                    let request = HTTPRequest(.put, server.url, body: body, mayRepeat: true)
                    let error = try await failure { try await client.send(request) } as? HTTPError
                    #expect(
                        error?.mayHaveReachedServer == true && error?.bodyWasIncomplete == false
                            && server.connections == 2)
                }
            }
        }
    }
}
