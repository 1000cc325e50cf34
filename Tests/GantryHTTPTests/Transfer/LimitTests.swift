import GantryHTTP
import Testing

@Suite struct LimitTests {
    private func failure(
        _ limits: HTTPLimits, from script: @escaping @Sendable (ScriptedConnection) -> Void
    ) async throws -> HTTPError? {
        try await withServer(script) { server in
            try await withHTTPClient { client in
                do throws(HTTPError) {
                    _ = try await client.send(HTTPRequest(.get, server.url, limits: limits))
                    return nil
                } catch {
                    return error
                }
            }
        }
    }

    @Test("An endless body is cut at the limit")
    func endlessBody() async throws {
        let error = try await failure(HTTPLimits(bodyBytes: 1_000_000)) {
            _ = $0.request()
            $0.send("HTTP/1.1 200 OK\r\n\r\n")
            let block = [UInt8](repeating: 120, count: 65_536)
            while $0.send(block) {}
        }
        #expect(error?.code == .bodyTooLarge && error?.isRetryable == false)
    }

    @Test(
        "A body of exactly the limit passes and one byte more does not",
        arguments: [(999, true), (1000, true), (1001, false)])
    func edge(size: Int, passes: Bool) async throws {
        let error = try await failure(HTTPLimits(bodyBytes: 1000)) {
            _ = $0.request()
            $0.answer(200, String(repeating: "x", count: size))
        }
        #expect((error == nil) == passes)
    }

    @Test("A gzip bomb is cut by its decoded size")
    func bomb() async throws {
        let bomb = try await ChildProcess.run(["sh", "-c", "head -c 50000000 /dev/zero | gzip -1"])
        #expect(bomb.count < 1_000_000)
        let error = try await failure(HTTPLimits(bodyBytes: 1_000_000)) {
            _ = $0.request()
            $0.send(
                Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n".utf8) + bomb)
        }
        #expect(error?.code == .bodyTooLarge)
    }

    @Test("Endless headers are cut at the limit, as many lines or as one line", arguments: [true, false])
    func endlessHeaders(lines: Bool) async throws {
        let error = try await failure(HTTPLimits()) {
            _ = $0.request()
            $0.send("HTTP/1.1 200 OK\r\n")
            let block =
                lines
                ? "X-Fill: " + String(repeating: "y", count: 1000) + "\r\n" : String(repeating: "y", count: 65_536)
            while $0.send(block) {}
        }
        #expect(error?.code == .headersTooLarge && error?.isRetryable == false)
    }

    @Test("A stated length beyond the limit does not reserve memory or pass")
    func statedLength() async throws {
        let error = try await failure(HTTPLimits(bodyBytes: 1000)) {
            _ = $0.request()
            $0.send(
                "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n" + String(repeating: "x", count: 2000))
            $0.waitForClose()
        }
        #expect(error?.code == .bodyTooLarge)
    }
}
