internal import Synchronization

/// An open WebSocket (RFC 6455), seen from the client: texts go out, texts come in. Pings are answered.
public final class Socket: Sendable {
    /// The incoming texts, as UTF-8; it ends when either side closes the socket. For one reader.
    public let texts: AsyncStream<[UInt8]>
    private let line: SocketLine

    /// The largest text that is taken, in bytes. A larger one closes the socket.
    public static let mostBytes = 16 << 20

    private init(line: SocketLine, texts: AsyncStream<[UInt8]>) {
        self.line = line
        self.texts = texts
    }

    deinit { line.connection.end() }

    /// Opens a socket.
    ///
    /// - Parameters:
    ///   - request: A GET of where the socket is, at an `https` or `http` URL; its headers are sent, and its
    ///     ``HTTPTimeouts/total`` limits the opening, from the connection to the server's answer.
    ///   - configuration: Whom to trust, which proxy, and the user agent, as for an ``HTTPClient``.
    /// - Throws: ``HTTPError``; with code `status` when the server answers and opens no socket.
    public static func open(
        _ request: HTTPRequest, _ configuration: HTTPClientConfiguration = HTTPClientConfiguration()
    ) async throws(HTTPError) -> Socket {
        let end = ContinuousClock.now + request.timeouts.total
        let opening = try SocketOpening(request, userAgent: configuration.userAgent)
        let connection = try await StreamConnection.open(request, configuration)
        try await connection.send(opening.head)
        var received: [UInt8] = []
        while true {
            let bytes = try await connection.receive(until: end)
            guard !bytes.isEmpty else {
                throw HTTPError(
                    .noAnswer, "the server closed the connection and didn't open a WebSocket", request: request)
            }
            received += bytes
            if let rest = try opening.rest(of: received) {
                let (texts, continuation) = AsyncStream.makeStream(of: [UInt8].self)
                let line = SocketLine(connection, try SocketFraming(request))
                Task { await line.read(rest, into: continuation) }
                return Socket(line: line, texts: texts)
            }
        }
    }

    /// Sends a text. It returns when the text is handed to the system, which doesn't mean that it arrived.
    ///
    /// - Throws: ``HTTPError/Code/reset`` when the socket is closed; some of the text may have left.
    public func send(_ text: String) async throws(HTTPError) { try await line.send(text) }

    /// Closes it, also while texts are awaited.
    public func close() async { await line.close() }
}

/// The connection of a socket with what frames its texts, for its reader and its senders.
final class SocketLine: Sendable {
    let connection: StreamConnection
    private let framing: Mutex<SocketFraming>

    init(_ connection: StreamConnection, _ framing: sending SocketFraming) {
        self.connection = connection
        self.framing = Mutex(framing)
    }

    /// Reads until either side closes, and sends the answers that the protocol requires.
    ///
    /// - Parameter first: What followed the opening directly.
    func read(_ first: [UInt8], into texts: AsyncStream<[UInt8]>.Continuation) async {
        var bytes = first
        do throws(HTTPError) {
            while true {
                let received = framing.withLock { [bytes] in $0.take(bytes) }
                for text in received.texts { texts.yield(text) }
                guard !received.isOver else {
                    await connection.close(lastBytes: received.reply)
                    break
                }
                if !received.reply.isEmpty { try await connection.send(received.reply) }
                bytes = try await connection.receive()
                guard !bytes.isEmpty else { break }
            }
        } catch {
            // However it ended, the reader sees the end.
        }
        await connection.close()
        texts.finish()
    }

    func send(_ text: String) async throws(HTTPError) {
        // Frames may overtake each other, since each call makes complete ones.
        try await connection.send(framing.withLock { $0.frames(of: text) })
    }

    func close() async {
        await connection.close(lastBytes: framing.withLock { $0.farewell() })
    }
}
