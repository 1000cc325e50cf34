import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// A WebSocket server that says back what it hears: each text in two frames, and a ping between them. To `leave` it
/// closes, to `ping` it says `pong` when its ping is answered, and to `flood` it says a text larger than is taken.
struct TestServer: Sendable {
    let channel: any Channel
    var port: Int { channel.localAddress?.port ?? 0 }

    /// - Parameter opens: Whether sockets are opened; otherwise a request is answered 404.
    static func with(opens: Bool = true, _ body: (TestServer) async throws -> Void) async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
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
        if frame.opcode == .pong, String(buffer: frame.unmaskedData) == "are you there" {
            return say("pong", context)
        }
        guard frame.opcode == .text else { return }
        var text = frame.unmaskedData
        switch String(buffer: text) {
        case "leave": return context.close(promise: nil)
        case "ping":
            let ping = WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(string: "are you there"))
            return context.writeAndFlush(wrapOutboundOut(ping), promise: nil)
        case "flood": return say(String(repeating: "x", count: (16 << 20) + 1), context)
        default: break
        }
        guard let half = text.readSlice(length: text.readableBytes / 2) else { return }
        context.write(wrapOutboundOut(WebSocketFrame(fin: false, opcode: .text, data: half)), promise: nil)
        context.write(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(string: "?"))), promise: nil)
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .continuation, data: text)), promise: nil)
    }

    private func say(_ text: String, _ context: ChannelHandlerContext) {
        let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
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
