internal import GantryConnectors
internal import GantryHTTP
internal import GantryModel

extension ConnectionCheck {
    /// Whether the account is accepted, and what it may do.
    mutating func signIn(_ client: HTTPClient) async {
        do {
            let system = connection.system
            let store = TokenStore(workspace)
            let named = try AccountSession.configuredAccount(connection, system: system, environment: environment)
            if let kept = try store.session(connection, account: named) {
                try await use(kept, system: system, client: client)
            } else {
                try await begin(system, client)
            }
        } catch {
            fail(.signIn, error)
        }
    }

    /// A kept session is used as it is: renewing it would end it for others.
    private mutating func use(_ kept: StoredSession, system: System, client: HTTPClient) async throws {
        let account = kept.grant.account ?? "an account without a name"
        let end = kept.grant.expiresAt
        if let end, end <= .now {
            guard system.signIn.renewal(of: kept.grant) != nil else {
                throw SignInError.ended(connection, .ended)
            }
            add(.signIn, is: .good, "the session of \(account) is over, and the next run renews it")
            return add(.role, is: .skipped, kept.grant.role ?? "not tried, since the session is over")
        }
        let said = "\(account), with the saved session" + (end.map { " until \($0.utcDate)" } ?? "")
        try await probe(kept.grant, system: system, client: client, said: said)
    }

    private mutating func begin(_ system: System, _ client: HTTPClient) async throws {
        let wanted = system.signIn.credentials.filter { !$0.isForSignUp }
        guard wanted.allSatisfy({ connection.credentials[$0.name] != nil }) else {
            throw SignInError.signedOut(connection, wanted)
        }
        let input = try AccountSession.allCredentials(connection, system: system, environment: environment)
        guard !system.signIn.keepsSession else {
            let names = wanted.map(\.name)
            return add(
                CheckFinding(
                    .signIn, is: .skipped,
                    "not tried: signing in uses up the \(listed(names, "and")), which the first run does",
                    advice: "To do it now: \(.logIn(connection: connection.name))"))
        }
        let gate = RequestGate(
            client: client, origin: connection.baseURL.description, configuration: configuration(of: system))
        let session = AccountSession(signingIn: connection, system, store: TokenStore(workspace))
        let grant = try await session.grant(of: input, gate)
        let account = grant.account ?? "the account"
        try await probe(grant, system: system, client: client, said: "\(account), with the credentials of gantry.yaml")
    }

    /// Reads what every account may read.
    private mutating func probe(
        _ grant: SignInGrant, system: System, client: HTTPClient, said: String
    ) async throws {
        let role = grant.role ?? "the server names none"
        guard let probe = system.probe else {
            add(.signIn, is: .good, said)
            return add(.role, is: .good, role)
        }
        let headers = system.signIn.headers(grant).map { HeaderField($0.name, HeaderValue($0.value)) }
        let gate = RequestGate(
            client: client, origin: connection.baseURL.description, configuration: configuration(of: system),
            signIn: { _ in AccessToken(grant.token, headers: headers) })
        let url = URLBuilder(connection.baseURL.description, probe).text
        do throws(HTTPError) {
            let answer = try await gate.send(
                HTTPRequest(.get, url, headers: [HeaderField("Accept", "application/json")]))
            add(.signIn, is: .good, said)
            add(.role, is: .good, "\(role); \(probe.description) answered in \(seconds(answer.timings.total))")
        } catch {
            // A server that knows the account and refuses the list is about the role, as a missing list is.
            guard let status = error.status, status == 403 || status == 404, error.code == .status else { throw error }
            add(.signIn, is: .good, said)
            if status == 404 {
                let text = "\(role); the server has no \(probe.path)"
                return add(
                    CheckFinding(
                        .role, is: .warning, text,
                        advice: "Check that this is the address of a \(system.title) server."))
            }
            add(CheckFinding(.role, error, text: "\(role); \(probe.description) is not permitted (403)"))
        }
    }

    private func configuration(of system: System) -> GateConfiguration {
        var configuration = GateConfiguration(
            connection, system, connections: 1, limiter: .shared(connection), observe: { _ in })
        // A check says what is; whoever wants to wait runs it again.
        configuration.retry.attempts = 1
        configuration.networkAdvice = nil
        return configuration
    }
}
