import GantryHTTP
import Testing

@Suite struct EarlyAnswerTests {
    private func withLargeBody(
        _ script: @escaping @Sendable (ScriptedConnection) -> Void,
        _ check: (HTTPClient, HTTPRequest) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let body = HTTPBody.content(try content(pattern(9_000_000), in: folder))
            try await withServer(script) { server in
                try await withHTTPClient { client in try await check(client, HTTPRequest(.post, server.url, body: body))
                }
            }
        }
    }

    @Test(
        "An answer while the body is being sent ends the sending, whether or not the server says that it closes",
        arguments: [[], ["Connection: close"]])
    func lingering(headers: [String]) async throws {
        try await withLargeBody({ connection in
            guard connection.head() else { return }
            connection.answer(413, "too large", headers: headers)
            connection.finishSending()
            connection.waitForClose()
        }) { client, request in
            let answer = try await client.send(request)
            #expect(answer.status == 413 && answer.body == Array("too large".utf8) && answer.bodyWasIncomplete)
            let gate = RequestGate(client: client, origin: request.url, configuration: quick())
            let error = try await failure { try await gate.send(request) } as? HTTPError
            #expect(
                error?.code == .status && error?.status == 413 && error?.bodyWasIncomplete == true
                    && error?.mayHaveReachedServer == true)
        }
    }

    @Test("An answer before a reset counts where it came through; else the reset says that the body was incomplete")
    func reset() async throws {
        try await withLargeBody({ connection in
            guard connection.head() else { return }
            connection.answer(413, "too large")
            connection.resetOnClose()
        }) { client, request in
            for _ in 0..<20 {
                do throws(HTTPError) {
                    let answer = try await client.send(request)
                    #expect(answer.status == 413 && answer.bodyWasIncomplete)
                } catch {
                    #expect(error.code == .reset && error.bodyWasIncomplete && error.mayHaveReachedServer)
                }
            }
        }
    }

    @Test("A refusal whose own body is cut off is still the refusal")
    func cutRefusal() async throws {
        try await withLargeBody({ connection in
            guard connection.head() else { return }
            connection.send("HTTP/1.1 413 Scripted\r\nContent-Length: 1000\r\n\r\ntoo la")
            connection.finishSending()
            connection.waitForClose()
        }) { client, request in
            let answer = try await client.send(request)
            #expect(answer.status == 413 && answer.body == Array("too la".utf8) && answer.bodyWasIncomplete)
        }
    }
}
