import Foundation
import GantryModel
import GantrySocket
import NIOCore
import NIOPosix
import Testing

@Suite("A WebSocket") struct SocketTests {
    private func open(
        _ port: Int, host: String = "127.0.0.1", trust: String? = nil, isSecure: Bool = false,
        patience: Duration = .seconds(5)
    ) async throws -> Socket {
        try await Socket.open(
            SocketPlace(isSecure: isSecure, host: host, port: port, target: Secret("/ws?token=hush"), trustFile: trust),
            userAgent: "test", patience: patience)
    }

    private func code(_ body: () async throws -> Socket) async -> SocketError.Code? {
        do {
            try await body().close()
            return nil
        } catch let error as SocketError {
            #expect(!"\(error)".contains("hush"))
            return error.code
        } catch { return nil }
    }

    @Test("carries texts both ways, whole also when they come in frames") func texts() async throws {
        try await TestServer.with { server in
            let socket = try await open(server.port)
            var heard = socket.texts.makeAsyncIterator()
            for text in ["Hello", "Blåbær 🎉", String(repeating: "long ", count: 20_000)] {
                try await socket.send(text)
                #expect(await heard.next() == Array(text.utf8))
            }
            try await socket.send("leave")
            #expect(await heard.next() == nil)
            await #expect(throws: SocketError.self) { try await socket.send("nobody hears this") }
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
            #expect(await code { try await open(server.port) } == .refused)
        }
        // A port that the system gives to nobody unasked, unlike one that was just given back.
        #expect(await code { try await open(1) } == .unreachable)
    }

    @Test("is not waited for longer than is said") func silence() async throws {
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(
            host: "127.0.0.1", port: 0
        ).get()
        #expect(
            await code { try await open(silent.localAddress?.port ?? 0, patience: .milliseconds(200)) } == .timedOut)
        try await silent.close()
    }

    @Test("is opened over TLS only where the certificate is trusted and is the host's") func certificates() async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "gantry-socket-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let make = """
            set -e
            for name in good elsewhere; do
              host=localhost; [ $name = good ] || host=elsewhere.example
              openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout $name.key -out $name.crt -days 30 \
                -subj /CN=$host -addext subjectAltName=DNS:$host$([ $name = good ] && echo ,IP:127.0.0.1) 2>/dev/null
              cat $name.crt $name.key > $name.pem
            done
            """
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/bin/sh")
        openssl.arguments = ["-c", make]
        openssl.currentDirectoryURL = folder
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
        func file(_ name: String) -> String { folder.appending(path: name).path }
        try await TestServer.with(pair: file("good.pem")) { server in
            for host in ["localhost", "127.0.0.1"] {
                let socket = try await open(server.port, host: host, trust: file("good.crt"), isSecure: true)
                try await socket.send("Hello")
                var heard = socket.texts.makeAsyncIterator()
                #expect(await heard.next() == Array("Hello".utf8))
                await socket.close()
            }
            #expect(await code { try await open(server.port, host: "localhost", isSecure: true) } == .tls)
            #expect(
                await code {
                    try await open(server.port, host: "localhost", trust: file("elsewhere.crt"), isSecure: true)
                } == .tls)
            #expect(
                await code { try await open(server.port, host: "localhost", trust: file("none.crt"), isSecure: true) }
                    == .tls)
        }
        try await TestServer.with(pair: file("elsewhere.pem")) { server in
            for host in ["localhost", "127.0.0.1"] {
                #expect(
                    await code { try await open(server.port, host: host, trust: file("elsewhere.crt"), isSecure: true) }
                        == .tls)
            }
        }
    }
}
