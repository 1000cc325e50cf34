internal import GantryJSON
public import GantryModel

/// CDBL LMS: a device is paired once with a token that the web site shows for a few minutes; that gives a session of
/// seven days, which is renewed with a refresh token that changes each time.
public struct CDBLSignIn: SystemSignIn {
    /// `POST` with `pairToken`, `devicePublicKey`, `deviceInfo`.
    public static let pairPath = "/api/mobile/pair"
    /// `POST` with `refreshToken`; answers like pairing.
    public static let refreshPath = "/api/mobile/refresh"
    /// The only platform that the contract knows.
    public static let platform = "iOS"

    /// Signs in to CDBL LMS; it holds no state.
    public init() {}

    /// `pair-token`, which the web site shows for a few minutes and which can be used once.
    public var credentials: [SignInCredential] {
        [SignInCredential("pair-token", "The pairing token from the website; it can be used once.")]
    }

    /// True: pairing uses up the token, so the session is kept for later runs.
    public var keepsSession: Bool { true }
    /// True: pairing registers the public key of this device.
    public var needsDeviceKey: Bool { true }

    /// Always `nil`: a pairing token does not say whose it is.
    public func account(_ input: SignInInput) -> String? { nil }

    /// `POST /api/mobile/pair` with the token, the device key and this program's version; throws
    /// `SignInProblem.credential` where the token or the key is missing. A 429 without a time is not repeated.
    public func begin(_ input: SignInInput) throws(SignInProblem) -> SignInRequest {
        let token = try input.require("pair-token")
        guard let key = input.deviceKey else { throw .credential("device key", "is missing") }
        return SignInRequest(
            CDBLSignIn.pairPath,
            secretObject([
                "pairToken": .string(token.reveal()), "devicePublicKey": .string(key),
                "deviceInfo": .object([
                    "model": .string("Gantry"), "osVersion": .string("Linux"),
                    "appVersion": .string(input.programVersion),
                ]),
            ]), headers: [("X-Platform", CDBLSignIn.platform)], repeatsWhenLimited: false)
    }

    /// Reads `sessionToken` and `deviceId`, which are required, and `refreshToken`. The account is the subject of the
    /// token, or else the device.
    public func grant(_ body: [UInt8], for input: SignInInput, at now: Instant) throws(SignInProblem) -> SignInGrant {
        let answer = try SignInAnswer(body)
        let token = try answer.token("sessionToken")
        guard let device = answer.text("deviceId"), isHeaderValue(device) else {
            throw .unreadable("it has no deviceId")
        }
        let claims = TokenClaims(token)
        return SignInGrant(
            token, expiresAt: end(of: claims, answer: answer, now: now),
            refreshToken: answer.text("refreshToken").map { Secret($0) },
            deviceID: device,
            account: claims.subject ?? device)
    }

    /// The expiry by this machine's clock if the token states its life, else by the server's clock.
    private func end(of claims: TokenClaims, answer: SignInAnswer, now: Instant) -> Instant? {
        (claims.lifetime == nil ? answer.text("expiresAt").flatMap { Instant($0) } : nil) ?? claims.end(from: now)
    }

    /// `POST /api/mobile/refresh` with the refresh token; `nil` for a session that has none.
    public func renewal(of grant: SignInGrant) -> SignInRequest? {
        // Sent again after a lost answer: the old refresh token is all there is then.
        grant.refreshToken.map { token in
            SignInRequest(
                CDBLSignIn.refreshPath, secretObject(["refreshToken": .string(token.reveal())]), headers: headers(grant)
            )
        }
    }

    /// Reads a new `sessionToken`; a refresh token or device that the answer leaves out stays.
    public func renewed(_ body: [UInt8], of grant: SignInGrant, at now: Instant) throws(SignInProblem) -> SignInGrant {
        let answer = try SignInAnswer(body)
        var new = grant
        new.token = try answer.token("sessionToken")
        let claims = TokenClaims(new.token)
        new.expiresAt = end(of: claims, answer: answer, now: now)
        if let refresh = answer.text("refreshToken") { new.refreshToken = Secret(refresh) }
        if let device = answer.text("deviceId"), isHeaderValue(device) { new.deviceID = device }
        new.account = new.account ?? claims.subject ?? new.deviceID
        return new
    }

    /// 401 means a pairing token that is wrong, used or too old, 403 a device that is paired already; other statuses
    /// speak for themselves.
    public func refusal(status: Int) -> SignInRefusal? {
        switch status {
        case 401:
            SignInRefusal(
                "The pairing token is mistyped, already used or expired.",
                remedy: "Get a new pairing token from the website")
        case 403:
            SignInRefusal(
                "This device is already paired, or the account is not allowed to pair one.",
                remedy: "End the old pairing on the website, get a new pairing token")
        default: nil
        }
    }

    /// `Content-Type` and `X-Platform`, and `X-Device-ID` once the device is known.
    public func headers(_ grant: SignInGrant) -> [(name: String, value: String)] {
        // The contract asks for the type on every request, also on those without a body.
        [("Content-Type", "application/json"), ("X-Platform", CDBLSignIn.platform)]
            + (grant.deviceID.map { [("X-Device-ID", $0)] } ?? [])
    }
}
