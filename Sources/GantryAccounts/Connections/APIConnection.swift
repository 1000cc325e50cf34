package import GantryConnectors
internal import GantryEngine
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
    private let account: String?
    private let cache: ResponseCache
    private let cacheUse: CacheUse
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
    ///   - store: Where sessions are kept; answers are kept in its workspace.
    ///   - cache: What is done with kept answers. The default is to use them.
    ///   - bytesPerSecond: The most bytes of bodies sent in a second; the default is no limit.
    ///   - clock: What waits between tries go by; the default is the machine's.
    ///   - isIdle: Whether nothing is expected to be sent, so that no credentials are read before something is. The
    ///     default is false.
    /// - Throws: `SignInError` when there is no saved session and gantry.yaml doesn't name the credentials, or the
    ///   saved session can't be used; `ConfigurationError` with code `secret`; `HTTPError` when libcurl can't be set
    ///   up.
    package init(
        _ connection: Connection, environment: [String: String], connections: Int, ahead: Int = 0, store: TokenStore,
        cache: CacheUse = .use,
        bytesPerSecond: Int? = nil, clock: GateClock = .system, isIdle: Bool = false,
        observe: @escaping @Sendable (ConnectionEvent) -> Void
    ) throws {
        let client = try HTTPClient(
            connection, environment: environment, connections: connections, bytesPerSecond: bytesPerSecond)
        self.init(
            connection, environment: environment, client: client, connections: connections + ahead,
            workspace: store.workspace, cache: cache,
            observe: observe,
            session: try AccountSession(connection, store: store, environment: environment, isIdle: isIdle),
            clock: clock, limiter: .shared(connection)
        ) { (request) async throws(HTTPError) in try await client.send(request) }
    }

    /// The same over anything that sends, for tests.
    package init(
        _ connection: Connection, environment: [String: String], store: TokenStore, cache: CacheUse = .use,
        connections: Int = 2,
        clock: GateClock = .system, transport: @escaping RequestGate.Transport
    ) throws {
        self.init(
            connection, environment: environment, client: nil, connections: connections, workspace: store.workspace,
            cache: cache,
            observe: { _ in },
            session: try AccountSession(connection, store: store, environment: environment, clock: clock), clock: clock,
            transport: transport)
    }

    private init(
        _ connection: Connection, environment: [String: String], client: HTTPClient?, connections: Int,
        workspace: Workspace, cache: CacheUse,
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
        account = session.account
        explain = session.system.explain
        failed = session.system.failed
        self.cache = ResponseCache(workspace, connection: connection.name)
        cacheUse = cache
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
        try await whole(http(request), request).body
    }

    /// The complete answer to a request; never a part of one, nor one whose request failed.
    private func whole(_ http: HTTPRequest, _ request: ReadRequest) async throws -> HTTPResponse {
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

    /// The body of a 2xx answer, or of an earlier one that is still good.
    ///
    /// A stored answer younger than `life` is used without a request. The `ETag` of an older one is sent to the server,
    /// and the answer is used if nothing has changed.
    ///
    /// The caller judges the answer, and then calls `keep` or `forget` with it.
    ///
    /// - Parameters:
    ///   - life: How long an answer is good; `nil` asks the server each time and keeps nothing.
    ///   - isAnew: Whether the server is asked in any case. The default is false.
    package func read(_ request: ReadRequest, life: Duration?, isAnew: Bool = false) async throws -> ReadAnswer {
        guard let life, cacheUse != .none else {
            let answer = try await whole(http(request), request)
            return ReadAnswer(body: answer.body, headers: answer.headers)
        }
        var http = try http(request)
        let key = ResponseCache.key(account: account, url: http.url + (request.body.map { "\n\($0.line)" } ?? ""))
        var known = cacheUse == .use && !isAnew ? cache.entry(key) : nil
        // It may have been kept before the file of the system said what a failure is.
        if let kept = known, isFailed(kept.body) { known = nil }
        if let known, known.isCurrent(at: Instant(clock.wall()), life: life) {
            return ReadAnswer(body: known.body, key: key, wasKept: true)
        }
        if let tag = known?.tag {
            http.setHeader("If-None-Match", HeaderValue(tag))
            http.acceptsNotModified = true
        }
        let answer = try await whole(http, request)
        var entry = ResponseCache.Entry(
            body: answer.body, tag: answer.headers["etag"].flatMap(usableTag), checkedAt: Instant(clock.wall()))
        if answer.status == 304, let known {
            entry.body = known.body
            entry.tag = entry.tag ?? known.tag
        }
        return ReadAnswer(body: entry.body, entry: entry, key: key, wasKept: answer.status == 304)
    }

    /// Keeps an answer that was good.
    package func keep(_ answer: ReadAnswer) {
        guard let entry = answer.entry, let key = answer.key else { return }
        // An answer that can't be stored can still be used; the next run asks again.
        do { try cache.keep(entry, key) } catch {}
    }

    /// Forgets a stored answer that turned out to be unusable.
    package func forget(_ answer: ReadAnswer) {
        guard answer.wasKept, let key = answer.key else { return }
        // What can't be removed is replaced by the next answer that is good.
        do { try cache.forget(key) } catch {}
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

    private func http(_ request: ReadRequest) throws -> HTTPRequest {
        var http = HTTPRequest(
            .get, URLBuilder(baseURL, request).text, headers: [HeaderField("Accept", "application/json")])
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

/// An answer, and what is needed to store or forget it once it has been judged.
package struct ReadAnswer: Sendable {
    package let body: [UInt8]
    /// Those of the answer; none of one that was kept.
    var headers = HTTPHeaders()
    fileprivate var entry: ResponseCache.Entry?
    fileprivate var key: String?
    /// Whether the answer, or the one that it confirms as unchanged, was stored by an earlier run.
    package fileprivate(set) var wasKept = false
}

/// What a connection does with stored answers.
package enum CacheUse: Sendable {
    /// Takes those that are still good, and keeps new ones.
    case use
    /// Asks the server for everything, and stores the answers.
    case renew
    /// Neither reads nor writes answers: for commands that write nothing.
    case none
}

/// An `ETag` that can be sent back unchanged.
private func usableTag(_ tag: String) -> String? {
    !tag.isEmpty && tag.utf8.count <= 500 && tag.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? tag : nil
}
