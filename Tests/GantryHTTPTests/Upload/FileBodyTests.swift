import GantryFiles
import GantryHTTP
import Testing

@Suite(.nginx) struct FileBodyTests {
    @Test(
        "A file is put whole, over HTTP/1.1 and HTTP/2, whatever its size",
        arguments: [0, 1, 16_384, 262_144, 262_145, 5_000_000], [false, true])
    func put(size: Int, tls: Bool) async throws {
        let nginx = try Nginx.running()
        try await withTemporaryFolder { folder in
            let bytes = pattern(size)
            let body = HTTPBody.content(try content(bytes, in: folder))
            let origin = tls ? "https://localhost:\(nginx.tlsPort)" : "http://127.0.0.1:\(nginx.port)"
            try await withHTTPClient(HTTPClientConfiguration(trust: .file(nginx.certificates.authority))) { client in
                let answer = try await client.send(HTTPRequest(.put, "\(origin)/put/\(size)-\(tls)", body: body))
                #expect(answer.status == 201 && answer.version == (tls ? .http2 : .http11) && !answer.bodyWasIncomplete)
            }
            let isWhole = read(nginx.uploads + "/\(size)-\(tls)") == bytes
            #expect(isWhole && body.length == size && body.isReplayable)
        }
    }

    @Test("Files that share one connection of HTTP/2 and a rate arrive whole")
    func paced() async throws {
        let nginx = try Nginx.running()
        try await withTemporaryFolder { folder in
            let bytes = pattern(300_000)
            let body = HTTPBody.content(try content(bytes, in: folder))
            let configuration = HTTPClientConfiguration(
                trust: .file(nginx.certificates.authority), sendBytesPerSecond: 1_500_000)
            try await withHTTPClient(configuration) { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<4 {
                        group.addTask {
                            var request = HTTPRequest(
                                .put, "https://localhost:\(nginx.tlsPort)/put/paced\(number)", body: body)
                            request.connection = .recent
                            let answer = try await client.send(request)
                            #expect(answer.status == 201 && answer.version == .http2)
                        }
                    }
                    try await group.waitForAll()
                }
            }
            let areWhole = (0..<4).allSatisfy { read(nginx.uploads + "/paced\($0)") == bytes }
            #expect(areWhole)
        }
    }

    @Test(
        "Stretches of a file with other bytes between them go out with their length and nothing that was not asked for",
        arguments: [HTTPMethod.put, .post, .patch])
    func pieces(method: HTTPMethod) async throws {
        try await withTemporaryFolder { folder in
            let bytes = pattern(400_000)
            try write(bytes, to: folder + "/a")
            let expected = Array(bytes[..<100_000]) + Array("between".utf8) + Array(bytes[200_000...])
            let content = FileContent(
                path: "a", in: folder,
                pieces: [.file(0..<100_000), .bytes(Array("between".utf8)), .file(200_000..<400_000)],
                digest: ContentHasher.digest(of: expected.span))
            try await withAnswers({ _, connection in connection.answer(200) }) { server in
                try await withHTTPClient { client in
                    _ = try await client.send(
                        HTTPRequest(
                            method, server.url, headers: [HeaderField("Content-Type", "image/jpeg")],
                            body: .content(content)))
                }
                let seen = try #require(server.requests.first)
                let isWhole = seen.body == expected
                #expect(isWhole && seen.method == method.name)
                #expect(seen["content-length"] == String(expected.count) && seen["content-type"] == "image/jpeg")
                #expect(seen["transfer-encoding"] == nil && seen["expect"] == nil)
            }
        }
    }

    @Test(
        "A file that can't be opened fails the request before a byte is sent",
        arguments: ["gone", "link", "../file", "folder"], [true, false])
    func unopenable(path: String, inForm: Bool) async throws {
        try await withTemporaryFolder { folder in
            let there = try content(pattern(10), in: folder)
            try await ChildProcess.run(["ln", "-s", "file", folder + "/link"])
            try await ChildProcess.run(["mkdir", folder + "/folder"])
            let bad = FileContent(path: path, in: folder, pieces: there.pieces, digest: there.digest)
            let form = MultipartForm([.file("a", named: "a", content: there), .file("b", named: "b", content: bad)])
            try await withAnswers({ _, connection in connection.answer(200) }) { server in
                try await withHTTPClient { client in
                    let request = HTTPRequest(
                        .post, server.url, body: inForm ? .multipart(form) : .content(bad), mayRepeat: true)
                    let gate = RequestGate(client: client, origin: server.url, configuration: quick())
                    let error = try await failure { try await gate.send(request) } as? HTTPError
                    #expect(error?.code == .bodyUnreadable && error?.cause is FileError && error?.attempts == 1)
                    #expect(
                        error?.mayHaveReachedServer == false && error?.bodyWasIncomplete == true
                            && error?.isRetryable == false)
                }
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test("A retry sends the file again from its first byte, and the meter counts it once")
    func retry() async throws {
        try await withTemporaryFolder { folder in
            let bytes = pattern(3_000_000)
            let body = HTTPBody.content(try content(bytes, in: folder))
            let hits = Log<Void>()
            let meter = TransferMeter()
            try await withAnswers({ _, connection in connection.answer(hits.add(()) < 3 ? 503 : 200) }) { server in
                try await withHTTPClient { client in
                    var request = HTTPRequest(.put, server.url, body: body, mayRepeat: true)
                    request.meter = meter
                    let answer = try await RequestGate(client: client, origin: server.url, configuration: quick()).send(
                        request)
                    #expect(answer.attempts == 3 && meter.bytes == bytes.count)
                }
                let areWhole = server.requests.count == 3 && server.requests.allSatisfy { $0.body == bytes }
                #expect(areWhole)
            }
        }
    }

    @Test("A reset in the middle says that the server hasn't the whole, and the meter takes its bytes back")
    func reset() async throws {
        try await withTemporaryFolder { folder in
            let meter = TransferMeter()
            var request = HTTPRequest(.put, "", body: .content(try content(pattern(9_000_000), in: folder)))
            request.meter = meter
            try await withServer({ connection in
                _ = connection.head()
                connection.resetOnClose()
            }) { server in
                request.url = server.url
                let error =
                    try await withHTTPClient { client in try await failure { try await client.send(request) } }
                    as? HTTPError
                #expect(
                    error?.code == .reset && error?.mayHaveReachedServer == true && error?.bodyWasIncomplete == true
                        && meter.bytes == 0)
                request.body = .text("short enough to be handed over at once")
                let other =
                    try await withHTTPClient { client in try await failure { try await client.send(request) } }
                    as? HTTPError
                #expect(other?.mayHaveReachedServer == true && other?.bodyWasIncomplete == false)
                request.body = .none
                let none =
                    try await withHTTPClient { client in try await failure { try await client.send(request) } }
                    as? HTTPError
                #expect(none?.mayHaveReachedServer == true && none?.bodyWasIncomplete == false)
            }
        }
    }

    @Test("A body that reached the server whole once is not called incomplete because a later attempt breaks off")
    func wholeOnce() async throws {
        try await withTemporaryFolder { folder in
            let body = HTTPBody.content(try content(pattern(9_000_000), in: folder))
            try await withServer({ connection in
                guard connection.number > 0 else {
                    // It has all, and its answer is lost.
                    _ = connection.request()
                    return
                }
                _ = connection.head()
                connection.resetOnClose()
            }) { server in
                try await withHTTPClient { client in
                    let gate = RequestGate(client: client, origin: server.url, configuration: quick(attempts: 2))
                    let error =
                        try await failure {
                            try await gate.send(HTTPRequest(.put, server.url, body: body, mayRepeat: true))
                        } as? HTTPError
                    #expect(
                        error?.attempts == 2 && error?.mayHaveReachedServer == true && error?.bodyWasIncomplete == false
                    )
                }
            }
        }
    }

    @Test(
        "A form is not sent with a boundary or content type that could break it",
        arguments: ["", "a b", "a\r\nX: y", String(repeating: "x", count: 71)])
    func badForm(text: String) async throws {
        try await withHTTPClient { client in
            for form in [
                MultipartForm([.text("a", "b")], boundary: text),
                MultipartForm([.file("a", named: "b", contentType: text.contains("\r") ? text : "", bytes: [1])]),
            ] {
                let error =
                    try await failure {
                        try await client.send(HTTPRequest(.post, "http://127.0.0.1:1/", body: .multipart(form)))
                    } as? HTTPError
                #expect(error?.code == .invalidRequest)
            }
        }
    }
}
