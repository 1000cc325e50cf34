import GantryHTTP
import Testing

@Suite(.nginx) struct LongBodyTests {
    @Test(
        "A long body is the same bytes at every length near that of a buffer, alone and in a form",
        arguments: [65_536, 65_537, 262_143, 262_144, 262_145, 524_288, 589_825])
    func lengths(size: Int) async throws {
        try await withTemporaryFolder { folder in
            let bytes = pattern(size)
            let file = try content(bytes, in: folder)
            let form = MultipartForm([
                .text("before", "1"), .file("f", named: "f", content: file), .file("g", named: "g", content: file),
            ])
            try await withAnswers({ _, connection in connection.answer(200) }) { server in
                try await withHTTPClient { client in
                    _ = try await client.send(HTTPRequest(.put, server.url, body: .content(file)))
                    _ = try await client.send(HTTPRequest(.post, server.url, body: .multipart(form)))
                }
                let (alone, inForm) = (server.requests[0].body, server.requests[1].body)
                let isWhole = alone == bytes
                #expect(isWhole && inForm.ranges(of: bytes).count == 2)
            }
        }
    }

    @Test(
        "Files that go over one connection at once, or to a server that is slow to read, arrive whole",
        arguments: [false, true])
    func together(isSlow: Bool) async throws {
        let nginx = try Nginx.running()
        try await withTemporaryFolder { folder in
            let bodies = try (0..<8).map { try content(pattern(1_500_000 + $0, seed: $0), named: "\($0)", in: folder) }
            try await withServer({ connection in
                while let request = connection.request(pause: 1_000) {
                    connection.answer(request.body.count >= 1_500_000 ? 201 : 400)
                }
            }) { server in
                let origin = isSlow ? server.url : "https://localhost:\(nginx.tlsPort)/put"
                try await withHTTPClient(HTTPClientConfiguration(trust: .file(nginx.certificates.authority))) {
                    client in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for (number, body) in bodies.enumerated() {
                            group.addTask {
                                var request = HTTPRequest(.put, "\(origin)/long\(number)", body: .content(body))
                                request.connection = .recent
                                let answer = try await client.send(request)
                                #expect(answer.status == 201)
                            }
                        }
                        try await group.waitForAll()
                    }
                }
                let areWhole = (0..<8).allSatisfy { number in
                    let bytes =
                        isSlow
                        ? server.requests.first { $0.path.hasSuffix("long\(number)") }?.body
                        : read(nginx.uploads + "/long\(number)")
                    return bytes == pattern(1_500_000 + number, seed: number)
                }
                #expect(areWhole)
            }
        }
    }

    @Test("Long bodies that are given up at any time leave the client working", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        try await withTemporaryFolder { folder in
            let bytes = pattern(2_000_000)
            let body = HTTPBody.content(try content(bytes, in: folder))
            try await withAnswers({ _, connection in connection.answer(200) }) { server in
                try await withHTTPClient { client in
                    await withTaskGroup(of: Void.self) { group in
                        for number in 0..<60 {
                            group.addTask {
                                let sending = Task { try await client.send(HTTPRequest(.put, server.url, body: body)) }
                                try? await Task.sleep(for: .microseconds(number * 400))
                                sending.cancel()
                                _ = await sending.result
                            }
                        }
                    }
                    let answer = try await client.send(HTTPRequest(.put, server.url, body: body))
                    #expect(answer.status == 200)
                }
                let areWhole = server.requests.allSatisfy { $0.body == bytes }
                #expect(areWhole)
            }
        }
    }
}
