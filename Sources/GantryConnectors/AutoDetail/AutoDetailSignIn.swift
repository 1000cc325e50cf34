internal import GantryJSON
public import GantryModel

/// AutoDetail Hub: an API key, `org_<timestamp>_<random>`, that the server is asked about once before a run and that
/// every request carries as `X-API-Key`. It doesn't expire.
public struct AutoDetailSignIn: SystemSignIn {
    /// `POST` with `apiKey`; answers with `valid`.
    public static let validatePath = "/api/auth/validate-key"

    /// Signs in to AutoDetail Hub; it holds no state.
    public init() {}

    /// `api-key`, whose open part names the account.
    public var credentials: [SignInCredential] {
        [
            SignInCredential(
                "api-key", "The organisation's API key, such as org_1705671234_abc123def456.", namesAccount: true)
        ]
    }

    /// The key alone, in the header `X-API-Key`.
    public var carrier: TokenCarrier { .header("X-API-Key") }

    /// The key without its random part.
    public func account(_ input: SignInInput) -> String? {
        guard let key = input.values["api-key"]?.reveal(), AutoDetailSignIn.isKey(key) else { return nil }
        return key.split(separator: "_").prefix(2).joined(separator: "_")
    }

    /// `POST /api/auth/validate-key` with the key; throws `SignInProblem.credential` if it is missing or doesn't look
    /// like a key.
    public func begin(_ input: SignInInput) throws(SignInProblem) -> SignInRequest {
        let key = try input.require("api-key")
        guard AutoDetailSignIn.isKey(key.reveal()) else {
            throw .credential("api-key", "is not an AutoDetail Hub key, which looks like org_1705671234_abc123def456")
        }
        return request(key)
    }

    /// Takes the key itself for the token if the answer says `valid`; `SignInProblem.refused` has the server's words
    /// otherwise.
    public func grant(_ body: [UInt8], for input: SignInInput, at now: Instant) throws(SignInProblem) -> SignInGrant {
        let answer = try SignInAnswer(body)
        guard let isValid = answer.flag("valid") else {
            throw .unreadable("it doesn't report whether the key is valid")
        }
        guard isValid else { throw .refused(answer.text("error") ?? answer.text("message")) }
        return SignInGrant(try input.require("api-key"), account: account(input))
    }

    /// Asks about the key again before a run uses it.
    public func check(_ kept: SignInGrant) -> SignInRequest? { request(kept.token) }

    /// 401 means that the key is wrong or no longer known; other statuses speak for themselves.
    public func refusal(status: Int) -> SignInRefusal? {
        status == 401
            ? SignInRefusal("The API key is mistyped or no longer valid.") : nil
    }

    private func request(_ key: Secret) -> SignInRequest {
        SignInRequest(AutoDetailSignIn.validatePath, secretObject(["apiKey": .string(key.reveal())]))
    }

    /// Whether a text has the form of a key: `org_`, a time in digits, `_`, letters and digits.
    public static func isKey(_ text: String) -> Bool {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "org", (1...20).contains(parts[1].utf8.count),
            (1...200).contains(parts[2].utf8.count)
        else {
            return false
        }
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        return parts[1].utf8.allSatisfy(isDigit)
            && parts[2].utf8.allSatisfy { isDigit($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    }
}
