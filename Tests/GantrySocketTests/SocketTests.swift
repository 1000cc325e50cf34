import Foundation
import GantryHTTP
import NIOCore
import NIOPosix
import Testing

@Suite("A WebSocket") struct SocketTests {
    private func open(
        _ port: Int, host: String = "127.0.0.1", trust: String? = nil, isSecure: Bool = false,
        patience: Duration = .seconds(5), proxy: HTTPClientConfiguration.Proxy = .none
    ) async throws -> Socket {
        try await Socket.open(
            HTTPRequest(
                .get, "http\(isSecure ? "s" : "")://\(host):\(port)/ws?token=hush",
                timeouts: HTTPTimeouts(total: patience)),
            HTTPClientConfiguration(trust: trust.map { .file($0) } ?? .system, proxy: proxy, userAgent: "test"))
    }

    private func code(_ body: () async throws -> Socket) async -> HTTPError.Code? {
        do {
            try await body().close()
            return nil
        } catch let error as HTTPError {
            #expect(!"\(error)".contains("hush"))
            return error.code
        } catch { return nil }
    }

    @Test("carries texts both ways, whole also when they come in frames") func texts() async throws {
        try await TestServer.with { server in
            let socket = try await open(server.port)
            var heard = socket.texts.makeAsyncIterator()
            for text in ["Hello", "Blåbær 🎉", "", String(repeating: "long ", count: 200_000)] {
                try await socket.send(text)
                #expect(await heard.next() == Array(text.utf8))
            }
            try await socket.send("leave")
            #expect(await heard.next() == nil)
            await #expect(throws: HTTPError.self) { try await socket.send("nobody hears this") }
        }
    }

    @Test("answers pings") func pings() async throws {
        try await TestServer.with { server in
            let socket = try await open(server.port)
            var heard = socket.texts.makeAsyncIterator()
            try await socket.send("ping")
            #expect(await heard.next() == Array("pong".utf8))
        }
    }

    @Test("is closed where a text is larger than is taken") func flood() async throws {
        try await TestServer.with { server in
            let socket = try await open(server.port)
            try await socket.send("flood")
            for await text in socket.texts { Issue.record("\(text.count) bytes came") }
        }
    }

    @Test("ends for its reader when it is closed here") func closing() async throws {
        try await TestServer.with { server in
            let socket = try await open(server.port)
            await socket.close()
            for await _ in socket.texts {}
        }
    }

    @Test("is refused by a server that opens none, and by nobody") func refused() async throws {
        try await TestServer.with(opens: false) { server in
            await #expect {
                try await open(server.port)
            } throws: {
                ($0 as? HTTPError)?.code == .status && ($0 as? HTTPError)?.status == 404
            }
        }
        // A port that the system gives to nobody unasked, unlike one that was just given back.
        #expect(await code { try await open(1) } == .connectFailed)
    }

    @Test("is not waited for longer than is said, nor when nobody wants it any more") func silence() async throws {
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(
            host: "127.0.0.1", port: 0
        ).get()
        let port = silent.localAddress?.port ?? 0
        for isSecure in [false, true] {
            #expect(
                await code { try await open(port, isSecure: isSecure, patience: .milliseconds(200)) } == .timeout)
            let opening = Task { await code { try await open(port, isSecure: isSecure, patience: .seconds(600)) } }
            try await Task.sleep(for: .milliseconds(50))
            opening.cancel()
            #expect(await opening.value == .cancelled)
        }
        try await silent.close()
    }

    @Test("is opened over TLS only where the certificate is trusted and is the host's") func certificates() async throws
    {
        try await TestCertificates.with { certificates in
            try await TestServer.with { server in
                try await withTLS("good", certificates, to: server.port) { port in
                    for host in ["localhost", "127.0.0.1"] {
                        let socket = try await open(
                            port, host: host, trust: certificates.certificate("good"), isSecure: true)
                        var heard = socket.texts.makeAsyncIterator()
                        for text in ["Hello", String(repeating: "long ", count: 200_000)] {
                            try await socket.send(text)
                            #expect(await heard.next() == Array(text.utf8))
                        }
                        await socket.close()
                    }
                    for trust in [nil, certificates.certificate("elsewhere"), certificates.certificate("none")] {
                        #expect(
                            await code { try await open(port, host: "localhost", trust: trust, isSecure: true) } == .tls
                        )
                    }
                }
                for name in ["elsewhere", "nameless"] {
                    try await withTLS(name, certificates, to: server.port) { port in
                        let trust = certificates.certificate(name)
                        #expect(
                            await code { try await open(port, host: "localhost", trust: trust, isSecure: true) } == .tls
                        )
                    }
                }
                try await withTLS("good", certificates, to: server.port, versions: "TLSv1.1") { port in
                    let trust = certificates.certificate("good")
                    #expect(
                        await code { try await open(port, host: "localhost", trust: trust, isSecure: true) } == .tls)
                }
            }
        }
    }

    @Test("goes through a proxy of the environment only where that is asked for") func proxy() async throws {
        try await TestCertificates.with { certificates in
            try await TestServer.with { server in
                try await withTLS("good", certificates, to: server.port) { port in
                    let proxy = TestProxy()
                    try await proxy.with { address in
                        // Read by libcurl for each connection; other tests that use proxies speak http, which this is not for.
                        unsafe setenv("https_proxy", address, 1)
                        defer { unsafe unsetenv("https_proxy") }
                        let trust = certificates.certificate("good")
                        try await open(port, host: "localhost", trust: trust, isSecure: true).close()
                        #expect(proxy.tunnels == [])
                        let socket = try await open(
                            port, host: "localhost", trust: trust, isSecure: true, proxy: .environment)
                        try await socket.send("Hello")
                        var heard = socket.texts.makeAsyncIterator()
                        #expect(await heard.next() == Array("Hello".utf8))
                        #expect(proxy.tunnels == ["localhost:\(port)"])
                    }
                }
            }
        }
    }
}
