internal import NIOCore
internal import NIOWebSocket

/// Hands on the texts of a WebSocket, and answers what the protocol wants answered.
final class TextReceiver: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let texts: AsyncStream<[UInt8]>.Continuation

    init(_ texts: AsyncStream<[UInt8]>.Continuation) { self.texts = texts }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text: texts.yield(Array(frame.unmaskedData.readableBytesView))
        case .ping:
            let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose: context.close(promise: nil)
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        texts.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func handlerRemoved(context: ChannelHandlerContext) { texts.finish() }
}
