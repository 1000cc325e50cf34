/// How long leases last. The defaults are those of the protocol between processes; only tests have others.
package struct LeaseTiming: Sendable {
    /// From the last renewal, by the server's clock, until another process may take the lease.
    package var length = Duration.seconds(60)
    /// Between two renewals.
    package var renewal = Duration.seconds(15)
    /// How long a process goes on that can't renew. A transaction that fails is tried again for a third of the length.
    package var patience = Duration.seconds(45)

    /// 60, 15 and 45 seconds.
    package init() {}

    /// The same protocol, faster: a length of `length`, and the rest in proportion.
    package init(length: Duration) {
        self.length = length
        renewal = length / 4
        patience = length * 3 / 4
    }
}

/// What the holder of a lease does next: a state machine without a clock or a connection of its own. Times are those
/// of one monotonic clock.
package struct LeaseState {
    /// What happened.
    package enum Event: Equatable, Sendable {
        /// The wait is over.
        case woke(at: Duration)
        /// The server renewed the lease; asked at this time.
        case renewed(asked: Duration)
        /// The server couldn't be asked.
        case failed(at: Duration)
        /// The lease is another process's now.
        case taken
    }

    /// What is to be done.
    package enum Action: Equatable, Sendable {
        case wait(until: Duration)
        case renew
        /// End: it may be another process's by now.
        case expire
        /// End: it is another process's.
        case yield
    }

    private let timing: LeaseTiming
    private var renewedAt: Duration

    /// A lease that was just taken.
    /// - Parameter asked: when the server was asked for it.
    package init(_ timing: LeaseTiming, asked: Duration) {
        self.timing = timing
        renewedAt = asked
    }

    /// What the holder starts with.
    package var first: Action { .wait(until: renewedAt + timing.renewal) }

    /// Takes note of an event.
    package mutating func next(_ event: Event) -> Action {
        let end = renewedAt + timing.patience
        switch event {
        case .woke(let now): return now >= end ? .expire : .renew
        case .renewed(let asked):
            renewedAt = asked
            return first
        case .failed(let now): return now >= end ? .expire : .wait(until: min(now + timing.renewal / 15, end))
        case .taken: return .yield
        }
    }
}
