/// How many calls a connection makes at once.
public struct CallBudget: Sendable, Hashable {
    /// Calls under way at once. Default 6.
    public var concurrent: Int

    /// A budget of at least one call at once.
    public init(concurrent: Int = 6) {
        self.concurrent = max(1, concurrent)
    }
}

/// Who may call next: the lowest number of those that wait. No clock, no I/O.
package struct CallQueue {
    package enum Answer: Equatable {
        case start
        /// Not before this moment; ask again then.
        case sleep(until: Duration)
        /// Not before another call ends; ask again when notified.
        case wait
    }

    private let budget: CallBudget
    private let limiter: RateLimiter
    private var running = 0
    private var waiting: [Int] = []
    private(set) var pausedUntil: Duration?

    package init(_ budget: CallBudget, limiter: RateLimiter = RateLimiter()) {
        self.budget = budget
        self.limiter = limiter
    }

    /// The one to tell when something changes.
    package var first: Int? { waiting.first }

    package mutating func ask(_ id: Int, now: Duration) -> Answer {
        if !waiting.contains(id) { waiting.insert(id, at: waiting.firstIndex { $0 > id } ?? waiting.endIndex) }
        guard waiting.first == id, running < budget.concurrent else { return .wait }
        if let pausedUntil, now < pausedUntil { return .sleep(until: pausedUntil) }
        if let moment = limiter.start(at: now) { return .sleep(until: moment) }
        waiting.removeFirst()
        running += 1
        return .start
    }

    /// A call that started has ended.
    package mutating func leave() { running -= 1 }

    /// One that waits gives up.
    package mutating func abandon(_ id: Int) { waiting.removeAll { $0 == id } }

    /// Nobody starts before `moment`.
    package mutating func pause(until moment: Duration) { pausedUntil = max(pausedUntil ?? moment, moment) }
}
