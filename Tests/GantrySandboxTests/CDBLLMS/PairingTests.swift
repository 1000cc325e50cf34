import Foundation
import GantrySandbox
import Testing

@Suite("Pairing with CDBL LMS")
struct PairingTests {
    @Test("answers a session of seven days in the form of a JWT, a device id and a refresh token")
    func answers() async throws {
        try await SandboxServer.with(SandboxConfiguration(.cdblLMS())) { sandbox in
            let answer = try await pair(sandbox)
            #expect(answer.status == 200)
            let session = try #require(answer.object["sessionToken"] as? String)
            let parts = session.split(separator: ".")
            #expect(parts.count == 3)
            var claims = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
            while claims.count % 4 != 0 { claims += "=" }
            let decoded = try #require(Data(base64Encoded: claims))
            let claimed = try #require(try JSONSerialization.jsonObject(with: decoded) as? [String: Any])
            #expect(claimed["deviceId"] as? String == answer.object["deviceId"] as? String)
            #expect(UUID(uuidString: answer.object["deviceId"] as? String ?? "") != nil)
            #expect((answer.object["refreshToken"] as? String)?.hasPrefix("rt_") == true)
            let written = try #require(answer.object["expiresAt"] as? String)
            let ends = try Date(written, strategy: .iso8601)
            #expect(abs(ends.timeIntervalSinceNow - 7 * 86_400) < 60)
        }
    }

