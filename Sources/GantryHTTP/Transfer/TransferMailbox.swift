import CCurl
import Synchronization

/// A request on its way to the transfer thread, with the place that waits for its answer.
struct Transfer: Sendable {
    let ticket: TransferTicket
    let request: HTTPRequest
    let url: CheckedURL
    /// The whole body if it is short, which is sent in one piece with the headers; nil if it is read while it is sent.
    let body: [UInt8]?
    let finish: @Sendable (Result<HTTPResponse, HTTPError>) -> Void
}

/// The identity of a transfer, and whether its result is still needed. A flag and not only a message, because the
/// cancellation can overtake the start.
final class TransferTicket: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .acquiring) }
    func cancel() { flag.store(true, ordering: .releasing) }
}

/// Orders for the transfer thread, from any thread.
final class TransferMailbox: Sendable {
    enum Order: Sendable {
        case start(Transfer)
        case cancel(TransferTicket)
        case shutDown
    }

    private struct State {
        var orders: [Order] = []
        var waker: Waker?
        /// Whether the thread was woken and has not looked since.
        var isWoken = false
        /// A host to which as many transfers as may be are under way. One more can wait until the thread sees the end
        /// of one.
        var full: CheckedURL.Origin?
        var isClosed = false
        var onClose: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Hands an order over and wakes the thread. False if the thread has ended and will not see it.
    func post(_ order: Order) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            if case .start(let transfer) = order, transfer.url.origin == state.full { return true }
            if !state.isWoken { state.waker?.wake() }
            state.isWoken = true
            return true
        }
    }

    /// Runs `action` when the thread has ended, immediately if it already has.
    func whenClosed(_ action: @escaping @Sendable () -> Void) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.onClose.append(action) }
            return state.isClosed
        }
        if isClosed { action() }
    }

    // MARK: For the thread

    func open(_ waker: Waker) {
        state.withLock { $0.waker = waker }
    }

    func takeOrders() -> [Order] {
        state.withLock { state in
            let orders = state.orders
            state.orders = []
            state.isWoken = false
            state.full = nil
            return orders
        }
    }

    /// Records that the host has no free connection, so that the thread isn't woken just to find that out. Holds until
    /// orders are taken again.
    ///
    /// - Returns: False if orders have arrived in the meantime, which must be taken first.
    func announce(full origin: CheckedURL.Origin) -> Bool {
        state.withLock { state in
            guard state.orders.isEmpty else { return false }
            state.full = origin
            return true
        }
    }

    /// Refuses further orders and returns those that came too late. After this the multi handle isn't woken any more.
    func close() -> [Order] {
        state.withLock { state in
            state.isClosed = true
            state.waker = nil
            let orders = state.orders
            state.orders = []
            return orders
        }
    }

    /// Tells those who wait for the end.
    func announceEnd() {
        let actions = state.withLock { state in
            let actions = state.onClose
            state.onClose = []
            return actions
        }
        for action in actions { action() }
    }
}

/// Wakes the transfer thread. Sendable because `curl_multi_wakeup` is the one call that libcurl allows from any thread
/// (curl_multi_wakeup(3)), and because the handle outlives its use: only the mailbox holds a waker, it wakes under its
/// lock, and `TransferMailbox.close` takes the waker away under the same lock before the thread frees the handle.
@safe struct Waker: @unchecked Sendable {
    private let multi: UnsafeMutableRawPointer

    init(_ multi: UnsafeMutableRawPointer) { unsafe self.multi = unsafe multi }

    func wake() { _ = unsafe curl_multi_wakeup(multi) }
}
