/// How many retries a run may make in all, so that an outage ends in a clear stop and not in a storm.
public struct RetryBudget: Sendable, Hashable {
    /// Retries allowed for each request made. Default 0.1.
    public var share: Double

    /// Retries allowed besides that. Default 10.
    public var extra: Int

    private var requests = 0
    private var retries = 0

    /// An unspent budget.
    public init(share: Double = 0.1, extra: Int = 10) {
        self.share = share
        self.extra = extra
    }

    /// Counts a request, once for all its attempts.
    package mutating func countRequest() { requests += 1 }

    /// Takes one retry. False if none is left.
    package mutating func takeRetry() -> Bool {
        guard Double(retries) < Double(requests) * share + Double(extra) else { return false }
        retries += 1
        return true
    }
}
