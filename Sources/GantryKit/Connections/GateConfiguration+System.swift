internal import GantryConnectors
internal import GantryHTTP
internal import GantryModel

extension GateConfiguration {
    /// How the requests of a connection behave.
    init(
        _ connection: Connection, _ system: SystemDescription, connections: Int, clock: GateClock = .system,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) {
        let lanes = max(connections, 1)
        var budget = RetryBudget()
        // An outage hits every lane at once, and each request has its documented attempts.
        if system.grantsAllAttempts { budget.extra = max(budget.extra, lanes * (system.retry.attempts - 1)) }
        self.init(
            retry: system.retry, retryBudget: budget, calls: CallBudget(concurrent: lanes),
            isAuthRefusal: { [signIn = system.signIn] in signIn.isRefusal(status: $0.status, body: $0.body) },
            isLimit: system.isLimit, explain: system.explain,
            authorize: { [carrier = system.signIn.carrier] request, token in
                switch carrier {
                case .bearer: request.setHeader("Authorization", .bearer(token))
                case .header(let name): request.setHeader(name, HeaderValue(secret: token))
                }
            },
            accountAdvice:
                "Check its credentials and its rights, or sign in again with: gantry login \(connection.name)",
            observe: { event in
                switch event {
                case .retrying(let target, let attempt, let delay, let reason):
                    observe(.retrying(what: target, attempt: attempt, wait: delay, reason: reason))
                case .paused(let time, let status): observe(.paused(time, status: status))
                case .signingIn: observe(.signingIn)
                default: break
                }
            }, clock: clock)
    }
}

extension HTTPClientConfiguration {
    /// Whom a connection of gantry.yaml trusts, and as whom it introduces itself.
    init(_ connection: Connection) {
        self.init(
            trust: connection.caFile.map { .file($0) } ?? .system, userAgent: "gantry/\(Gantry.version)")
    }
}

extension HTTPClient {
    /// A client for one connection of gantry.yaml.
    convenience init(_ connection: Connection, connections: Int, bytesPerSecond: Int? = nil) throws {
        var configuration = HTTPClientConfiguration(connection)
        configuration.connectionsPerHost = max(connections, 2)
        configuration.sendBytesPerSecond = bytesPerSecond
        try self.init(configuration)
    }
}

extension URLBuilder {
    /// The address of a request below a base address.
    init(_ base: String, _ request: ReadRequest) {
        self = URLBuilder(base).path(request.path)
        for (name, value) in request.query { self = query(name, value) }
    }
}
