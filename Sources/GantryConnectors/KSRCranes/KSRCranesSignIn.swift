public import GantryModel

/// KSR Cranes: `POST /api/app-login` with e-mail and password gives a bearer token. There is no renewal.
public struct KSRCranesSignIn: SystemSignIn {
    /// Signs in to KSR Cranes; it holds no state.
    public init() {}

    /// `email`, which names the account, and `password`.
    public var credentials: [SignInCredential] {
        [
            SignInCredential("email", "The e-mail address of the account.", isSecret: false, namesAccount: true),
            SignInCredential("password", "Its password."),
        ]
    }

    /// The e-mail address; `nil` where none is given.
    public func account(_ input: SignInInput) -> String? { input.values["email"]?.reveal() }

    /// `POST /api/app-login` with both credentials; throws `SignInProblem.credential` for one that is missing or empty.
    public func begin(_ input: SignInInput) throws(SignInProblem) -> SignInRequest {
        try .password(KSRCranes.signInPath, input)
    }

    /// Reads `token`, and `name` and `role` where the answer has them. The token ends when its own claims say so.
    public func grant(_ body: [UInt8], for input: SignInInput, at now: Instant) throws(SignInProblem) -> SignInGrant {
        let answer = try SignInAnswer(body)
        let token = try answer.token("token")
        return SignInGrant(
            token, expiresAt: TokenClaims(token).end(from: now), account: account(input), name: answer.text("name"),
            role: answer.text("role"))
    }

    /// Deployed servers answer an expired token with a 500.
    public func isRefusal(status: Int, body: [UInt8]) -> Bool {
        status == 500 && body.count < 200 && String(decoding: body, as: UTF8.self).contains("Invalid token")
    }

    /// They answer the same to a role that may not read something.
    public func endsSession(status: Int) -> Bool { status != 500 }

    /// 401 means that the e-mail address or the password is wrong; other statuses speak for themselves.
    public func refusal(status: Int) -> SignInRefusal? { status == 401 ? .password : nil }
}
