import CCurl
import Glibc

/// The one thread that touches libcurl's multi handle and its easy handles. Everything here runs on it.
@safe final class TransferThread {
    /// A transfer that libcurl works on.
    @safe private final class Active {
        let transfer: Transfer
        let easy: EasyHandle
        let context: TransferContext
        /// The retained object that libcurl's user data points to.
        let retained: Unmanaged<TransferContext>
        var stall: StallWatch

        init(_ transfer: Transfer, easy: EasyHandle, configuration: HTTPClientConfiguration, pace: SendPace?) {
            self.transfer = transfer
            self.easy = easy
            context = unsafe TransferContext(transfer, easy: easy.raw, configuration: configuration, pace: pace)
            unsafe retained = unsafe Unmanaged.passRetained(context)
            stall = StallWatch(limit: transfer.request.timeouts.stall)
        }
    }

    private let mailbox: TransferMailbox
    private let options: TransferOptions
    private let multi: UnsafeMutableRawPointer
    private var active: [UnsafeMutableRawPointer: Active] = unsafe [:]
    /// Those for which their host has no connection free, in their order. libcurl would keep them too, and wakes them
    /// late.
    private var queued: [Transfer] = []
    private var idle: [EasyHandle] = []
    private let pace: SendPace?
    private var isShuttingDown = false

    private init(mailbox: TransferMailbox, options: TransferOptions, multi: UnsafeMutableRawPointer) {
        self.mailbox = mailbox
        self.options = options
        unsafe self.multi = unsafe multi
        pace = options.configuration.sendBytesPerSecond.map { SendPace(bytesPerSecond: $0) }
    }

    /// Starts the thread. It ends on ``TransferMailbox/Order/shutDown``, after which `mailbox` refuses orders.
    static func start(_ mailbox: TransferMailbox, _ options: TransferOptions) throws(HTTPError) {
        guard let multi = unsafe curl_multi_init() else {
            throw HTTPError(.setUp, "libcurl is out of memory for a multi handle", method: "-", url: "-")
        }
        _ = unsafe gantry_multi_set_long(
            multi, CURLMOPT_MAX_HOST_CONNECTIONS, max(1, options.configuration.connectionsPerHost))
        _ = unsafe gantry_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        unsafe mailbox.open(Waker(multi))
        let result = unsafe DedicatedThread.start(TransferThread(mailbox: mailbox, options: options, multi: multi).run)
        guard result == 0 else {
            _ = mailbox.close()
            unsafe curl_multi_cleanup(multi)
            throw HTTPError(
                .setUp, unsafe "no thread for transfers: \(String(cString: strerror(result)))", method: "-", url: "-")
        }
    }

    private func run() {
        while true {
            for order in mailbox.takeOrders() { obey(order) }
            if isShuttingDown { break }
            beginQueued()
            giveTurns()
            var running: Int32 = 0
            let result = unsafe curl_multi_perform(multi, &running)
            if result != CURLM_OK { failAll(result) }
            let count = unsafe active.count
            finishDone()
            cutStalled()
            // A place became free, and who waits for it is not to wait for the poll as well.
            if unsafe active.count < count { continue }
            if let origin = fullOrigin, !mailbox.announce(full: origin) { continue }
            _ = unsafe curl_multi_poll(multi, nil, 0, pollMilliseconds(), nil)
        }
        end()
    }

    private func obey(_ order: TransferMailbox.Order) {
        switch order {
        case .start(let transfer): queued.append(transfer)
        case .cancel(let ticket):
            // One that is queued says so when its turn comes, which is now.
            if let index = queued.firstIndex(where: { $0.ticket === ticket }) { return begin(queued.remove(at: index)) }
            guard let entry = unsafe active.first(where: { unsafe $0.value.transfer.ticket === ticket }) else { return }
            unsafe retire(entry.value, .failure(error(.cancelled, "the request was cancelled", for: entry.value)))
        case .shutDown: isShuttingDown = true
        }
    }

    /// Lets waiting transfers continue when it is their turn.
    private func giveTurns() {
        guard let pace else { return }
        while let id = pace.next(now: MonotonicTime.now()) {
            guard let raw = unsafe UnsafeMutableRawPointer(bitPattern: id), unsafe active[raw] != nil else { continue }
            // Its result doesn't matter: a transfer that has ended in the meantime is in the messages.
            _ = unsafe curl_easy_pause(raw, CURLPAUSE_CONT)
        }
    }

    // MARK: One transfer

    private var most: Int { max(1, options.configuration.connectionsPerHost) }

    /// The only host, if it has no free connection.
    private var fullOrigin: CheckedURL.Origin? {
        guard unsafe active.count >= most, let origin = unsafe active.first?.value.transfer.url.origin else {
            return nil
        }
        return unsafe active.values.allSatisfy { $0.transfer.url.origin == origin } ? origin : nil
    }

    private func beginQueued() {
        guard !queued.isEmpty else { return }
        var index = 0
        while index < queued.count {
            let origin = queued[index].url.origin
            if unsafe active.values.count(where: { $0.transfer.url.origin == origin }) < most {
                begin(queued.remove(at: index))
            } else {
                index += 1
            }
        }
    }

