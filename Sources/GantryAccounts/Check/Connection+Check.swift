internal import GantryHTTP
package import GantryModel

extension Connection {
    /// Looks at everything between this machine and the account, each step once. It changes nothing on the server and
    /// keeps no session: where signing in would use something up, it says so instead.
    package func check(in workspace: Workspace, environment: [String: String]) async -> [CheckFinding] {
        var check = ConnectionCheck(connection: self, workspace: workspace, environment: environment)
        await check.run()
        return check.findings
    }
}

/// The steps of one check, in their order.
struct ConnectionCheck {
    let connection: Connection
    let workspace: Workspace
    let environment: [String: String]
    private(set) var findings: [CheckFinding] = []

    /// Days before its end at which a certificate is worth a warning: enough for somebody to renew it.
    private static let certificateDays = 21
    /// The difference of clocks at which tokens and signatures begin to fail.
    private static let clockSeconds = 60

    mutating func run() async {
        do {
            let client = try HTTPClient(connection, environment: environment, connections: 1)
            if await reach(client) { await signIn(client) }
            await client.shutdown()
        } catch {
            fail(.proxy, error)
        }
    }

    mutating func add(_ subject: CheckFinding.Subject, is state: CheckFinding.State, _ text: String) {
        findings.append(CheckFinding(subject, is: state, text))
    }

    mutating func add(_ finding: CheckFinding) { findings.append(finding) }

    mutating func fail(_ subject: CheckFinding.Subject, _ error: any Error) {
        findings.append(CheckFinding(subject, error))
    }

    // MARK: The way to the server

    /// Whether the server answers.
    private mutating func reach(_ client: HTTPClient) async -> Bool {
        var request = HTTPRequest(
            .get, connection.baseURL.description + "/", timeouts: HTTPTimeouts(total: .seconds(20)), needsToken: false)
        request.connection = .fresh
        request.wantsCertificate = true
        request.acceptsRedirect = true
        let started = Instant.now
        do throws(HTTPError) {
            let answer = try await client.send(request)
            report(answer, from: started, to: .now)
            return true
        } catch {
            report(error)
            return false
        }
    }

    private mutating func report(_ error: HTTPError) {
        // A proxy that answers is reached; what it can't reach is the server.
        let isOfProxy = error.reason.contains("the proxy ") && !error.reason.hasPrefix("the proxy ")
        let subject: CheckFinding.Subject =
            switch error.code {
            case .proxyRefused: .proxy
            case .nameNotFound: isOfProxy ? .proxy : .name
            case .connectFailed: isOfProxy ? .proxy : .connection
            case .timeout where !error.mayHaveReachedServer: .connection
            case .tls: .certificate
            default: .answer
            }
        if subject != .proxy { add(.proxy, is: .good, proxyText(usedProxy: nil)) }
        if [.connection, .certificate, .answer].contains(subject) { add(.name, is: .good, connection.baseURL.host) }
        if [.certificate, .answer].contains(subject) { add(.connection, is: .good, place) }
        findings.append(CheckFinding(subject, error, text: error.reason))
        add(.signIn, is: .skipped, "not tried, since the server can't be reached")
    }

    private mutating func report(_ answer: HTTPResponse, from started: Instant, to ended: Instant) {
        add(.proxy, is: .good, proxyText(usedProxy: answer.usedProxy))
        add(.name, is: .good, answer.usedProxy ? "looked up by the proxy" : connection.baseURL.host)
        add(.connection, is: .good, place)
        report(answer.certificate, at: ended)
        reportClock(answer.headers["date"], from: started, to: ended)
        let time = "\(seconds(answer.timings.firstByte)), \(seconds(answer.timings.connected)) of it for the connection"
        if answer.status >= 500 {
            add(
                CheckFinding(
                    .answer, is: .warning, "\(time), with status \(answer.status)",
                    advice: "The server, or a proxy before it, is failing. Ask whoever runs it."))
        } else {
            add(.answer, is: .good, time)
        }
    }

    private var place: String {
        let base = connection.baseURL
        return "\(base.host):\(base.port ?? (base.scheme == "https" ? 443 : 80))"
    }

    /// - Parameter usedProxy: whether the answer came through one; `nil` where none came.
    private func proxyText(usedProxy: Bool?) -> String {
        guard !connection.baseURL.isLoopback else { return "none: the server is on this machine" }
        switch connection.proxy {
        case .none: return "none, as gantry.yaml says"
        case .server(let address, let user, _):
            return "\(address)\(user == nil ? "" : " with an account"), from gantry.yaml"
        case .environment:
            guard let named = HTTPClientConfiguration.Proxy.variable(in: environment) else { return "none" }
            return usedProxy == false
                ? "none for this address, though \(named.name) is set" : "\(named.address), from \(named.name)"
        }
    }

    private mutating func report(_ certificate: ServerCertificate?, at now: Instant) {
        guard connection.baseURL.scheme == "https" else {
            return add(.certificate, is: .skipped, "none: plain http on this machine")
        }
        guard let end = certificate?.expiresAt else {
            return add(.certificate, is: .good, "valid, without an end that can be read")
        }
        let days = end.nanoseconds(since: now) / 86_400_000_000_000
        let text = "valid for \(days) \(days == 1 ? "day" : "days"), until \(end.utcDate)"
        guard days < Self.certificateDays else { return add(.certificate, is: .good, text) }
        add(
            CheckFinding(
                .certificate, is: .warning, text, advice: "Ask whoever runs the server to renew its certificate."))
    }

    private mutating func reportClock(_ date: String?, from started: Instant, to ended: Instant) {
        // Since 1970, because that is what "now" is said to be.
        guard let date, let server = RetryAfter.parse(date, wall: .zero) else {
            return add(.clock, is: .skipped, "the server doesn't send the time")
        }
        // The server's time has whole seconds, and was taken at some moment between these two.
        let ahead = started.nanoseconds(since: Instant(server + .seconds(1))) / 1_000_000_000
        let behind = Instant(server).nanoseconds(since: ended) / 1_000_000_000
        let difference = max(ahead, behind, 0)
        guard difference > 0 else { return add(.clock, is: .good, "as the server's") }
        let text = "\(difference) s \(ahead > 0 ? "ahead of" : "behind") the server's"
        guard difference > Self.clockSeconds else { return add(.clock, is: .good, text) }
        add(
            CheckFinding(
                .clock, is: .warning, text, advice: "Set the clock of this machine, such as with systemd-timesyncd."))
    }

    func seconds(_ time: Duration) -> String {
        let hundredths = Int(time.components.seconds) * 100 + Int(time.components.attoseconds / 10_000_000_000_000_000)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
    }
}
