internal import GantryConnectors
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel

/// Signs in to one connection for its gate: performs what `SessionState` decides, keeps what must be kept, and reads
/// credentials when they are needed.
package actor AccountSession {
    /// The account that the requests belong to; `nil` if neither gantry.yaml nor a kept session says.
    nonisolated let account: String?
    nonisolated let system: System
    private let connection: Connection
    private let store: TokenStore
    private let environment: [String: String]
    private let wall: @Sendable () -> Instant
    /// Read already; `nil` until the first sign-in that needs them.
    private var input: SignInInput?
    private var state: SessionState
    /// The account whose sessions this one continues; `nil` while that is unknown.
    private var owner: String?
    /// The token of the session on disk as this process last read or wrote it; `nil` if unknown.
    private var onDisk: Secret?
    /// Whether a session is being renewed or kept.
    private var isChanging = false

    /// Looks for a saved session and, without one, reads the credentials: a password that can't be read is a mistake in
    /// the configuration, found before anything is sent.
    ///
    /// - Parameter isIdle: Whether nothing is expected to be sent, so that a credential that can't be read matters only
    ///   when something is.
    /// - Throws: `SignInError`, or `ConfigurationError` with code `secret`.
    init(
        _ connection: Connection, store: TokenStore, environment: [String: String], clock: GateClock = .system,
        isIdle: Bool = false
    ) throws {
        let system = connection.system
        self.system = system
        self.connection = connection
        self.store = store
        self.environment = environment
        wall = { Instant(clock.wall()) }
        let named =
            isIdle ? nil : try AccountSession.configuredAccount(connection, system: system, environment: environment)
        let kept = try store.session(connection, account: named)
        account = named ?? kept?.grant.account
        owner = account
        onDisk = kept?.grant.token
        let wanted = system.signIn.credentials.filter { !$0.isForSignUp }
        let canBegin = wanted.allSatisfy { connection.credentials[$0.name] != nil }
        if kept == nil, !isIdle {
            guard canBegin else { throw SignInError.signedOut(connection, wanted) }
            input = try AccountSession.allCredentials(connection, system: system, environment: environment)
        }
        let signIn = system.signIn
        state = SessionState(
            kept: kept, needsCheck: kept.map { signIn.check($0.grant) != nil } ?? false, canBegin: canBegin,
            canRenew: { signIn.renewal(of: $0) != nil })
    }

    /// For signing in with values that a person gives; it uses no kept session.
    init(signingIn connection: Connection, _ system: System, store: TokenStore, clock: GateClock = .system) {
        self.system = system
        self.connection = connection
        self.store = store
        environment = [:]
        account = nil
        wall = { Instant(clock.wall()) }
        state = SessionState(kept: nil, needsCheck: false, canBegin: false, canRenew: { _ in false })
    }

    /// The token that the gate uses next.
    func accessToken(_ gate: RequestGate) async throws -> AccessToken {
        if let refusal = await gate.takeRefusal(), let held = state.current, refusal.token == held.token {
            let isOver = held.expiresAt.map { $0 <= wall() } ?? false
            state.tokenRefused(isCertain: isOver || system.signIn.endsSession(status: refusal.status))
        }
        while true {
            switch state.next(now: wall()) {
            case .use(let grant, let asksAgain): return accessToken(grant, asksAgain: asksAgain)
            case .check(let grant): try await check(grant, gate)
            case .renew(let grant): try await exclusively { try await renew(grant, gate) }
            case .begin:
                if system.signIn.keepsSession {
                    try await exclusively { try await beginKeeping(gate) }
                } else {
                    try await forgetRefused()
                    try await begin(gate)
                }
            case .keep(let grant): try await exclusively { try keep(grant) }
            case .over(let ending): try await exclusively { try end(ending) }
            }
        }
    }

    /// The account that has signed in, as the server or the credentials name it.
    var signedInAccount: String? { state.current?.account }

    /// Waits while a session is renewed or saved, because a task under way may have the only copy of a new refresh
    /// token.
    func settle() async {
        let deadline = ContinuousClock.now + .seconds(5)
        while isChanging, ContinuousClock.now < deadline {
            // A cancelled task waits too; nothing else can fail.
            await Task { try? await Task.sleep(for: .milliseconds(10)) }.value
        }
    }

    /// Signs in with these values and keeps what that gives, for `gantry login`.
    func signIn(_ values: [String: Secret], opensAccount: Bool, _ gate: RequestGate) async throws -> StoredSession {
        try await store.exclusively(connection) {
            let grant = try await grant(SignInInput(values), opensAccount: opensAccount, gate)
            let session = StoredSession(
                system: system.name, baseURL: connection.baseURL.description, grant: grant, grantedAt: wall())
            try store.keep(session, connection)
            return session
        }
    }

    /// Signs in with these values and keeps nothing. For systems where that uses nothing up.
    func grant(of input: SignInInput, _ gate: RequestGate) async throws -> SignInGrant {
        try await grant(input, opensAccount: false, gate)
    }

    private func accessToken(_ grant: SignInGrant, asksAgain: Bool) -> AccessToken {
        // If there is no way to get another token, this one is used until it is refused, whatever the clocks say.
        let lifetime = asksAgain ? grant.expiresAt.map { Duration.nanoseconds($0.nanoseconds(since: wall())) } : nil
        return AccessToken(
            grant.token, lifetime: lifetime,
            headers: system.signIn.headers(grant).map { HeaderField($0.name, HeaderValue($0.value)) })
    }

    private func check(_ grant: SignInGrant, _ gate: RequestGate) async throws {
        guard let request = system.signIn.check(grant) else { return state.checked() }
        do {
            let answer = try await send(request, secrets: [grant.token], over: gate)
            _ = try system.signIn.checked(answer.body, of: grant, at: wall())
            state.checked()
        } catch let problem as SignInProblem {
            guard case .refused = problem else { throw SignInError(problem, connection, secrets: [grant.token]) }
            state.checkRefused()
        } catch let error as HTTPError {
            guard AccountSession.isRefusal(error) else { throw error }
            state.checkRefused()
        }
    }

    private func renew(_ grant: SignInGrant, _ gate: RequestGate) async throws {
        // Another process may have renewed it while this one waited, which makes the old refresh token useless.
        guard try isStillOurs() else { return }
        guard let request = system.signIn.renewal(of: grant) else { return state.renewalRefused() }
        let secrets = [grant.token] + (grant.refreshToken.map { [$0] } ?? [])
        do {
            let answer = try await send(request, secrets: secrets, over: gate)
            let new = try system.signIn.renewed(answer.body, of: grant, at: wall())
            state.granted(new, at: wall(), mustKeep: true)
            try write(new)
        } catch let problem as SignInProblem {
            if case .refused = problem { return state.renewalRefused() }
            guard state.renewalFailed(now: wall()) else { throw SignInError(problem, connection, secrets: secrets) }
        } catch let error as HTTPError {
            if AccountSession.isRefusal(error) { return state.renewalRefused() }
            guard error.code != .cancelled, state.renewalFailed(now: wall()) else { throw error }
        }
    }

    private func beginKeeping(_ gate: RequestGate) async throws {
        guard try isStillOurs() else { return }
        try await begin(gate)
    }

    private func begin(_ gate: RequestGate) async throws {
        let keeps = system.signIn.keepsSession
        let input =
            try self.input ?? AccountSession.allCredentials(connection, system: system, environment: environment)
        self.input = input
        let grant = try await grant(input, opensAccount: false, gate)
        state.granted(grant, at: wall(), mustKeep: keeps)
        if keeps { try write(grant) }
    }

    /// What the server returns for credentials.
    private func grant(_ input: SignInInput, opensAccount: Bool, _ gate: RequestGate) async throws -> SignInGrant {
        var input = input
        input.programVersion = programVersion
        if system.signIn.needsDeviceKey { input.deviceKey = try store.deviceKey(connection) }
        do {
            do {
                return try await ask(input, opensAccount: opensAccount, gate)
            } catch let error as HTTPError {
                guard system.signIn.needsDeviceKey, error.status == 403 else { throw error }
                // A server that knows the key from an earlier pairing pairs this device again only with another one.
                input.deviceKey = try store.newDeviceKey(connection)
                return try await ask(input, opensAccount: opensAccount, gate)
            }
        } catch let error as HTTPError {
            guard !opensAccount, let status = error.status, let refusal = system.signIn.refusal(status: status) else {
                throw error
            }
            throw SignInError(refusal, error: error, connection: connection)
        }
    }

    private func ask(_ input: SignInInput, opensAccount: Bool, _ gate: RequestGate) async throws -> SignInGrant {
        let secrets = Array(input.values.values)
        do {
            let request = opensAccount ? try system.signIn.signUp(input) : try system.signIn.begin(input)
            guard let request else { throw SignInError.noSignUp(connection, system) }
            let answer = try await send(request, secrets: secrets, over: gate)
            let grant = try system.signIn.grant(answer, for: input, at: wall())
            guard system.signIn.checksNew, let check = system.signIn.check(grant) else { return grant }
            let proof = try await send(check, secrets: secrets + [grant.token], over: gate)
            return try system.signIn.checked(proof.body, of: grant, at: wall())
        } catch let problem as SignInProblem {
            throw SignInError(problem, connection, secrets: secrets)
        }
    }

    private func send(_ request: SignInRequest, secrets: [Secret], over gate: RequestGate) async throws -> SignInReply {
        let address = request.query.reduce(URLBuilder(connection.baseURL.description).path(request.path)) {
            $0.query($1.name, $1.value)
        }
        var http = HTTPRequest(
            request.body == nil ? .get : .post, address.text, headers: [HeaderField("Accept", "application/json")],
            body: request.body.map { .text($0.reveal()) } ?? .none, mayRepeat: request.mayRepeat, needsToken: false)
        if request.body != nil {
            let type = request.isForm ? "application/x-www-form-urlencoded" : "application/json"
            http.setHeader("Content-Type", HeaderValue(type))
        }
        for header in request.headers { http.setHeader(header.name, HeaderValue(header.value)) }
        http.secrets = secrets
        if let token = request.token { system.signIn.carrier.set(token, on: &http) }
        if let basic = request.basic { TokenCarrier.basic.set(basic, on: &http) }
        http.repeatsWhenLimited = request.repeatsWhenLimited
        http.countsLimits = true
        let answer = try await gate.send(http)
        if let status = request.status, answer.status != status {
            throw SignInProblem.refused(
                "\(request.path) answers with status \(answer.status) instead of \(status)")
        }
        if let failed = system.failed, failed.isShown(by: answer.body) {
            let said = system.explain(answer.body, answer.status)?.sentence ?? ServerMessage.ofSuccess
            throw SignInProblem.refused("\(request.path) reports a failure. \(said)")
        }
        return SignInReply(body: answer.body, headers: answer.headers.fields.map { ($0.name, $0.value) })
    }

    private static func isRefusal(_ error: HTTPError) -> Bool { error.status == 401 || error.status == 403 }
}

