/// How long to wait before a further attempt: exponential with full jitter if the server says nothing, and the server's
/// time between a floor and a cap if it does.
public struct BackoffSchedule: Sendable, Hashable {
    /// Upper end of the first wait. Default 1 s; it doubles with each further one.
    public var base: Duration

    /// No wait the schedule chooses itself is longer. Default 300 s.
    public var cap: Duration

    /// Least wait before the first further attempt when the server says 0, a past date or less than this. Default 1 s;
    /// it doubles with each further one, so that `Retry-After: 0` can't use up all attempts in a moment.
    public var retryAfterFloor: Duration

    /// A longer `Retry-After` is taken as this. Default 300 s.
    public var retryAfterCap: Duration

    /// The default schedule.
    public init(
        base: Duration = .seconds(1), cap: Duration = .seconds(300), retryAfterFloor: Duration = .seconds(1),
        retryAfterCap: Duration = .seconds(300)
    ) {
        self.base = base
        self.cap = cap
        self.retryAfterFloor = retryAfterFloor
        self.retryAfterCap = retryAfterCap
    }

    /// The wait after failure number `failures` (1 is the first).
    ///
    /// Without `retryAfter` it is evenly distributed between a tenth of `base` and `base` × 2^(failures − 1), at most
    /// `cap`.
    public func delay(failures: Int, retryAfter: Duration?, using random: inout some RandomNumberGenerator) -> Duration
    {
        let factor = 1 << min(max(failures - 1, 0), 20)
        if let retryAfter {
            return min(max(retryAfter, min(retryAfterFloor * factor, retryAfterCap)), retryAfterCap)
        }
        let top = min(base * factor, cap)
        let bottom = min(base / 10, top)
        return bottom + (top - bottom) * Double.random(in: 0...1, using: &random)
    }
}
