internal import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel

/// An open connection to a system: requests go through its gate, which signs in and retries.
struct APIConnection: Sendable {
    let name: String
    let baseURL: String
    private let client: HTTPClient
    private let gate: RequestGate
    private let observe: @Sendable (ExportEvent) -> Void

    /// Opens a KSR Cranes connection; nothing is sent until something is read.
    init(
        _ connection: Connection, environment: [String: String], connections: Int,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) throws {
        name = connection.name
        let base = connection.baseURL.description
        baseURL = base
        self.observe = observe
        client = try HTTPClient(
            HTTPClientConfiguration(
                trust: connection.caFile.map { .file($0) } ?? .system, userAgent: "gantry/\(Gantry.version)",
                connectionsPerHost: max(connections, 2)))
        let configuration = GateConfiguration(
            calls: CallBudget(concurrent: max(connections, 1)),
            isAuthRefusal: { response in
                // Deployed servers answer an expired token with a 500 (see the contract of the system).
                response.status == 500 && response.body.count < 200
                    && String(decoding: response.body, as: UTF8.self).contains("Invalid token")
            },
            observe: { event in
                switch event {
                case .retrying(let target, let attempt, let delay, let reason):
                    observe(.retrying(what: target, attempt: attempt, wait: delay, reason: reason))
                case .paused(let time, let status): observe(.paused(time, status: status))
                case .signingIn: observe(.signingIn)
                default: break
                }
            })
        // Read before anything is sent: a missing password is a mistake of the configuration, not of a request.
        guard let email = try connection.credential("email", environment: environment),
            let password = try connection.credential("password", environment: environment)
        else {
            throw RunError(.unusableRun, "Connection \(connection.name) has no email and password.")
        }
        gate = RequestGate(client: client, origin: base, configuration: configuration) { gate in
            let body = JSONTree.object(["email": .string(email.reveal()), "password": .string(password.reveal())]).compact
            let request = HTTPRequest(
                .post, URLBuilder(base).path(KSRCranes.signInPath).text,
                headers: [HeaderField("Content-Type", "application/json"), HeaderField("Accept", "application/json")],
                body: .text(body), mayRepeat: true, needsToken: false)
            let answer = try await gate.send(request)
            guard let token = (try? JSONTree(answer.body))?["token"]?.text, !token.isEmpty else {
                throw RunError(
                    .unusableRun, "The server's answer to signing in holds no token.",
                    advice: "See that \(base) is the address of a KSR Cranes server.")
            }
            return AccessToken(Secret(token))
        }
    }

    /// The body of a 2xx answer.
    func read(_ request: ReadRequest) async throws -> [UInt8] {
        var url = URLBuilder(baseURL).path(request.path)
        for (name, value) in request.query { url = url.query(name, value) }
        return try await gate.send(HTTPRequest(.get, url.text, headers: [HeaderField("Accept", "application/json")])).body
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

    func close() async { await client.shutdown() }
}
