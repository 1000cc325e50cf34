import GantryHTTP
import Testing

@Suite struct BrokenAnswerTests {
    private func failure(
        _ request: (String) -> HTTPRequest = { HTTPRequest(.get, $0 + "/x?token=CANARY") },
        from script: @escaping @Sendable (ScriptedConnection) -> Void
    ) async throws -> HTTPError {
        try await withServer(script) { server in
            try await withHTTPClient { client in
                do throws(HTTPError) {
                    let response = try await client.send(request(server.url))
                    throw HTTPError(.setUp, "answered \(response)", request: HTTPRequest(.get, "-"))
                } catch {
                    #expect(!"\(error)".contains("CANARY"))
                    return error
                }
            }
        }
    }

    @Test("A reset in the middle of a body is a reset that may be retried")
    func reset() async throws {
        let error = try await failure {
            _ = $0.request()
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nstart")
            $0.resetOnClose()
        }
        #expect([.reset, .truncated].contains(error.code) && error.isRetryable && error.mayHaveReachedServer)
        #expect(error.curlCode != nil && error.status == 200)
    }

    @Test("A body shorter than its stated length is truncated, never a short success")
    func truncated() async throws {
        let error = try await failure {
            _ = $0.request()
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
        }
        #expect(error.code == .truncated && error.isRetryable)
    }

    @Test(
        "An answer that states two lengths is refused, one that says the same twice is taken",
        arguments: ["Content-Length: 5", "Content-Length: 3, 5"])
    func twoLengths(second: String) async throws {
        let error = try await failure {
            _ = $0.request()
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\(second)\r\n\r\n12345")
        }
        #expect(error.code == .reset && error.reason.contains("two lengths"), "\(error)")
        try await withServer({
            _ = $0.request()
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n123")
        }) { server in
            try await withHTTPClient { client in
                let response = try await client.send(HTTPRequest(.get, server.url + "/x"))
                #expect(response.body == Array("123".utf8))
            }
        }
    }

    @Test("A chunked body without its end is truncated")
    func truncatedChunks() async throws {
        let error = try await failure {
            _ = $0.request()
            $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n")
        }
        #expect([.truncated, .reset].contains(error.code) && error.isRetryable)
    }

    @Test(
        "A body with a length or in chunks has a stated end, and one that only the close ends has none",
        arguments: [
            ("Content-Length: 5\r\n\r\n12345", true),
            ("Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n0\r\n\r\n", true),
            ("Connection: close\r\n\r\n12345", false),
        ])
    func statedEnd(answer: String, isStated: Bool) async throws {
        try await withServer({
            _ = $0.request()
            $0.send("HTTP/1.1 200 OK\r\n\(answer)")
        }) { server in
            try await withHTTPClient { client in
                let answer = try await client.send(HTTPRequest(.get, server.url))
                #expect(answer.body == Array("12345".utf8) && answer.statesEnd == isStated)
            }
        }
    }

    @Test("An answer cut at any byte is an error")
    func cutAnywhere() async throws {
        let body = String(repeating: "0123456789abcdef", count: 256)
        let whole = Array(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                .utf8)
        try await withServer({ connection in
            guard let request = connection.request(), let cut = Int(request.path.dropFirst()) else { return }
            connection.send(Array(whole[..<cut]))
        }) { server in
            try await withHTTPClient { client in
                let wrong = try await withThrowingTaskGroup(of: Int?.self) { group in
                    var wrong: [Int] = []
                    for worker in 0..<8 {
                        group.addTask {
                            for cut in stride(from: worker, to: whole.count, by: 8) {
                                do throws(HTTPError) {
                                    _ = try await client.send(HTTPRequest(.get, server.url + "/\(cut)"))
                                    return cut
                                } catch {
                                    if !error.isRetryable { return cut }
                                }
                            }
                            return nil
                        }
                    }
                    for try await cut in group { if let cut { wrong.append(cut) } }
                    return wrong
                }
                #expect(wrong == [])
                let answer = try await client.send(HTTPRequest(.get, server.url + "/\(whole.count)"))
                #expect(answer.body == Array(body.utf8))
            }
        }
    }

