import GantryHTTP
import Testing

@Suite(.nginx) struct NginxTests {
    @Test("Pages come whole over HTTP/1.1, also many at once")
    func pages() async throws {
        let nginx = try Nginx.running()
        try await withHTTPClient { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let page = number % Nginx.pages
                        let response = try await client.send(
                            HTTPRequest(.get, "http://127.0.0.1:\(nginx.port)/p\(page)"))
                        // Compared before it is expected: a report of how two large pages differ would take minutes.
                        let isWhole =
                            response.body == [UInt8](repeating: UInt8(ascii: "a") + UInt8(page), count: Nginx.pageBytes)
                        #expect(isWhole)
                        #expect(
                            response.version == .http11 && response.headers["Content-Length"] == String(Nginx.pageBytes)
                        )
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("A compressed page is decoded")
    func compressed() async throws {
        let nginx = try Nginx.running()
        try await withHTTPClient { client in
            let response = try await client.send(HTTPRequest(.get, "http://127.0.0.1:\(nginx.port)/gz/p1"))
            #expect(response.headers["content-encoding"] == "gzip" && response.body.count == Nginx.pageBytes)
        }
    }

    @Test("HTTP/2 is spoken over TLS, many requests on one connection")
    func http2() async throws {
        let nginx = try Nginx.running()
        let configuration = HTTPClientConfiguration(trust: .file(nginx.certificates.authority))
        try await withHTTPClient(configuration) { client in
            let connections = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let response = try await client.send(
                            HTTPRequest(.get, "https://localhost:\(nginx.tlsPort)/p\(number % Nginx.pages)"))
                        #expect(response.version == .http2 && response.body.count == Nginx.pageBytes)
                        return response.timings.newConnection
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(connections == 1)
            let version = try await client.send(HTTPRequest(.get, "https://127.0.0.1:\(nginx.tlsPort)/version"))
            #expect(version.body == Array("HTTP/2.0".utf8))
        }
    }

    @Test("nginx's own redirect within the origin is followed, and HEAD has no body")
    func redirectAndHead() async throws {
        let nginx = try Nginx.running()
        try await withHTTPClient { client in
            // nginx writes its own host and port into Location.
            let response = try await client.send(HTTPRequest(.get, "http://127.0.0.1:\(nginx.port)/moved"))
            #expect(response.body.first == UInt8(ascii: "b") && response.effectiveURL.hasSuffix("/p1"))
            let head = try await client.send(HTTPRequest(.head, "http://127.0.0.1:\(nginx.port)/p0"))
            #expect(
                head.status == 200 && head.body.isEmpty && head.headers["content-length"] == String(Nginx.pageBytes))
            let answer = try await client.send(HTTPRequest(.get, "http://127.0.0.1:\(nginx.port)/none"))
            #expect(answer.status == 404)
        }
    }

    @Test("The system's authorities do not trust the test's own")
    func systemTrust() async throws {
        let nginx = try Nginx.running()
        try await withHTTPClient { client in
            await #expect {
                try await client.send(HTTPRequest(.get, "https://localhost:\(nginx.tlsPort)/p0"))
            } throws: { ($0 as? HTTPError)?.code == .tls }
        }
    }
}
