internal import FoundationEssentials
internal import GantryJSON
public import GantryModel

/// The sign-in of a system that a file describes: a key, a token, or a name and a password, which a request proves
/// before every run; or a request that gives a token or a session.
public struct DescribedSignIn: SystemSignIn {
    /// What is sent with every request.
    public enum Kind: Sendable, Equatable {
        /// Nothing.
        case none
        /// A key, in a header or in the query.
        case apiKey(TokenCarrier)
        /// `Authorization: Basic`.
        case basic
        /// `Authorization: Bearer`.
        case bearer
        /// The token that a request gives.
        case token(TokenRequest)
        /// The session that a request opens.
        case session(SessionRequest)
    }

    /// A request that fails with a wrong key.
    public struct Check: Sendable {
        /// Below the base address.
        public let path: String
        /// What it asks.
        public let query: [(name: String, value: String)]
        /// The keys that lead to the name of the account, which the answer must have; `nil` where its status says all.
        public let account: [String]?
        /// The keys that lead to what must be true; `nil` where its status says all.
        public let isTrue: [String]?
        /// The one status of success that proves the key; `nil` where each does.
        public let status: Int?

        /// A check of these parts; by default each status of success will do.
        public init(
            path: String, query: [(name: String, value: String)], account: [String]?, isTrue: [String]?,
            status: Int? = nil
        ) {
            self.path = path
            self.query = query
            self.account = account
            self.isTrue = isTrue
            self.status = status
        }
    }

    private let kind: Kind
    private let check: Check?
    private let constant: [(name: String, value: String)]

    /// - Parameters:
    ///   - check: `nil` only where signing in asks the server itself: for a token or a session.
    ///   - headers: what every request carries besides.
    public init(_ kind: Kind, check: Check?, headers: [(name: String, value: String)] = []) {
        self.kind = kind
        self.check = check
        constant = headers
    }

    /// `api-key`, `token`, or `user` and `password`; or what the body of the request names.
    public var credentials: [SignInCredential] {
        switch kind {
        case .none: []
        case .apiKey: [SignInCredential("api-key", "The key of the account.")]
        case .bearer: [SignInCredential("token", "The token of the account.")]
        case .basic:
            [
                SignInCredential("user", "The name of the account.", isSecret: false, namesAccount: true),
                SignInCredential("password", "The password of the account."),
            ]
        case .token(let request): request.credentials
        case .session(let request): request.body.credentials
        }
    }

    /// Whether the check names the account.
    public var asksForAccount: Bool { check?.account != nil }

    /// As the file says.
    public var carrier: TokenCarrier {
        switch kind {
        case .none: .none
        case .apiKey(let carrier): carrier
        case .basic: .basic
        case .bearer, .token: .bearer
        case .session(let request): .session(csrf: request.csrf?.header)
        }
    }

    /// The user; a key alone doesn't say whose it is.
    public func account(_ input: SignInInput) -> String? {
        credentials.first(where: \.namesAccount).flatMap { input.values[$0.name]?.reveal() }
    }

    /// The check with the credentials, or the request that gives a token or a session.
    public func begin(_ input: SignInInput) throws(SignInProblem) -> SignInRequest {
        var request: SignInRequest
        switch kind {
        case .token(let token): request = try token.begin(input)
        case .session(let session): request = SignInRequest(session.path, try session.body.filled(input.values))
        case .none, .apiKey, .basic, .bearer:
            let token = try token(input)
            return checkRequest(token) ?? SignInRequest(get: "/", carrying: token)
        }
        request.headers = constant
        return request
    }

    /// What every request carries, of the credentials alone.
    private func token(_ input: SignInInput) throws(SignInProblem) -> Secret {
        switch kind {
        case .none, .token, .session: return Secret("")
        case .apiKey: return try visible("api-key", input)
        case .bearer: return try visible("token", input)
        case .basic:
            let user = try input.require("user").reveal()
            guard !user.contains(":") else { throw .credential("user", "has a colon, which Basic can't carry") }
            let pair = Data("\(user):\(try input.require("password").reveal())".utf8)
            return Secret(pair.base64EncodedString())
        }
    }

    private func visible(_ name: String, _ input: SignInInput) throws(SignInProblem) -> Secret {
        let value = try input.require(name)
        guard isHeaderValue(value.reveal()) else {
            throw .credential(name, "has characters that aren't allowed in a header")
        }
        return value
    }

