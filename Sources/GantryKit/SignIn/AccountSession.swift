internal import GantryConnectors
internal import GantryHTTP
internal import GantryModel

/// Signs in to one connection for its gate: performs what `SessionState` decides, keeps what must be kept, and reads credentials
/// when they are needed.
actor AccountSession {
    /// The account that the requests belong to; `nil` where neither gantry.yaml nor a kept session says.
    nonisolated let account: String?
    nonisolated let system: SystemDescription
    private let connection: Connection
    private let store: TokenStore
    private let environment: [String: String]
    private let wall: @Sendable () -> Instant
    /// Read already; `nil` until the first sign-in that needs them.
    private var input: SignInInput?
    private var state: SessionState

    /// Looks for a kept session and, without one, reads the credentials: a password that can't be had is a mistake of the
    /// configuration, found before anything is sent.
    ///
    /// - Throws: `SignInError`, or `ConfigurationError` with code `secret`.
    init(_ connection: Connection, store: TokenStore, environment: [String: String], clock: GateClock = .system) throws {
        let system = try SystemDescription.named(connection.system)
        self.system = system
        self.connection = connection
        self.store = store
        self.environment = environment
        wall = { Instant(clock.wall()) }
        let named = try AccountSession.configuredAccount(connection, system, environment)
        let kept = try store.session(connection, account: named)
        account = named ?? kept?.grant.account
        let wanted = system.signIn.credentials.filter { !$0.isForSignUp }
        let canBegin = wanted.allSatisfy { connection.credentials[$0.name] != nil }
        if kept == nil {
            guard canBegin else { throw AccountSession.signedOut(connection, wanted) }
            input = try AccountSession.allCredentials(connection, system, environment)
        }
        let signIn = system.signIn
        state = SessionState(
            kept: kept, needsCheck: kept.map { signIn.check($0.grant) != nil } ?? false, canBegin: canBegin,
            canRenew: { signIn.renewal(of: $0) != nil })
    }

    /// For signing in with values that a person gives; it uses no kept session.
    init(signingIn connection: Connection, _ system: SystemDescription, store: TokenStore, clock: GateClock = .system) {
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
        while true {
            switch state.next(now: wall()) {
            case .use(let grant, let asksAgain): return accessToken(grant, asksAgain: asksAgain)
            case .check(let grant): try await check(grant, gate)
            case .renew(let grant):
                try await store.exclusively(connection) { try await renew(grant, gate) }
            case .begin:
                if system.signIn.keepsSession {
                    try await store.exclusively(connection) { try await begin(gate) }
                } else {
                    try await begin(gate)
                }
            case .keep(let grant): try keep(grant)
            case .over(let wasRefused):
                if wasRefused { _ = try store.forget(connection) }
                throw AccountSession.ended(connection, wasRefused: wasRefused)
            }
        }
    }

    /// Signs in with these values and keeps what that gives, for `gantry login`.
    func signIn(_ values: [String: Secret], opensAccount: Bool, _ gate: RequestGate) async throws -> StoredSession {
        try await store.exclusively(connection) {
            let grant = try await grant(SignInInput(values), opensAccount: opensAccount, gate)
            let session = StoredSession(
                system: system.name, baseURL: connection.baseURL.description, grant: grant, grantedAt: wall())
            try store.begin(session, connection)
            return session
        }
    }

    private func accessToken(_ grant: SignInGrant, asksAgain: Bool) -> AccessToken {
        // Without a way to another token this one is used until it is refused, whatever the clocks say.
        let lifetime = asksAgain ? grant.expiresAt.map { $0.duration(since: wall()) } : nil
        return AccessToken(
            grant.token, lifetime: lifetime, headers: system.signIn.headers(grant).map { HeaderField($0.name, HeaderValue($0.value)) })
    }

    private func check(_ grant: SignInGrant, _ gate: RequestGate) async throws {
        guard let request = system.signIn.check(grant) else { return state.checked() }
        do {
            let answer = try await send(request, [grant.token], gate)
            let values = Dictionary(uniqueKeysWithValues: system.signIn.credentials.map { ($0.name, grant.token) })
            _ = try system.signIn.grant(answer, for: SignInInput(values), at: wall())
            state.checked()
        } catch let problem as SignInProblem {
            guard case .refused = problem else { throw SignInError(problem, connection, secrets: [grant.token]) }
            state.refused()
        } catch let error as HTTPError {
            guard AccountSession.isRefusal(error) else { throw error }
            state.refused()
        }
    }

    private func renew(_ grant: SignInGrant, _ gate: RequestGate) async throws {
        // Another process may have renewed it while this one waited; the old refresh token is of no more use then.
        if let kept = try store.session(connection, account: account), kept.grant.token != grant.token {
            return state.kept(kept.grant, since: kept.grantedAt)
        }
        guard let request = system.signIn.renewal(of: grant) else { return state.refused() }
        let secrets = [grant.token] + (grant.refreshToken.map { [$0] } ?? [])
        do {
            let answer = try await send(request, secrets, gate)
            let new = try system.signIn.renewed(answer, of: grant, at: wall())
            state.granted(new, at: wall(), mustKeep: true)
            try keep(new)
        } catch let problem as SignInProblem {
            throw SignInError(problem, connection, secrets: secrets)
        } catch let error as HTTPError {
            if AccountSession.isRefusal(error) { return state.refused() }
            guard error.isRetryable, state.renewalFailed(now: wall()) else { throw error }
        }
    }

    private func begin(_ gate: RequestGate) async throws {
        if system.signIn.keepsSession, let kept = try store.session(connection, account: account), state.isNew(kept.grant) {
            return state.kept(kept.grant, since: kept.grantedAt)
        }
        let input = try self.input ?? AccountSession.allCredentials(connection, system, environment)
        self.input = input
        let grant = try await grant(input, opensAccount: false, gate)
        state.granted(grant, at: wall(), mustKeep: system.signIn.keepsSession)
        guard system.signIn.keepsSession else { return }
        try keep(grant)
        try ResponseCache(store.workspace, connection: connection.name).forget()
    }

    /// What the server gives for credentials.
    private func grant(_ input: SignInInput, opensAccount: Bool, _ gate: RequestGate) async throws -> SignInGrant {
        guard system.signIn.needsDeviceKey else { return try await ask(input, opensAccount: opensAccount, gate) }
        var input = input
        input.deviceKey = try store.deviceKey(connection)
        do {
            return try await ask(input, opensAccount: opensAccount, gate)
        } catch let error as HTTPError {
            guard error.status == 403 else { throw error }
            // A server that knows the key from an earlier pairing pairs this device again only with another one.
            input.deviceKey = try store.newDeviceKey(connection)
            return try await ask(input, opensAccount: opensAccount, gate)
        }
    }

    private func ask(_ input: SignInInput, opensAccount: Bool, _ gate: RequestGate) async throws -> SignInGrant {
        let secrets = Array(input.values.values)
        do {
            let request = opensAccount ? try system.signIn.signUp(input) : try system.signIn.begin(input)
            guard let request else { throw AccountSession.noSignUp(connection, system) }
            return try system.signIn.grant(try await send(request, secrets, gate), for: input, at: wall())
        } catch let problem as SignInProblem {
            throw SignInError(problem, connection, secrets: secrets)
        }
    }

    private func keep(_ grant: SignInGrant) throws {
        let now = wall()
        try store.keep(
            StoredSession(system: system.name, baseURL: connection.baseURL.description, grant: grant, grantedAt: now), connection)
        state.kept(grant, since: now)
    }

    private func send(_ request: SignInRequest, _ secrets: [Secret], _ gate: RequestGate) async throws -> [UInt8] {
        var http = HTTPRequest(
            .post, URLBuilder(connection.baseURL.description).path(request.path).text,
            headers: [HeaderField("Content-Type", "application/json"), HeaderField("Accept", "application/json")]
                + request.headers.map { HeaderField($0.name, HeaderValue($0.value)) },
            body: .text(request.body.reveal()), mayRepeat: request.mayRepeat, needsToken: false)
        http.secrets = secrets
        return try await gate.send(http).body
    }

    private static func isRefusal(_ error: HTTPError) -> Bool { error.status == 401 || error.status == 403 }
}

