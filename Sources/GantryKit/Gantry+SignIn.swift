public import GantryAccounts
public import GantryConnectors
internal import GantryHTTP
public import GantryModel
internal import GantryRuns

extension Gantry {
    /// What a person must be asked to sign in: the credentials that gantry.yaml does not name, in order.
    ///
    /// - Parameter opensAccount: Whether a new account is opened, which asks for more.
    /// - Throws: `SignInError.unsupported` when the system opens no accounts.
    public static func signInQuestions(
        _ connection: Connection, opensAccount: Bool = false
    ) throws -> [SignInCredential] {
        try connection.signInQuestions(opensAccount: opensAccount)
    }

    /// Signs in to a connection and keeps the session in the workspace, in place of the one before.
    ///
    /// - Parameters:
    ///   - answers: The credentials that gantry.yaml does not name.
    ///   - environment: The process's environment variables.
    ///   - opensAccount: Opens a new account with the credentials instead.
    ///   - observe: Receives waits before the server is asked again.
    /// - Throws: `SignInError` for a credential that is missing or malformed, or a refusal; `ConfigurationError` for a
    ///   credential that can't be read; `HTTPError` when the server refuses or can't be reached; `FileError` when the
    ///   session can't be saved.
    public static func signIn(
        _ connection: Connection, in workspace: Workspace, answers: [String: Secret], environment: [String: String],
        opensAccount: Bool = false, observe: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) async throws -> SignedInAccount {
        // Before the server is asked: a pairing token serves once.
        try workspace.requireLocal()
        let client = try HTTPClient(connection, environment: environment, connections: 2)
        do {
            let account = try await connection.signIn(
                store: try workspace.sessions(), answers: answers, environment: environment,
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

    /// Forgets the kept session of a connection. The device key stays: the server knows this device by it.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `FileError` when the file can't be removed; `SignInError.busy` when another process works on it for
    ///   too long.
    public static func signOut(_ connection: Connection, in workspace: Workspace) async throws -> Bool {
        try await connection.signOut(from: try workspace.sessions())
    }

    /// What is known about the account of a connection, without asking the server.
    ///
    /// - Throws: `SignInError.damaged` when the file that keeps the session can't be used.
    public static func account(
        _ connection: Connection, in workspace: Workspace, environment: [String: String]
    ) throws -> SignedInAccount {
        try connection.account(store: TokenStore(workspace), environment: environment, now: .now)
    }

    /// The same for several connections; a connection that can't be read has its problem in its place.
    public static func accounts(
        _ connections: [Connection], in workspace: Workspace, environment: [String: String]
    ) throws -> [SignedInAccount] {
        try connections.map { try $0.accountOrProblem(in: workspace, environment: environment) }
    }
}
