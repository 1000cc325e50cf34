import GantryHTTP
import GantryModel
import Testing

@Suite(.httpbin) struct HTTPBinTests {
    private func withBin<R>(_ body: (HTTPClient, String) async throws -> sending R) async throws -> R {
        let bin = try HTTPBin.running()
        return try await withHTTPClient { try await body($0, bin.url) }
    }

    private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test("Compressed answers are decoded", arguments: ["gzip", "brotli", "deflate"])
    func encodings(name: String) async throws {
        try await withBin { client, url in
            let response = try await client.send(HTTPRequest(.get, "\(url)/\(name)"))
            let flag = name == "gzip" ? "gzipped" : name == "brotli" ? "brotli" : "deflated"
            #expect(text(response).contains("\"\(flag)\": true") || text(response).contains("\"\(flag)\":true"))
            #expect(response.headers["content-encoding"] != nil)
        }
    }

    @Test("Any status is an answer", arguments: [200, 204, 304, 400, 404, 418, 429, 500, 503])
    func statuses(status: Int) async throws {
        try await withBin { client, url in
            let answer = try await client.send(HTTPRequest(.get, "\(url)/status/\(status)"))
            #expect(answer.status == status)
        }
    }

    @Test("Percent-encoded paths, queries and headers arrive as meant")
    func encoding() async throws {
        try await withBin { client, url in
            let target = URLBuilder(url).path("/anything/a b/c?d").query("q æ", "1&2=3+4 %").text
            let answer = text(
                try await client.send(HTTPRequest(.get, target, headers: [HeaderField("X-Given", "a, b;c=\"d\"")])))
            #expect(answer.contains(#""q \u00e6": "1&2=3+4 %""#))
            #expect(answer.contains("/anything/a%20b/c%3Fd?") && answer.contains(#"a, b;c=\"d\""#))
        }
    }

    @Test("A JSON body is posted with its type")
    func post() async throws {
        try await withBin { client, url in
            let request = HTTPRequest(
                .post, "\(url)/post", headers: [HeaderField("Content-Type", "application/json")],
                body: .text(#"{"hours": 7.5}"#))
            let answer = try await client.send(request)
            #expect(text(answer).contains(#""hours": 7.5"#))
        }
    }

    @Test("Redirects are followed within the origin and refused beyond it")
    func redirects() async throws {
        try await withBin { client, url in
            let answer = try await client.send(HTTPRequest(.get, "\(url)/redirect/3"))
            #expect(answer.effectiveURL == "\(url)/get")
            await #expect { try await client.send(HTTPRequest(.get, "\(url)/redirect/4")) } throws: {
                ($0 as? HTTPError)?.code == .tooManyRedirects
            }
            let away = URLBuilder(url).path("redirect-to").query("url", "https://elsewhere.example/?key=CANARY").text
            await #expect { try await client.send(HTTPRequest(.get, away)) } throws: {
                ($0 as? HTTPError)?.code == .redirectRefused && "\($0)".contains("elsewhere.example")
                    && !"\($0)".contains("CANARY")
            }
        }
    }

    @Test("A bearer token is taken, and the gate gets one when it is asked for")
    func bearer() async throws {
        try await withBin { client, url in
            let answer = try await client.send(HTTPRequest(.get, "\(url)/bearer"))
            #expect(answer.status == 401)
            let gate = RequestGate(client: client, origin: url) { gate in
                let answer = try await gate.send(HTTPRequest(.get, "\(url)/uuid", needsToken: false))
                return AccessToken(Secret(String(answer.body.count) + "-token"))
            }
            let response = try await gate.send(HTTPRequest(.get, "\(url)/bearer"))
            #expect(text(response).contains("\"authenticated\": true") && response.attempts == 1)
        }
    }

    @Test("A delay beyond the time allowed is a timeout")
    func delay() async throws {
        try await withBin { client, url in
            let request = HTTPRequest(.get, "\(url)/delay/3", timeouts: HTTPTimeouts(total: .milliseconds(200)))
            await #expect { try await client.send(request) } throws: { ($0 as? HTTPError)?.code == .timeout }
        }
    }

    @Test("Chunked and dripping bodies arrive whole")
    func streams() async throws {
        try await withBin { client, url in
            let chunked = try await client.send(HTTPRequest(.get, "\(url)/stream-bytes/100000?chunk_size=7000"))
            #expect(chunked.body.count == 100_000)
            let answer = try await client.send(HTTPRequest(.get, "\(url)/drip?numbytes=20&duration=0.3&delay=0"))
            #expect(answer.body.count == 20)
        }
    }
}