    private func begin(_ transfer: Transfer) {
        guard !transfer.ticket.isCancelled else {
            return transfer.finish(
                .failure(HTTPError(.cancelled, "the request was cancelled", request: transfer.request)))
        }
        guard let easy = idle.popLast() ?? EasyHandle().flatMap({ options.prepare($0) ? $0 : nil }) else {
            return transfer.finish(
                .failure(HTTPError(.setUp, "libcurl is out of memory for a transfer", request: transfer.request)))
        }
        let entry = Active(transfer, easy: easy, configuration: options.configuration, pace: pace)
        do throws(CurlRefusal) {
            try options.apply(to: easy, for: transfer)
            unsafe try TransferContext.install(on: easy, pointer: entry.retained.toOpaque())
            if let files = transfer.request.files {
                unsafe try TransferContext.install(files.hostKeys, on: easy, pointer: entry.retained.toOpaque())
            }
        } catch {
            return release(entry, .failure(error.error(for: transfer.request)))
        }
        let added = unsafe curl_multi_add_handle(multi, easy.raw)
        guard added == CURLM_OK else {
            return unsafe release(
                entry,
                .failure(HTTPError(.setUp, String(cString: curl_multi_strerror(added)), request: transfer.request)))
        }
        unsafe active[easy.raw] = entry
    }

    private func finishDone() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let raw = unsafe message.pointee.easy_handle,
                let entry = unsafe active[raw]
            else { continue }
            // The message is freed when the handle is removed.
            let code = unsafe gantry_message_result(message)
            retire(
                entry,
                TransferOutcome.result(
                    code, of: entry.transfer, easy: entry.easy, context: entry.context,
                    proxy: options.configuration.proxyName))
        }
    }

    private func cutStalled() {
        let now = MonotonicTime.now()
        let all = unsafe Array(active.values)
        for entry in all where entry.context.reachedServer {
            // It is paused on purpose.
            if entry.context.sender.isWaiting {
                entry.stall.restart()
                continue
            }
            let moved =
                entry.easy.fact(offset: CURLINFO_SIZE_DOWNLOAD_T) + entry.easy.fact(offset: CURLINFO_SIZE_UPLOAD_T)
                + entry.easy.fact(CURLINFO_HEADER_SIZE)
            if entry.stall.observe(bytes: moved, now: now) {
                retire(
                    entry,
                    .failure(
                        error(
                            .stalled,
                            "less than one byte per second was transferred for \(entry.transfer.request.timeouts.stall)",
                            for: entry)))
            }
        }
    }

    private func failAll(_ result: CURLMcode) {
        for entry in unsafe Array(active.values) {
            retire(
                entry,
                .failure(
                    error(
                        .setUp, unsafe "libcurl's multi handle failed: \(String(cString: curl_multi_strerror(result)))",
                        for: entry)
                ))
        }
    }

    private func error(_ code: HTTPError.Code, _ reason: String, for entry: Active) -> HTTPError {
        var error = HTTPError(code, reason, request: entry.transfer.request)
        error.mayHaveReachedServer = entry.context.reachedServer
        error.bodyWasIncomplete = !entry.context.sender.wasHandedWhole
        return error
    }

    private func retire(_ entry: Active, _ result: Result<HTTPResponse, HTTPError>) {
        unsafe curl_multi_remove_handle(multi, entry.easy.raw)
        unsafe active[entry.easy.raw] = nil
        release(entry, result)
    }

    /// Takes the callbacks off, then gives up the context they used, then tells who waits.
    private func release(_ entry: Active, _ result: Result<HTTPResponse, HTTPError>) {
        entry.easy.reset()
        var isSuccess = false
        if case .success(let response) = result { isSuccess = response.isSuccess }
        entry.context.end(isSuccess: isSuccess)
        unsafe entry.retained.release()
        if idle.count < 16, options.prepare(entry.easy) { idle.append(entry.easy) }
        entry.transfer.finish(result)
    }

    // MARK: Waiting and ending

    /// libcurl shortens this by its own timers; wake-ups end it at once.
    ///
    /// A transfer that waits for a free connection is woken by a timer of no length, which `curl_multi_perform` of 7.88
    /// can drop as past before it has served it. So while one has not begun, the wait is short; also in an exchange
    /// with a file server, since of FTP that version waits for no socket before it opens a connection for data.
    private func pollMilliseconds() -> Int32 {
        let now = MonotonicTime.now()
        let due = unsafe (active.values.compactMap(\.stall.due) + [pace?.due].compactMap(\.self)).min()
        let wait = due.map { ($0 - now).roundedUpMilliseconds } ?? 10_000
        let isShort = unsafe active.values.contains { !$0.context.reachedServer || $0.context.request.files != nil }
        return Int32(clamping: min(max(wait, 1), isShort ? 20 : 10_000))
    }

    private func end() {
        for entry in unsafe Array(active.values) {
            retire(entry, .failure(error(.cancelled, "the client shut down", for: entry)))
        }
        let unseen = mailbox.close().compactMap { if case .start(let transfer) = $0 { transfer } else { nil } }
        for transfer in queued + unseen {
            transfer.finish(.failure(HTTPError(.cancelled, "the client shut down", request: transfer.request)))
        }
        idle = []
        unsafe curl_multi_cleanup(multi)
        mailbox.announceEnd()
    }
}
