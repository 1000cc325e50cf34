import NIOCore
import NIOWebSocket

/// What a back end says over a WebSocket.
struct SocketTalk: Sendable {
    /// Who the token in the address stands for; nil closes the socket without a word.
    var holder: @Sendable (String) -> String?
    /// What is said first.
    var greeting: @Sendable (String) -> [UInt8]
    /// Takes a text of this holder, and gives what is said back; nil says nothing.
    var hear: @Sendable ([UInt8], String) -> [UInt8]?
}

/// What becomes of a text that came in.
struct SocketReply: Sendable {
    var text: [UInt8]?
    var delay = 0.0
    var closes = false
}

/// Reads the frames of a WebSocket in front of the HTTP handlers, which see nothing of them.
final class SocketFrames: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let hear: @Sendable ([UInt8]) -> SocketReply

    init(hear: @escaping @Sendable ([UInt8]) -> SocketReply) { self.hear = hear }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text:
            let reply = hear(Array(frame.unmaskedData.readableBytesView))
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.value.eventLoop.scheduleTask(in: .milliseconds(Int64(reply.delay * 1_000))) {
                if let text = reply.text { SocketFrames.say(text, context.value) }
                if reply.closes { context.value.close(promise: nil) }
            }
        case .ping:
            context.writeAndFlush(
                wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
        case .connectionClose: context.close(promise: nil)
        default: break
        }
    }

    /// The handlers behind may hold reading back until an answer that never comes is written.
    func channelReadComplete(context: ChannelHandlerContext) { context.read() }

    func handlerAdded(context: ChannelHandlerContext) { context.read() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private static func say(_ text: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(
            NIOAny(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: text))), promise: nil)
    }
}
