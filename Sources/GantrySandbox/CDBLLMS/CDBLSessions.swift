import FoundationEssentials
import HTTPTypes
import Synchronization

/// Pairing, refreshing, and the check before every other endpoint.
final class CDBLSessions: Sendable {
    private let sessions: TokenShelf
    private let desk: Mutex<PairingDesk>

    init(pairTokens: [String], pairsOnce: Bool, life: Duration) {
        sessions = TokenShelf(life: life)
        desk = Mutex(PairingDesk(pairTokens: pairTokens, pairsOnce: pairsOnce))
    }

    func expireSessions() { sessions.expireAll() }
    func expireRefreshTokens() { desk.withLock { $0.endRefreshTokens() } }

    /// Bearer token, X-Device-ID, X-Platform and Content-Type; the session is bound to its device.
    var access: Access { access(type: "application/json") }

    /// The same for requests that carry a form.
    var formAccess: Access { access(type: "multipart/form-data") }

    private func access(type: String) -> Access {
        Access { request in
            if let missing = self.missingHeader(request.headers, type: type) { return missing }
            guard let device = self.sessions.holder(authorization: request.headers[.authorization]) else {
                return CDBLError.unauthorized.answer("You are not authorized")
            }
            guard request.headers.value("X-Device-ID") == device else {
                return CDBLError.forbidden.answer("The session belongs to another device")
            }
            request.holder = device
            return nil
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
    func pair(_ request: BackendRequest) -> BackendAnswer {
        let asked: PairRequest
        do {
            asked = try JSONDecoder().decode(PairRequest.self, from: Data(request.body))
        } catch {
            return CDBLError.invalidInput.answer(
                "pairToken, devicePublicKey and deviceInfo {model, osVersion, appVersion} are required")
        }
        guard let key = Data(base64Encoded: asked.devicePublicKey), !key.isEmpty else {
            return CDBLError.invalidInput.answer("devicePublicKey must be base64")
        }
        let outcome = desk.withLock {
            $0.pair(token: asked.pairToken, deviceKey: asked.devicePublicKey, deviceID: randomUUID(), now: .now)
        }
        switch outcome {
        case .paired(let device): return session(for: device, request)
        case .unknownToken: return CDBLError.unauthorized.answer("The pair token is invalid or has expired")
        case .alreadyPaired: return CDBLError.forbidden.answer("The device is already paired")
        case .tooManyAttempts: return CDBLError.tooManyRequests.answer("Too many pairing attempts")
        }
    }

    private struct RefreshRequest: Decodable { var refreshToken: String }

    /// `POST /api/mobile/refresh`: `{refreshToken}` for a new session and another refresh token. The old one is used
    /// up.
    func refresh(_ request: BackendRequest) -> BackendAnswer {
        let asked: RefreshRequest
        do {
            asked = try JSONDecoder().decode(RefreshRequest.self, from: Data(request.body))
        } catch {
            return CDBLError.invalidInput.answer("refreshToken is required")
        }
        if let missing = missingHeader(request.headers) { return missing }
        let device = request.headers.value("x-device-id") ?? ""
        switch desk.withLock({ $0.redeem(refreshToken: asked.refreshToken, deviceID: device) }) {
        case .done: return session(for: device, request)
        case .unknownToken: return CDBLError.unauthorized.answer("The refresh token is invalid or has expired")
        case .otherDevice: return CDBLError.forbidden.answer("The refresh token belongs to another device")
        }
    }

    private func session(for device: String, _ request: BackendRequest) -> BackendAnswer {
        let issued = Moment.now
        let ends = issued.adding(Int(sessions.life.components.seconds))
        let token = sessions.issue(
            to: device,
            claims:
                #"{"sub":"emp-1042","deviceId":"\#(device)","role":"DEPT_HEAD","iat":\#(issued.seconds),"exp":\#(ends.seconds)}"#
        )
        let refreshToken = "rt_" + randomToken()
        desk.withLock { $0.allow(refreshToken: refreshToken, deviceID: device) }
        var body: [UInt8] = []
        body.append(
            #"{"sessionToken":"\#(token)","deviceId":"\#(device)","expiresAt":"\#(ends.text)","refreshToken":"\#(refreshToken)"}"#
        )
        return BackendAnswer(body: body.spoiled(request.alteration, CDBLLMS.sessionFields))
    }

    private func missingHeader(_ headers: HTTPFields, type: String = "application/json") -> BackendAnswer? {
        if (headers.value("X-Device-ID") ?? "").isEmpty {
            return CDBLError.invalidInput.answer("The header X-Device-ID is missing", required: "X-Device-ID")
        }
        // The contract knows one platform, and asks for the type on every request.
        for (name, wanted) in [("X-Platform", "iOS"), ("Content-Type", type)] {
            // A form names its boundary behind its type.
            let value = headers.value(name)
            if value == wanted || (wanted == "multipart/form-data" && value?.hasPrefix(wanted + ";") == true) {
                continue
            }
            return CDBLError.invalidInput.answer(
                "The header \(name) must be \(wanted)", required: wanted, provided: headers.value(name))
        }
        return nil
    }
}
