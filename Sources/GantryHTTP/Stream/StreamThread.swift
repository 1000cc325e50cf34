import CCurl
import Glibc

/// The one thread that touches the handles of a stream. Everything here runs on it.
@safe final class StreamThread {
    static let closed = "the connection was closed"

    private let request: HTTPRequest
    private let url: CheckedURL
    private let options: TransferOptions
    private let mailbox: StreamMailbox
    private let multi: UnsafeMutableRawPointer
    private let easy: EasyHandle
    private var descriptor = curl_socket_t(CURL_SOCKET_BAD)

    /// TLS must send the same bytes again from the same place, so they don't move while it waits.
    private var sends: [(bytes: [UInt8], answer: StreamMailbox.Answer)] = []
    /// How much of the first of them has been sent.
    private var sent = 0
    private var receiver: (until: ContinuousClock.Instant?, answer: StreamMailbox.Answer)?
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    private var isEnding = false

    private init(
        request: HTTPRequest, url: CheckedURL, options: TransferOptions, mailbox: StreamMailbox,
        multi: UnsafeMutableRawPointer, easy: EasyHandle
    ) {
        (self.request, self.url, self.options, self.mailbox) = (request, url, options, mailbox)
        unsafe (self.multi, self.easy) = unsafe (multi, easy)
    }

    /// Starts the thread, which connects and then says so, or why it could not.
    static func start(
        _ request: HTTPRequest, url: CheckedURL, options: TransferOptions, mailbox: StreamMailbox,
        opened: @escaping StreamMailbox.Answer
    ) throws(HTTPError) {
        guard let multi = unsafe curl_multi_init() else {
            throw HTTPError(.setUp, "libcurl is out of memory for a multi handle", request: request)
        }
        guard let easy = EasyHandle() else {
            unsafe curl_multi_cleanup(multi)
            throw HTTPError(.setUp, "libcurl is out of memory for a transfer", request: request)
        }
        unsafe mailbox.open(Waker(multi))
        let thread = unsafe StreamThread(
            request: request, url: url, options: options, mailbox: mailbox, multi: multi, easy: easy)
        let result = DedicatedThread.start { thread.run(opened) }
        guard result == 0 else {
            _ = mailbox.close()
            mailbox.announceEnd()
            unsafe curl_multi_cleanup(multi)
            throw HTTPError(
                .setUp, unsafe "no thread for a connection: \(String(cString: strerror(result)))", request: request)
        }
    }

    private func run(_ opened: StreamMailbox.Answer) {
        do throws(HTTPError) {
            try connect()
            opened(.success([]))
            serve()
            end()
        } catch {
            // The connection can't be used before it is open, so no other order waits for an answer.
            end()
            opened(.failure(error))
        }
    }

    // MARK: Connecting

    private func connect() throws(HTTPError) {
        do throws(CurlRefusal) { try options.apply(toStream: easy, url, request) } catch {
            throw error.error(for: request)
        }
        unsafe try check(curl_multi_add_handle(multi, easy.raw))
        while true {
            takeOrders()
            guard !isEnding else { throw HTTPError(.cancelled, "the request was cancelled", request: request) }
            var running: Int32 = 0
            unsafe try check(curl_multi_perform(multi, &running))
            var left: Int32 = 0
            if let message = unsafe curl_multi_info_read(multi, &left), unsafe message.pointee.msg == CURLMSG_DONE {
                return unsafe try connected(gantry_message_result(message))
            }
            // libcurl shortens this by its own timers, and an order ends it.
            _ = unsafe curl_multi_poll(multi, nil, 0, 1000, nil)
        }
    }

    private func connected(_ code: CURLcode) throws(HTTPError) {
        guard code == CURLE_OK, let socket = easy.activeSocket else {
            let failure = TransferOutcome.noConnection(
                code, easy: easy, to: url.origin, proxy: options.configuration.proxyName)
            var error = HTTPError(failure.code, failure.reason, request: request)
            error.curlCode = Int(code.rawValue)
            throw error
        }
        guard unsafe EasyHandle.certificateNamesHost(easy.raw) else {
            throw HTTPError(.tls, EasyHandle.namelessCertificate, request: request)
        }
        descriptor = socket
    }

