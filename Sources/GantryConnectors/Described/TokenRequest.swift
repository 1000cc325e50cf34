internal import FoundationEssentials
public import GantryJSON
internal import GantryModel

/// The body of a sign-in: a tree in which `{ secret: NAME }` and `{ account: NAME }` stand for credentials.
public struct CredentialBody: Sendable, Equatable {
    /// The whole body.
    public let tree: JSONTree

    /// A body of this tree.
    public init(_ tree: JSONTree) { self.tree = tree }

    /// What it names, each once.
    public var credentials: [SignInCredential] {
        var found: [SignInCredential] = []
        func collect(_ tree: JSONTree) {
            if let (name, isSecret) = CredentialBody.named(tree) {
                guard !found.contains(where: { $0.name == name }) else { return }
                found.append(
                    SignInCredential(
                        name, isSecret ? "The \(name) of the account." : "The name of the account.",
                        isSecret: isSecret, namesAccount: !isSecret))
            } else {
                for inner in tree.members.map(\.value) + (tree.list ?? []) { collect(inner) }
            }
        }
        collect(tree)
        return found
    }

    private static func named(_ tree: JSONTree) -> (name: String, isSecret: Bool)? {
        guard tree.members.count == 1, let leaf = tree.members.first, ["secret", "account"].contains(leaf.key),
            let name = leaf.value.text
        else { return nil }
        return (name, leaf.key == "secret")
    }

    /// The JSON text with the credentials in their places.
    /// - Throws: `SignInProblem.credential` for one that is missing or empty.
    func filled(_ values: [String: Secret]) throws(SignInProblem) -> Secret {
        let input = SignInInput(values)
        func fill(_ tree: JSONTree) throws(SignInProblem) -> JSONTree {
            if let (name, _) = CredentialBody.named(tree) { return .string(try input.require(name).reveal()) }
            switch tree {
            case .object(let members):
                var filled: [JSONTree.Member] = []
                for member in members { filled.append(JSONTree.Member(member.key, try fill(member.value))) }
                return .object(filled)
            case .array(let items):
                var filled: [JSONTree] = []
                for item in items { filled.append(try fill(item)) }
                return .array(filled)
            case .null, .bool, .number, .string: return tree
            }
        }
        return Secret(try fill(tree).compact)
    }
}

/// A request that gives a token, and where its answer has it.
public struct TokenRequest: Sendable, Equatable {
    /// What it sends.
    public enum Ask: Sendable, Equatable {
        /// A JSON body with credentials.
        case login(CredentialBody)
        /// The credentials of a program (RFC 6749, 4.4), in `Authorization: Basic` or in the form.
        case program(sendsBasic: Bool, scope: String?)
    }

    /// How a new token is asked for with the refresh token, which the body names as `{ secret: refresh }`.
    public struct Refresh: Sendable, Equatable {
        /// The keys that lead to the refresh token in an answer.
        public let at: [String]
        /// Below the base address.
        public let path: String
        /// What it sends.
        public let body: CredentialBody

        /// A refresh of these parts.
        public init(at: [String], path: String, body: CredentialBody) {
            self.at = at
            self.path = path
            self.body = body
        }
    }

    /// Below the base address.
    public let path: String
    /// What it sends.
    public let ask: Ask
    /// The keys that lead to the token.
    public let token: [String]
    /// The keys that lead to the seconds that it lives; `nil` where the answer doesn't say.
    public let expires: [String]?
    /// `nil` where only signing in again helps.
    public let refresh: Refresh?

    /// A request of these parts.
    public init(path: String, ask: Ask, token: [String], expires: [String]?, refresh: Refresh? = nil) {
        self.path = path
        self.ask = ask
        self.token = token
        self.expires = expires
        self.refresh = refresh
    }

    /// `client-id` and `client-secret`, or what the body names.
    var credentials: [SignInCredential] {
        switch ask {
        case .login(let body): body.credentials
        case .program:
            [
                SignInCredential("client-id", "The name of the program.", isSecret: false, namesAccount: true),
                SignInCredential("client-secret", "The secret of the program."),
            ]
        }
    }

    func begin(_ input: SignInInput) throws(SignInProblem) -> SignInRequest {
        switch ask {
        case .login(let body): return SignInRequest(path, try body.filled(input.values))
        case .program(let sendsBasic, let scope):
            let id = try input.require("client-id").reveal()
            let secret = try input.require("client-secret").reveal()
            var form = [("grant_type", "client_credentials")]
            if let scope { form.append(("scope", scope)) }
            if !sendsBasic { form += [("client_id", id), ("client_secret", secret)] }
            var request = SignInRequest(path, Secret(formText(form)))
            request.isForm = true
            // Each is encoded by itself first (RFC 6749, 2.3.1).
            let pair = Data("\(formEncoded(id)):\(formEncoded(secret))".utf8)
            if sendsBasic { request.basic = Secret(pair.base64EncodedString()) }
            return request
        }
    }

    /// What an answer gives, told by keys alone where it doesn't.
    func grant(_ body: [UInt8], at now: Instant) throws(SignInProblem) -> SignInGrant {
        // What isn't a JSON object is unreadable.
        _ = try SignInAnswer(body)
        let answer = JSONTree.object(of: body) ?? .null
        func shown(_ path: [String]) -> String { path.joined(separator: ".") }
        guard let text = answer.value(at: token)?.text, !text.isEmpty else {
            let keys = listed(answer.members.map { singleLine($0.key, limit: 60) }, "and")
            throw .unreadable(
                "it has no token at \(shown(token)); " + (keys.isEmpty ? "it has no keys" : "its keys are \(keys)"))
        }
        guard isHeaderValue(text) else {
            throw .unreadable("its \(shown(token)) has characters that aren't allowed in a token")
        }
        if case .program = ask, let type = answer["token_type"]?.text, type.lowercased() != "bearer" {
            throw .unreadable("its token_type isn't Bearer")
        }
        var grant = SignInGrant(Secret(text))
        if let expires, let value = answer.value(at: expires) ?? (isOptional ? nil : JSONTree.null) {
            guard case .number(let number) = value, let seconds = JSONTree.number(number).decimal, seconds.nano > 0
            else {
                throw .unreadable(
                    "its \(shown(expires)) isn't a number of seconds above 0, so nobody knows when the token ends")
            }
            grant.expiresAt = now.adding(nanoseconds: seconds.nano)
        }
        if let refresh {
            grant.refreshToken = answer.value(at: refresh.at)?.text.flatMap { $0.isEmpty ? nil : Secret($0) }
        }
        return grant
    }

    /// Whether an answer may leave out how long a token lives (RFC 6749, 5.1).
    private var isOptional: Bool { if case .program = ask { true } else { false } }
}

/// A text as a form has it (WHATWG URL, 5.2).
private func formEncoded(_ text: String) -> String {
    percentEncoded(text, keeping: "-._* ").replacing(" ", with: "+")
}

private func formText(_ pairs: [(String, String)]) -> String {
    pairs.map { "\(formEncoded($0))=\(formEncoded($1))" }.joined(separator: "&")
}
