internal import GantryFiles
import Synchronization

/// Sends HTTP requests through libcurl on one thread of its own, reusing connections, with HTTP/2 over TLS where the
/// server offers it and answers decompressed.
///
/// It sends each request once: retries, tokens and pauses are the ``RequestGate``'s. It keeps no cookies, reads no
/// netrc file and writes no log. Use ``withHTTPClient(_:_:)``, or call ``shutdown()``; a client that is dropped without
/// it ends its thread soon after, which is only a fault if the process exits in that moment.
public final class HTTPClient: Sendable {
    private let configuration: HTTPClientConfiguration
    private let mailbox = TransferMailbox()
    /// Where the last URL that was read leads, and what URLs that lead there begin with.
    private let known = Mutex<(home: String, origin: CheckedURL.Origin)?>(nil)

    /// Starts the thread. Throws ``HTTPError/Code/setUp`` if libcurl or the thread isn't available.
    public init(_ configuration: HTTPClientConfiguration = HTTPClientConfiguration()) throws(HTTPError) {
        self.configuration = configuration
        try CurlLibrary.initialise()
        try TransferThread.start(mailbox, TransferOptions(configuration: configuration))
    }

    deinit {
        // False means that it was shut down already.
        _ = mailbox.post(.shutDown)
    }

    /// Sends `request` once and returns the whole answer, whatever its status.
    ///
    /// Redirects of GET and HEAD are followed within the same scheme, host and port, up to the request's limit; the
    /// time limit covers all hops. Any other redirect is an error that names where it points. Cancelling the task ends
    /// the transfer at once.
    ///
    /// - Throws: ``HTTPError``; a status of 400 or more is not an error here.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var url = try check(request)
        let deadline = MonotonicTime.now() + request.timeouts.total
        var hop = request
        var redirects = RedirectRule(for: request)
        var wasWhole = false
        do throws(HTTPError) {
            while true {
                let response = try await transfer(hop, url)
                wasWhole = wasWhole || !response.bodyWasIncomplete
                guard let next = try redirects.next(after: response, at: url) else { return response }
                url = next
                hop.timeouts.total = deadline - MonotonicTime.now()
                guard hop.timeouts.total > .zero else {
                    var error = HTTPError(
                        .timeout, "the redirects took longer than \(request.timeouts.total)", request: request)
                    error.mayHaveReachedServer = true
                    throw error
                }
            }
        } catch {
            var error = error
            // A hop before had the whole body, whatever the last one had.
            if wasWhole { error.bodyWasIncomplete = false }
            throw error
        }
    }

    /// Ends running transfers as cancelled, closes the connections and waits for the thread to end. Later requests fail
    /// as cancelled. Calling it again does nothing.
    public func shutdown() async {
        _ = mailbox.post(.shutDown)
        await withCheckedContinuation { continuation in
            mailbox.whenClosed { continuation.resume() }
        }
    }

    /// Refuses what must not reach libcurl.
    private func check(_ request: HTTPRequest) throws(HTTPError) -> CheckedURL {
        if let fault = HeaderField(request.method.name, "").fault {
            throw HTTPError(.invalidRequest, "the method is unusable: \(fault)", request: request)
        }
        if let fault = request.body.fault { throw HTTPError(.invalidRequest, fault, request: request) }
        for header in request.headers {
            if let fault = header.fault { throw HTTPError(.invalidRequest, fault, request: request) }
        }
        // What was checked for one URL holds for all with the same start.
        if let known = known.withLock({ $0 }), let url = CheckedURL(request.url, home: known.home, origin: known.origin)
        {
            return url
        }
        let url = try configuration.url(of: request)
        known.withLock { $0 = (url.home, url.origin) }
        return url
    }

    /// Bytes up to which libcurl sends a body in one piece with the headers.
    private static var shortBody: Int { 64 * 1024 }

    /// The whole body if it is short and needs no pacing.
    private func short(_ request: HTTPRequest) throws(HTTPError) -> [UInt8]? {
        let length = request.body.length
        guard length > 0, length <= Self.shortBody, request.files == nil, configuration.sendBytesPerSecond == nil else {
            return nil
        }
        do throws(FileError) { return try BodyReader(request.body).whole() } catch {
            throw Self.unreadable(error, request)
        }
    }

    private static func unreadable(_ error: FileError, _ request: HTTPRequest) -> HTTPError {
        var failure = HTTPError(
            error.code == .changed ? .bodyChanged : .bodyUnreadable, error.explanation, request: request)
        failure.cause = error
        return failure
    }

    private func transfer(_ request: HTTPRequest, _ url: CheckedURL) async throws(HTTPError) -> HTTPResponse {
        let body = try short(request)
        let ticket = TransferTicket()
        let mailbox = mailbox
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>) in
                let transfer = Transfer(ticket: ticket, request: request, url: url, body: body) {
                    continuation.resume(returning: $0)
                }
                if !mailbox.post(.start(transfer)) {
                    continuation.resume(
                        returning: .failure(HTTPError(.cancelled, "the client is shut down", request: request)))
                }
            }
        } onCancel: {
            ticket.cancel()
            // False means that the thread has ended and has answered the transfer.
            _ = mailbox.post(.cancel(ticket))
        }
        return try result.get()
    }
}

/// Runs `body` with a client and shuts the client down afterwards, also when `body` throws.
@discardableResult
public func withHTTPClient<R>(
    _ configuration: HTTPClientConfiguration = HTTPClientConfiguration(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (HTTPClient) async throws -> sending R
) async throws -> sending R {
    let client = try HTTPClient(configuration)
    let result: Result<R, any Error>
    do {
        result = .success(try await body(client))
    } catch {
        result = .failure(error)
    }
    await client.shutdown()
    return try result.get()
}
