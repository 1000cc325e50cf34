package import GantryModel

/// The one way to a connection's server: it owns the token, the call budget and the back-off.
///
/// Every attempt asks it for the token. It signs in once for all who wait, refreshes when 80 % of a token's life is
/// over, and signs in again once for each request that is refused. It retries what the error says can be retried and
/// only what may be sent twice, waits as the server asks, and gives every wait a deadline. The decisions are made by
/// plain state machines (`RetryProgress`, `TokenState`, `CallQueue`); this actor performs them.
public actor RequestGate {
    /// Sends one attempt.
    public typealias Transport = @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse

    /// Gets a token. Requests it makes through the gate it is given must have ``HTTPRequest/needsToken`` false; a POST
    /// is retried only with ``HTTPRequest/mayRepeat``. A new refresh token must be saved before it returns. An error
    /// that is an ``HTTPError`` and retryable lets later requests try again; any other ends the connection's use.
    public typealias SignIn = @Sendable (RequestGate) async throws -> AccessToken

    /// Requests to other origins are refused, so that the token can't be led elsewhere.
    let origin: String
    /// The start of a URL of the origin, once the origin has been checked.
    private var home: String?
    private let transport: Transport
    let signIn: SignIn?
    let configuration: GateConfiguration
    let clock: GateClock

    var token = TokenState()
    var calls: CallQueue
    private var budget: RetryBudget
    /// When the server last asked for a pause.
    var pausedAt: Duration?
    var random: SeededGenerator
    var waits = GateWaits()
    var tokenWaiters: [Int] = []
    private var refusal: TokenRefusal?
    /// The rate that was reported last.
    var reportedRate: RateLimiter.Current?

    /// A gate to `origin`, an absolute URL; its scheme, host and port count. Without `signIn` no token is sent, and a
    /// 401 is permanent.
    public init(
        client: HTTPClient, origin: String, configuration: GateConfiguration = GateConfiguration(),
        signIn: SignIn? = nil
    ) {
        self.init(origin: origin, configuration: configuration, signIn: signIn) { (request) async throws(HTTPError) in
            try await client.send(request)
        }
    }

    /// The same over anything that sends, for tests.
    public init(
        origin: String, configuration: GateConfiguration = GateConfiguration(), signIn: SignIn? = nil,
        transport: @escaping Transport
    ) {
        self.origin = origin
        self.transport = transport
        self.signIn = signIn
        self.configuration = configuration
        clock = configuration.clock
        calls = CallQueue(configuration.calls, limiter: configuration.limiter)
        budget = configuration.retryBudget
        random = SeededGenerator(seed: configuration.seed)
    }

    /// Sends `request`, again where that helps, and returns a 2xx answer, or one of the others that the request
    /// accepts.
    ///
    /// - Throws: ``HTTPError``: ``HTTPError/Code/status`` for an answer that is not 2xx and not worth a retry,
    ///   ``HTTPError/Code/refused`` when also a new token is refused, ``HTTPError/Code/signInFailed``,
    ///   ``HTTPError/Code/outOfRetries``, ``HTTPError/Code/deadlineExceeded``, ``HTTPError/Code/cancelled``, or the
    ///   transport's error where it is permanent.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try checkOrigin(request)
        budget.countRequest()
        var progress = RetryProgress(configuration.retry, request: request, now: clock.now())
        var reached = false
        var wasWhole = request.body.length == 0
        while true {
            let permit: Permit
            let asked = clock.now()
            do throws(HTTPError) { permit = try await self.permit(request, progress) } catch {
                var error = error
                error.mayHaveReachedServer = error.mayHaveReachedServer || reached
                error.bodyWasIncomplete = !wasWhole
                throw error
            }
            if permit.wasLimited { progress.postpone(by: clock.now() - asked) }
            var attempt = request
            if let token = permit.token {
                for header in permit.headers { attempt.setHeader(header.name, header.value) }
                configuration.authorize(&attempt, token)
            }
            attempt.timeouts.total = min(attempt.timeouts.total, max(.milliseconds(1), progress.deadline - clock.now()))
            progress.started()
            let leftAt = clock.now()

            let outcome: Result<HTTPResponse, HTTPError>
            do throws(HTTPError) { outcome = .success(try await transport(attempt)) } catch {
                outcome = .failure(error)
            }
            leave()

            let event: RetryProgress.Event
            var failure: HTTPError
            switch outcome {
            case .success(var response):
                response.attempts = progress.attempts
                let isLimit = response.status == 200 && configuration.isLimit(response.body)
                if isLimit { response.status = 429 }
                if response.status != 429 { configuration.limiter.answered(leftAt: leftAt, now: clock.now()) }
                if response.isSuccess || (response.isRedirect && request.acceptsRedirect) {
                    return response
                }
                let isRefusal = permit.token != nil && (response.status == 401 || configuration.isAuthRefusal(response))
                failure = statusError(response, to: request, token: permit.token, secrets: attempt.secrets)
                if isLimit { failure.reason = "the server answered 200 but reports too many requests (429)" }
                // Clients that are not signed in, or that call too often, are refused before anything is done for them.
                if !isRefusal, response.status != 429 {
                    reached = true
                    wasWhole = wasWhole || !response.bodyWasIncomplete
                }
                if response.status == 429, failure.retryAfter == nil, !isRefusal {
                    event = .limited(isLast: !configuration.limiter.refused(leftAt: leftAt, now: clock.now()))
                } else {
                    event = .answered(status: response.status, retryAfter: failure.retryAfter, isRefusal: isRefusal)
                }
            case .failure(let error):
                failure = error
                reached = reached || error.mayHaveReachedServer
                wasWhole = wasWhole || (error.mayHaveReachedServer && !error.bodyWasIncomplete)
                event = .failed(
                    isRetryable: error.isRetryable && !Task.isCancelled,
                    mayHaveReachedServer: error.mayHaveReachedServer)
            }
            failure.attempts = progress.attempts
            failure.mayHaveReachedServer = reached
            failure.bodyWasIncomplete = !wasWhole
            // What had left before the server asked for a pause and is refused too is the same refusal, so it costs no
            // more retries.
            let isSame = failure.retryAfter != nil && pausedAt.map { $0 >= leftAt } ?? false
            var account = isSame ? RetryBudget(share: 0, extra: 1) : budget
            let action = progress.on(event, now: clock.now(), budget: &account, random: &random)
            if !isSame { budget = account }
            switch action {
            case .fail(let ending):
                if ending == .permanent { holdBack(after: failure) }
                throw ended(failure, ending)
            case .signInAgain:
                configuration.observe(.tokenRefused(target: failure.target, status: failure.status ?? 0))
                if token.refused(generation: permit.generation), let refused = permit.token {
                    refusal = TokenRefusal(token: refused, status: failure.status ?? 401)
                }
            case .retry(let delay, let forAll):
                try await wait(delay, forAll: forAll, after: failure, progress: progress)
            }
        }
    }

    /// The token that was refused last, once: for a sign-in that must know whether it is asked because of a refusal.
    package func takeRefusal() -> TokenRefusal? {
        defer { refusal = nil }
        return refusal
    }

    /// The token that requests currently carry, for a connection that is not a request; signs in if necessary.
    ///
    /// - Returns: `nil` for a gate that signs in to nothing.
    package func accessToken() async throws(HTTPError) -> Secret? {
        let request = HTTPRequest(.get, origin)
        return try await tokenPermit(request, RetryProgress(configuration.retry, request: request, now: clock.now()))
            .token
    }

    /// The server's words, fit to be shown.
    package func redacted(_ message: ServerMessage) -> ServerMessage {
        message.redacted(by: Redactor(knownSecrets: token.current.map { [$0] } ?? []))
    }

    private func checkOrigin(_ request: HTTPRequest) throws(HTTPError) {
        if request.needsToken, GateScope.isSigningIn {
            throw HTTPError(
                .invalidRequest, "a sign-in request can't wait for the token that it fetches", request: request)
        }
        if let home, request.url.hasPrefix(home) { return }
        let home = try CheckedURL.parse(origin, for: request).origin
        let target = try CheckedURL.parse(request.url, for: request).origin
        guard home == target else {
            throw HTTPError(
                .invalidRequest, "the connection belongs to \(home), but the request goes to \(target)",
                request: request)
        }
        // What begins with a sound URL's scheme and authority, ended by their slash, has the same in any reading (RFC
        // 3986, 3.2).
        if let scheme = origin.firstRange(of: "://") {
            self.home =
                origin[..<scheme.upperBound]
                + origin[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" } + "/"
        }
    }
}
