/// Which faults are still pending, and what they do to the next request. No clock, no I/O.
package struct FaultSchedule: Sendable {
    private struct Order: Sendable {
        var fault: Fault
        var seen = 0
        var used = 0
        /// When the requests that a limit let through came, those of the last second.
        var starts: [ContinuousClock.Instant] = []

        mutating func isOver(_ most: Int, at now: ContinuousClock.Instant) -> Bool {
            starts.removeAll { $0 + .seconds(1) <= now }
            if starts.count < most { starts.append(now) }
            return starts.last != now
        }

        var isSpent: Bool { fault.times.map { used >= $0 } ?? false }
    }

    private var orders: [Order]

    package init(_ faults: [Fault] = []) {
        orders = faults.map { Order(fault: $0) }
    }

    /// The faults that are not used up, with the number of times each has left and the requests it still lets through.
    package var pending: [Fault] {
        orders.filter { !$0.isSpent }.map { order in
            var fault = order.fault
            fault.times = fault.times.map { $0 - order.used }
            fault.after = max(0, fault.after - order.seen)
            return fault
        }
    }

    package mutating func add(_ fault: Fault) {
        orders.append(Order(fault: fault))
    }

    /// Uses up the due fault by which a request is not read, and returns its text; nil where none is due. Such a
    /// request does not count for the other faults.
    package mutating func unread(endpoint: String, page: Int) -> String? {
        for index in orders.indices where orders[index].fault.kind == .unread && isDue(index, at: endpoint, page: page)
        {
            orders[index].used += 1
            return orders[index].fault.description
        }
        return nil
    }

    /// Counts a request that matches a fault; true when the fault is to act on it.
    private mutating func isDue(_ index: Int, at endpoint: String, page: Int) -> Bool {
        guard !orders[index].isSpent, orders[index].fault.matches(endpoint: endpoint, page: page) else { return false }
        orders[index].seen += 1
        return orders[index].seen > orders[index].fault.after
    }

    /// Uses up the faults that are due for a request. Those that can act together do; of those that decide the whole
    /// answer, the first acts and the others wait for the next request.
    ///
    /// - Parameters:
    ///   - now: When the request came, for limits.
    ///   - isOneRecord: Whether one record is asked for and no page, so that lasting changes pass it over; false by
    ///     default.
    ///   - isMeant: Which kinds the request counts for; every kind by default.
    package mutating func plan(
        endpoint: String, page: Int, isOneRecord: Bool = false, now: ContinuousClock.Instant = .now,
        _ isMeant: (Fault.Kind) -> Bool = { _ in true }
    ) -> FaultPlan {
        var plan = FaultPlan()
        for index in orders.indices {
            let fault = orders[index].fault
            if isOneRecord, fault.kind.lastsFromPage { continue }
            guard fault.kind != .unread, isMeant(fault.kind), isDue(index, at: endpoint, page: page) else { continue }
            if case .limit(let most) = fault.kind, !orders[index].isOver(most, at: now) { continue }
            if fault.kind.decidesAnswer, plan.response != nil { continue }
            orders[index].used += 1
            plan.include(fault)
        }
        return plan
    }
}

extension Fault {
    fileprivate func matches(endpoint name: String, page number: Int) -> Bool {
        if let endpoint, endpoint != name { return false }
        guard let page else { return true }
        return kind.lastsFromPage ? number >= page : number == page
    }
}

/// What the faults do to one request.
package struct FaultPlan: Sendable {
    package var delay = 0.0
    package var expiresTokens = false
    package var alteration = AnswerAlteration()
    /// The fault that decides the whole answer.
    package var response: Fault.Kind?
    /// The text of every fault that acts, for the request log.
    package var faults: [String] = []

    fileprivate mutating func include(_ fault: Fault) {
        faults.append(fault.description)
        switch fault.kind {
        case .slow(let seconds): delay += seconds
        case .expireToken: expiresTokens = true
        case .repeatPage: alteration.pageShift -= 1
        case .totalChanges(let difference): alteration.totalShift += difference
        case .recordAdded:
            alteration.recordShift -= 1
            alteration.totalShift += 1
        case .recordRemoved:
            alteration.recordShift += 1
            alteration.totalShift -= 1
        case .ties: alteration.hasTies = true
        case .record(let defect, let index): alteration.defects.append((index, defect))
        default: response = fault.kind
        }
    }
}

/// Changes to an answer that the endpoint itself makes, because only it knows its records.
package struct AnswerAlteration: Sendable {
    package var pageShift = 0
    package var recordShift = 0
    package var totalShift = 0
    package var hasTies = false
    package var defects: [(index: Int, defect: RecordDefect)] = []

    /// The positions of a page in a list of `count`, moved by what a fault adds, removes or sorts alike in front.
    func positions(from start: Int, limit: Int, count: Int) -> Range<Int> {
        let first = min(max(0, start + (start > 0 ? recordShift : 0)), count)
        let page = first..<min(first + limit, count)
        guard hasTies, start / limit % 2 == 1, first > 0, !page.isEmpty else { return page }
        return page.lowerBound - 1..<page.upperBound - 1
    }
}