// MARK: - The session on disk

extension AccountSession {
    /// Does something while no other process changes the session on disk.
    private func exclusively(_ body: () async throws -> Void) async throws {
        isChanging = true
        defer { isChanging = false }
        try await store.exclusively(connection) { try await body() }
    }

    /// Looks whether the session on disk is the one that this process knows. Another one of the same account is
    /// adopted.
    ///
    /// - Throws: `SignInError.ended` when it is gone: someone has signed out in the meantime.
    private func isStillOurs() throws -> Bool {
        guard let kept = try store.session(connection, account: owner) else {
            guard onDisk == nil else { throw SignInError.signedOutMeanwhile(connection) }
            return true
        }
        guard kept.grant.token != onDisk else { return true }
        onDisk = kept.grant.token
        state.adopted(kept)
        return false
    }

    private func keep(_ grant: SignInGrant) throws {
        guard try isStillOurs() else { return }
        try write(grant)
    }

    /// Replaces the session that was examined by a grant.
    private func write(_ grant: SignInGrant) throws {
        let now = wall()
        try store.keep(
            StoredSession(system: system.name, baseURL: connection.baseURL.description, grant: grant, grantedAt: now),
            connection)
        onDisk = grant.token
        owner = owner ?? grant.account
        state.kept(grant, since: now)
    }

    /// Stops using a session that has ended, unless another one has replaced it.
    private func end(_ ending: SessionState.Ending) throws {
        guard try isStillOurs() else { return }
        if ending == .refused { try forget() }
        throw SignInError.ended(connection, ending)
    }

    /// Forgets a kept session that the server has refused, before the credentials are used instead.
    private func forgetRefused() async throws {
        guard state.isRefused, let refused = onDisk else { return }
        try await exclusively {
            guard try store.session(connection, account: owner)?.grant.token == refused else { return }
            try forget()
        }
    }

    private func forget() throws {
        _ = try store.forget(connection)
        onDisk = nil
    }
}

extension Instant {
    /// Time since 1970 as the gate's clock tells it.
    init(_ sinceEpoch: Duration) {
        let (seconds, attoseconds) = sinceEpoch.components
        self = Instant(secondsSince1970: seconds).adding(nanoseconds: attoseconds / 1_000_000_000)
    }
}
