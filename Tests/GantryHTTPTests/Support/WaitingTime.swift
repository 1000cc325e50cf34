import GantryHTTP
import Synchronization

/// A clock on which nothing takes time but waiting.
final class WaitingTime: Sendable {
    private let state = Mutex(Duration.zero)
    var now: Duration { state.withLock { $0 } }
    func pass(_ span: Duration) { state.withLock { $0 += span } }
    var clock: GateClock {
        GateClock(
            now: { [self] in now }, wall: { [self] in now },
            sleep: { [self] span in
                try Task.checkCancellation()
                pass(span)
                await Task.yield()
            })
    }
}
