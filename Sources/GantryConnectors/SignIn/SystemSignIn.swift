public import GantryModel

/// How one system is signed in to: the credentials it needs, the request, how the answer is read, and what every
/// request carries afterwards. Pure steps; sending and saving are done elsewhere.
public protocol SystemSignIn: Sendable {
    /// The credentials that the system needs, in the order in which a person is asked.
    var credentials: [SignInCredential] { get }

    /// Whether the grant is saved for later runs even if a run signs in by itself. For systems where signing in uses
    /// something up, such as a pairing token. Default false.
    var keepsSession: Bool { get }

    /// Whether it needs a device's public key. Default false.
    var needsDeviceKey: Bool { get }

    /// How the token travels.
    var carrier: TokenCarrier { get }

    /// Whether only the server says whose the credentials are. Default false.
    var asksForAccount: Bool { get }

    /// Which account the credentials belong to, as far as they say: an address, or the open part of a key.
    func account(_ input: SignInInput) -> String?

    /// The request that signs in.
    /// - Throws: `SignInProblem.credential` for one that is missing or malformed; it is found out before anything is
    ///   sent.
    func begin(_ input: SignInInput) throws(SignInProblem) -> SignInRequest

    /// Reads a 2xx answer to `begin`.
    /// - Throws: `SignInProblem` when the answer is a refusal or has no token.
    func grant(_ body: [UInt8], for input: SignInInput, at now: Instant) throws(SignInProblem) -> SignInGrant

    /// The same with the headers of the answer, where a session is in them. Default: as of the body alone.
    func grant(_ reply: SignInReply, for input: SignInInput, at now: Instant) throws(SignInProblem) -> SignInGrant

    /// The request that opens a new account; `nil` if the system has none, which is the default.
    func signUp(_ input: SignInInput) throws(SignInProblem) -> SignInRequest?

    /// The request that checks a saved grant before a run uses it; `nil`, the default, if there is none.
    func check(_ kept: SignInGrant) -> SignInRequest?

    /// Whether also a new grant is checked before it is used. Default false.
    var checksNew: Bool { get }

    /// Reads a 2xx answer to `check`. Default: as one to `begin`.
    /// - Throws: `SignInProblem` when the answer is a refusal.
    func checked(_ body: [UInt8], of grant: SignInGrant, at now: Instant) throws(SignInProblem) -> SignInGrant

    /// The request that makes a new grant of an old one; `nil` if only signing in again helps. Default `nil`.
    func renewal(of grant: SignInGrant) -> SignInRequest?

    /// Reads a 2xx answer to `renewal`. What the answer leaves out stays as it was.
    func renewed(_ body: [UInt8], of grant: SignInGrant, at now: Instant) throws(SignInProblem) -> SignInGrant

    /// What every request carries besides the token. Default none.
    func headers(_ grant: SignInGrant) -> [(name: String, value: String)]

    /// Whether an answer that is not 2xx says that the token is not accepted; 401 always does. Default false.
    func isRefusal(status: Int, body: [UInt8]) -> Bool

    /// Whether a refusal with this status means that the token has definitely ended. False for a server that gives the
    /// same answer to an account without permission. Default true.
    func endsSession(status: Int) -> Bool

    /// What a refusal of `begin` with this status means to the person who signs in; `nil`, the default, if the status
    /// alone is enough.
    func refusal(status: Int) -> SignInRefusal?
}

/// Why a sign-in is refused, for a clerk.
public struct SignInRefusal: Sendable, Equatable {
    /// A sentence.
    public let sentence: String
    /// What to do before signing in again: "Get a new pairing token from the web site"; `nil` where correcting the
    /// credential is all.
    public let remedy: String?

    /// A refusal; the remedy ends without a full stop, because advice continues the sentence. The default is none.
    public init(_ sentence: String, remedy: String? = nil) {
        self.sentence = sentence
        self.remedy = remedy
    }

    /// For systems that take an e-mail address and a password.
    public static let password = SignInRefusal("The e-mail or the password is wrong.")
}

