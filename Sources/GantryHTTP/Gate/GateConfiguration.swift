public import GantryModel

/// How a ``RequestGate`` behaves; the defaults are those of the published table.
public struct GateConfiguration: Sendable {
    /// When a request is tried again.
    public var retry: RetryPolicy
    /// How many requests of a run may be tried again.
    public var retryBudget: RetryBudget
    /// How many calls are under way at once.
    public var calls: CallBudget
    /// When requests may start; gates with the same one share its rate. Default no rate.
    public var limiter: RateLimiter

    /// Whether an answer says that the token is not accepted. 401 always does; for servers that say it otherwise, such
    /// as a 500 with `{"error":"Invalid token"}`. Must be quick; it sees every answer that is not 2xx.
    public var isAuthRefusal: @Sendable (HTTPResponse) -> Bool

    /// Whether a body of 200 means 429: too many requests. Default: none does. Must be quick; it sees the body of every
    /// 200.
    public var isLimit: @Sendable (_ body: [UInt8]) -> Bool

    /// How long the body of a 429 or 503 without `Retry-After` asks to wait; nil if it doesn't say. Default: none does.
    public var statedWait: @Sendable (_ body: [UInt8]) -> Duration? = { _ in nil }

    /// What the body of an answer that is not 2xx means, in a person's words; nil if it isn't understood. Default:
    /// nothing is understood, and the body itself is shown.
    public var explain: @Sendable (_ body: [UInt8], _ status: Int) -> ServerMessage?

    /// Puts the token on a request. Default: `Authorization: Bearer`.
    public var authorize: @Sendable (inout HTTPRequest, Secret) -> Void

    /// What someone can do when the account is refused; nil for a general word.
    public var accountAdvice: Advice?

    /// How a person finds out what is wrong with the way to the server, as a sentence; `nil`, the default, for none.
    public var networkAdvice: Advice?

    /// Told of retries, pauses and sign-ins, from the gate's own context: it must be quick and not wait.
    public var observe: @Sendable (GateEvent) -> Void

    /// What time it is and how to wait; the system's clock by default.
    public var clock: GateClock

    /// Seed of the jitter. Default random.
    public var seed: UInt64

    /// The default behaviour.
    public init(
        retry: RetryPolicy = RetryPolicy(), retryBudget: RetryBudget = RetryBudget(), calls: CallBudget = CallBudget(),
        limiter: RateLimiter = RateLimiter(),
        isAuthRefusal: @escaping @Sendable (HTTPResponse) -> Bool = { _ in false },
        isLimit: @escaping @Sendable (_ body: [UInt8]) -> Bool = { _ in false },
        explain: @escaping @Sendable (_ body: [UInt8], _ status: Int) -> ServerMessage? = { _, _ in nil },
        authorize: @escaping @Sendable (inout HTTPRequest, Secret) -> Void = {
            $0.setHeader("Authorization", .bearer($1))
        },
        accountAdvice: Advice? = nil, observe: @escaping @Sendable (GateEvent) -> Void = { _ in },
        clock: GateClock = .system, seed: UInt64 = .random(in: .min ... .max)
    ) {
        self.retry = retry
        self.retryBudget = retryBudget
        self.calls = calls
        self.limiter = limiter
        self.isAuthRefusal = isAuthRefusal
        self.isLimit = isLimit
        self.explain = explain
        self.authorize = authorize
        self.accountAdvice = accountAdvice
        self.observe = observe
        self.clock = clock
        self.seed = seed
    }
}
