import Glibc
import Synchronization

/// A request as it arrived.
struct ReceivedRequest: Sendable {
    let line: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    var method: String { String(line.split(separator: " ").first ?? "") }
    var path: String { line.split(separator: " ").count > 1 ? String(line.split(separator: " ")[1]) : "" }
    subscript(name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
}

/// One connection of a ``ScriptedServer``, used by the script on the connection's own thread.
final class ScriptedConnection: Sendable {
    /// 0 for the server's first connection.
    let number: Int
    fileprivate let descriptor: Int32
    private let server: ScriptedServer

    fileprivate init(_ number: Int, _ descriptor: Int32, _ server: ScriptedServer) {
        self.number = number
        self.descriptor = descriptor
        self.server = server
    }

    /// The next request with its body, or nil when the client has closed.
    ///
    /// - Parameter pause: Microseconds after every 16 KiB that are read.
    func request(pause: UInt32 = 0) -> ReceivedRequest? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        func more() -> Bool {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            bytes += buffer[0..<count]
            if pause > 0 { usleep(pause) }
            return true
        }
        func headEnd() -> Int? {
            guard bytes.count >= 4 else { return nil }
            return (0...(bytes.count - 4)).first {
                bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10
            }
        }
        while headEnd() == nil { guard more() else { return nil } }
        guard let end = headEnd() else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        let headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (name: String(line[..<colon]), value: String(line[colon...].dropFirst().drop { $0 == " " }))
        }
        let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        while bytes.count < end + 4 + length { guard more() else { return nil } }
        let request = ReceivedRequest(
            line: String(lines[0]), headers: headers, body: Array(bytes[(end + 4)..<(end + 4 + length)]))
        server.record(request)
        return request
    }

    /// Reads to the end of the next request's head and nothing of its body. False when the client has closed.
    func head() -> Bool {
        var last: [UInt8] = []
        var byte: UInt8 = 0
        while last != [13, 10, 13, 10] {
            guard recv(descriptor, &byte, 1, 0) == 1 else { return false }
            last = last.suffix(3) + [byte]
        }
        return true
    }

    /// Closes this end for sending, as a server does that then reads on for a while.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends; false when the client no longer listens.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// A whole answer with a correct length.
    @discardableResult
    func answer(_ status: Int, _ body: String = "", headers: [String] = []) -> Bool {
        let lines = ["HTTP/1.1 \(status) Scripted", "Content-Length: \(body.utf8.count)"] + headers
        return send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Makes the coming close a reset.
    func resetOnClose() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }

    /// Says nothing more and waits until the client closes.
    func waitForClose() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) > 0 {}
    }
}

/// A server on a free loopback port that does to each connection exactly what its script says, then closes it.
final class ScriptedServer: Sendable {
    private struct State {
        var requests: [ReceivedRequest] = []
        var open: Set<Int32> = []
        var connections = 0
        var isStopped = false
    }

    let port: Int
    private let listener: Int32
    private let state = Mutex(State())
    private let script: @Sendable (ScriptedConnection) -> Void

    fileprivate init(_ script: @escaping @Sendable (ScriptedConnection) -> Void) throws {
        self.script = script
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        port = try listen(onLoopback: listener)
        onOwnThread { self.acceptAll() }
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// What arrived so far, over all connections.
    var requests: [ReceivedRequest] { state.withLock { $0.requests } }

    /// How many connections were made.
    var connections: Int { state.withLock { $0.connections } }

    fileprivate func record(_ request: ReceivedRequest) { state.withLock { $0.requests.append(request) } }

    private func acceptAll() {
        // Closed here and nowhere else: closed by another thread, its number could already be another test's listener.
        defer { close(listener) }
        while true {
            var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, -1) == 1 else { return }
            let descriptor = spawning.withLock { _ in
                let descriptor = accept(listener, nil, nil)
                if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
                return descriptor
            }
            guard descriptor >= 0 else { return }
            let number = state.withLock { state -> Int? in
                guard !state.isStopped else { return nil }
                state.open.insert(descriptor)
                state.connections += 1
                return state.connections - 1
            }
            guard let number else {
                close(descriptor)
                return
            }
            onOwnThread {
                self.script(ScriptedConnection(number, descriptor, self))
                self.state.withLock {
                    _ = $0.open.remove(descriptor)
                    close(descriptor)
                }
            }
        }
    }

    fileprivate func stop() {
        state.withLock { state in
            state.isStopped = true
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }
}

/// Runs `body` with a server that does what `script` says for each connection.
@discardableResult
func withServer<R>(
    _ script: @escaping @Sendable (ScriptedConnection) -> Void,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (ScriptedServer) async throws -> R
) async throws -> R {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    return try await body(server)
}

/// Runs `body` with a server that answers every request of every connection with `answer`.
@discardableResult
func withAnswers<R>(
    _ answer: @escaping @Sendable (ReceivedRequest, ScriptedConnection) -> Void,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (ScriptedServer) async throws -> R
) async throws -> R {
    try await withServer(
        { connection in
            while let request = connection.request() { answer(request, connection) }
        }, isolation: isolation, body)
}

/// Runs `body` with a loopback port on which nothing listens, kept so that no other test gets it meanwhile.
@discardableResult
func withClosedPort<R>(isolation: isolated (any Actor)? = #isolation, _ body: (Int) async throws -> R) async throws -> R
{
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    return try await body(try listen(onLoopback: descriptor, backlog: nil))
}

/// Binds `descriptor` to a free port of 127.0.0.1 and, with a backlog, listens.
private func listen(onLoopback descriptor: Int32, backlog: Int32? = 256) throws -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
        }
    }
    guard descriptor >= 0, bound, backlog.map({ Glibc.listen(descriptor, $0) == 0 }) ?? true else {
        throw TestFault("no loopback listener: errno \(errno)")
    }
    return Int(UInt16(bigEndian: address.sin_port))
}

/// A port that was free a moment ago, for servers that can't choose one themselves.
///
/// Below the range from which the kernel gives ports to those who ask for any: other tests do so all the time, and one
/// of them could have the port before the server that it is for.
func freePort() throws -> Int {
    for _ in 0..<200 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let port = UInt16.random(in: 15_000..<32_000)
        address.sin_port = port.bigEndian
        let isFree = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isFree { return Int(port) }
    }
    throw TestFault("no port between 15000 and 32000 is free on loopback")
}

/// Whether something listens on a loopback port.
func accepts(port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}