    @Test("A body longer than its stated length is cut there and the connection is not used again")
    func overlong() async throws {
        try await withServer({ connection in
            guard connection.request() != nil else { return }
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
            connection.waitForClose()
        }) { server in
            try await withHTTPClient { client in
                for _ in 0..<2 {
                    let answer = try await client.send(HTTPRequest(.get, server.url))
                    #expect(answer.body == Array("12345".utf8))
                }
                #expect(server.connections == 2)
            }
        }
    }

    @Test("A close without an answer, a closed port and an unknown name each have their code")
    func noAnswer() async throws {
        let closed = try await failure { _ = $0.request() }
        #expect(closed.code == .noAnswer && closed.isRetryable && closed.mayHaveReachedServer)
        try await withHTTPClient { client in
            try await withClosedPort { port in
                await #expect { try await client.send(HTTPRequest(.get, "http://127.0.0.1:\(port)/")) } throws: {
                    let error = $0 as? HTTPError
                    return error?.code == .connectFailed && error?.isRetryable == true
                        && error?.mayHaveReachedServer == false
                        && error?.reason == "connection refused by 127.0.0.1:\(port)"
                }
            }
            // A label this long is refused by the system's resolver itself, without asking a server.
            await #expect {
                try await client.send(HTTPRequest(.get, "https://\(String(repeating: "a", count: 70)).invalid/"))
            } throws: {
                let error = $0 as? HTTPError
                return error?.code == .nameNotFound && error?.reason.hasSuffix("aaa.invalid was not found") == true
            }
        }
    }

    @Test("A server that falls silent is a stall, a slow one a timeout")
    func stall() async throws {
        let silent: @Sendable (ScriptedConnection) -> Void = {
            _ = $0.request()
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1")
            $0.waitForClose()
        }
        var error = try await failure(
            { HTTPRequest(.get, $0, timeouts: HTTPTimeouts(stall: .milliseconds(200))) }, from: silent)
        #expect(error.code == .stalled && error.isRetryable)
        error = try await failure(
            { HTTPRequest(.get, $0, timeouts: HTTPTimeouts(total: .milliseconds(200))) }, from: silent)
        #expect(error.code == .timeout && error.isRetryable)
    }

    @Test("Garbage instead of HTTP is a protocol error")
    func garbage() async throws {
        let error = try await failure {
            _ = $0.request()
            $0.send("\u{1}\u{2}garbage\r\n\r\n")
        }
        #expect(error.code == .reset && error.isRetryable)
    }

    @Test("An answer that says gzip and is not is a decoding error")
    func badEncoding() async throws {
        let error = try await failure {
            _ = $0.request()
            $0.answer(200, "this is no gzip", headers: ["Content-Encoding: gzip"])
        }
        #expect(error.code == .badEncoding)
    }

    @Test("Interim answers are passed over and their headers do not mix with the final ones")
    func interim() async throws {
        try await withAnswers({ _, connection in
            connection.send("HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n")
            connection.answer(200, "ok", headers: ["X-Late: yes"])
        }) { server in
            try await withHTTPClient { client in
                let response = try await client.send(HTTPRequest(.get, server.url))
                #expect(
                    response.status == 200 && response.headers["x-early"] == nil && response.headers["X-Late"] == "yes")
            }
        }
    }

    @Test("A zstd answer is decoded")
    func zstd() async throws {
        // A frame with one raw block, written by hand: magic, single segment with one size byte, last block of 5 raw
        // bytes.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 41, 0, 0] + Array("hello".utf8)
        try await withAnswers({ _, connection in
            connection.send(
                Array("HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: \(frame.count)\r\n\r\n".utf8)
                    + frame)
        }) { server in
            try await withHTTPClient { client in
                let response = try await client.send(HTTPRequest(.get, server.url))
                #expect(response.body == Array("hello".utf8))
                #expect(server.requests.first?["accept-encoding"]?.contains("zstd") == true)
            }
        }
    }
}
