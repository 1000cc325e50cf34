import GantryHTTP
import GantryModel
import Testing

@Suite struct RedirectTests {
    private static let credentials = [
        HeaderField("Authorization", .bearer(Secret("CANARY"))),
        HeaderField("X-API-Key", HeaderValue(secret: Secret("CANARY"))),
        HeaderField("Cookie", "sid=CANARY"), HeaderField("X-Custom", "CANARY"),
    ]

    @Test(
        "A redirect to another origin is refused, names it without its query, and nothing reaches it",
        arguments: [301, 302, 303, 307, 308])
    func otherOrigin(status: Int) async throws {
        try await withAnswers({ _, connection in connection.answer(200, "stolen") }) { other in
            let places = [
                "http://127.0.0.1:\(other.port)/y?secret=CANARY", "//127.0.0.1:\(other.port)/y",
                "http://localhost:\(other.port)/", "https://127.0.0.1:\(other.port)/",
            ]
            try await withAnswers({ request, connection in
                let place = places[Int(request.path.dropFirst()) ?? 0]
                connection.answer(status, headers: ["Location: \(place)"])
            }) { server in
                try await withHTTPClient { client in
                    for index in places.indices {
                        await #expect {
                            try await client.send(
                                HTTPRequest(.get, server.url + "/\(index)", headers: Self.credentials))
                        } throws: {
                            guard let error = $0 as? HTTPError else { return false }
                            return error.code == .redirectRefused && "\(error)".contains(":\(other.port)")
                                && !"\(error)".contains("CANARY") && !error.isRetryable
                        }
                    }
                }
            }
            #expect(other.connections == 0)
        }
    }

    @Test(
        "Unusable targets are refused",
        arguments: [
            "file:///etc/hostname", "ftp://127.0.0.1/", "javascript:alert(1)", "http://", "http://u:p@127.0.0.1/",
        ])
    func badTarget(place: String) async throws {
        try await withAnswers({ _, connection in connection.answer(302, headers: ["Location: \(place)"]) }) { server in
            try await withHTTPClient { client in
                await #expect { try await client.send(HTTPRequest(.get, server.url)) } throws: {
                    ($0 as? HTTPError)?.code == .redirectRefused
                }
            }
        }
    }

    @Test(
        "Up to three redirects within the origin are followed with the same headers; the fourth is refused",
        arguments: [(3, true), (4, false)])
    func chain(length: Int, passes: Bool) async throws {
        try await withAnswers({ request, connection in
            let step = Int(request.path.dropFirst()) ?? 0
            if step == 0 {
                connection.answer(200, "there")
            } else {
                connection.answer(302, headers: ["Location: /\(step - 1)"])
            }
        }) { server in
            try await withHTTPClient { client in
                do throws(HTTPError) {
                    let response = try await client.send(
                        HTTPRequest(.get, server.url + "/\(length)", headers: Self.credentials, timeouts: .transfer))
                    #expect(
                        passes && response.body == Array("there".utf8) && response.effectiveURL == server.url + "/0")
                } catch {
                    #expect(!passes && error.code == .tooManyRedirects && error.attempts == 1)
                }
                #expect(server.requests.allSatisfy { $0["authorization"] == "Bearer CANARY" })
                #expect(server.requests.count == 4)
            }
        }
    }

    @Test("A redirected POST is refused and sent once")
    func post() async throws {
        try await withAnswers({ _, connection in connection.answer(307, headers: ["Location: /again"]) }) { server in
            try await withHTTPClient { client in
                await #expect { try await client.send(HTTPRequest(.post, server.url, body: .text("x"))) } throws: {
                    ($0 as? HTTPError)?.code == .redirectRefused
                }
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("A loop ends")
    func loop() async throws {
        try await withAnswers({ _, connection in connection.answer(302, headers: ["Location: /"]) }) { server in
            try await withHTTPClient { client in
                await #expect { try await client.send(HTTPRequest(.get, server.url, timeouts: .transfer)) } throws: {
                    ($0 as? HTTPError)?.code == .tooManyRedirects
                }
            }
        }
    }
}
