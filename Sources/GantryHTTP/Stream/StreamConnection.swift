/// A connection over which the caller speaks a protocol of its own, such as WebSocket. libcurl makes it as it does for
/// requests, with the same verification, authorities and proxy, and then carries bytes.
///
/// It lives on a thread of its own, and no call blocks. Cancelling the task of any call ends the connection, because
/// nothing can follow half a message. A connection that is dropped ends soon after.
package final class StreamConnection: Sendable {
    private let mailbox = StreamMailbox()
    private let request: HTTPRequest

    /// Connects to the scheme, host and port of a request's URL; the request itself isn't sent.
    ///
    /// - Parameter request: Its ``HTTPTimeouts/total`` and ``HTTPTimeouts/connect`` limit the connecting, TLS included.
    ///   ``HTTPRequest/mayReachThisMachine`` doesn't count here.
    /// - Throws: ``HTTPError``, as ``HTTPClient/send(_:)`` does before a request is sent.
    package static func open(
        _ request: HTTPRequest, _ configuration: HTTPClientConfiguration
    ) async throws(HTTPError) -> StreamConnection {
        let url = try configuration.url(of: request)
        try CurlLibrary.initialise()
        let connection = StreamConnection(request)
        let mailbox = connection.mailbox
        let options = TransferOptions(configuration: configuration)
        _ = try await connection.answer { (answer) throws(HTTPError) in
            try StreamThread.start(request, url: url, options: options, mailbox: mailbox, opened: answer)
        }
        return connection
    }

    private init(_ request: HTTPRequest) { self.request = request }

    deinit { end() }

    /// Sends bytes after those of earlier calls. It returns when all are handed to the system, which doesn't mean that
    /// they arrived.
    ///
    /// - Throws: ``HTTPError/Code/reset`` when the connection is closed; some of the bytes may have left.
    package func send(_ bytes: [UInt8]) async throws(HTTPError) {
        _ = try await answer { (answer) throws(HTTPError) in try order(.send(bytes, answer)) }
    }

    /// The next bytes, as soon as there are any; none when the server has closed. For one caller at a time.
    ///
    /// - Throws: ``HTTPError/Code/timeout`` when none came in time, after which it can be called again;
    ///   ``HTTPError/Code/reset`` when the connection is closed here or breaks.
    package func receive(until end: ContinuousClock.Instant? = nil) async throws(HTTPError) -> [UInt8] {
        try await answer { (answer) throws(HTTPError) in try order(.receive(until: end, answer)) }
    }

    /// Closes it, also while others wait for it, and returns when it is closed.
    ///
    /// - Parameter lastBytes: Sent before that, as far as possible without waiting. Default none.
    package func close(lastBytes: [UInt8] = []) async {
        end(lastBytes: lastBytes)
        await withCheckedContinuation { continuation in
            mailbox.whenEnded { continuation.resume() }
        }
    }

    /// Closes it without waiting for that.
    package func end(lastBytes: [UInt8] = []) {
        // False means that it has ended.
        _ = mailbox.post(.end(lastBytes: lastBytes))
    }

    private func order(_ order: StreamMailbox.Order) throws(HTTPError) {
        guard mailbox.post(order) else { throw HTTPError(.reset, StreamThread.closed, request: request) }
    }

    /// - Parameter start: Gives the work to the thread, or throws if it doesn't accept work any more.
    private func answer(
        _ start: (@escaping StreamMailbox.Answer) throws(HTTPError) -> Void
    ) async throws(HTTPError) -> [UInt8] {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<[UInt8], HTTPError>, Never>) in
                do throws(HTTPError) {
                    try start { continuation.resume(returning: $0) }
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            end()
        }
        if Task.isCancelled, case .failure = result {
            throw HTTPError(.cancelled, "the request was cancelled", request: request)
        }
        return try result.get()
    }
}
