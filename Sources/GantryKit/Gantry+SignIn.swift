internal import GantryConnectors
package import GantryHTTP
public import GantryModel

extension Gantry {
    /// What a person must be asked to sign in: the credentials that gantry.yaml does not name, in order.
    ///
    /// - Parameter opensAccount: Whether a new account is opened, which asks for more.
    /// - Throws: `SignInError.unsupported` when the system opens no accounts.
    public static func signInQuestions(
        _ connection: Connection, opensAccount: Bool = false
    ) throws -> [CredentialDescriptor] {
        let system = try connection.requireSystem()
        let credentials = system.signIn.credentials
        guard !opensAccount || credentials.contains(where: \.isForSignUp) else {
            throw SignInError.noSignUp(connection, system)
        }
        return credentials.filter { (opensAccount || !$0.isForSignUp) && connection.credentials[$0.name] == nil }
            .map { CredentialDescriptor(name: $0.name, help: $0.help, isSecret: $0.isSecret) }
    }

    /// Signs in to a connection and keeps the session in the workspace, in place of the one before.
    ///
    /// - Parameters:
    ///   - answers: The credentials that gantry.yaml does not name.
    ///   - environment: The process's environment variables.
    ///   - opensAccount: Opens a new account with the credentials instead.
    ///   - observe: Is told of waits before the server is asked again.
    /// - Throws: `SignInError` for a credential that is missing or malformed, or an answer that says no;
    ///   `ConfigurationError` for a credential that can't be had; `HTTPError` when the server refuses or can't be
    ///   reached; `FileError` when the session can't be kept.
    public static func signIn(
        _ connection: Connection, in workspace: Workspace, answers: [String: Secret], environment: [String: String],
        opensAccount: Bool = false, observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) async throws -> SignedInAccount {
        let client = try HTTPClient(connection, connections: 2)
        do {
            let account = try await signIn(
                connection, store: TokenStore(workspace), answers: answers, environment: environment,
                opensAccount: opensAccount,
                observe: observe
            ) { (request) async throws(HTTPError) in try await client.send(request) }
            await client.shutdown()
            return account
        } catch {
            await client.shutdown()
            throw error
        }
    }

    /// The same over anything that sends, for tests.
    package static func signIn(
        _ connection: Connection, store: TokenStore, answers: [String: Secret], environment: [String: String],
        opensAccount: Bool = false, clock: GateClock = .system,
        observe: @escaping @Sendable (ExportEvent) -> Void = { _ in },
        transport: @escaping RequestGate.Transport
    ) async throws -> SignedInAccount {
        let system = try connection.requireSystem()
        var values = answers
        for credential in system.signIn.credentials where values[credential.name] == nil {
            if let value = try connection.credential(credential.name, environment: environment) {
                values[credential.name] = value
            }
        }
        var configuration = GateConfiguration(connection, system, connections: 1, clock: clock, observe: observe)
        // A person waits for it, and can try again.
        configuration.retry.attempts = 3
        configuration.retry.total = .seconds(60)
        let gate = RequestGate(
            origin: connection.baseURL.description, configuration: configuration, transport: transport)
        let session = AccountSession(signingIn: connection, system, store: store, clock: clock)
        _ = try await session.signIn(values, opensAccount: opensAccount, gate)
        return try account(connection, store: store, environment: environment, now: Instant(clock.wall()))
    }

    /// Forgets the kept session of a connection. The device key stays: the server knows this device by it.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `FileError` when the file can't be removed; `SignInError.busy` when another process works on it for
    ///   too long.
    public static func signOut(_ connection: Connection, in workspace: Workspace) async throws -> Bool {
        let store = TokenStore(workspace)
        // Without a file there is nothing that a process could write back, and no folder to make for a lock.
        guard try RunPlace.fileExists(store.path(connection)) else { return try store.forget(connection) }
        return try await store.exclusively(connection) { try store.forget(connection) }
    }

    /// What is known about the account of a connection, without asking the server.
    ///
    /// - Throws: `SignInError.damaged` when the file that keeps the session can't be used.
    public static func account(
        _ connection: Connection, in workspace: Workspace, environment: [String: String]
    ) throws -> SignedInAccount {
        try account(connection, store: TokenStore(workspace), environment: environment, now: now())
    }

    /// The same for several connections; what can't be said of one of them is told in its place.
    public static func accounts(
        _ connections: [Connection], in workspace: Workspace, environment: [String: String]
    ) throws -> [SignedInAccount] {
        try connections.map { connection in
            do {
                return try account(connection, in: workspace, environment: environment)
            } catch let error as any ExplainedError {
                let system = try connection.requireSystem()
                return SignedInAccount(
                    connection: connection.name, system: system.title, baseURL: connection.baseURL.description,
                    state: .unknown,
                    account: nil, name: nil, role: nil, deviceID: nil, signedInAt: nil, expiresAt: nil, renews: false,
                    file: nil,
                    elsewhere: nil, problem: error.explanation)
            }
        }
    }

    package static func account(
        _ connection: Connection, store: TokenStore, environment: [String: String], now: Instant
    ) throws -> SignedInAccount {
        let system = try connection.requireSystem()
        let configured = try AccountSession.configuredAccount(connection, system, environment)
        let kept = try store.anySession(connection)
        let own = try store.session(connection, account: configured)
        let hasAll = try signInQuestions(connection).isEmpty
        let state: SignedInAccount.State
        if let own {
            let isOver = own.grant.expiresAt.map { $0 <= now } ?? false
            state = !isOver ? .signedIn : system.signIn.renewal(of: own.grant) != nil ? .renewable : .expired
        } else {
            state = hasAll ? .byCredentials : kept == nil ? .signedOut : .elsewhere
        }
        return SignedInAccount(
            connection: connection.name, system: system.title, baseURL: connection.baseURL.description, state: state,
            account: own?.grant.account ?? configured, name: own?.grant.name, role: own?.grant.role,
            deviceID: own?.grant.deviceID,
            signedInAt: own?.grantedAt, expiresAt: own?.grant.expiresAt,
            renews: own.map { system.signIn.renewal(of: $0.grant) != nil } ?? false,
            file: kept == nil ? nil : store.path(connection),
            elsewhere: own == nil
                ? kept.map { [$0.baseURL, $0.grant.account].compactMap(\.self).joined(separator: ", ") } : nil)
    }
}
