import FoundationEssentials
internal import GantryFiles
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Synchronization

extension EndpointResponder {
    /// Opens a WebSocket (RFC 6455) on the connection of a request. Returns when either side closes it.
    ///
    /// Faults in which the back end refuses act on the opening, all others on a message: it is accepted, and no echo is
    /// sent.
    func open(
        _ service: SocketService, key: String, for request: Request, _ entry: LoggedRequest, in context: SandboxContext
    ) async throws -> Response {
        var entry = entry
        let holder = queryPairs(request.uri.query)["token"].flatMap(service.holder)
        // The address contains the token.
        entry.query = entry.query.isEmpty ? "" : "token=…"
        let plan = state.schedule.withLock {
            $0.plan(endpoint: endpoint.name, page: 1) { !$0.letsRequestThrough && $0 != .unread }
        }
        entry.faults = plan.faults
        if case .status(let code, _, _)? = plan.response {
            return send(state.backend.error(code, "Ordered status \(code)"), entry)
        }
        entry.status = 101
        record(entry)
        let accept = Data(sha1(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
        let head =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accept)\r\n\r\n"
        let channel = context.channel
        try await channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
            encoder.writeAndFlush(NIOAny(ByteBuffer(string: head)), promise: nil)
            guard let holder else { return channel.close(promise: nil) }
            let frames = SocketFrames { [self] in reply(to: $0, of: holder, service) }
            try pipeline.addHandlers(
                [WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)), frames],
                position: .first)
            let greeting = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: service.greeting(holder)))
            try pipeline.context(handlerType: SocketFrames.self).writeAndFlush(NIOAny(greeting), promise: nil)
        }.get()
        try await withTaskCancellationHandler {
            try await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
        throw ConnectionClosed()
    }

    private func reply(to text: [UInt8], of holder: String, _ service: SocketService) -> SocketReply {
        if state.schedule.withLock({ $0.unread(endpoint: endpoint.name, page: 1) }) != nil {
            return SocketReply(closes: true)
        }
        let plan = state.schedule.withLock { $0.plan(endpoint: endpoint.name, page: 1, \.letsRequestThrough) }
        if plan.expiresTokens { state.backend.expireTokens() }
        var reply = SocketReply(text: service.receive(text, holder), delay: plan.delay)
        switch plan.response {
        case nil: break
        case .empty?: reply.text = nil
        default: reply = SocketReply(delay: plan.delay, closes: true)
        }
        return reply
    }
}
