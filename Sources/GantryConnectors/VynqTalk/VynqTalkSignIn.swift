internal import GantryJSON
public import GantryModel

/// VynqTalk: `POST /auth/login` gives a bearer token of seven days, `POST /auth/signup` opens an account and gives one
/// too. Both answer in the envelope `{success, data, message}`, where a refusal can come with status 200. There is no
/// renewal.
public struct VynqTalkSignIn: SystemSignIn {
    /// `POST` with `email` and `password`.
    public static let loginPath = "/auth/login"
    /// `POST` with `name`, `email` and `password`; answers like signing in.
    public static let signUpPath = "/auth/signup"

    /// Signs in to VynqTalk; it holds no state.
    public init() {}

    /// `name`, wanted only to open an account, `email`, which names the account, and `password`.
    public var credentials: [SignInCredential] {
        [
            SignInCredential("name", "The name that other people see.", isSecret: false, isForSignUp: true),
            SignInCredential("email", "The e-mail address of the account.", isSecret: false, namesAccount: true),
            SignInCredential("password", "Its password."),
        ]
    }

    /// The e-mail address; `nil` if none is given.
    public func account(_ input: SignInInput) -> String? { input.values["email"]?.reveal() }

    /// `POST /auth/login` with both credentials; throws `SignInProblem.credential` for one that is missing or empty.
    public func begin(_ input: SignInInput) throws(SignInProblem) -> SignInRequest {
        try .password(VynqTalkSignIn.loginPath, input)
    }

    /// `POST /auth/signup`, which is not repeated: the second one would be refused though the first opened the account.
    public func signUp(_ input: SignInInput) throws(SignInProblem) -> SignInRequest? {
        let name = try input.require("name")
        let email = try input.require("email")
        let password = try input.require("password")
        // A second one would be refused as a duplicate although the first opened the account.
        return SignInRequest(
            VynqTalkSignIn.signUpPath,
            secretObject([
                "name": .string(name.reveal()), "email": .string(email.reveal()),
                "password": .string(password.reveal()),
            ]), mayRepeat: false)
    }

    /// Reads `accessToken` or `token` in `data`; `success: false` throws `SignInProblem.refused` with the server's
    /// words.
    public func grant(_ body: [UInt8], for input: SignInInput, at now: Instant) throws(SignInProblem) -> SignInGrant {
        let answer = try SignInAnswer(body)
        guard let isSuccess = answer.flag("success") else {
            throw .unreadable("it doesn't report success or failure")
        }
        guard isSuccess else { throw .refused(answer.text("message")) }
        guard let data = answer.group("data") else { throw .unreadable("it has no data") }
        let token = try data.text("accessToken") != nil ? data.token("accessToken") : data.token("token")
        let user = data.group("user")
        return SignInGrant(
            token, expiresAt: TokenClaims(token, endKeys: ["expiration", "exp"]).end(from: now),
            account: account(input),
            name: user?.text("name"), role: user?.text("userRole"))
    }

    /// The documented contract ends the session at a 403 as at a 401.
    public func isRefusal(status: Int, body: [UInt8]) -> Bool { status == 403 }

    /// 401 means that the e-mail address or the password is wrong; other statuses speak for themselves.
    public func refusal(status: Int) -> SignInRefusal? { status == 401 ? .password : nil }
}
