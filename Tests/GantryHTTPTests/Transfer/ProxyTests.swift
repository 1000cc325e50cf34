import GantryHTTP
import GantryModel
import Testing

@Suite("A proxy of a client's own") struct ProxyTests {
    /// What a request through a proxy fails with.
    private func fails(_ proxy: ProxyServer, mayReachThisMachine: Bool = true) async throws -> HTTPError {
        try await withHTTPClient(HTTPClientConfiguration(proxy: .server(proxy))) { client in
            var request = HTTPRequest(
                .get, "https://cranes.example.test/list", timeouts: HTTPTimeouts(total: .seconds(5)))
            request.mayReachThisMachine = mayReachThisMachine
            let answer: HTTPResponse
            do throws(HTTPError) { answer = try await client.send(request) } catch { return error }
            throw TestFault("it was answered: \(answer)")
        }
    }

    @Test("Gets the name and its account, and a refusal of them is final and shows no password")
    func account() async throws {
        try await withAnswers({ _, connection in connection.answer(407, "no") }) { proxy in
            let error = try await fails(ProxyServer(proxy.url, user: Secret("clerk"), password: Secret("s3cr3t")))
            #expect(error.code == .proxyRefused && !error.isRetryable && !error.mayHaveReachedServer, "\(error)")
            #expect(error.explanation.contains("asks for an account (407)"), "\(error)")
            #expect(!error.explanation.contains("s3cr3t"), "\(error)")
            let asked = try #require(proxy.requests.first)
            #expect(asked.line.hasPrefix("CONNECT cranes.example.test:443 "))
            // "clerk:s3cr3t" in Base64 (RFC 7617).
            #expect("\(asked)".contains("Basic Y2xlcms6czNjcjN0"), "\(asked)")
        }
    }

    @Test("A proxy that can't reach the server may reach it later", arguments: [500, 502, 503, 504])
    func unreachable(status: Int) async throws {
        try await withAnswers({ _, connection in connection.answer(status) }) { proxy in
            let error = try await fails(ProxyServer(proxy.url))
            #expect(error.code == .connectFailed && error.isRetryable && !error.mayHaveReachedServer, "\(error)")
            #expect(error.explanation.contains("can't connect to cranes.example.test:443 (status \(status))"))
        }
    }

    @Test("A proxy that refuses the address is not asked again")
    func forbidden() async throws {
        try await withAnswers({ _, connection in connection.answer(403) }) { proxy in
            let error = try await fails(ProxyServer(proxy.url))
            #expect(error.code == .proxyRefused && !error.isRetryable, "\(error)")
        }
    }

    @Test("A proxy that is not there, or whose name is not found, is named", arguments: ["http", "socks5h"])
    func missing(scheme: String) async throws {
        try await withClosedPort { port in
            let error = try await fails(ProxyServer("\(scheme)://127.0.0.1:\(port)"))
            #expect(error.code == .connectFailed && error.isRetryable, "\(error)")
            #expect(
                error.explanation.contains("refused by the proxy \(scheme)://127.0.0.1:\(port)"), "\(error)")
        }
        let nameless = try await fails(ProxyServer("\(scheme)://proxy.invalid:3128"))
        #expect(nameless.code == .nameNotFound, "\(nameless)")
        #expect(nameless.explanation.contains("the name of the proxy \(scheme)://proxy.invalid:3128"), "\(nameless)")
    }

    @Test("A proxy on this machine may be used for an address that must not lead to this machine")
    func local() async throws {
        try await withAnswers({ _, connection in connection.answer(403) }) { proxy in
            let error = try await fails(ProxyServer(proxy.url), mayReachThisMachine: false)
            #expect(error.code == .proxyRefused, "\(error)")
        }
    }

    @Test("The environment's proxy is the first variable that is set, without user and password")
    func variables() {
        func named(_ environment: [String: String]) -> String? {
            HTTPClientConfiguration.Proxy.variable(in: environment).map { "\($0.name) \($0.address)" }
        }
        #expect(named([:]) == nil)
        #expect(named(["http_proxy": "http://a:1"]) == nil)
        #expect(named(["HTTPS_PROXY": "http://b:2", "https_proxy": "http://a:1"]) == "https_proxy http://a:1")
        #expect(named(["ALL_PROXY": "socks5h://c:3", "HTTPS_PROXY": "http://u:p@b:2"]) == "HTTPS_PROXY http://b:2")
        #expect(named(["all_proxy": "c:3"]) == "all_proxy http://c:3")
        #expect(named(["https_proxy": "", "ALL_PROXY": "http://c:3"]) == nil)
    }
}

@Suite("A server's certificate", .certificates) struct ServerCertificateTests {
    @Test("Is reported where that was asked for") func reported() async throws {
        let certificates = try #require(TestCertificates.current)
        try await withTLSServer(certificates, "good") { port in
            try await withHTTPClient(HTTPClientConfiguration(trust: .file(certificates.authority))) { client in
                var request = HTTPRequest(.get, "https://localhost:\(port)/")
                #expect(try await client.send(request).certificate == nil)
                request.wantsCertificate = true
                request.connection = .fresh
                let answer = try await client.send(request)
                let certificate = try #require(answer.certificate)
                #expect(certificate.expiresAt?.description == "2099-12-31T00:00:00Z", "\(certificate)")
                #expect(!answer.usedProxy)
            }
        }
    }
}
