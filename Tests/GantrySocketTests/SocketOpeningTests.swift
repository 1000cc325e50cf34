import GantryHTTP
import GantryModel
import Testing

/// What a server says that opens a socket. The key and its proof are those of RFC 6455, section 1.3.
private let agreement = [
    "HTTP/1.1 101 Switching Protocols", "upgrade: WebSocket", "Connection: keep-alive, Upgrade",
    "Sec-WebSocket-Accept:  s3pPLMBiTxaQ9kYGzzhZRbK+xOo= ",
]

@Suite("The opening of a WebSocket") struct SocketOpeningTests {
    private func opening(_ url: String = "https://vynq.example/ws?token=t") throws -> SocketOpening {
        try SocketOpening(
            HTTPRequest(.get, url, headers: [HeaderField("X-Key", HeaderValue(secret: Secret("s")))]),
            userAgent: "test", key: Array("the sample nonce".utf8))
    }

    private func answer(_ lines: [String]) -> [UInt8] { Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) }

    @Test("asks as the standard has it, for the host as it is in the URL") func head() throws {
        #expect(
            try String(decoding: opening().head, as: UTF8.self) == """
                GET /ws?token=t HTTP/1.1\r
                Host: vynq.example\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                User-Agent: test\r
                X-Key: s\r
                \r

                """)
        for (url, host) in [
            ("http://127.0.0.1:80/ws", "127.0.0.1"), ("http://[::1]:8080#top", "[::1]:8080"), ("https://a:80", "a:80"),
        ] {
            #expect(try String(decoding: opening(url).head, as: UTF8.self).contains("\r\nHost: \(host)\r\n"))
        }
    }

    @Test("is refused where a header could become two") func lineBreaks() {
        #expect(throws: HTTPError.self) {
            try SocketOpening(HTTPRequest(.get, "https://a/ws"), userAgent: "a\r\nX: b")
        }
    }

    @Test("is done when the server consents, and what follows is the socket's") func consents() throws {
        let opening = try opening()
        let whole = answer(agreement)
        #expect(try opening.rest(of: Array(whole.dropLast())) == nil)
        #expect(try opening.rest(of: whole) == [])
        #expect(try opening.rest(of: whole + [1, 2]) == [1, 2])
    }

    @Test(
        "fails where the answer is no consent",
        arguments: [
            (0, "HTTP/1.1 200 OK", "status"), (0, "HTTP/1.1 401 Unauthorized", "status"), (0, "ready", "reset"),
            (0, "HTTP/1.0 101 Switching Protocols", "reset"), (1, "Upgrade: h2c", "reset"), (1, "X: y", "reset"),
            (2, "Connection: close", "reset"), (3, "Sec-WebSocket-Accept: AAAA", "reset"), (3, "X: y", "reset"),
            (3, agreement[3] + "\r\nSec-WebSocket-Extensions: permessage-deflate", "reset"),
        ]) func refusal(line: Int, text: String, code: String) throws
    {
        var lines = agreement
        lines[line] = text
        #expect {
            try opening().rest(of: answer(lines))
        } throws: {
            ($0 as? HTTPError)?.code.name == code
        }
    }

    @Test("fails where the answer never ends") func endless() throws {
        #expect {
            try opening().rest(of: Array(repeating: 65, count: 300_000))
        } throws: {
            ($0 as? HTTPError)?.code == .headersTooLarge
        }
    }
}