    private func checkRequest(_ token: Secret) -> SignInRequest? {
        guard let check else { return nil }
        var request = SignInRequest(get: check.path, query: check.query, carrying: token)
        request.headers = constant
        if case .none = kind { request.token = nil }
        request.status = check.status
        return request
    }

    /// As with the headers of the answer, of which there are none.
    public func grant(_ body: [UInt8], for input: SignInInput, at now: Instant) throws(SignInProblem) -> SignInGrant {
        try grant(SignInReply(body: body), for: input, at: now)
    }

    /// The credentials themselves, once the check has named the account; or what the answer gives.
    public func grant(
        _ reply: SignInReply, for input: SignInInput, at now: Instant
    ) throws(SignInProblem) -> SignInGrant {
        switch kind {
        case .token(let request):
            var grant = try request.grant(reply.body, at: now)
            grant.account = account(input)
            return grant
        case .session(let request): return SignInGrant(try request.token(reply), account: account(input))
        case .none, .apiKey, .basic, .bearer:
            return try checked(reply.body, of: SignInGrant(try token(input), account: account(input)), at: now)
        }
    }

    /// True where signing in gives something that the file wants to see proven.
    public var checksNew: Bool {
        switch kind {
        case .token, .session: check != nil
        case .none, .apiKey, .basic, .bearer: false
        }
    }

    /// The check again, with what was kept.
    public func check(_ kept: SignInGrant) -> SignInRequest? { checkRequest(kept.token) }

    /// What the answer says of the account.
    public func checked(_ body: [UInt8], of grant: SignInGrant, at now: Instant) throws(SignInProblem) -> SignInGrant {
        guard let check, check.account != nil || check.isTrue != nil else { return grant }
        let answer: JSONTree
        do {
            answer = try JSONTree(body)
        } catch {
            throw .unreadable("it is not JSON")
        }
        if let path = check.isTrue, answer.value(at: path) != .bool(true) {
            throw .refused("\(check.path) doesn't say true at \(path.joined(separator: ".")).")
        }
        var grant = grant
        if let path = check.account {
            guard let name = answer.value(at: path)?.shown, !name.isEmpty else {
                throw .refused("\(check.path) names no account at \(path.joined(separator: ".")).")
            }
            grant.account = name
        }
        return grant
    }

    /// The request with the refresh token; `nil` where the file says none or the grant has none.
    public func renewal(of grant: SignInGrant) -> SignInRequest? {
        guard case .token(let request) = kind, let refresh = request.refresh, let token = grant.refreshToken,
            // The body names no other credential.
            let body = try? refresh.body.filled(["refresh": token])
        else { return nil }
        var renewal = SignInRequest(refresh.path, body)
        renewal.headers = constant
        return renewal
    }

    /// A new token; a refresh token that the answer leaves out stays.
    public func renewed(_ body: [UInt8], of grant: SignInGrant, at now: Instant) throws(SignInProblem) -> SignInGrant {
        guard case .token(let request) = kind else { return grant }
        var new = try request.grant(body, at: now)
        new.refreshToken = new.refreshToken ?? grant.refreshToken
        new.account = grant.account
        return new
    }

    /// What the file says that every request carries.
    public func headers(_ grant: SignInGrant) -> [(name: String, value: String)] { constant }

    /// 401 and 403 mean that the credentials are wrong; to a request for a token also 400 does (RFC 6749, 5.2).
    public func refusal(status: Int) -> SignInRefusal? {
        var refusals = [401, 403]
        if case .token = kind { refusals.append(400) }
        guard refusals.contains(status) else { return nil }
        return switch kind {
        case .none: SignInRefusal("The server wants a sign-in, and the file of the system says that it needs none.")
        case .apiKey: SignInRefusal("The key is wrong or no longer valid.")
        case .bearer: SignInRefusal("The token is wrong or no longer valid.")
        case .basic: SignInRefusal("The name or the password is wrong.")
        case .token, .session: SignInRefusal("The \(listed(credentials.map(\.name))) is wrong or no longer valid.")
        }
    }
}

extension JSONTree {
    /// The value that these keys lead to; `nil` where there is none.
    func value(at path: [String]) -> JSONTree? {
        var value = self
        for key in path {
            guard case .object = value, let inner = value[key] else { return nil }
            value = inner
        }
        return value
    }
}
