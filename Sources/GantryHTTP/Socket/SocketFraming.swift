internal import CWslay

/// The frames of one WebSocket, by wslay: bytes that came become texts and answers, texts become bytes to send. It does
/// no input or output.
@safe package final class SocketFraming {
    package struct Received: Sendable {
        /// Whole texts, as valid UTF-8.
        package var texts: [[UInt8]] = []
        /// What to send: pongs, or the last frame.
        package var reply: [UInt8] = []
        /// Whether the socket is closed, or must be closed because of what was received.
        package var isOver = false
    }

    /// The number of frames in one text; each has its cost, however small it is.
    package static let mostFrames: Int = 10_000

    private var context: wslay_event_context_ptr?
    private var received: [UInt8] = []
    private var read = 0
    private var outgoing: [UInt8] = []
    private var texts: [[UInt8]] = []
    private var frames = 0

    /// - Parameter request: For the error, where memory is short.
    package init(_ request: HTTPRequest) throws(HTTPError) {
        var callbacks = wslay_event_callbacks()
        unsafe callbacks.recv_callback = { context, buffer, count, _, owner in
            guard let context = unsafe context, let buffer = unsafe buffer, let owner = unsafe owner else { return -1 }
            guard let taken = unsafe SocketFraming.of(owner).give(buffer, count) else {
                unsafe wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK.rawValue)
                return -1
            }
            return taken
        }
        unsafe callbacks.send_callback = { _, bytes, count, _, owner in
            guard let owner = unsafe owner else { return -1 }
            unsafe SocketFraming.of(owner).outgoing += UnsafeBufferPointer(start: bytes, count: count)
            return count
        }
        unsafe callbacks.genmask_callback = { _, buffer, count, _ in
            // A value that can't be predicted (RFC 6455, section 5.3).
            var random = SystemRandomNumberGenerator()
            for index in 0..<count { unsafe buffer?[index] = random.next() }
            return 0
        }
        unsafe callbacks.on_frame_recv_start_callback = { context, frame, owner in
            guard let context = unsafe context, let frame = unsafe frame, let owner = unsafe owner else { return }
            unsafe SocketFraming.of(owner).count(opcode: frame.pointee.opcode, context)
        }
        unsafe callbacks.on_msg_recv_callback = { _, message, owner in
            guard let message = unsafe message?.pointee, let owner = unsafe owner else { return }
            guard unsafe message.opcode == UInt8(WSLAY_TEXT_FRAME.rawValue) else { return }
            unsafe SocketFraming.of(owner).texts.append(
                Array(UnsafeBufferPointer(start: message.msg, count: message.msg_length)))
        }
        let made = unsafe wslay_event_context_client_init(
            &context, &callbacks, Unmanaged.passUnretained(self).toOpaque())
        guard made == 0 else { throw HTTPError(.setUp, "wslay is out of memory for a WebSocket", request: request) }
        unsafe wslay_event_config_set_max_recv_msg_length(context, UInt64(Socket.mostBytes))
    }

    deinit { unsafe wslay_event_context_free(context) }

    private static func of(_ owner: UnsafeMutableRawPointer) -> SocketFraming {
        unsafe Unmanaged<SocketFraming>.fromOpaque(owner).takeUnretainedValue()
    }

    // MARK: For the line

    /// Takes bytes that came, in their order.
    package func take(_ bytes: [UInt8]) -> Received {
        received = bytes
        read = 0
        let result = unsafe wslay_event_recv(context)
        var all = Received(reply: flushed())
        all.isOver = unsafe result != 0 || wslay_event_get_read_enabled(context) == 0
        swap(&all.texts, &texts)
        return all
    }

    /// The frames of a text; none when the socket is closed.
    package func frames(of text: String) -> [UInt8] {
        var text = text
        text.withUTF8 { utf8 in
            var message = unsafe wslay_event_msg(
                opcode: UInt8(WSLAY_TEXT_FRAME.rawValue), msg: utf8.baseAddress, msg_length: utf8.count)
            // What can't be queued comes after the last frame, and the connection reports that it is closed.
            _ = unsafe wslay_event_queue_msg(context, &message)
        }
        return flushed()
    }

    /// The last frame, of an ordinary end; none when it is sent already.
    package func farewell() -> [UInt8] {
        _ = unsafe wslay_event_queue_close(context, UInt16(WSLAY_CODE_NORMAL_CLOSURE.rawValue), nil, 0)
        return flushed()
    }

    private func flushed() -> [UInt8] {
        // It writes to memory, which never fails or waits.
        _ = unsafe wslay_event_send(context)
        defer { outgoing = [] }
        return outgoing
    }

    // MARK: For wslay

    /// Puts the next bytes into `buffer` and returns their number; nil if more must arrive first.
    private func give(_ buffer: UnsafeMutablePointer<UInt8>, _ most: Int) -> Int? {
        let count = min(most, received.count - read)
        guard count > 0 else { return nil }
        unsafe received.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { unsafe buffer.update(from: start + read, count: count) }
        }
        read += count
        return count
    }

    /// Counts the frames of a text; wslay itself accepts any number.
    private func count(opcode: UInt8, _ context: wslay_event_context_ptr) {
        switch opcode {
        case UInt8(WSLAY_CONTINUATION_FRAME.rawValue): frames += 1
        case UInt8(WSLAY_TEXT_FRAME.rawValue), UInt8(WSLAY_BINARY_FRAME.rawValue): frames = 1
        default: return
        }
        guard frames > Self.mostFrames else { return }
        _ = unsafe wslay_event_queue_close(context, UInt16(WSLAY_CODE_MESSAGE_TOO_BIG.rawValue), nil, 0)
        unsafe wslay_event_shutdown_read(context)
    }
}
