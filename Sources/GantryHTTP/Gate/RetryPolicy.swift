/// When to try again. The defaults are the published table: 408, 425, 429, 500, 502, 503, 504 and transport failures
/// are tried again, at most five tries and 600 s for each request; everything unlisted is permanent. A request that may
/// not have its effect twice is tried again only after 429, with which the server says that it has not acted on it (RFC
/// 6585, section 4), and if it was never sent. 429 without `Retry-After` costs neither tries nor retries of the run,
/// because going slower is what helps; only a sign-in uses up tries with it, because servers lock out who insists.
public struct RetryPolicy: Sendable {
    /// Statuses that say nothing against trying again.
    public static let statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// How often a request may be refused with 429 and no `Retry-After`, which counts as no try.
    static let mostRefusals = 20

    /// Tries in all, the first included; the one after a new sign-in is not counted. Default 5.
    public var attempts: Int

    /// Time for a request with all its tries and waits. Default 600 s.
    public var total: Duration

    /// How long to wait between tries.
    public var backoff: BackoffSchedule

    /// The default policy.
    public init(attempts: Int = 5, total: Duration = .seconds(600), backoff: BackoffSchedule = BackoffSchedule()) {
        self.attempts = attempts
        self.total = total
        self.backoff = backoff
    }
}

/// What one request has been through, and what follows from the next event. Pure: no clock, no I/O.
package struct RetryProgress {
    package enum Event {
        /// An answer came that is not 2xx. `isRefusal`: it says that the token is not accepted.
        case answered(status: Int, retryAfter: Duration?, isRefusal: Bool)
        /// 429 without a time came. `isLast`: the server refuses everything.
        case limited(isLast: Bool)
        /// No answer came.
        case failed(isRetryable: Bool, mayHaveReachedServer: Bool)
    }

    package enum Action: Equatable {
        /// Send again after this time. `forAll`: the server asked, so every request of the connection waits.
        case retry(after: Duration, forAll: Bool)
        /// Get a new token and send again.
        case signInAgain
        /// The failure is the result.
        case fail(Ending)
    }

    package enum Ending: Equatable {
        case permanent
        /// A new token was refused too, or the request can't be sent twice.
        case refused
        case outOfAttempts
        case outOfBudget
        /// The next wait, of this length, would end after the deadline.
        case outOfTime(Duration)
    }

    let policy: RetryPolicy
    private(set) var deadline: Duration
    let mayRepeat: Bool
    let canReplay: Bool
    let repeatsWhenLimited: Bool
    let countsLimits: Bool

    /// How often the request was sent, in total.
    private(set) var attempts = 0
    private var failures = 0
    private var refusals = 0
    private var signedInAgain = false

    package init(_ policy: RetryPolicy, request: HTTPRequest, now: Duration) {
        self.policy = policy
        deadline = now + policy.total
        mayRepeat = request.mayRepeat
        canReplay = request.body.isReplayable
        repeatsWhenLimited = request.repeatsWhenLimited
        countsLimits = request.countsLimits
    }

    mutating func started() { attempts += 1 }

    /// It has waited so long for nothing but its turn.
    mutating func postpone(by time: Duration) { deadline += time }

    package mutating func on(
        _ event: Event, now: Duration, budget: inout RetryBudget, random: inout some RandomNumberGenerator
    ) -> Action {
        switch event {
        case .answered(_, _, isRefusal: true):
            guard !signedInAgain, canReplay else { return .fail(.refused) }
            signedInAgain = true
            return .signInAgain
        case .answered(let status, let retryAfter, _):
            guard RetryPolicy.statuses.contains(status), status == 429 || mayRepeat else { return .fail(.permanent) }
            return again(
                retryAfter: retryAfter, forAll: retryAfter != nil && (status == 429 || status == 503), now: now,
                budget: &budget,
                random: &random)
        case .limited(let isLast):
            guard repeatsWhenLimited, canReplay else { return .fail(.permanent) }
            refusals += 1
            let hasTries = countsLimits ? tries < policy.attempts : refusals < RetryPolicy.mostRefusals
            guard policy.attempts > 1, !isLast, hasTries else { return .fail(.outOfAttempts) }
            let delay = policy.backoff.delay(failures: min(refusals, 5), retryAfter: nil, using: &random)
            return now + delay < deadline ? .retry(after: delay, forAll: false) : .fail(.outOfTime(delay))
        case .failed(let isRetryable, let mayHaveReachedServer):
            guard isRetryable, mayRepeat || !mayHaveReachedServer else { return .fail(.permanent) }
            return again(retryAfter: nil, forAll: false, now: now, budget: &budget, random: &random)
        }
    }

    /// How many tries it has used up.
    private var tries: Int { countsLimits ? failures + refusals : failures }

    private mutating func again(
        retryAfter: Duration?, forAll: Bool, now: Duration, budget: inout RetryBudget,
        random: inout some RandomNumberGenerator
    ) -> Action {
        failures += 1
        guard canReplay else { return .fail(.permanent) }
        guard tries < policy.attempts else { return .fail(.outOfAttempts) }
        let delay = policy.backoff.delay(failures: failures, retryAfter: retryAfter, using: &random)
        guard now + delay < deadline else { return .fail(.outOfTime(delay)) }
        guard budget.takeRetry() else { return .fail(.outOfBudget) }
        return .retry(after: delay, forAll: forAll)
    }
}
