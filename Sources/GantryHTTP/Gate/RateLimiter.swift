public import GantryModel
internal import Synchronization

/// When requests may start, for all gates that share it.
///
/// Each start has a moment of its own, evenly spaced: nothing can be saved up, so no second ever sees more than the
/// rate. A server that refuses with 429 and names no time halves the rate; each halving is taken back after a
/// minute. Without a rate nothing waits until then, and the requests of the last second are what is halved. Where as
/// large a share is refused after a halving as before it, the rate isn't why, and it is as it was before.
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
        /// What was answered at the whole rate, after one halving, after two and so on.
        var shares = [RefusalShare()]
        /// When the rate changed last: what left before that says nothing about it.
        var changedAt: Duration?
        /// When the first request of this rate started, and the answers since then.
        var began: Duration?
        var sinceChange = 0
        /// The share of refusals that halving didn't lower, which is left alone.
        var tolerated: Double?
        /// Refusals since a server last answered anything else.
        var refusals = 0

        mutating func change(at now: Duration) { (changedAt, began, sinceChange) = (now, now, 0) }
    }

    /// A halving lasts so long.
    static let halvingTime = Duration.seconds(60)
    /// What is halved at least, in a minute, where no rate is set: the first requests of a run say little.
    static let leastMeasured = 16 * 60
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
            state.began = state.began ?? now
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
            let isUnlimited = current(&state, now) == nil
            if let changedAt = state.changedAt, leftAt <= changedAt { return state.refusals < Self.mostRefusals }
            state.refusals += 1
            if isUnlimited {
                state.measured = max(measured(state, now), Self.leastMeasured)
            }
            state.shares[state.halvings].count(isRefused: true)
            state.sinceChange += 1
            judge(&state, now)
            return state.refusals < Self.mostRefusals
        }
    }

    /// A server answered something else.
    ///
    /// - Parameter leftAt: When the request started.
    func answered(leftAt: Duration, now: Duration) {
        state.withLock { state in
            state.refusals = 0
            _ = current(&state, now)
            if let changedAt = state.changedAt, leftAt <= changedAt { return }
            state.shares[state.halvings].count(isRefused: false)
            state.sinceChange += 1
        }
    }

    /// Requests in a minute, as many as were started lately.
    private func measured(_ state: State, _ now: Duration) -> Int {
        let span = now - state.second.began
        guard state.second.before == 0, span >= .milliseconds(100), span < .seconds(1) else {
            return 60 * max(state.second.starts, state.second.before)
        }
        return Int(.seconds(60) * state.second.starts / span)
    }

    /// Halves after a refusal, or takes halvings back that didn't lower the share of refusals.
    private func judge(_ state: inout State, _ now: Duration) {
        state.shares[state.halvings].isUsedUp = isUsedUp(state, now)
        let here = state.shares[state.halvings]
        if let tolerated = state.tolerated {
            // Few answers can say by chance that the half is no better; more of them don't.
            guard here.isKnown, here.value > max(2 * tolerated, 0.05) || isHalfBetter(state, here) else { return }
            state.tolerated = nil
        }
        // The first refusal halves, and so does a server that refuses everything.
        let isFirst = state.halvings == 0 && state.shares.count == 1
        guard isFirst || here.answered == 0 || here.isKnown else { return }
        let isLeast = (rate?.perMinute ?? state.measured) >> state.halvings <= Self.leastHalved
        if !isFirst, here.isKnown, isLeast || here.isUsedUp, takesBack(&state, from: here, now: now) { return }
        state.halvedAt = now
        state.change(at: now)
        guard !isLeast else { return }
        state.halvings += 1
        if state.shares.count == state.halvings { state.shares.append(RefusalShare()) }
    }

    /// Goes to the highest rate that is as good as this one, or to the next one that little is known of: its answers
    /// say whether it is.
    ///
    /// - Returns: `false` where it stays: this rate is to be halved.
    private func takesBack(_ state: inout State, from here: RefusalShare, now: Duration) -> Bool {
        let (start, below) = (state.halvings, state.halvings + 1)
        guard here.value <= 0.5, !isHalfBetter(state, here) else { return false }
        var isAsGood = start == 0 && below < state.shares.count && state.shares[below].isEnough
        while state.halvings > 0 {
            let above = state.shares[state.halvings - 1]
            guard !above.isEnough || above.isUsedUp && !here.isBetter(than: above) else { break }
            state.halvings -= 1
            isAsGood = above.isEnough
            guard isAsGood else { break }
        }
        guard isAsGood || state.halvings < start else { return false }
        state.tolerated = isAsGood ? here.value : nil
        state.change(at: now)
        return true
    }

    private func isHalfBetter(_ state: State, _ here: RefusalShare) -> Bool {
        state.halvings + 1 < state.shares.count && state.shares[state.halvings + 1].isBetter(than: here)
    }

    /// Whether about as many requests went as the rate allows. If fewer do, it says nothing of what is refused.
    private func isUsedUp(_ state: State, _ now: Duration) -> Bool {
        guard let began = state.began, let rate = current(halvings: state.halvings, state.measured) else { return true }
        return .seconds(60) * state.sinceChange >= (now - began) * rate * 6 / 10
    }

    /// The rate in a minute after so many halvings; `nil` for none.
    private func current(halvings: Int, _ measured: Int) -> Int? {
        guard halvings > 0 else { return rate?.perMinute }
        let whole = rate?.perMinute ?? measured
        return max(whole >> halvings, min(whole, Self.leastHalved))
    }

    private func current(_ state: inout State, _ now: Duration) -> Current? {
        while state.halvings > 0, let halvedAt = state.halvedAt, now >= halvedAt + Self.halvingTime {
            state.halvings -= 1
            state.halvedAt = halvedAt + Self.halvingTime
            state.change(at: halvedAt + Self.halvingTime)
            // What was so a minute ago need not be so any more.
            state.shares = Array(state.shares.prefix(state.halvings + 2))
            state.shares[state.halvings] = RefusalShare()
        }
        return current(halvings: state.halvings, state.measured).map {
            Current(rate: RequestRate(perMinute: $0), isHalved: state.halvings > 0)
        }
    }
}

/// How many requests of one rate were refused.
private struct RefusalShare {
    private(set) var answered = 0
    private(set) var refused = 0
    /// Whether the rate was what held requests back.
    var isUsedUp = false

    private var total: Int { answered + refused }
    var value: Double { total == 0 ? 0 : Double(refused) / Double(total) }
    /// Whether it says more than that there was a refusal.
    var isKnown: Bool { refused >= 2 && isEnough }
    /// Whether so many were answered that the share can be compared.
    var isEnough: Bool { total >= 16 }

    /// What is long ago counts for less.
    mutating func count(isRefused: Bool) {
        if isRefused { refused += 1 } else { answered += 1 }
        if total >= 256 { (answered, refused) = (answered / 2, refused / 2) }
    }

    /// Whether clearly more is accepted of each request than at twice the rate. Of a limit of the rate that is twice as
    /// much; of refusals that come whatever the rate, as much.
    func isBetter(than double: RefusalShare) -> Bool {
        isEnough && double.isEnough && 1 - double.value < 0.75 * (1 - value)
    }
}