    private func check(_ result: CURLMcode) throws(HTTPError) {
        guard result != CURLM_OK else { return }
        throw HTTPError(
            .setUp, unsafe "libcurl's multi handle failed: \(String(cString: curl_multi_strerror(result)))",
            request: request)
    }

    // MARK: Carrying bytes

    private func serve() {
        while true {
            takeOrders()
            send()
            guard !isEnding else { return }
            receive()
            wait()
        }
    }

    private func takeOrders() {
        for order in mailbox.takeOrders() {
            switch order {
            case .send(_, let answer) where isEnding: answer(.failure(error(Self.closed)))
            case .receive(_, let answer) where isEnding: answer(.failure(error(Self.closed)))
            case .end where isEnding: break
            case .send(let bytes, let answer): sends.append((bytes, answer))
            case .receive(_, let answer) where receiver != nil:
                answer(.failure(error("another reader is waiting for it")))
            case .receive(let until, let answer): receiver = (until, answer)
            case .end(let lastBytes):
                isEnding = true
                sends.append((lastBytes, { _ in }))
            }
        }
    }

    /// Sends what is possible without waiting.
    private func send() {
        while let first = sends.first {
            if sent < first.bytes.count {
                var count = 0
                let code = unsafe first.bytes[sent...].withUnsafeBytes {
                    unsafe curl_easy_send(easy.raw, $0.baseAddress, $0.count, &count)
                }
                guard code != CURLE_AGAIN else { return }
                guard code == CURLE_OK else { return failSends(error(code)) }
                sent += count
            }
            guard sent == first.bytes.count else { continue }
            sends.removeFirst()
            sent = 0
            first.answer(.success([]))
        }
    }

    private func failSends(_ error: HTTPError) {
        let failed = sends
        sends = []
        sent = 0
        for one in failed { one.answer(.failure(error)) }
    }

    private func receive() {
        guard let waiting = receiver else { return }
        var count = 0
        let code = unsafe buffer.withUnsafeMutableBytes {
            unsafe curl_easy_recv(easy.raw, $0.baseAddress, $0.count, &count)
        }
        if code == CURLE_AGAIN {
            guard let until = waiting.until, ContinuousClock.now >= until else { return }
            receiver = nil
            return waiting.answer(
                .failure(HTTPError(.timeout, "the server did not answer within the time allowed", request: request)))
        }
        receiver = nil
        waiting.answer(code == CURLE_OK ? .success(Array(buffer[..<count])) : .failure(error(code)))
    }

    /// Waits until there is work that can be done.
    private func wait() {
        var events: Int32 = 0
        if receiver != nil { events |= CURL_WAIT_POLLIN }
        if !sends.isEmpty { events |= CURL_WAIT_POLLOUT }
        let left = receiver?.until.map { ($0 - .now).roundedUpMilliseconds } ?? 10_000
        var place = curl_waitfd(fd: descriptor, events: Int16(events), revents: 0)
        // A closed connection is always ready, so it is left out if there is no work for it.
        _ = unsafe curl_multi_poll(multi, &place, events == 0 ? 0 : 1, Int32(min(max(left, 0), 10_000)), nil)
    }

    private func error(_ code: CURLcode) -> HTTPError {
        var failure = HTTPError(TransferOutcome.kind(of: code), easy.explanation(of: code), request: request)
        failure.curlCode = Int(code.rawValue)
        return failure
    }

    private func error(_ reason: String) -> HTTPError { HTTPError(.reset, reason, request: request) }

    // MARK: Ending

    private func end() {
        isEnding = true
        failSends(error(Self.closed))
        receiver?.answer(.failure(error(Self.closed)))
        receiver = nil
        // This closes the connection.
        unsafe curl_multi_remove_handle(multi, easy.raw)
        let late = mailbox.close()
        unsafe curl_multi_cleanup(multi)
        for order in late {
            switch order {
            case .send(_, let answer), .receive(_, let answer): answer(.failure(error(Self.closed)))
            case .end: break
            }
        }
        mailbox.announceEnd()
    }
}
