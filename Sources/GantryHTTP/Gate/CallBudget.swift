/// How many calls a connection makes at once and how fast they follow each other. Limiting before the 429 beats waiting
/// after it.
public struct CallBudget: Sendable, Hashable {
    /// Calls under way at once. Default 6.
    public var concurrent: Int

    /// Least time between the starts of two calls. Default none.
    public var interval: Duration

    /// A budget of at least one call at once.
    public init(concurrent: Int = 6, interval: Duration = .zero) {
        self.concurrent = max(1, concurrent)
        self.interval = interval
    }
}

/// Who may call next, first come first served. Pure: no clock, no I/O.
package struct CallQueue {
    package enum Answer: Equatable {
        case start
        /// Not before this moment; ask again then.
        case sleep(until: Duration)
        /// Not before another call ends; ask again when notified.
        case wait
    }

    private let budget: CallBudget
    private var running = 0
    private var nextStart: Duration?
    private var waiting: [Int] = []
    private(set) var pausedUntil: Duration?

    package init(_ budget: CallBudget) { self.budget = budget }

    /// The one to tell when something changes.
    package var first: Int? { waiting.first }

    package mutating func ask(_ id: Int, now: Duration) -> Answer {
        if !waiting.contains(id) { waiting.append(id) }
        guard waiting.first == id, running < budget.concurrent else { return .wait }
        let earliest = [nextStart, pausedUntil].compactMap { $0 }.max()
        if let earliest, now < earliest { return .sleep(until: earliest) }
        waiting.removeFirst()
        running += 1
        if budget.interval > .zero { nextStart = now + budget.interval }
        return .start
    }

    /// A call that started has ended.
    package mutating func leave() { running -= 1 }

    /// One that waits gives up.
    package mutating func abandon(_ id: Int) { waiting.removeAll { $0 == id } }

    /// Nobody starts before `moment`.
    package mutating func pause(until moment: Duration) { pausedUntil = max(pausedUntil ?? moment, moment) }
}
