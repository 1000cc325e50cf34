import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// A WebSocket server that says back what it hears: each text in two frames, and a ping between them.
struct TestServer: Sendable {
    let channel: any Channel
    var port: Int { channel.localAddress?.port ?? 0 }

    /// - Parameters:
    ///   - pair: A file with a certificate and its key, for TLS.
    ///   - opens: Whether sockets are opened; otherwise a request is answered 404.
    static func with(
        pair: String? = nil, opens: Bool = true, _ body: (TestServer) async throws -> Void
    ) async throws {
        let tls = try pair.map { pair in
            try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: try NIOSSLCertificate.fromPEMFile(pair).map { .certificate($0) },
                    privateKey: .privateKey(try NIOSSLPrivateKey(file: pair, format: .pem))))
        }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    let upgrader = NIOWebSocketServerUpgrader(
                        maxFrameSize: 1 << 20,
                        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(opens ? [:] : nil) },
                        upgradePipelineHandler: { channel, _ in
                            channel.eventLoop.makeCompletedFuture {
                                try channel.pipeline.syncOperations.addHandler(SayingBack())
                            }
                        })
                    try pipeline.configureHTTPServerPipeline(
                        withServerUpgrade: (
                            upgraders: [upgrader],
                            completionHandler: { $0.pipeline.removeHandler(name: "not-found", promise: nil) }
                        ))
                    try pipeline.addHandler(NotFound(), name: "not-found")
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = TestServer(channel: channel)
        do { try await body(server) } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }
}

private final class SayingBack: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard frame.opcode == .text else { return }
        var text = frame.unmaskedData
        if String(buffer: text) == "leave" { return context.close(promise: nil) }
        guard let half = text.readSlice(length: text.readableBytes / 2) else { return }
        context.write(wrapOutboundOut(WebSocketFrame(fin: false, opcode: .text, data: half)), promise: nil)
        context.write(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(string: "?"))), promise: nil)
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .continuation, data: text)), promise: nil)
    }
}

private final class NotFound: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        context.write(
            wrapOutboundOut(
                .head(HTTPResponseHead(version: .http1_1, status: .notFound, headers: ["Content-Length": "0"]))),
            promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
