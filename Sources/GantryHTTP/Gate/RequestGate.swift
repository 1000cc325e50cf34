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
    private let origin: String
    /// The start of a URL of the origin, once the origin has been checked.
    private var home: String?
    private let transport: Transport
    private let signIn: SignIn?
    let configuration: GateConfiguration
    let clock: GateClock

    private(set) var token = TokenState()
    private var calls: CallQueue
    private var budget: RetryBudget
    /// When the server last asked for a pause.
    private var pausedAt: Duration?
    private var random: SeededGenerator
    private var waits = GateWaits()
    private var tokenWaiters: [Int] = []
    private var refusal: TokenRefusal?
    /// The rate that was reported last.
    private var reportedRate: RateLimiter.Current?

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
                if response.status != 429 { configuration.limiter.answered() }
                if response.isSuccess || (response.status == 304 && request.acceptsNotModified)
                    || (response.isRedirect && request.acceptsRedirect)
                {
                    return response
                }
                let isRefusal = permit.token != nil && (response.status == 401 || configuration.isAuthRefusal(response))
                failure = statusError(response, to: request, token: permit.token)
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
            case .fail(let ending): throw ended(failure, ending)
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
    package func redacted(_ explanation: ServerExplanation) -> ServerExplanation {
        explanation.redacted(by: Redactor(knownSecrets: token.current.map { [$0] } ?? []))
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

// MARK: - Permission to send

extension RequestGate {
    private struct Permit {
        var token: Secret?
        var headers: [HeaderField] = []
        var generation = 0
        /// Whether it waited for nothing but its turn by the rate.
        var wasLimited = false
    }

    /// Waits for the token and for a free place, in this order, so that no request holds a place while it waits for a
    /// sign-in that needs one; then checks whether the token is still the right one.
    private func permit(_ request: HTTPRequest, _ progress: RetryProgress) async throws(HTTPError) -> Permit {
        var rounds = 0
        while true {
            var permit = try await tokenPermit(request, progress)
            permit.wasLimited = try await enter(request, progress)
            rounds += 1
            // A token that is always too old by the time it is used is still sent, and the server decides.
            if permit.token == nil || rounds > 2 || token.usable(generation: permit.generation, now: clock.now()) {
                return permit
            }
            leave()
        }
    }

    private func tokenPermit(_ request: HTTPRequest, _ progress: RetryProgress) async throws(HTTPError) -> Permit {
        guard request.needsToken, let signIn else { return Permit() }
        var hasWaited = false
        while true {
            switch token.ask(now: clock.now(), acceptsOld: hasWaited) {
            case .use(let value, let headers, let generation):
                return Permit(token: value, headers: headers, generation: generation)
            case .fail(let error): throw HTTPError(error.code, error.reason, from: error, request: request)
            case .startSignIn:
                configuration.observe(.signingIn)
                // Its own task, so that the cancellation of the one who started it does not hit the others.
                Task { await self.runSignIn(signIn, for: request) }
                fallthrough
            case .wait:
                let id = waits.newID()
                tokenWaiters.append(id)
                defer { tokenWaiters.removeAll { $0 == id } }
                try await suspend(id, until: patience(progress), request: request, awaiting: "the sign-in")
                hasWaited = true
            }
        }
    }

    private func runSignIn(_ signIn: SignIn, for request: HTTPRequest) async {
        let result: Result<AccessToken, any Error>
        do {
            result = .success(try await GateScope.$isSigningIn.withValue(true) { try await signIn(self) })
        } catch {
            result = .failure(error)
        }
        let waiting = tokenWaiters
        switch result {
        case .success(let new):
            token.signedIn(new, now: clock.now())
            configuration.observe(.signedIn)
            for id in waiting { waits.end(id, .resumed) }
        case .failure(let cause):
            var error = HTTPError.signInFailed(cause, request: request)
            error.accountAdvice = configuration.accountAdvice
            configuration.observe(.signInFailed(reason: error.reason))
            let goOn = token.signInFailed(error, now: clock.now())
            for id in waiting { waits.end(id, goOn ? .resumed : .failed(error)) }
        }
    }

    /// Waits for its turn until nobody else is before it. A rate limits how soon that is, not for how long it waits.
    ///
    /// - Returns: Whether a rate holds.
    @discardableResult
    private func enter(_ request: HTTPRequest, _ progress: RetryProgress) async throws(HTTPError) -> Bool {
        let id = waits.newID()
        while true {
            let answer = calls.ask(id, now: clock.now())
            let isLimited = configuration.limiter.current(at: clock.now()) != nil
            let deadline = patience(progress)
            switch answer {
            case .start:
                if reportedRate != nil { reportRate() }
                resumeNext()
                return isLimited
            case .sleep(let moment):
                if isLimited { reportRate() }
                do throws(HTTPError) {
                    guard moment < deadline else {
                        throw lateError(request, awaiting: "the server's pause or the call budget", progress: progress)
                    }
                    try await sleep(moment - clock.now(), request)
                } catch {
                    giveUpPlace(id)
                    throw error
                }
            case .wait:
                do throws(HTTPError) {
                    try await suspend(id, until: deadline, request: request, awaiting: "a free connection")
                } catch {
                    // A rate may have come to hold since.
                    if error.code == .deadlineExceeded, configuration.limiter.current(at: clock.now()) != nil {
                        continue
                    }
                    giveUpPlace(id)
                    throw error
                }
            }
        }
    }

    /// Until when to wait before sending: a request that only waits for its turn is not late.
    private func patience(_ progress: RetryProgress) -> Duration {
        configuration.limiter.current(at: clock.now()) == nil ? progress.deadline : clock.now() + .seconds(3_600)
    }

    private func reportRate() {
        let current = configuration.limiter.current(at: clock.now())
        guard current != reportedRate else { return }
        reportedRate = current
        configuration.observe(.limited(current?.rate, isHalved: current?.isHalved ?? false))
    }

    /// Waits until one more request could start, for what is sent otherwise. Nothing waits without a rate.
    package func turn() async throws(HTTPError) {
        guard configuration.limiter.current(at: clock.now()) != nil else { return }
        let request = HTTPRequest(.get, origin)
        try await enter(request, RetryProgress(configuration.retry, request: request, now: clock.now()))
        leave()
    }

    private func giveUpPlace(_ id: Int) {
        calls.abandon(id)
        resumeNext()
    }

    private func leave() {
        calls.leave()
        resumeNext()
    }

    private func resumeNext() {
        if let id = calls.first { waits.end(id, .resumed) }
    }
}

// MARK: - Waiting

extension RequestGate {
    private func wait(
        _ delay: Duration, forAll: Bool, after failure: HTTPError, progress: RetryProgress
    ) async throws(HTTPError) {
        configuration.observe(
            .retrying(target: failure.target, attempt: progress.attempts, delay: delay, reason: failure.reason))
        if forAll {
            configuration.observe(.paused(delay, status: failure.status ?? 0))
            calls.pause(until: clock.now() + delay)
            pausedAt = clock.now()
        }
        do { try await clock.sleep(delay) } catch { throw cancelled(failure) }
    }

    private func cancelled(_ failure: HTTPError) -> HTTPError {
        var error = failure
        error.code = .cancelled
        error.lastCode = .cancelled
        error.reason = "cancelled while waiting to try again after: \(failure.reason)"
        return error
    }

    private func sleep(_ delay: Duration, _ request: HTTPRequest) async throws(HTTPError) {
        do { try await clock.sleep(delay) } catch {
            throw HTTPError(.cancelled, "cancelled while waiting for its turn", request: request)
        }
    }

    /// Waits until resumed, cancelled or out of time.
    private func suspend(
        _ id: Int, until deadline: Duration, request: HTTPRequest, awaiting what: String
    ) async throws(HTTPError) {
        let clock = clock
        let alarm = Task {
            do { try await clock.sleep(deadline - clock.now()) } catch { return }
            self.endWait(id, .timedOut)
        }
        defer { alarm.cancel() }
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { waits.begin(id, $0) }
        } onCancel: {
            // Runs on the actor after the wait has begun, because that happens without giving the actor away.
            Task { await self.endWait(id, .cancelled) }
        }
        switch end {
        case .resumed: return
        case .failed(let error): throw HTTPError(error.code, error.reason, from: error, request: request)
        case .cancelled: throw HTTPError(.cancelled, "cancelled while waiting for \(what)", request: request)
        case .timedOut: throw HTTPError(.deadlineExceeded, "no time left while waiting for \(what)", request: request)
        }
    }

    private func endWait(_ id: Int, _ end: GateWaits.Outcome) { waits.end(id, end) }

    private func lateError(_ request: HTTPRequest, awaiting what: String, progress: RetryProgress) -> HTTPError {
        var error = HTTPError(.deadlineExceeded, "no time left while waiting for \(what)", request: request)
        error.attempts = max(1, progress.attempts)
        return error
    }
}
