import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Certificates made by openssl: `good` for this machine, `elsewhere` for another host, `nameless` for none.
struct TestCertificates {
    let folder: URL

    func certificate(_ name: String) -> String { folder.appending(path: "\(name).crt").path }
    func key(_ name: String) -> String { folder.appending(path: "\(name).key").path }

    static func with(_ body: (TestCertificates) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "gantry-socket-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let script = """
            set -e
            make() {
              openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout $1.key -out $1.crt -days 30 \
                -subj /CN=$2 -addext $3 2>/dev/null
            }
            make good localhost subjectAltName=DNS:localhost,IP:127.0.0.1
            make elsewhere elsewhere.example subjectAltName=DNS:elsewhere.example
            make nameless localhost keyUsage=digitalSignature,keyCertSign
            """
        // Waited for on a thread of its own: Foundation sees its end by a descriptor, which another test's child can hold
        // open, and that test may need this thread.
        let status = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let openssl = Process()
                openssl.executableURL = URL(filePath: "/bin/sh")
                openssl.arguments = ["-c", script]
                openssl.currentDirectoryURL = folder
                do { try openssl.run() } catch { return continuation.resume(returning: Int32(-1)) }
                openssl.waitUntilExit()
                continuation.resume(returning: openssl.terminationStatus)
            }
        }
        guard status == 0 else { throw TestFault("openssl makes no certificates") }
        try await body(TestCertificates(folder: folder))
    }
}

struct TestFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Runs nginx with a certificate in front of a server, and says its port. Needs Debian's nginx-light.
func withTLS(
    _ name: String, _ certificates: TestCertificates, to port: Int, versions: String = "TLSv1.2 TLSv1.3",
    _ body: (Int) async throws -> Void
) async throws {
    // One of nginx's for each, since they are named by the folder.
    let folder = certificates.folder.appending(path: "\(name)-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let front = Int.random(in: 15_000..<32_000)
    let configuration = """
        daemon off; master_process off; pid \(folder.path)/nginx.pid; error_log \(folder.path)/error.log;
        events {}
        http {
          access_log off;
          client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
          server {
            listen 127.0.0.1:\(front) ssl http2;
            ssl_protocols \(versions); ssl_ciphers DEFAULT@SECLEVEL=0;
            ssl_certificate \(certificates.certificate(name)); ssl_certificate_key \(certificates.key(name));
            location / {
              proxy_pass http://127.0.0.1:\(port); proxy_http_version 1.1;
              proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection Upgrade;
            }
          }
        }
        """
    try Data(configuration.utf8).write(to: folder.appending(path: "nginx.conf"))
    // `timeout` ends it even when the tests are killed, and has a process group of its own with it.
    let nginx = Process()
    nginx.executableURL = URL(filePath: "/usr/bin/timeout")
    nginx.arguments = ["-s", "KILL", "300", "/usr/sbin/nginx", "-p", folder.path, "-e", "error.log", "-c"]
    nginx.arguments?.append(folder.appending(path: "nginx.conf").path)
    nginx.standardInput = FileHandle.nullDevice
    try nginx.run()
    // Nobody waits for its end: Foundation sees that by a descriptor, which another test's child can hold open.
    defer { _ = kill(-nginx.processIdentifier, SIGKILL) }
    for _ in 0..<250 {
        do {
            try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: front).get().close().get()
            return try await body(front)
        } catch is NIOConnectionError {
            try await Task.sleep(for: .milliseconds(20))
        }
    }
    throw TestFault("nginx (Debian package nginx-light) does not answer on port \(front)")
}

/// A proxy that opens tunnels and remembers where to.
final class TestProxy: Sendable {
    private let asked = Mutex<[String]>([])
    var tunnels: [String] { asked.withLock { $0 } }

    /// - Parameter body: Gets the proxy and its URL.
    func with(_ body: (String) async throws -> Void) async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Tunnel { target in self.asked.withLock { $0.append(target) } })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body("http://127.0.0.1:\(channel.localAddress?.port ?? 0)") } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }
}

/// The client's side of a tunnel, until it is open and then.
private final class Tunnel: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let ask: @Sendable (String) -> Void
    private var server: (any Channel)?

    init(_ ask: @escaping @Sendable (String) -> Void) { self.ask = ask }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if let server { return server.writeAndFlush(bytes, promise: nil) }
        let words = String(buffer: bytes).split(separator: " ")
        guard words.count > 1, words[0] == "CONNECT",
            let port = words[1].split(separator: ":").last.flatMap({ Int($0) })
        else { return context.close(promise: nil) }
        ask(String(words[1]))
        let client = context.channel
        let tunnel = NIOLoopBound(self, eventLoop: context.eventLoop)
        ClientBootstrap(group: context.eventLoop)
            .channelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    try server.pipeline.syncOperations.addHandler(Back(client: client))
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .whenSuccess { server in
                tunnel.value.server = server
                client.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 Connection established\r\n\r\n"), promise: nil)
            }
    }

    func channelInactive(context: ChannelHandlerContext) { server?.close(promise: nil) }
}

/// The server's side of a tunnel.
private final class Back: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let client: any Channel

    init(client: any Channel) { self.client = client }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        client.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }
}