// MARK: - Credentials

extension AccountSession {
    /// The account that gantry.yaml names; `nil` where it names none.
    static func configuredAccount(
        _ connection: Connection, _ system: SystemDescription, _ environment: [String: String]
    ) throws -> String? {
        system.signIn.account(try credentials(connection, system.signIn.credentials.filter(\.namesAccount), environment))
    }

    /// All that gantry.yaml names.
    private static func allCredentials(
        _ connection: Connection, _ system: SystemDescription, _ environment: [String: String]
    ) throws -> SignInInput {
        let input = try credentials(connection, system.signIn.credentials, environment)
        do {
            _ = try system.signIn.begin(SignInInput(input.values, deviceKey: ""))
        } catch {
            throw SignInError(error, connection, secrets: [])
        }
        return input
    }

    private static func credentials(
        _ connection: Connection, _ wanted: [SignInCredential], _ environment: [String: String]
    ) throws -> SignInInput {
        var values: [String: Secret] = [:]
        for credential in wanted {
            if let value = try connection.credential(credential.name, environment: environment) { values[credential.name] = value }
        }
        return SignInInput(values)
    }

    private static func signedOut(_ connection: Connection, _ wanted: [SignInCredential]) -> SignInError {
        let missing = wanted.map(\.name).filter { connection.credentials[$0] == nil }
        return SignInError(
            .signedOut, "The connection \(connection.name) is not signed in, and gantry.yaml does not name its \(listed(missing, "and")).",
            advice: "Sign in with: gantry login \(connection.name)")
    }

    private static func ended(_ connection: Connection, wasRefused: Bool) -> SignInError {
        SignInError(
            .ended,
            wasRefused
                ? "\(connection.baseURL) no longer accepts the session of the connection \(connection.name), and it was forgotten."
                : "The session of the connection \(connection.name) is over.",
            advice: "Sign in again with: gantry login \(connection.name)")
    }

    static func noSignUp(_ connection: Connection, _ system: SystemDescription) -> SignInError {
        SignInError(
            .unsupported, "\(system.title) opens no accounts for the connection \(connection.name).",
            advice: "Leave --sign-up away.")
    }
}

extension Instant {
    /// Time since 1970 as the gate's clock tells it.
    init(_ sinceEpoch: Duration) {
        let (seconds, attoseconds) = sinceEpoch.components
        self.init(nanosecondsSince1970: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    func duration(since other: Instant) -> Duration { .nanoseconds(nanosecondsSince1970 - other.nanosecondsSince1970) }
}
