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

    public init() {}

    public var credentials: [SignInCredential] {
        [SignInCredential("pair-token", "The pairing token that the web site shows; it can be used once.")]
    }

    public var keepsSession: Bool { true }
    public var needsDeviceKey: Bool { true }

    public func account(_ input: SignInInput) -> String? { nil }

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

    public func grant(_ body: [UInt8], for input: SignInInput, at now: Instant) throws(SignInProblem) -> SignInGrant {
        let answer = try SignInAnswer(body)
        let token = try answer.token("sessionToken")
        guard let device = answer.text("deviceId"), isHeaderValue(device) else {
            throw .unreadable("it holds no deviceId")
        }
        let claims = TokenClaims(token)
        return SignInGrant(
            token, expiresAt: end(claims, answer, now), refreshToken: answer.text("refreshToken").map { Secret($0) },
            deviceID: device,
            account: claims.subject ?? device)
    }

    /// The end by this machine's clock where the token tells how long it lives, else as the server's clock has it.
    private func end(_ claims: TokenClaims, _ answer: SignInAnswer, _ now: Instant) -> Instant? {
        (claims.lifetime == nil ? answer.text("expiresAt").flatMap { Instant($0) } : nil) ?? claims.end(from: now)
    }

    public func renewal(of grant: SignInGrant) -> SignInRequest? {
        // Sent again after a lost answer: the old refresh token is all there is then.
        grant.refreshToken.map { token in
            SignInRequest(
                CDBLSignIn.refreshPath, secretObject(["refreshToken": .string(token.reveal())]), headers: headers(grant)
            )
        }
    }

    public func renewed(_ body: [UInt8], of grant: SignInGrant, at now: Instant) throws(SignInProblem) -> SignInGrant {
        let answer = try SignInAnswer(body)
        var new = grant
        new.token = try answer.token("sessionToken")
        let claims = TokenClaims(new.token)
        new.expiresAt = end(claims, answer, now)
        if let refresh = answer.text("refreshToken") { new.refreshToken = Secret(refresh) }
        if let device = answer.text("deviceId"), isHeaderValue(device) { new.deviceID = device }
        new.account = new.account ?? claims.subject ?? new.deviceID
        return new
    }

    public func refusal(status: Int) -> SignInRefusal? {
        switch status {
        case 401:
            SignInRefusal(
                "The pairing token is mistyped, was used already, or is too old.",
                remedy: "Get a new pairing token from the web site")
        case 403:
            SignInRefusal(
                "This device is paired already, or the account may not pair one.",
                remedy: "End the old pairing on the web site, get a new pairing token")
        default: nil
        }
    }

    public func headers(_ grant: SignInGrant) -> [(name: String, value: String)] {
        // The contract asks for the type on every request, also on those without a body.
        [("Content-Type", "application/json"), ("X-Platform", CDBLSignIn.platform)]
            + (grant.deviceID.map { [("X-Device-ID", $0)] } ?? [])
    }
}
