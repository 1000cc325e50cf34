import GantryHTTP
import Testing

@Suite("A connection for another protocol") struct StreamConnectionTests {
    private func open(_ url: String) async throws -> StreamConnection {
        try await StreamConnection.open(HTTPRequest(.get, url + "?token=hush"), HTTPClientConfiguration())
    }

    private func code(_ body: () async throws -> [UInt8]) async -> HTTPError.Code? {
        do {
            _ = try await body()
            return nil
        } catch let error as HTTPError {
            #expect(!"\(error)".contains("hush"))
            return error.code
        } catch { return nil }
    }

    @Test("carries bytes both ways, sends nothing itself, and sees the server close") func bytes() async throws {
        try await withServer({ connection in
            guard let request = connection.request() else { return }
            connection.send(request.line + "|" + String(decoding: request.body, as: UTF8.self))
        }) { server in
            let stream = try await open(server.url)
            // More than fits on the way at once, in pieces whose order matters.
            let body = (0..<20).map { Array(repeating: UInt8(ascii: "a") + $0, count: 100_000) }
            try await stream.send(Array("HELLO ws\r\nContent-Length: 2000000\r\n\r\n".utf8))
            for piece in body { try await stream.send(piece) }
            var answer: [UInt8] = []
            while case let bytes = try await stream.receive(), !bytes.isEmpty { answer += bytes }
            #expect(answer == Array("HELLO ws|".utf8) + body.joined())
            #expect(try await stream.receive() == [])
        }
    }

    @Test("can be waited for again after a wait that was too long") func waits() async throws {
        try await withServer({ connection in
            _ = connection.head()
            connection.send("late")
            connection.waitForClose()
        }) { server in
            let stream = try await open(server.url)
            #expect(await code { try await stream.receive(until: .now + .milliseconds(50)) } == .timeout)
            try await stream.send(Array("\r\n\r\n".utf8))
            #expect(try await stream.receive() == Array("late".utf8))
        }
    }

    @Test("ends those who wait when it is closed or they are cancelled, and then takes nothing more") func ends()
        async throws
    {
        try await withServer({ $0.waitForClose() }) { server in
            for isCancelled in [false, true] {
                let stream = try await open(server.url)
                let waiting = Task { await code { try await stream.receive() } }
                try await Task.sleep(for: .milliseconds(20))
                if isCancelled { waiting.cancel() } else { await stream.close() }
                #expect(await waiting.value == (isCancelled ? .cancelled : .reset))
                await stream.close()
                #expect(await code { try await stream.receive() } == .reset)
                await #expect(throws: HTTPError.self) { try await stream.send([1]) }
            }
        }
    }

    @Test("is made to no other machine in the open") func plain() async {
        #expect(
            await code {
                _ = try await open("http://192.0.2.1/")
                return []
            } == .invalidRequest)
    }
}