extension SystemSignIn {
    /// False: a run that signs in by itself saves nothing.
    public var keepsSession: Bool { false }
    /// False: the credentials say whose they are, or nothing does.
    public var asksForAccount: Bool { false }
    /// False: most systems know no devices.
    public var needsDeviceKey: Bool { false }
    /// `Authorization: Bearer` (RFC 6750).
    public var carrier: TokenCarrier { .bearer }
    /// `nil`: no account can be opened.
    public func signUp(_ input: SignInInput) throws(SignInProblem) -> SignInRequest? { nil }
    /// `nil`: a kept grant is used without asking.
    public func check(_ kept: SignInGrant) -> SignInRequest? { nil }
    /// False: signing in has asked the server.
    public var checksNew: Bool { false }
    /// Reads it like an answer to a sign-in for which every credential is the token.
    public func checked(_ body: [UInt8], of grant: SignInGrant, at now: Instant) throws(SignInProblem) -> SignInGrant {
        let values = Dictionary(uniqueKeysWithValues: credentials.map { ($0.name, grant.token) })
        return try self.grant(body, for: SignInInput(values), at: now)
    }
    /// Reads the body alone.
    public func grant(
        _ reply: SignInReply, for input: SignInInput, at now: Instant
    ) throws(SignInProblem) -> SignInGrant {
        try grant(reply.body, for: input, at: now)
    }
    /// `nil`: only signing in again helps.
    public func renewal(of grant: SignInGrant) -> SignInRequest? { nil }
    /// The old grant, since there is no renewal.
    public func renewed(_ body: [UInt8], of grant: SignInGrant, at now: Instant) throws(SignInProblem) -> SignInGrant {
        grant
    }
    /// No headers besides the token.
    public func headers(_ grant: SignInGrant) -> [(name: String, value: String)] { [] }
    /// False: only 401 refuses the token.
    public func isRefusal(status: Int, body: [UInt8]) -> Bool { false }
    /// True: a refusal ends the session.
    public func endsSession(status: Int) -> Bool { true }
    /// `nil`: the status says enough.
    public func refusal(status: Int) -> SignInRefusal? { nil }
}

/// How a token travels on a request.
public enum TokenCarrier: Sendable, Equatable {
    /// `Authorization: Bearer`
    case bearer
    /// A header of this name that holds the token alone.
    case header(String)
    /// `Authorization: Basic`; the token is the name and the password, encoded.
    case basic
    /// A parameter of this name in the query.
    case query(String)
    /// `Cookie`; the token is its value and, where a header is named that guards against forged requests, that header's
    /// value on a second line.
    case session(csrf: String?)
    /// No request carries one.
    case none
}

/// The answer to a sign-in.
public struct SignInReply: Sendable {
    /// Its content.
    public let body: [UInt8]
    /// Its headers as they came, names in lower case.
    public let headers: [(name: String, value: String)]

    /// An answer; the default is no headers.
    public init(body: [UInt8], headers: [(name: String, value: String)] = []) {
        self.body = body
        self.headers = headers
    }
}

/// Something that a system needs to sign in.
public struct SignInCredential: Sendable, Equatable {
    /// As in gantry.yaml: `password`.
    public let name: String
    /// One phrase for a person.
    public let help: String
    /// Whether it must never be shown. The default is true.
    public let isSecret: Bool
    /// Whether it says which account is meant. The default is false.
    public let namesAccount: Bool
    /// Whether it is needed only to open an account. The default is false.
    public let isForSignUp: Bool

    /// A secret that doesn't name the account and is needed for every sign-in, unless the arguments say otherwise.
    public init(
        _ name: String, _ help: String, isSecret: Bool = true, namesAccount: Bool = false, isForSignUp: Bool = false
    ) {
        self.name = name
        self.help = help
        self.isSecret = isSecret
        self.namesAccount = namesAccount
        self.isForSignUp = isForSignUp
    }
}

