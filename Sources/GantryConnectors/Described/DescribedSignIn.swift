internal import FoundationEssentials
internal import GantryJSON
public import GantryModel

/// The sign-in of a system that a file describes: a key, a token, or a name and a password, which a request proves before
/// every run.
public struct DescribedSignIn: SystemSignIn {
    /// What is sent with every request.
    public enum Kind: Sendable, Equatable {
        /// A key in a header.
        case apiKey(header: String)
        /// `Authorization: Basic`.
        case basic
        /// `Authorization: Bearer`.
        case bearer
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

        /// A check of these parts.
        public init(path: String, query: [(name: String, value: String)], account: [String]?, isTrue: [String]?) {
            self.path = path
            self.query = query
            self.account = account
            self.isTrue = isTrue
        }
    }

    private let kind: Kind
    private let check: Check
    private let constant: [(name: String, value: String)]

    /// - Parameter headers: what every request carries besides.
    public init(_ kind: Kind, check: Check, headers: [(name: String, value: String)] = []) {
        self.kind = kind
        self.check = check
        constant = headers
    }

    /// `api-key`, `token`, or `user` and `password`.
    public var credentials: [SignInCredential] {
        switch kind {
        case .apiKey: [SignInCredential("api-key", "The key of the account.")]
        case .bearer: [SignInCredential("token", "The token of the account.")]
        case .basic:
            [
                SignInCredential("user", "The name of the account.", isSecret: false, namesAccount: true),
                SignInCredential("password", "The password of the account."),
            ]
        }
    }

    /// Whether the check names the account.
    public var asksForAccount: Bool { check.account != nil }

    /// As the file says.
    public var carrier: TokenCarrier {
        switch kind {
        case .apiKey(let header): .header(header)
        case .basic: .basic
        case .bearer: .bearer
        }
    }

    /// The user; a key alone doesn't say whose it is.
    public func account(_ input: SignInInput) -> String? { input.values["user"]?.reveal() }

    /// The check, with the credentials.
    public func begin(_ input: SignInInput) throws(SignInProblem) -> SignInRequest {
        SignInRequest(get: check.path, query: check.query, carrying: try token(input))
    }

    private func token(_ input: SignInInput) throws(SignInProblem) -> Secret {
        switch kind {
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

    /// The credentials themselves, once the check has named the account.
    public func grant(_ body: [UInt8], for input: SignInInput, at now: Instant) throws(SignInProblem) -> SignInGrant {
        var grant = SignInGrant(try token(input), account: account(input))
        guard check.account != nil || check.isTrue != nil else { return grant }
        let answer: JSONTree
        do {
            answer = try JSONTree(body)
        } catch {
            throw .unreadable("it is not JSON")
        }
        if let path = check.isTrue, answer.value(at: path) != .bool(true) {
            throw .refused("\(check.path) doesn't say true at \(path.joined(separator: ".")).")
        }
        if let path = check.account {
            guard let name = answer.value(at: path)?.shown, !name.isEmpty else {
                throw .refused("\(check.path) names no account at \(path.joined(separator: ".")).")
            }
            grant.account = name
        }
        return grant
    }

    /// The check again, with the kept credentials.
    public func check(_ kept: SignInGrant) -> SignInRequest? {
        SignInRequest(get: check.path, query: check.query, carrying: kept.token)
    }

    /// What the file says that every request carries.
    public func headers(_ grant: SignInGrant) -> [(name: String, value: String)] { constant }

    /// 401 and 403 mean that the credentials are wrong.
    public func refusal(status: Int) -> SignInRefusal? {
        guard status == 401 || status == 403 else { return nil }
        return switch kind {
        case .apiKey: SignInRefusal("The key is wrong or no longer valid.")
        case .bearer: SignInRefusal("The token is wrong or no longer valid.")
        case .basic: SignInRefusal("The name or the password is wrong.")
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

/// How a described system reports a failure.
public struct DescribedErrors: Sendable {
    private let message: [String]?
    private let code: [String]?

    /// The keys that lead to a text or a list of texts, and to a code; `nil` where there are none.
    public init(message: [String]?, code: [String]?) {
        self.message = message
        self.code = code
    }

    /// What an error body says; `nil` where it has neither.
    public func explain(_ body: [UInt8], _ status: Int) -> ServerMessage? {
        guard let answer = JSONTree.object(of: body) else { return nil }
        let found = message.flatMap { answer.value(at: $0) }
        let texts: [String] =
            switch found {
            case .array(let items): items.compactMap(\.shown)
            case let value: value?.shown.map { [$0] } ?? []
            }
        let code = code.flatMap { answer.value(at: $0)?.shown }
        guard !texts.isEmpty || code != nil else { return nil }
        let sentence =
            texts.isEmpty ? ServerMessage.sentence(for: status) : texts.map(asSentence).joined(separator: " ")
        return ServerMessage(code: code, sentence, isRetryable: ServerMessage.isPassing(status))
    }
}
