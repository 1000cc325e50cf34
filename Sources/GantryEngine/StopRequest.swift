internal import Synchronization

/// A request to end at the next checkpoint; set by a signal, read by the run.
public final class StopRequest: Sendable {
    private struct State {
        var isRequested = false
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// A request that hasn't been made yet.
    public init() {}

    /// Asks for the end. Further calls do nothing.
    public func request() {
        let handlers = state.withLock { state in
            guard !state.isRequested else { return [@Sendable () -> Void]() }
            state.isRequested = true
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// Whether the end was asked for; true for good once it is.
    public var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Calls `handler` once when a stop is requested, immediately if it was already: used to wake what waits.
    public func whenRequested(_ handler: @escaping @Sendable () -> Void) {
        let isRequested = state.withLock { state in
            if !state.isRequested { state.handlers.append(handler) }
            return state.isRequested
        }
        if isRequested { handler() }
    }
}
