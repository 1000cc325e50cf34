import GantryHTTP
import GantryModel
import Glibc
import Testing

@Suite struct ConnectionTests {
    @Test("Requests one after the other share a connection")
    func reuse() async throws {
        try await withAnswers({ _, connection in connection.answer(200, "ok") }) { server in
            try await withHTTPClient { client in
                for number in 0..<20 {
                    let response = try await client.send(HTTPRequest(.get, server.url))
                    #expect(response.timings.newConnection == (number == 0))
                }
                #expect(server.connections == 1 && server.requests.count == 20)
            }
        }
    }

    @Test(
        "A POST whose connection dies is never repeated behind our back, with or without a body",
        arguments: ["body", ""])
    func postOnce(body: String) async throws {
        try await withServer({ connection in
            while let request = connection.request() {
                if request.method == "POST" { return }
                connection.answer(200)
            }
        }) { server in
            try await withHTTPClient { client in
                _ = try await client.send(HTTPRequest(.get, server.url))
                await #expect { try await client.send(HTTPRequest(.post, server.url, body: .text(body))) } throws: {
                    ($0 as? HTTPError)?.mayHaveReachedServer == true
                }
                #expect(server.requests.filter { $0.method == "POST" }.count == 1)
            }
        }
    }

    @Test(
        "Bodies arrive whole, with their length and no header that was not asked for",
        arguments: [0, 1, 100_000, 5_000_000])
    func bodies(size: Int) async throws {
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await withAnswers({ _, connection in connection.answer(200) }) { server in
            try await withHTTPClient { client in
                for method in [HTTPMethod.post, .put, .patch] {
                    _ = try await client.send(
                        HTTPRequest(method, server.url, headers: [HeaderField("X-Empty", "")], body: .bytes(body)))
                }
                for request in server.requests {
                    #expect(request.body == body && request["content-length"] == String(size))
                    #expect(request["content-type"] == nil && request["expect"] == nil && request["x-empty"] == "")
                }
                #expect(server.requests.map(\.method) == ["POST", "PUT", "PATCH"])
            }
        }
    }

    @Test("Bad headers are refused before a connection is made")
    func injection() async throws {
        try await withAnswers({ _, connection in connection.answer(200) }) { server in
            try await withHTTPClient { client in
                for header in [
                    HeaderField("X-A", "one\r\nX-Evil: two"), HeaderField("X-A\r\nX-Evil", "two"),
                    HeaderField("X", HeaderValue(secret: Secret("a\0CANARY"))),
                ] {
                    await #expect { try await client.send(HTTPRequest(.get, server.url, headers: [header])) } throws: {
                        ($0 as? HTTPError)?.code == .invalidRequest && !"\($0)".contains("CANARY")
                    }
                }
                await #expect(throws: HTTPError.self) {
                    try await client.send(HTTPRequest(HTTPMethod("GET / HTTP/1.1\r\nX:"), server.url))
                }
                #expect(server.connections == 0)
            }
        }
    }

    @Test("Plain http to another machine is refused unless the configuration allows it")
    func plain() async throws {
        try await withHTTPClient { client in
            await #expect { try await client.send(HTTPRequest(.get, "http://192.0.2.1/")) } throws: {
                ($0 as? HTTPError)?.code == .invalidRequest
            }
        }
        try await withHTTPClient(HTTPClientConfiguration(allowPlainHTTP: true)) { client in
            let request = HTTPRequest(.get, "http://192.0.2.1/", timeouts: HTTPTimeouts(connect: .milliseconds(100)))
            await #expect { try await client.send(request) } throws: {
                [.timeout, .connectFailed].contains(($0 as? HTTPError)?.code)
            }
        }
    }

    @Test("Proxies of the environment are ignored unless asked for")
    func proxy() async throws {
        try await withAnswers({ _, connection in connection.answer(200, "proxy") }) { proxy in
            try await withAnswers({ _, connection in connection.answer(200, "direct") }) { server in
                // Read by libcurl for each transfer; the port is this test's own, so other tests are not led anywhere.
                setenv("all_proxy", proxy.url, 1)
                defer { unsetenv("all_proxy") }
                try await withHTTPClient { client in
                    let answer = try await client.send(HTTPRequest(.get, server.url))
                    #expect(answer.body == Array("direct".utf8))
                }
                #expect(proxy.connections == 0)
                try await withHTTPClient(HTTPClientConfiguration(proxy: .environment)) { client in
                    let answer = try await client.send(HTTPRequest(.get, server.url))
                    #expect(answer.body == Array("proxy".utf8))
                }
            }
        }
    }

    @Test("Cancelling the task ends the transfer at once, and one cancelled before it starts is not sent")
    func cancellation() async throws {
        try await withServer({ connection in
            _ = connection.request()
            connection.waitForClose()
        }) { server in
            try await withHTTPClient { client in
                let patient = HTTPTimeouts(total: .seconds(600), stall: .seconds(600))
                let task = Task { try await client.send(HTTPRequest(.get, server.url, timeouts: patient)) }
                while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                task.cancel()
                // Not cancelled at once, it would end as a timeout.
                await #expect { try await task.value } throws: {
                    ($0 as? HTTPError)?.code == .cancelled && ($0 as? HTTPError)?.mayHaveReachedServer == true
                }
                let early = Task {
                    while !Task.isCancelled { await Task.yield() }
                    return try await client.send(HTTPRequest(.get, server.url))
                }
                early.cancel()
                await #expect { try await early.value } throws: {
                    ($0 as? HTTPError)?.code == .cancelled && ($0 as? HTTPError)?.mayHaveReachedServer == false
                }
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("Two hundred transfers cancelled at random leave the client working")
    func cancellationStorm() async throws {
        try await withAnswers({ _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n")
            connection.send([UInt8](repeating: 1, count: 200_000))
        }) { server in
            try await withHTTPClient { client in
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<200 {
                        group.addTask {
                            let task = Task { try await client.send(HTTPRequest(.get, server.url)) }
                            if number % 3 == 0 { await Task.yield() } else { usleep(UInt32(number % 7) * 300) }
                            task.cancel()
                            _ = await task.result
                        }
                    }
                }
                let answer = try await client.send(HTTPRequest(.get, server.url))
                #expect(answer.body.count == 200_000)
            }
        }
    }

    @Test("Shutting down ends what runs, refuses what comes, and may be repeated")
    func shutdown() async throws {
        try await withServer({ connection in
            _ = connection.request()
            connection.waitForClose()
        }) { server in
            let client = try HTTPClient()
            let running = Task { try await client.send(HTTPRequest(.get, server.url)) }
            while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            await client.shutdown()
            await client.shutdown()
            for task in [running, Task { try await client.send(HTTPRequest(.get, server.url)) }] {
                await #expect { try await task.value } throws: { ($0 as? HTTPError)?.code == .cancelled }
            }
        }
    }

    @Test("A dropped client ends its thread and closes its connections", .timeLimit(.minutes(1)))
    func dropped() async throws {
        let closed = Log<Void>()
        try await withServer({ connection in
            while connection.request() != nil { connection.answer(200) }
            closed.add(())
        }) { server in
            do {
                let client = try HTTPClient()
                _ = try await client.send(HTTPRequest(.get, server.url))
            }
            while closed.entries.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test(
        "Many requests that must not repeat each get a connection, also where few are allowed", .timeLimit(.minutes(1)))
    func manyPosts() async throws {
        try await withAnswers({ _, connection in connection.answer(200) }) { server in
            try await withHTTPClient(HTTPClientConfiguration(connectionsPerHost: 3)) { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<40 {
                        group.addTask { _ = try await client.send(HTTPRequest(.post, server.url, body: .text("x"))) }
                    }
                    try await group.waitForAll()
                }
                #expect(server.requests.count == 40 && server.connections == 40)
            }
        }
    }
}