/// The values of the credentials.
public struct SignInInput: Sendable {
    /// By the credential's name.
    public var values: [String: Secret]
    /// The device's public key in base64, if the system needs one.
    public var deviceKey: String?
    /// The version of this program, for a system that asks for it. The default is an empty text.
    public var programVersion: String

    /// The values by name, without a device key or a version unless they are given.
    public init(_ values: [String: Secret], deviceKey: String? = nil, programVersion: String = "") {
        self.values = values
        self.deviceKey = deviceKey
        self.programVersion = programVersion
    }

    /// - Throws: `SignInProblem.credential` when it is missing or empty.
    public func require(_ name: String) throws(SignInProblem) -> Secret {
        guard let value = values[name], !value.isEmpty else { throw .credential(name, "is missing") }
        return value
    }
}

/// A `POST` with a body, or a `GET` that carries what it signs in with.
public struct SignInRequest: Sendable {
    /// Below the base address: `/api/app-login`.
    public let path: String
    /// The JSON text, or the form; `nil` for a `GET`.
    public let body: Secret?
    /// Whether the body is a form (`application/x-www-form-urlencoded`). The default is false: JSON.
    public var isForm = false
    /// A name and a password, encoded for `Authorization: Basic`. The default is `nil`: none.
    public var basic: Secret?
    /// The only status of success that proves something. The default is `nil`: each does.
    public var status: Int?
    /// The query of a `GET`; empty by default.
    public let query: [(name: String, value: String)]
    /// What it carries like every request afterwards; `nil`, the default, where the body holds the credentials.
    public var token: Secret?
    /// Headers besides those that every request has; none by default.
    public var headers: [(name: String, value: String)]
    /// Whether it may reach the server twice when an answer is lost.
    public let mayRepeat: Bool
    /// Whether it is sent again after a 429 that names no time. The default is true.
    public let repeatsWhenLimited: Bool

    /// A request without headers of its own that may be repeated, by default.
    public init(
        _ path: String, _ body: Secret, headers: [(name: String, value: String)] = [], mayRepeat: Bool = true,
        repeatsWhenLimited: Bool = true
    ) {
        self.path = path
        self.body = body
        self.headers = headers
        self.mayRepeat = mayRepeat
        self.repeatsWhenLimited = repeatsWhenLimited
        query = []
        token = nil
    }

    /// A `GET` that carries a token, which shows whether the token is right; or `nil`, nothing. It may be repeated.
    public init(get path: String, query: [(name: String, value: String)] = [], carrying token: Secret?) {
        self.path = path
        self.query = query
        self.token = token
        body = nil
        headers = []
        mayRepeat = true
        repeatsWhenLimited = true
    }
}

/// What signing in gave.
public struct SignInGrant: Sendable, Equatable {
    /// What every request carries.
    public var token: Secret
    /// When the token ends, by this machine's clock; `nil` when the server doesn't say.
    public var expiresAt: Instant?
    /// The token for a renewal; `nil` if the system has no renewal.
    public var refreshToken: Secret?
    /// The server's id of this device.
    public var deviceID: String?
    /// Who signed in, as the server or the credentials say.
    public var account: String?
    /// The person's name according to the server; `nil` if it doesn't send one.
    public var name: String?
    /// The role of the account in the server's words; `nil` if it doesn't send one.
    public var role: String?

    /// A grant of a token with no known end and no other details, by default.
    public init(
        _ token: Secret, expiresAt: Instant? = nil, refreshToken: Secret? = nil, deviceID: String? = nil,
        account: String? = nil, name: String? = nil, role: String? = nil
    ) {
        self.token = token
        self.expiresAt = expiresAt
        self.refreshToken = refreshToken
        self.deviceID = deviceID
        self.account = account
        self.name = name
        self.role = role
    }
}

/// Why a sign-in step failed.
public enum SignInProblem: Error, Sendable, Equatable {
    /// A credential is missing or malformed: its name, and the rest of a sentence that never shows its value.
    case credential(String, String)
    /// The answer has a success status but reports a refusal: the server's own words, not yet redacted.
    case refused(String?)
    /// The answer is not one of this system: what is missing.
    case unreadable(String)
}
