package import GantryConnectors
package import GantryHTTP
internal import GantryModel

extension GateConfiguration {
    /// How the requests of a connection behave.
    init(
        _ connection: Connection, _ system: System, connections: Int, clock: GateClock = .system,
        limiter: RateLimiter? = nil, observe: @escaping @Sendable (ConnectionEvent) -> Void
    ) {
        let lanes = max(connections, 1)
        var budget = RetryBudget()
        // An outage hits every lane at once, and each request has its documented attempts.
        if let retry = system.retry, retry.grantsAllAttempts {
            budget.extra = max(budget.extra, lanes * (retry.attempts - 1))
        }
        if let retries = connection.retries { budget.extra = max(budget.extra, lanes * retries) }
        self.init(
            retry: RetryPolicy(system, connection), retryBudget: budget, calls: CallBudget(concurrent: lanes),
            limiter: limiter ?? RateLimiter(connection.allowedRate),
            isAuthRefusal: { [signIn = system.signIn] in signIn.isRefusal(status: $0.status, body: $0.body) },
            isLimit: system.isLimit, explain: system.explain,
            authorize: { [carrier = system.signIn.carrier] request, token in carrier.set(token, on: &request) },
            accountAdvice:
                "Check its credentials and permissions, or sign in again: \(.logIn(connection: connection.name))",
            observe: { event in
                switch event {
                case .retrying(let target, let attempt, let delay, let reason):
                    observe(.retrying(what: target, attempt: attempt, wait: delay, reason: reason))
                case .paused(let time, let status): observe(.paused(time, status: status))
                case .limited(let rate, let isHalved): observe(.limited(rate, isHalved: isHalved))
                case .signingIn: observe(.signingIn)
                default: break
                }
            }, clock: clock)
        statedWait = system.statedWait
        networkAdvice = "To see what is wrong: \(.check(connection: connection.name))"
    }
}

extension TokenCarrier {
    /// Puts the token on a request.
    func set(_ token: Secret, on request: inout HTTPRequest) {
        switch self {
        case .bearer: request.setHeader("Authorization", .bearer(token))
        case .header(let name): request.setHeader(name, HeaderValue(secret: token))
        case .basic: request.setHeader("Authorization", HeaderValue(secret: token, prefix: "Basic "))
        case .query(let name):
            request.url = TokenCarrier.without(name, request.url)
            let pair = URLBuilder("").query(name, token.reveal()).text
            request.url += request.url.contains("?") ? "&" + pair.dropFirst() : pair
        case .session(let csrf):
            let lines = token.reveal().split(separator: "\n", maxSplits: 1).map { Secret(String($0)) }
            request.setHeader("Cookie", HeaderValue(secret: lines.first ?? token))
            request.secrets +=
                lines
                + (lines.first?.reveal().split(separator: "; ") ?? []).map { cookie in
                    Secret(
                        String(cookie[(cookie.firstIndex(of: "=").map(cookie.index(after:)) ?? cookie.startIndex)...]))
                }
            if let csrf, lines.count > 1 { request.setHeader(csrf, HeaderValue(secret: lines[1])) }
        case .none: break
        }
    }

    /// An address without a parameter, which a server that says where the next page is may show back.
    static func without(_ name: String, _ url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let start = URLBuilder("").query(name, "").text.dropFirst()
        let rest = url[url.index(after: mark)...].split(separator: "&").filter { !$0.hasPrefix(start) }
        return rest.isEmpty ? String(url[..<mark]) : url[...mark] + rest.joined(separator: "&")
    }
}

extension RetryPolicy {
    /// The retry policy of the system's contract; the usual policy if it has none.
    package init(_ system: System) {
        guard let rules = system.retry else {
            self.init()
            return
        }
        self.init(
            attempts: rules.attempts, total: rules.total,
            backoff: BackoffSchedule(base: rules.firstWait, cap: rules.longestWait))
    }

    /// The same with what the connection says otherwise.
    init(_ system: System, _ connection: Connection) {
        self.init(system)
        limit(to: connection)
    }

    /// The usual policy with what the connection says otherwise.
    init(limitedBy connection: Connection) {
        self.init()
        limit(to: connection)
    }

    /// Takes the limits of a connection that has its own.
    mutating func limit(to connection: Connection) {
        if let retries = connection.retries { attempts = retries + 1 }
        if let longest = connection.maxWait { total = longest }
    }
}

extension HTTPClient {
    /// A client for one connection of gantry.yaml.
    ///
    /// - Throws: `ConfigurationError` when the account of its proxy can't be read; `HTTPError` when libcurl can't be
    ///   set up.
    package convenience init(
        _ connection: Connection, environment: [String: String], connections: Int, bytesPerSecond: Int? = nil
    ) throws {
        var configuration = try connection.clientConfiguration(environment: environment)
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
