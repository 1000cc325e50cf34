import Glibc
import Testing

/// Starts a server before the tests of a suite and stops it after the last.
struct ServerTrait: SuiteTrait, TestScoping {
    let start: @Sendable (@Sendable () async throws -> Void) async throws -> Void

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await start(function)
    }
}

/// nginx with plain HTTP, and with TLS and HTTP/2 under a certificate of the test's own authority.
struct Nginx: Sendable {
    let port: Int
    let tlsPort: Int
    let certificates: TestCertificates
    /// Where what is put to `/put/NAME` stands, whole or not at all.
    let uploads: String

    @TaskLocal static var current: Nginx?

    static func running() throws -> Nginx {
        guard let current else { throw TestFault("the suite has no .nginx trait") }
        return current
    }

    /// A page of this many bytes, where ``pages`` were made with that size.
    static let pageBytes = 300_000
    static let pages = 4
}

extension Trait where Self == ServerTrait {
    /// Needs Debian's nginx-light and openssl.
    static var nginx: ServerTrait {
        ServerTrait { tests in
            try await withTemporaryFolder { folder in
                let certificates = try await TestCertificates.make(in: folder)
                try await ChildProcess.run(["mkdir", "-p", folder + "/www/put"])
                for page in 0..<Nginx.pages {
                    try write(
                        Array(repeating: UInt8(ascii: "a") + UInt8(page), count: Nginx.pageBytes),
                        to: folder + "/www/p\(page)")
                }
                let (server, child) = try await started(in: folder, certificates)
                defer { child.stop() }
                try await Nginx.$current.withValue(server) { try await tests() }
            }
        }
    }

    /// Another server can take a port between the look for one and its use. Then nginx listens on the other port for a
    /// while and ends, so it is started again on new ones.
    private static func started(
        in folder: String, _ certificates: TestCertificates
    ) async throws -> (Nginx, ChildProcess) {
        let log = folder + "/error.log"
        for _ in 0..<5 {
            let server = Nginx(
                port: try freePort(), tlsPort: try freePort(), certificates: certificates,
                uploads: folder + "/www/put")
            try write(Array(configuration(server, folder).utf8), to: folder + "/nginx.conf")
            try write([], to: log)
            let child = try ChildProcess(["/usr/sbin/nginx", "-p", folder, "-e", log, "-c", folder + "/nginx.conf"])
            for _ in 0..<250 where !(accepts(port: server.port) && accepts(port: server.tlsPort)) {
                try await Task.sleep(for: .milliseconds(20))
            }
            if try await ChildProcess.run(["cat", log]).isEmpty { return (server, child) }
            child.stop()
        }
        throw TestFault(
            "nginx (Debian package nginx-light) does not answer; see its log: \(try await ChildProcess.run(["cat", log]))"
        )
    }

    private static func configuration(_ server: Nginx, _ folder: String) -> String {
        """
        daemon off; master_process off; pid \(folder)/pid; error_log \(folder)/error.log;
        events { worker_connections 512; }
        http {
          access_log off; default_type application/json; gzip_types *; keepalive_requests 100000;
          client_body_temp_path \(folder)/b; proxy_temp_path \(folder)/p; fastcgi_temp_path \(folder)/f; uwsgi_temp_path \(folder)/u; scgi_temp_path \(folder)/s;
          root \(folder)/www; client_max_body_size 10m;
          server {
            listen 127.0.0.1:\(server.port);
            location /gz/ { alias \(folder)/www/; gzip on; gzip_http_version 1.0; }
            location /put/ { dav_methods PUT; }
            location = /moved { return 302 /p1; }
            location = /version { return 200 $server_protocol; }
          }
          server {
            listen 127.0.0.1:\(server.tlsPort) ssl http2;
            ssl_certificate \(server.certificates.pair("good")); ssl_certificate_key \(server.certificates.pair("good"));
            location /put/ { dav_methods PUT; }
            location = /version { return 200 $server_protocol; }
          }
        }
        """
    }
}

/// The `httpbin` application from PyPI.
struct HTTPBin: Sendable {
    let port: Int
    var url: String { "http://127.0.0.1:\(port)" }

    @TaskLocal static var current: HTTPBin?

    static func running() throws -> HTTPBin {
        guard let current else { throw TestFault("the suite has no .httpbin trait") }
        return current
    }
}

extension Trait where Self == ServerTrait {
    /// Needs a Python with `httpbin` installed: `python3`, or what GANTRY_TEST_PYTHON names.
    static var httpbin: ServerTrait {
        ServerTrait { tests in
            let python = getenv("GANTRY_TEST_PYTHON").map { String(cString: $0) } ?? "python3"
            let program = """
                import logging; logging.disable(logging.CRITICAL)
                from werkzeug.serving import make_server, WSGIRequestHandler
                from httpbin import app
                WSGIRequestHandler.protocol_version = 'HTTP/1.1'
                server = make_server('127.0.0.1', 0, app, threaded=True)
                print('port', server.server_port, flush=True)
                server.serve_forever()
                """
            let child = try ChildProcess([python, "-c", program])
            defer { child.stop() }
            let port = try await child.line("httpbin (`\(python) -m pip install httpbin`, or set GANTRY_TEST_PYTHON)") {
                line in
                line.hasPrefix("port ") ? Int(line.dropFirst(5)) : nil
            }
            try await HTTPBin.$current.withValue(HTTPBin(port: port)) { try await tests() }
        }
    }
}

/// Runs `body` with an `openssl s_server` that serves one certificate.
@discardableResult
func withTLSServer<R>(
    _ certificates: TestCertificates, _ name: String, options: [String] = [], _ body: (Int) async throws -> R
) async throws -> R {
    let pair = certificates.pair(name)
    let child = try ChildProcess(
        ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", pair, "-key", pair, "-www"] + options)
    defer { child.stop() }
    let port = try await child.line("openssl s_server") { line in
        line.hasPrefix("ACCEPT") ? line.split(separator: ":").last.flatMap { Int($0) } : nil
    }
    return try await body(port)
}
