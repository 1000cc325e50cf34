import FoundationEssentials
internal import GantryJSON
internal import GantryModel
import HTTPTypes
import Synchronization

/// Pairing, refreshing, and the check before every other endpoint.
final class CDBLSessions: Sendable {
    private let sessions: IssuedTokens
    private let pairing: Mutex<Pairing>

    init(_ options: CDBLLMSOptions) {
        sessions = IssuedTokens(life: options.tokenLife)
        pairing = Mutex(Pairing(pairTokens: options.pairTokens, pairsOnce: options.pairsOnce))
    }

    func expireSessions() { sessions.expireAll() }
    func expireRefreshTokens() { pairing.withLock { $0.endRefreshTokens() } }

    /// Bearer token, X-Device-ID, X-Platform and Content-Type; the session is bound to its device.
    var access: Access { access(type: "application/json") }

    /// The same for requests with a form.
    var formAccess: Access { access(type: "multipart/form-data") }

    private func access(type: String) -> Access {
        Access { request in
            do throws(Refusal) {
                try self.checkHeaders(request.headers, type: type)
                guard let device = self.sessions.holder(authorization: request.headers[.authorization]) else {
                    throw CDBLError.unauthorized.refusal("You are not authorized")
                }
                guard request.headers.value("X-Device-ID") == device else {
                    throw CDBLError.forbidden.refusal("The session belongs to another device")
                }
                request.holder = device
                return nil
            } catch {
                return error.answer
            }
        }
    }

    private struct PairRequest: Decodable {
        var pairToken: String
        var devicePublicKey: String
        var deviceInfo: DeviceInfo

        struct DeviceInfo: Decodable {
            var model: String
            var osVersion: String
            var appVersion: String
        }
    }

    /// `POST /api/mobile/pair`.
    func pair(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(PairRequest.self) else {
            throw CDBLError.invalidInput.refusal(
                "pairToken, devicePublicKey and deviceInfo {model, osVersion, appVersion} are required")
        }
        guard let key = Data(base64Encoded: asked.devicePublicKey), !key.isEmpty else {
            throw CDBLError.invalidInput.refusal("devicePublicKey must be base64")
        }
        let outcome = pairing.withLock {
            $0.pair(token: asked.pairToken, deviceKey: asked.devicePublicKey, deviceID: randomUUID(), now: .now)
        }
        switch outcome {
        case .paired(let device): return session(for: device, request)
        case .unknownToken: throw CDBLError.unauthorized.refusal("The pair token is invalid or has expired")
        case .alreadyPaired: throw CDBLError.forbidden.refusal("The device is already paired")
        case .tooManyAttempts: throw CDBLError.tooManyRequests.refusal("Too many pairing attempts")
        }
    }

    private struct RefreshRequest: Decodable { var refreshToken: String }

    /// `POST /api/mobile/refresh`: `{refreshToken}` for a new session and another refresh token. The old one becomes
    /// invalid.
    func refresh(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(RefreshRequest.self) else {
            throw CDBLError.invalidInput.refusal("refreshToken is required")
        }
        try checkHeaders(request.headers, type: "application/json")
        let device = request.headers.value("X-Device-ID") ?? ""
        switch pairing.withLock({ $0.redeem(refreshToken: asked.refreshToken, deviceID: device) }) {
        case .done: return session(for: device, request)
        case .unknownToken: throw CDBLError.unauthorized.refusal("The refresh token is invalid or has expired")
        case .otherDevice: throw CDBLError.forbidden.refusal("The refresh token belongs to another device")
        }
    }

    private func session(for device: String, _ request: BackendRequest) -> BackendAnswer {
        let end = sessions.end
        let token = sessions.issue(
            to: device,
            claims: [
                "sub": "emp-1042", "deviceId": .string(device), "role": "DEPT_HEAD",
                "iat": .integer(Instant.now.secondsSince1970), "exp": .integer(end.secondsSince1970),
            ])
        let refreshToken = "rt_" + randomToken()
        pairing.withLock { $0.allow(refreshToken: refreshToken, deviceID: device) }
        return request.answer([
            "sessionToken": .string(token), "deviceId": .string(device), "expiresAt": "\(end)",
            "refreshToken": .string(refreshToken),
        ])
    }

    private func checkHeaders(_ headers: HTTPFields, type: String) throws(Refusal) {
        if (headers.value("X-Device-ID") ?? "").isEmpty {
            throw CDBLError.invalidInput.refusal("The header X-Device-ID is missing", required: "X-Device-ID")
        }
        // The contract knows one platform and requires the type on every request. A form's boundary follows its type.
        for (name, wanted) in [("X-Platform", "iOS"), ("Content-Type", type)] {
            let value = headers.value(name)
            if value == wanted || (wanted == "multipart/form-data" && value?.hasPrefix(wanted + ";") == true) {
                continue
            }
            throw CDBLError.invalidInput.refusal(
                "The header \(name) must be \(wanted)", required: .string(wanted),
                provided: value.map(JSONTree.string))
        }
    }
}