    @Test(
        "is refused with 401 for an unknown pair token and 400 for a body that is not whole",
        arguments: [
            (
                #"{"pairToken":"x","devicePublicKey":"a2V5","deviceInfo":{"model":"m","osVersion":"1","appVersion":"1"}}"#,
                401, "unauthorized"
            ),
            (#"{"pairToken":"pair-sandbox-000001","devicePublicKey":"a2V5"}"#, 400, "invalid_input"),
            (
                #"{"pairToken":"pair-sandbox-000001","devicePublicKey":"?","deviceInfo":{"model":"m","osVersion":"1","appVersion":"1"}}"#,
                400, "invalid_input"
            ),
            ("pairToken=x", 400, "invalid_input"),
        ])
    func refused(body: String, status: Int, code: String) async throws {
        try await SandboxServer.with(SandboxConfiguration(.cdblLMS())) { sandbox in
            let answer = try await Curl().get(sandbox.baseURL + "/api/mobile/pair", ["-d", body])
            #expect(answer.status == status)
            #expect(isCDBLError(answer, code), "\(answer.text)")
        }
    }

    @Test("is refused with 403 for a key that is paired, and another key is paired beside it")
    func alreadyPaired() async throws {
        try await withPaired { device in
            let again = try await pair(device.sandbox)
            #expect(again.status == 403)
            #expect(isCDBLError(again, "forbidden"))
            #expect(try await pair(device.sandbox, key: "a2V5LTI=").status == 200)
            #expect(try await device.get("/api/leaves").status == 200)
        }
    }

    @Test("uses the pair token up where it is told to, and only by a pairing")
    func pairsOnce() async throws {
        try await SandboxServer.with(SandboxConfiguration(.cdblLMS(CDBLLMSOptions(pairsOnce: true)))) { sandbox in
            #expect(try await pair(sandbox, token: "wrong").status == 401)
            #expect(try await pair(sandbox).status == 200)
            let again = try await pair(sandbox, key: "a2V5LTI=")
            #expect(again.status == 401 && isCDBLError(again, "unauthorized"))
        }
    }

    @Test("is refused with 429 after five wrong tokens, also for the right one, for five minutes")
    func tooMany() async throws {
        try await SandboxServer.with(SandboxConfiguration(.cdblLMS())) { sandbox in
            for _ in 1...5 { #expect(try await pair(sandbox, token: "wrong").status == 401) }
            let answer = try await pair(sandbox)
            #expect(answer.status == 429)
            #expect(isCDBLError(answer, "too_many_requests"))
        }
        var pairing = Pairing(pairTokens: ["t"])
        let start = ContinuousClock.now
        for _ in 1...5 { #expect(pairing.pair(token: "x", deviceKey: "k", deviceID: "d", now: start) == .unknownToken) }
        #expect(pairing.pair(token: "t", deviceKey: "k", deviceID: "d", now: start + .seconds(299)) == .tooManyAttempts)
        #expect(
            pairing.pair(token: "t", deviceKey: "k", deviceID: "d", now: start + .seconds(300))
                == .paired(deviceID: "d"))
    }

    @Test("Refreshing gives another session and another refresh token; the old one is used up")
    func refreshes() async throws {
        try await withPaired { device in
            var device = device
            let first = device.refreshToken
            let answer = try await device.refresh()
            #expect(answer.status == 200)
            #expect(answer.object["deviceId"] as? String == device.deviceID)
            #expect(answer.object["sessionToken"] as? String != device.session)
            device.session = try #require(answer.object["sessionToken"] as? String)
            #expect(try await device.get("/api/leaves").status == 200)
            let again = try await device.refresh(first)
            #expect(again.status == 401)
            #expect(isCDBLError(again, "unauthorized"))
            #expect(try await device.refresh(try #require(answer.object["refreshToken"] as? String)).status == 200)
        }
    }

    @Test("Refreshing is refused for another device, without its headers and without a token, and uses nothing up")
    func refreshRefused() async throws {
        try await withPaired { device in
            let platform = ["-H", "X-Platform: iOS", "-H", "Content-Type: application/json"]
            let other = try await device.refresh(nil, platform + ["-H", "X-Device-ID: other"])
            #expect(other.status == 403)
            #expect(try await device.refresh(nil, platform).status == 400)
            #expect(try await device.get("/api/mobile/refresh", ["-d", "{}"]).status == 400)
            #expect(try await device.refresh().status == 200)
            device.sandbox.expireRefreshTokens()
            #expect(try await device.refresh().status == 401)
        }
    }

    @Test("A session ends with its life or by order, and a refresh brings the next")
    func expiry() async throws {
        try await withPaired(SandboxConfiguration(.cdblLMS(CDBLLMSOptions(tokenLife: .nanoseconds(1))))) { device in
            let refused = try await device.get("/api/leaves")
            #expect(refused.status == 401)
            #expect(try await device.refresh().status == 200)
        }
        try await withPaired(SandboxConfiguration(.cdblLMS(), faults: [try Fault("leaves:page=2:expire-token")])) {
            device in
            var device = device
            #expect(try await device.get("/api/leaves?limit=10").status == 200)
            let ended = try await device.get("/api/leaves?limit=10&offset=10")
            #expect(ended.status == 401)
            #expect(isCDBLError(ended, "unauthorized"))
            device.session = try #require(try await device.refresh().object["sessionToken"] as? String)
            #expect(try await device.get("/api/leaves?limit=10&offset=10").status == 200)
        }
    }

    static let paths = [
        "/api/leaves", "/api/leaves/x", "/api/balance/mine", "/api/holidays", "/api/notifications/latest",
    ]

    @Test("Every endpoint asks for the session and both headers, and for the session's own device", arguments: paths)
    func headers(path: String) async throws {
        try await withPaired { device in
            let url = device.sandbox.baseURL + path
            for (left, status, code) in [
                ("Authorization", 401, "unauthorized"), ("X-Device-ID", 400, "invalid_input"),
                ("X-Platform", 400, "invalid_input"), ("Content-Type", 400, "invalid_input"),
            ] {
                let answer = try await Curl().get(url, device.headers(without: [left]))
                #expect(answer.status == status, "\(left)")
                #expect(isCDBLError(answer, code), "\(answer.text)")
            }
            let android = try await Curl().get(
                url, device.headers(without: ["X-Platform"]) + ["-H", "X-Platform: Android"])
            #expect(android.status == 400 && isCDBLError(android, "invalid_input"))
            let other = try await Curl().get(
                url, device.headers(without: ["X-Device-ID"]) + ["-H", "X-Device-ID: other"])
            #expect(other.status == 403)
            #expect(isCDBLError(other, "forbidden"))
        }
    }
}
