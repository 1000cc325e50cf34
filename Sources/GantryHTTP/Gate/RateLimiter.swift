public import GantryModel
internal import Synchronization

/// When requests may start, for all gates that share it.
///
/// Each start has a moment of its own, evenly spaced: nothing can be saved up, so no second ever sees more than the
/// rate. A server that refuses with 429 and no `Retry-After` halves the rate; each halving is taken back after a
/// minute. Without a rate nothing waits until then, and the requests of the last second are what is halved.
public final class RateLimiter: Sendable {
    /// A rate, and whether it is less than the one that was asked for.
    struct Current: Equatable {
        let rate: RequestRate
        let isHalved: Bool
    }

    private struct State {
        var lastStart: Duration?
        /// Starts of the second that began then, and of the one before.
        var second = (began: Duration.zero, starts: 0, before: 0)
        var measured = 0
        var halvings = 0
        var halvedAt: Duration?
        /// Refusals since a server last answered anything else.
        var refusals = 0
    }

    /// A halving lasts so long.
    static let halvingTime = Duration.seconds(60)
    /// What is halved at least, in a minute, where no rate is set: the first requests of a run say little.
    static let leastMeasured = 8 * 60
    /// Halving never goes below this, in a minute: a server that refuses whatever the rate would make days of a run.
    static let leastHalved = 60
    /// Refusals without any other answer in between, after which the server isn't asked again.
    static let mostRefusals = 12

    private let rate: RequestRate?
    private let state = Mutex(State())

    /// A limiter of a rate; `nil` limits nothing until a server refuses.
    public init(_ rate: RequestRate? = nil) { self.rate = rate }

    /// The rate that holds now; `nil` for none.
    func current(at now: Duration) -> Current? { state.withLock { current(&$0, now) } }

    /// Asks to start a request now.
    ///
    /// - Returns: `nil` where it may, else when to ask again.
    func start(at now: Duration) -> Duration? {
        state.withLock { state in
            if let rate = current(&state, now)?.rate, let last = state.lastStart {
                // A twentieth more than the rate needs, because a server counts when requests arrive, and not all are
                // on their way for the same time.
                let next = last + .seconds(63) / rate.perMinute
                if now < next { return next }
            }
            state.lastStart = now
            let passed = now - state.second.began
            if passed >= .seconds(1) { state.second = (now, 0, passed < .seconds(2) ? state.second.starts : 0) }
            state.second.starts += 1
            return nil
        }
    }

    /// A server refused a request with 429 and named no time. What left before the last halving changes nothing.
    ///
    /// - Parameter leftAt: When the request started.
    /// - Returns: Whether the server may be asked again.
    func refused(leftAt: Duration, now: Duration) -> Bool {
        state.withLock { state in
            if let halvedAt = state.halvedAt, leftAt <= halvedAt { return state.refusals < Self.mostRefusals }
            state.refusals += 1
            if current(&state, now) == nil {
                state.measured = max(60 * max(state.second.starts, state.second.before), Self.leastMeasured)
            }
            if (rate?.perMinute ?? state.measured) >> state.halvings > Self.leastHalved { state.halvings += 1 }
            state.halvedAt = now
            return state.refusals < Self.mostRefusals
        }
    }

    /// A server answered something else.
    func answered() { state.withLock { $0.refusals = 0 } }

    private func current(_ state: inout State, _ now: Duration) -> Current? {
        while state.halvings > 0, let halvedAt = state.halvedAt, now >= halvedAt + Self.halvingTime {
            state.halvings -= 1
            state.halvedAt = halvedAt + Self.halvingTime
        }
        guard state.halvings > 0 else { return rate.map { Current(rate: $0, isHalved: false) } }
        let whole = rate?.perMinute ?? state.measured
        let least = min(whole, Self.leastHalved)
        return Current(rate: RequestRate(perMinute: max(whole >> state.halvings, least)), isHalved: true)
    }
}
