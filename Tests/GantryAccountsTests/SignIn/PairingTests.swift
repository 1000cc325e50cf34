import Foundation
import GantryAccounts
import GantryConnectors
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// A CDBL back end: pairs each device key once with the token `pair-1`, gives numbered sessions of seven days, and
/// takes each refresh token once.
final class PairingDouble: Sendable {
    private let number = Mutex(0)
    private let keys = Mutex<Set<String>>([])
    let back: BackEndDouble
    let isDown = Atomic(false)

    init() {
        back = BackEndDouble { _ in .json(500, "") }
        // They keep each other, so that a request which a test doesn't wait for is answered too.
        back.answers { [self] request throws(HTTPError) in answer(request) }
    }

    private func session() -> HTTPResponse {
        let number = number.withLock { number in
            number += 1
            return number
        }
        let end = Instant(secondsSince1970: back.clock.wall().components.seconds + 7 * 86_400)
        return .json(
            200,
            #"{"sessionToken":"session-\#(number)","deviceId":"device-9","expiresAt":"\#(end)","refreshToken":"refresh-\#(number)"}"#
        )
    }

    private func answer(_ request: SeenRequest) -> HTTPResponse {
        guard request.headers["x-platform"] == "iOS" else { return .json(400, #"{"error":"invalid_input"}"#) }
        let newest = number.withLock { $0 }
        switch request.path {
        case "/api/mobile/pair":
            guard request["pairToken"] == "pair-1" else {
                return .json(401, "{\"error\":\"unauthorized\",\"message\":\"\(request["pairToken"] ?? "") is used\"}")
            }
            let isNew = keys.withLock { $0.insert(request["devicePublicKey"] ?? "").inserted }
            return isNew ? session() : .json(403, #"{"error":"forbidden"}"#)
        case "/api/mobile/refresh":
            if isDown.load(ordering: .relaxed) { return .json(503, "") }
            guard request.headers["x-device-id"] == "device-9", request["refreshToken"] == "refresh-\(newest)" else {
                return .json(401, #"{"error":"unauthorized"}"#)
            }
            return session()
        default:
            guard request.headers["authorization"] == "Bearer session-\(newest)",
                request.headers["x-device-id"] == "device-9"
            else {
                return .json(401, #"{"error":"unauthorized"}"#)
            }
            return .json(200, "{}")
        }
    }
}

@Suite struct PairingTests {
    private let folder: TemporaryFolder
    private let server = PairingDouble()
    private let office: Connection
    private var file: String { folder.path + "/tokens/office.json" }
    private let leaves = ReadRequest(path: "/api/leaves", query: [])

    init() throws {
        folder = try TemporaryFolder()
        office = try connection("cdbl-lms")
    }

    private func kept(_ text: String) throws -> Bool {
        try String(contentsOfFile: file, encoding: .utf8).contains("\"" + text + "\"")
    }

    @Test("Pairing is done once by a person, and its session is used by later runs with device and platform")
    func pairs() async throws {
        let account = try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        #expect(account.state == .signedIn && account.deviceID == "device-9" && account.renews)
        #expect(account.expiresAt?.description == "2026-11-28T10:00:00Z")
        let key = try #require(server.back.seen.first?["devicePublicKey"].flatMap { Data(base64Encoded: $0) })
        // A P-256 key as SubjectPublicKeyInfo has 91 bytes (RFC 5480).
        #expect(key.count == 91)
        for _ in 0..<2 {
            let api = try APIConnection(office, in: folder, server.back)
            #expect(try await api.read(leaves) == Array("{}".utf8))
        }
        #expect(server.back.paths == ["/api/mobile/pair", "/api/leaves", "/api/leaves"])
    }

    @Test("The session is in a file of mode 0600 in a folder of mode 0700")
    func modes() async throws {
        try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        for (path, mode) in [("/tokens", 0o700), ("/tokens/office.json", 0o600), ("/tokens/office.device", 0o600)] {
            let found = try FileManager.default.attributesOfItem(atPath: folder.path + path)[.posixPermissions] as? Int
            #expect(found == mode, "\(path)")
        }
    }

    @Test(
        "A session near its end is renewed first, and the new refresh token is on disk before the new session is used")
    func renews() async throws {
        try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        server.back.pass(.seconds(6 * 86_400))
        let wasKept = Mutex<Bool?>(nil)
        let back = BackEndDouble { [server, file] request throws(HTTPError) in
            if request.headers["authorization"] == "Bearer session-2" {
                // The file is looked at when the request arrives: a kill at this moment finds what is there now.
                let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
                wasKept.withLock { $0 = text.contains("\"refresh-2\"") && text.contains("\"session-2\"") }
            }
            return try server.answerNow(request)
        }
        let api = try APIConnection(
            office, environment: [:], store: TokenStore(Workspace(path: folder.path)), clock: server.back.clock,
            transport: back.transport)
        _ = try await api.read(leaves)
        #expect(back.paths == ["/api/mobile/refresh", "/api/leaves"])
        #expect(wasKept.withLock { $0 } == true)
    }

    @Test("A session that can't be kept is not used, and is kept before anything else the next time")
    func keepFails() async throws {
        try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        server.back.pass(.seconds(6 * 86_400))
        let isFull = Atomic(true)
        let store = TokenStore(Workspace(path: folder.path)) { bytes, path in
            if isFull.load(ordering: .relaxed) { throw SignInError(.busy, "The disk is full.") }
            try Data(bytes).write(to: URL(filePath: path))
        }
        let api = try APIConnection(
            office, environment: [:], store: store, clock: server.back.clock, transport: server.back.transport)
        let error = await #expect(throws: HTTPError.self) { try await api.read(leaves) }
        #expect(error?.isRetryable == true && error?.explanation == "The disk is full." && error?.cause is SignInError)
        #expect(server.back.paths == ["/api/mobile/pair", "/api/mobile/refresh"])
        #expect(try kept("refresh-1"))
        isFull.store(false, ordering: .relaxed)
        _ = try await api.read(leaves)
        #expect(server.back.paths == ["/api/mobile/pair", "/api/mobile/refresh", "/api/leaves"])
        #expect(try kept("refresh-2"))
    }

    @Test("Two processes that find the session near its end renew it once")
    func twoProcesses() async throws {
        try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        server.back.pass(.seconds(6 * 86_400))
        let one = try APIConnection(office, in: folder, server.back)
        let two = try APIConnection(office, in: folder, server.back)
        async let first = one.read(leaves)
        async let second = two.read(leaves)
        _ = try await (first, second)
        #expect(server.back.paths.filter { $0 == "/api/mobile/refresh" }.count == 1)
    }

    @Test("While the server is down a session that is still good is used instead of a new one")
    func renewalDown() async throws {
        try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        server.back.pass(.seconds(6 * 86_400))
        server.isDown.store(true, ordering: .relaxed)
        let api = try APIConnection(office, in: folder, server.back)
        _ = try await api.read(leaves)
        #expect(server.back.seen.last?.headers["authorization"] == "Bearer session-1")
    }

    @Test("A refused session is renewed once, and when that is refused too it is forgotten and a person is asked")
    func over() async throws {
        try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        server.back.answers { (_: SeenRequest) throws(HTTPError) in .json(401, #"{"error":"unauthorized"}"#) }
        let api = try APIConnection(office, in: folder, server.back)
        let error = await #expect(throws: HTTPError.self) { try await api.read(leaves) }
        #expect((error?.cause as? SignInError)?.code == .ended)
        #expect(error?.advice == "Sign in again: \(.logIn(connection: "office"))")
        #expect(server.back.paths == ["/api/mobile/pair", "/api/leaves", "/api/mobile/refresh"])
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/tokens/office.device"))
    }

    @Test(
        "The device key stays when somebody signs out, and is changed only when the server says that it is paired already"
    )
    func deviceKey() async throws {
        let token = ["pair-token": "pair-1"]
        await #expect(throws: SignInError.self) {
            try await login(office, in: folder, server.back, answers: ["pair-token": "wrong"])
        }
        try await login(office, in: folder, server.back, answers: token)
        #expect(try await office.signOut(from: TokenStore(Workspace(path: folder.path))))
        #expect(try await office.signOut(from: TokenStore(Workspace(path: folder.path))) == false)
        try await login(office, in: folder, server.back, answers: token)
        let keys = server.back.seen.compactMap { $0["devicePublicKey"] }
        #expect(keys.count == 4 && Set(keys[..<3]).count == 1 && keys[3] != keys[0])
        _ = try await APIConnection(office, in: folder, server.back).read(leaves)
    }

    @Test("An error of the server is told in a clerk's words, with its code and trace id")
    func explained() async throws {
        try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        server.back.answers { (_: SeenRequest) throws(HTTPError) in
            .json(
                400, #"{"error":"el_insufficient_notice","message":"x","traceId":"trace-77","required":5,"provided":2}"#
            )
        }
        let error = await #expect(throws: HTTPError.self) {
            try await APIConnection(office, in: folder, server.back).read(leaves)
        }
        let text = error?.explanation ?? ""
        #expect(text.hasPrefix("GET https://server.example/api/leaves failed: the server answered 400. "), "\(text)")
        #expect(text.contains("code el_insufficient_notice, trace id trace-77"), "\(text)")
    }

    @Test("A refused pairing names neither the pairing token nor anything that the server sends back of it")
    func quiet() async throws {
        let error = await #expect(throws: SignInError.self) {
            try await login(office, in: folder, server.back, answers: ["pair-token": "pair-2-SECRET"])
        }
        let text = "\(try #require(error)) \(error?.explanation ?? "")"
        #expect(!text.contains("pair-2-SECRET") && text.contains("https://server.example"))
        #expect(error?.code == .refused && error?.isRetryable == false)
    }
}

extension PairingDouble {
    /// What the back end would answer, without remembering the request.
    func answerNow(_ request: SeenRequest) throws(HTTPError) -> HTTPResponse { answer(request) }
}
