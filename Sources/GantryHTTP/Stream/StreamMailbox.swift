import Synchronization

/// Orders for the thread of a stream, from any thread.
final class StreamMailbox: Sendable {
    /// Takes the bytes that came, or none for what only had to be done.
    typealias Answer = @Sendable (Result<[UInt8], HTTPError>) -> Void

    enum Order: Sendable {
        case send([UInt8], Answer)
        case receive(until: ContinuousClock.Instant?, Answer)
        /// Ends the stream, after as many of these bytes as possible without waiting.
        case end(lastBytes: [UInt8])
    }

    private struct State {
        var orders: [Order] = []
        var waker: Waker?
        var isClosed = false
        var onEnd: [@Sendable () -> Void] = []
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Hands an order over and wakes the thread. False if the thread takes none any more.
    func post(_ order: Order) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.orders.append(order)
            state.waker?.wake()
            return true
        }
    }

    /// Runs `action` when the connection is closed, immediately if it already is.
    func whenEnded(_ action: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.onEnd.append(action) }
            return state.hasEnded
        }
        if hasEnded { action() }
    }

    // MARK: For the thread

    func open(_ waker: Waker) {
        state.withLock { $0.waker = waker }
    }

    func takeOrders() -> [Order] {
        state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Refuses further orders and returns those that came too late. After this the multi handle isn't woken any more.
    func close() -> [Order] {
        state.withLock { state in
            state.isClosed = true
            state.waker = nil
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Tells those who wait for the end.
    func announceEnd() {
        let actions = state.withLock { state in
            state.hasEnded = true
            defer { state.onEnd = [] }
            return state.onEnd
        }
        for action in actions { action() }
    }
}
