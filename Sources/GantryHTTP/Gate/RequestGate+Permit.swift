internal import GantryModel

extension RequestGate {
    /// What a request goes out with.
    struct Permit {
        var token: Secret?
        var headers: [HeaderField] = []
        var generation = 0
        /// Whether it waited for nothing but its turn by the rate.
        var wasLimited = false

        init() {}

        init(_ held: TokenState.Held) {
            token = held.value
            headers = held.headers
            generation = held.generation
        }
    }

    /// Waits for a token and for a free place, in this order, so that no request holds a place while it waits for a
    /// sign-in that needs one.
    ///
    /// Where the token has ended or is renewed when its turn comes, it waits for the next one and then has its old turn
    /// again. Only a request that goes out uses up a start of the rate.
    func permit(_ request: HTTPRequest, _ progress: RetryProgress) async throws(HTTPError) -> Permit {
        let turn = waits.newID()
        while true {
            let usesToken = try await tokenPermit(request, progress).token != nil
            if let permit = try await enter(turn, for: request, progress: progress, usesToken: usesToken) {
                return permit
            }
        }
    }

    /// Waits for a token, which it does not use up. Without a sign-in there is none.
    func tokenPermit(_ request: HTTPRequest, _ progress: RetryProgress) async throws(HTTPError) -> Permit {
        guard request.needsToken, let signIn else { return Permit() }
        var hasWaited = false
        while true {
            switch token.ask(now: clock.now(), acceptsOld: hasWaited) {
            case .use(let held): return Permit(held)
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
    /// - Parameter id: Its turn; lower ones are first.
    /// - Returns: `nil` where `usesToken` and no token can be sent: it has left the queue, so that the sign-in comes.
    private func enter(
        _ id: Int, for request: HTTPRequest, progress: RetryProgress, usesToken: Bool
    ) async throws(HTTPError) -> Permit? {
        while true {
            let held = usesToken ? token.sendable(now: clock.now()) : nil
            if usesToken, held == nil {
                giveUpPlace(id)
                return nil
            }
            let answer = calls.ask(id, now: clock.now())
            let isLimited = configuration.limiter.current(at: clock.now()) != nil
            let deadline = patience(progress)
            switch answer {
            case .start:
                if reportedRate != nil { reportRate() }
                var permit = Permit()
                if let held {
                    permit = Permit(held)
                    token.sent()
                }
                permit.wasLimited = isLimited
                resumeNext()
                return permit
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
        let progress = RetryProgress(configuration.retry, request: request, now: clock.now())
        _ = try await enter(waits.newID(), for: request, progress: progress, usesToken: false)
        leave()
    }

    private func giveUpPlace(_ id: Int) {
        calls.abandon(id)
        resumeNext()
    }

    /// A request that had a permit has ended.
    func leave() {
        calls.leave()
        resumeNext()
    }

    private func resumeNext() {
        if let id = calls.first { waits.end(id, .resumed) }
    }
}
