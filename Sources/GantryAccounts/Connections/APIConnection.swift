package import GantryConnectors
internal import GantryEngine
internal import GantryFiles
package import GantryHTTP
internal import GantryJSON
package import GantryModel

/// An open connection to a system: requests go through its gate, which signs in and retries.
package struct APIConnection: Sendable {
    package let name: String
    let baseURL: String
    package let connection: Connection
    /// Which version of the system's API is spoken.
    package var contract: Contract { connection.contract }
    /// The process's environment variables.
    let environment: [String: String]
    private let client: HTTPClient?
    let gate: RequestGate
    private let limiter: RateLimiter
    private let session: AccountSession
    let explain: @Sendable ([UInt8], Int) -> ServerMessage?
    let failed: FailedAnswer?
    private let clock: GateClock
    let observe: @Sendable (ConnectionEvent) -> Void

    /// Opens a connection; nothing is sent until something is read.
    ///
    /// - Parameters:
    ///   - environment: The process's environment variables.
    ///   - connections: Requests under way at once.
    ///   - ahead: Requests that are prepared while others are sent. The default is 0.
    ///   - store: Where sessions are kept.
    ///   - bytesPerSecond: The most bytes of bodies sent in a second; the default is no limit.
    ///   - clock: What waits between tries go by; the default is the machine's.
    ///   - isIdle: Whether nothing is expected to be sent, so that no credentials are read before something is. The
    ///     default is false.
    /// - Throws: `SignInError` when there is no saved session and gantry.yaml doesn't name the credentials, or the
    ///   saved session can't be used; `ConfigurationError` with code `secret`; `HTTPError` when libcurl can't be set
    ///   up.
    package init(
        _ connection: Connection, environment: [String: String], connections: Int, ahead: Int = 0, store: TokenStore,
        bytesPerSecond: Int? = nil, clock: GateClock = .system, isIdle: Bool = false,
        observe: @escaping @Sendable (ConnectionEvent) -> Void
    ) throws {
        let client = try HTTPClient(
            connection, environment: environment, connections: connections, bytesPerSecond: bytesPerSecond)
        self.init(
            connection, environment: environment, client: client, connections: connections + ahead,
            observe: observe,
            session: try AccountSession(connection, store: store, environment: environment, isIdle: isIdle),
            clock: clock, limiter: .shared(connection)
        ) { (request) async throws(HTTPError) in try await client.send(request) }
    }

    /// The same over anything that sends, for tests.
    package init(
        _ connection: Connection, environment: [String: String], store: TokenStore,
        connections: Int = 2,
        clock: GateClock = .system, transport: @escaping RequestGate.Transport
    ) throws {
        self.init(
            connection, environment: environment, client: nil, connections: connections,
            observe: { _ in },
            session: try AccountSession(connection, store: store, environment: environment, clock: clock), clock: clock,
            transport: transport)
    }

    private init(
        _ connection: Connection, environment: [String: String], client: HTTPClient?, connections: Int,
        observe: @escaping @Sendable (ConnectionEvent) -> Void, session: AccountSession, clock: GateClock = .system,
        limiter: RateLimiter? = nil, transport: @escaping RequestGate.Transport
    ) {
        name = connection.name
        baseURL = connection.baseURL.description
        self.connection = connection
        self.environment = environment
        self.client = client
        self.observe = observe
        self.session = session
        explain = session.system.explain
        failed = session.system.failed
        self.clock = clock
        let limiter = limiter ?? RateLimiter(connection.allowedRate)
        self.limiter = limiter
        gate = RequestGate(
            origin: connection.baseURL.description,
            configuration: GateConfiguration(
                connection, session.system, connections: connections, clock: clock, limiter: limiter, observe: observe),
            signIn: { try await session.accessToken($0) }, transport: transport)
    }

    /// How the token travels on every request.
    nonisolated var carrier: TokenCarrier { session.system.signIn.carrier }

    /// Signs in, unless that is done, and gives the account as the server or the credentials name it.
    package func signedInAccount() async throws -> String? {
        _ = try await session.accessToken(gate)
        return await session.signedInAccount
    }

    /// The body of a 2xx answer.
    package func read(_ request: ReadRequest) async throws -> [UInt8] {
        try await whole(request).body
    }

    /// The complete answer to a request; never a part of one, nor one whose request failed.
    package func whole(_ request: ReadRequest) async throws -> HTTPResponse {
        let http = try http(request)
        var attempt = 1
        while true {
            let answer = try await gate.send(http)
            guard answer.status != 206 else {
                throw RunError(
                    .sourceIncomplete,
                    "\(request.description) was answered with status 206, only part of the content, though all of it was requested.",
                    advice:
                        "Run the same command again. If it happens again, a proxy on the way to the server splits its answers.",
                    isRetryable: true)
            }
            guard isFailed(answer.body) else { return answer }
            // A failure of the server under another status.
            let refusal = await refusal(request, answer.body, passes: true)
            try await pauseOrThrow(refusal, afterAttempt: attempt, of: request)
            attempt += 1
        }
    }

    /// The 2xx answer to a request with an effect. It is repeated only if that is allowed.
    package func write(
        _ request: WriteRequest, files: [String: OutgoingFile] = [:], meter: TransferMeter? = nil
    ) async throws(HTTPError) -> HTTPResponse {
        var http = try HTTPRequest(request, base: baseURL, files: files)
        if !files.isEmpty { http.meter = meter }
        let answer = try await gate.send(http)
        guard isFailed(answer.body) else { return answer }
        throw await failure(http, answer)
    }

    /// The value of a header of the answer to `HEAD`; `nil` if it has none.
    func header(_ name: String, of request: ReadRequest) async throws -> String? {
        var http = try http(request)
        http.method = .head
        return try await gate.send(http).headers[name]
    }

    /// Whether the 2xx answer is this file, by reading all of it.
    func has(_ file: FileFingerprint, at request: ReadRequest) async throws -> Bool {
        var http = try http(request)
        http.setHeader("Accept", "*/*")
        // The bytes as they are kept.
        http.setHeader("Accept-Encoding", "identity")
        http.hashesBody = true
        http.timeouts = .transfer
        // With room for what a server says where it has no such file.
        http.limits = HTTPLimits(bodyBytes: file.length + 65_536)
        do throws(HTTPError) {
            let found = try await gate.send(http).hashed
            return found?.length == file.length && found?.digest.description == file.digest
        } catch {
            guard error.lastCode == .bodyTooLarge, (error.status ?? 200) < 300 else { throw error }
            return false
        }
    }

    private func http(_ request: ReadRequest) throws -> HTTPRequest {
        let url = request.isEncoded ? baseURL + request.path : URLBuilder(baseURL, request).text
        var http = HTTPRequest(.get, url, headers: [HeaderField("Accept", "application/json")])
        if let body = request.body {
            http.method = .post
            http.body = .text(body.line)
            http.setHeader("Content-Type", "application/json")
            http.mayRepeat = true
        }
        if let address = request.address {
            let own = try CheckedURL.parse(http.url, for: http)
            let next = address.utf8.count <= 8 << 10 ? try? own.resolving(address, for: http) : nil
            guard let next, next.origin == own.origin else {
                throw RunError(
                    .sourceIncomplete,
                    next.map { "The next page of \(request.path) is said to be on \($0.origin), another server." }
                        ?? "What is said to be the next page of \(request.path) is no address of at most 8 KiB.",
                    advice: "Check where the description says that the next page is, under paging.")
            }
            http.url = next.text
        }
        return http
    }

    /// Waits before an answer that could not be read is asked for again.
    func pause(afterAttempt attempt: Int, of request: ReadRequest, because reason: String) async throws {
        let wait = Duration.milliseconds(attempt == 1 ? 500 : 2_000)
        observe(.retrying(what: request.description, attempt: attempt, wait: wait, reason: reason))
        try await Task.sleep(for: wait)
    }

    /// The error for an answer that is not a page, with what it looks like.
    func unreadable(_ request: ReadRequest, body: [UInt8], problem: JSONProblem) -> RunError {
        let what: String
        switch problem {
        case .empty: what = "it is empty"
        case .unclosedString: what = "it is cut short inside a text"
        case .controlCharacter: what = "a text in it contains a control character"
        case .tooLarge: what = "it is too large"
        case .outOfMemory: what = "there is not enough memory to read it"
        case .tooManyRecords(let most): what = "it has more than \(most) records"
        case .grammar(let offset, let expected): what = "\(expected) is missing at byte \(offset)"
        case .shape(let expected, let found): what = "it has \(found) instead of \(expected)"
        }
        return RunError(
            .unreadablePage,
            "The answer to \(request.description) is not a page of records: \(what).\(APIConnection.start(of: body))",
            advice:
                "Run the same command again to resume from the last checkpoint. If it happens again, the server needs fixing.",
            isRetryable: true)
    }

    /// The error for an answer with far more records than were asked for, or than its length has room for.
    func tooLong(_ request: ReadRequest, body: [UInt8], most: Int) -> RunError {
        RunError(
            .sourceIncomplete,
            "The answer to \(request.description) has more than \(most) records in \(counted(body.count, "byte"))"
                + (request.limit.map { ", though \($0) were requested." } ?? "; no record is that short."),
            advice: "The server must send whole records, and no more than requested.")
    }

    /// The error for a page with an unreadable statement about the list, such as a total that is not a number.
    func unreadable(_ request: ReadRequest, _ count: UnreadableCount) -> RunError {
        RunError(
            .sourceIncomplete,
            "The answer to \(request.description) has \(count.found) under \"\(count.key)\" instead of a whole number, "
                + "so missing records can't be detected.",
            advice: "The server must send a whole number there, or nothing.")
    }

    /// The error for a page that has an object where the description looks for the next page.
    func unreadable(_ request: ReadRequest, _ object: ObjectAtNext) -> RunError {
        func spelled(_ path: [String]) -> String {
            let hasPoints = path.contains { $0.contains { ".[]".contains($0) } }
            return hasPoints
                ? "[" + path.map { quoted($0) }.joined(separator: ", ") + "]"
                : singleLine(path.joined(separator: "."), limit: 200)
        }
        let keys = object.keys.map { singleLine($0, limit: 60) }
        return RunError(
            .sourceIncomplete,
            "The answer to \(request.description) has an object \(keys.isEmpty ? "without keys" : "with the keys \(listed(keys, "and"))") "
                + "at \(spelled(object.path)) instead of the text that says where the next page is.",
            advice: "Name the text in it in the description, under next or cursor of paging"
                + (object.keys.first.map { ", such as \(spelled(object.path + [$0]))." } ?? "."))
    }

    /// Fetches files that the answers name, elsewhere and without this connection's credentials; `nil` over a transport
    /// for tests.
    ///
    /// - Parameter retryBudget: The retries that each server gets in all. The default is that of a run's requests.
    package func fileTransfers(retryBudget: RetryBudget = RetryBudget()) -> FileTransfers? {
        client.map { client in
            FileTransfers(
                connectionURL: baseURL,
                configuration: GateConfiguration(
                    retry: RetryPolicy(limitedBy: connection), retryBudget: retryBudget, limiter: limiter,
                    observe: { [observe] event in
                        if case .retrying(let target, let attempt, let delay, let reason) = event {
                            observe(.retrying(what: target, attempt: attempt, wait: delay, reason: reason))
                        }
                    }, clock: clock)
            ) { (request) async throws(HTTPError) in try await client.send(request) }
        }
    }

    /// How an answer that is not even meant to hold records begins. What is meant to, such as a page that is cut short,
    /// holds personal data.
    private static func start(of body: [UInt8]) -> String {
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        guard let first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return "" }
        let start = Redactor(maxCharacters: 60).redact(String(decoding: body.prefix(1_000), as: UTF8.self))
        return " It starts with \"\(singleLine(start, limit: 60))\"."
    }

    /// Closes the connection when `body` is done, however it ends.
    package func whileOpen<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            let value = try await body()
            await close()
            return value
        } catch {
            await close()
            throw error
        }
    }

    /// Ends the requests under way, but a session that is being renewed can still be saved.
    package func close() async {
        await session.settle()
        await client?.shutdown()
    }
}
