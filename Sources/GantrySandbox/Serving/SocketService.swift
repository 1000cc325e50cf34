import NIOCore
import NIOWebSocket

/// What a back end does with a WebSocket.
struct SocketService: Sendable {
    /// Who the token in the address stands for; nil closes the socket without a message.
    var holder: @Sendable (String) -> String?
    /// The first message.
    var greeting: @Sendable (String) -> [UInt8]
    /// Handles a message of this holder and returns the reply, if any.
    var receive: @Sendable ([UInt8], String) -> [UInt8]?
}

/// What is done after a message.
struct SocketReply: Sendable {
    var text: [UInt8]?
    var delay = 0.0
    var closes = false
}

/// Reads the frames of a WebSocket before the HTTP handlers, which do not see them.
final class SocketFrames: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let receive: @Sendable ([UInt8]) -> SocketReply

    init(receive: @escaping @Sendable ([UInt8]) -> SocketReply) { self.receive = receive }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text:
            let reply = receive(Array(frame.unmaskedData.readableBytesView))
            let context = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.value.eventLoop.scheduleTask(in: .milliseconds(Int64(reply.delay * 1_000))) {
                if let text = reply.text { SocketFrames.send(text, context.value) }
                if reply.closes { context.value.close(promise: nil) }
            }
        case .ping:
            context.writeAndFlush(
                wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
        case .connectionClose: context.close(promise: nil)
        default: break
        }
    }

    /// The HTTP handlers would wait for an answer to be written before they read on.
    func channelReadComplete(context: ChannelHandlerContext) { context.read() }

    func handlerAdded(context: ChannelHandlerContext) { context.read() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private static func send(_ text: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(
            NIOAny(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: text))), promise: nil)
    }
}
