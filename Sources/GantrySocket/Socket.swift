internal import GantryModel
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket

/// An open WebSocket (RFC 6455), seen from the client: texts go out, texts come in. Pings are answered.
public final class Socket: Sendable {
    /// The texts that come in, as UTF-8; it ends when the socket is closed, by whomever. For one reader.
    public let texts: AsyncStream<[UInt8]>
    private let channel: any Channel

    /// The largest text that is taken, in bytes. A larger one closes the socket.
    public static let mostBytes = 16 << 20

    private init(channel: any Channel, texts: AsyncStream<[UInt8]>) {
        self.channel = channel
        self.texts = texts
    }

    deinit { channel.close(promise: nil) }

    /// Opens a socket.
    ///
    /// - Parameters:
    ///   - patience: How long opening may take, TLS and the server's answer included. The default is 10 s.
    ///   - userAgent: Sent as `User-Agent`.
    public static func open(
        _ place: SocketPlace, userAgent: String, patience: Duration = .seconds(10)
    ) async throws(SocketError) -> Socket {
        let (texts, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let end = ContinuousClock.now + patience
        do {
            let tls = try place.isSecure ? context(place) : nil
            let opening = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(TimeAmount(patience))
                .connect(host: place.host, port: place.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        // A server that takes the connection and then says nothing.
                        let alarm = channel.eventLoop.scheduleTask(in: TimeAmount(patience)) {
                            channel.close(promise: nil)
                        }
                        if let tls {
                            // A name is verified as it stands; without one the certificate must be for the place.
                            try channel.pipeline.syncOperations.addHandler(
                                NIOSSLClientHandler(context: tls, serverHostname: place.isNumeric ? nil : place.host))
                        }
                        let upgrade = try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                            configuration: .init(upgradeConfiguration: Socket.upgrade(place, userAgent, continuation)))
                        return upgrade.always { _ in alarm.cancel() }
                    }
                }
            guard let channel = try await opening.get() else {
                throw SocketError(.refused, "\(place.host) answered, but opened no WebSocket")
            }
            return Socket(channel: channel, texts: texts)
        } catch {
            continuation.finish()
            throw Socket.reason(error, place, isLate: ContinuousClock.now >= end)
        }
    }

    /// Sends a text. It returns when the text is handed to the system, which says nothing of its arrival.
    ///
    /// - Throws: `SocketError` with code `closed`; some of the text may have left.
    public func send(_ text: String) async throws(SocketError) {
        let frame = WebSocketFrame(
            fin: true, opcode: .text, maskKey: .random(), data: channel.allocator.buffer(string: text))
        do {
            try await channel.writeAndFlush(frame)
        } catch {
            throw SocketError(.closed, "the WebSocket was closed")
        }
    }

    /// Closes it, also while texts are awaited.
    public func close() async {
        guard channel.isActive else { return }
        let farewell = WebSocketFrame(
            fin: true, opcode: .connectionClose, maskKey: .random(), data: ByteBuffer(bytes: [0x03, 0xE8]))
        channel.writeAndFlush(farewell, promise: nil)
        channel.close(promise: nil)
        do { try await channel.closeFuture.get() } catch {}
    }

    private static func upgrade(
        _ place: SocketPlace, _ userAgent: String, _ texts: AsyncStream<[UInt8]>.Continuation
    ) -> NIOTypedHTTPClientUpgradeConfiguration<(any Channel)?> {
        let upgrader = NIOTypedWebSocketClientUpgrader<(any Channel)?>(maxFrameSize: mostBytes) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandlers([
                    NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 10_000, maxAccumulatedFrameSize: mostBytes
                    ),
                    TextReceiver(texts),
                ])
                return channel
            }
        }
        let host = place.host.contains(":") ? "[\(place.host)]" : place.host
        let isUsual = place.port == (place.isSecure ? 443 : 80)
        let headers: HTTPHeaders = ["Host": isUsual ? host : "\(host):\(place.port)", "User-Agent": userAgent]
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: place.target.reveal(), headers: headers)
        return NIOTypedHTTPClientUpgradeConfiguration(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
            channel.close(promise: nil)
            return channel.eventLoop.makeSucceededFuture(nil)
        }
    }

    private static func context(_ place: SocketPlace) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.certificateVerification = .fullVerification
        if let file = place.trustFile { configuration.trustRoots = .file(file) }
        return try NIOSSLContext(configuration: configuration)
    }

    /// Never the text of the error itself, which could hold more than the host.
    private static func reason(_ error: any Error, _ place: SocketPlace, isLate: Bool) -> SocketError {
        switch error {
        case let error as SocketError: error
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            SocketError(.tls, "TLS to \(place.host) failed, or its certificate is not trusted")
        case _ where isLate: SocketError(.timedOut, "\(place.host) did not answer in time")
        case is NIOConnectionError, is SocketAddressError: SocketError(.unreachable, "\(place.host) can't be reached")
        default: SocketError(.refused, "\(place.host) closed the connection and opened no WebSocket")
        }
    }
}

extension SocketPlace {
    /// Whether the host is no name.
    fileprivate var isNumeric: Bool {
        do {
            _ = try SocketAddress(ipAddress: host, port: port)
            return true
        } catch {
            return false
        }
    }
}

extension TimeAmount {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
