package import GantryConnectors
internal import GantryFiles
package import GantryHTTP
package import GantryModel

extension Connection {
    /// What a person must be asked to sign in: the credentials that gantry.yaml does not name, in order.
    ///
    /// - Parameter opensAccount: Whether a new account is opened, which asks for more.
    /// - Throws: `SignInError.unsupported` when the system opens no accounts.
    package func signInQuestions(opensAccount: Bool = false) throws -> [SignInCredential] {
        let credentials = system.signIn.credentials
        guard !opensAccount || credentials.contains(where: \.isForSignUp) else {
            throw SignInError.noSignUp(self, system)
        }
        return credentials.filter { (opensAccount || !$0.isForSignUp) && self.credentials[$0.name] == nil }
    }

    /// Signs in and keeps the session, in place of the one before.
    ///
    /// - Parameter answers: The credentials that gantry.yaml does not name.
    package func signIn(
        store: TokenStore, answers: [String: Secret], environment: [String: String],
        opensAccount: Bool = false, clock: GateClock = .system,
        observe: @escaping @Sendable (ConnectionEvent) -> Void = { _ in },
        transport: @escaping RequestGate.Transport
    ) async throws -> SignedInAccount {
        var values = answers
        for credential in system.signIn.credentials where values[credential.name] == nil {
            if let value = try self.credential(credential.name, environment: environment) {
                values[credential.name] = value
            }
        }
        var configuration = GateConfiguration(self, system, connections: 1, clock: clock, observe: observe)
        // A person waits for it, and can try again.
        configuration.retry.attempts = 3
        configuration.retry.total = .seconds(60)
        configuration.retry.limit(to: self)
        let gate = RequestGate(
            origin: baseURL.description, configuration: configuration, transport: transport)
        let session = AccountSession(signingIn: self, system, store: store, clock: clock)
        _ = try await session.signIn(values, opensAccount: opensAccount, gate)
        return try account(store: store, environment: environment, now: Instant(clock.wall()))
    }

    /// What is known about the account, without asking the server.
    ///
    /// - Throws: `SignInError.damaged` when the file that keeps the session can't be used; `ConfigurationError` for a
    ///   credential that isn't where gantry.yaml says.
    package func account(
        store: TokenStore, environment: [String: String], now: Instant
    ) throws -> SignedInAccount {
        let configured = try AccountSession.configuredAccount(self, system: system, environment: environment)
        let kept = try store.anySession(self)
        let own = try store.session(self, account: configured)
        let hasAll = try signInQuestions().isEmpty
        let state: SignedInAccount.State
        if let own {
            let isOver = own.grant.expiresAt.map { $0 <= now } ?? false
            state = !isOver ? .signedIn : system.signIn.renewal(of: own.grant) != nil ? .renewable : .expired
        } else {
            state = hasAll ? .byCredentials : kept == nil ? .signedOut : .elsewhere
        }
        if state == .byCredentials { try requireCredentials(environment) }
        return SignedInAccount(
            connection: name, system: system.title, baseURL: baseURL.description, state: state,
            account: own?.grant.account ?? configured, name: own?.grant.name, role: own?.grant.role,
            deviceID: own?.grant.deviceID,
            signedInAt: own?.grantedAt, expiresAt: own?.grant.expiresAt,
            renews: own.map { system.signIn.renewal(of: $0.grant) != nil } ?? false,
            file: kept == nil ? nil : store.path(self),
            elsewhere: own == nil
                ? kept.map { [$0.baseURL, $0.grant.account].compactMap(\.self).joined(separator: ", ") } : nil)
    }

    /// Reads what variables and files hold, so that what a run would miss is told. Commands are left to the run.
    private func requireCredentials(_ environment: [String: String]) throws(ConfigurationError) {
        for (name, source) in credentials.sorted(by: { $0.key < $1.key }) {
            switch source {
            case .environment, .file: _ = try credential(name, environment: environment)
            case .command, .systemd, .literal: break
            }
        }
    }

    /// The same for a connection whose account can't be read: the problem takes its place.
    package func accountOrProblem(in workspace: Workspace, environment: [String: String]) throws -> SignedInAccount {
        do {
            return try account(store: TokenStore(workspace), environment: environment, now: .now)
        } catch let error as any ExplainedError {
            return SignedInAccount(
                connection: name, system: system.title, baseURL: baseURL.description, state: .unknown, account: nil,
                name: nil, role: nil, deviceID: nil, signedInAt: nil, expiresAt: nil, renews: false, file: nil,
                elsewhere: nil, problem: error.explanation)
        }
    }

    /// Deletes the saved session; false if there was none. The device key stays, because the server identifies this
    /// device by it.
    package func signOut(from store: TokenStore) async throws -> Bool {
        // Without a file there is nothing that a process could write back, and no folder to make for a lock.
        guard try ReadFile.exists(store.path(self)) else { return try store.forget(self) }
        return try await store.exclusively(self) { try store.forget(self) }
    }
}
