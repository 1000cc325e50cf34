package import GantryConnectors
internal import GantryEngine
package import GantryHTTP
internal import GantryJSON
internal import GantryModel

/// An open connection to a system: requests go through its gate, which signs in and retries.
package struct APIConnection: Sendable {
    let name: String
    let baseURL: String
    private let client: HTTPClient?
    private let gate: RequestGate
    private let observe: @Sendable (ExportEvent) -> Void

    /// Opens a connection; nothing is sent until something is read.
    ///
    /// - Parameters:
    ///   - environment: The process's environment variables.
    ///   - connections: Requests under way at once.
    ///   - workspace: Where sessions are kept.
    /// - Throws: `SignInError` when nobody has signed in and gantry.yaml doesn't name the credentials, or a kept session can't be
    ///   used; `ConfigurationError` with code `secret`; `HTTPError` when libcurl can't be set up.
    init(
        _ connection: Connection, environment: [String: String], connections: Int, workspace: Workspace,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) throws {
        let client = try HTTPClient(connection, connections: connections)
        self.init(
            connection, client: client, connections: connections, observe: observe,
            session: try AccountSession(connection, store: TokenStore(workspace), environment: environment)
        ) { (request) async throws(HTTPError) in try await client.send(request) }
    }

    /// The same over anything that sends, for tests.
    package init(
        _ connection: Connection, environment: [String: String], store: TokenStore, clock: GateClock = .system,
        transport: @escaping RequestGate.Transport
    ) throws {
        self.init(
            connection, client: nil, connections: 2, observe: { _ in },
            session: try AccountSession(connection, store: store, environment: environment, clock: clock), clock: clock,
            transport: transport)
    }

    private init(
        _ connection: Connection, client: HTTPClient?, connections: Int, observe: @escaping @Sendable (ExportEvent) -> Void,
        session: AccountSession, clock: GateClock = .system, transport: @escaping RequestGate.Transport
    ) {
        name = connection.name
        baseURL = connection.baseURL.description
        self.client = client
        self.observe = observe
        gate = RequestGate(
            origin: connection.baseURL.description,
            configuration: GateConfiguration(session.system, connections: connections, clock: clock, observe: observe),
            signIn: { try await session.accessToken($0) }, transport: transport)
    }

    /// The body of a 2xx answer.
    package func read(_ request: ReadRequest) async throws -> [UInt8] {
        try await gate.send(
            HTTPRequest(.get, URLBuilder(baseURL, request).text, headers: [HeaderField("Accept", "application/json")])
        ).body
    }

    /// Waits before an answer that could not be read is asked for again.
    func pause(afterAttempt attempt: Int, of request: ReadRequest, because reason: String) async throws {
        let wait = Duration.milliseconds(attempt == 1 ? 500 : 2_000)
        observe(.retrying(what: request.description, attempt: attempt, wait: wait, reason: reason))
        try await Task.sleep(for: wait)
    }

    /// The error for an answer that is no page, with what it looks like.
    func unreadable(_ request: ReadRequest, _ body: [UInt8], _ problem: JSONProblem) -> RunError {
        let start = String(decoding: body.prefix(60), as: UTF8.self)
        let what: String
        switch problem {
        case .empty: what = "it is empty"
        case .unclosedString: what = "it ends inside a text: it is cut short"
        case .controlCharacter: what = "a text in it holds a control character"
        case .tooLarge: what = "it is too large"
        case .outOfMemory: what = "there is no memory to read it"
        case .grammar(let offset, let expected): what = "at byte \(offset) \(expected) is missing"
        case .shape(let expected, let found): what = "it should hold \(expected) and holds \(found)"
        }
        return RunError(
            .unreadablePage,
            "The answer to \(request.description) is no page of records: \(what). It starts with \"\(Redactor().redact(singleLine(start, limit: 60)))\".",
            advice: "The same command tries again from the last checkpoint; if it stays so, the server needs looking after.",
            isRetryable: true)
    }

    package func close() async { await client?.shutdown() }
}
