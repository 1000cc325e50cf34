import Foundation
import GantryAccounts
import GantryConnectors
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// How sessions end, and what other processes do meanwhile.
@Suite struct SessionEndTests {
    private let folder: TemporaryFolder
    private let read = ReadRequest(path: "/api/things", query: [])
    private var file: String { folder.path + "/tokens/office.json" }

    init() throws { folder = try TemporaryFolder() }

    private func isKept() -> Bool { FileManager.default.fileExists(atPath: file) }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// A server, and a connection that was paired with it when its session of seven days began.
    private func paired(daysAgo: Int = 6) async throws -> (PairingDouble, Connection) {
        let server = PairingDouble()
        let office = try connection("cdbl-lms")
        try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        server.back.pass(.seconds(daysAgo * 86_400))
        return (server, office)
    }

    // MARK: Refusals

    @Test("A server whose tokens have ended before it gives them is asked once for each refusal, and not for ever")
    func wrongClock() async throws {
        let back = BackEndDouble { request throws(HTTPError) in
            switch request.path {
            // {"exp":1000}, which was in 1970.
            case "/api/app-login": .json(200, #"{"token":"h.eyJleHAiOjEwMDB9.s"}"#)
            default: .json(200, "[]")
            }
        }
        let office = try connection("ksr-cranes", credentials: "{ email: me@example.dk, password: { env: P } }")
        let api = try APIConnection(office, in: folder, back, environment: ["P": "x"])
        for _ in 0..<3 { #expect(try await api.read(read) == Array("[]".utf8)) }
        #expect(back.paths == ["/api/app-login"] + Array(repeating: "/api/things", count: 3))
    }

    @Test("A refreshed session that has ended already is used once before anything else, and a refusal ends it")
    func refreshedInThePast() async throws {
        let (server, office) = try await paired()
        server.back.answers { request throws(HTTPError) in
            request.path == "/api/mobile/refresh"
                ? .json(
                    200,
                    #"{"sessionToken":"s","deviceId":"device-9","expiresAt":"2001-01-01T00:00:00Z","refreshToken":"r"}"#
                )
                : .json(200, "{}")
        }
        let api = try APIConnection(office, in: folder, server.back)
        for _ in 0..<2 { _ = try await api.read(read) }
        #expect(server.back.paths == ["/api/mobile/pair", "/api/mobile/refresh", "/api/things", "/api/things"])
    }

    @Test("A refused renewal leaves a session that is still good in use, for this run and the next")
    func refusedRenewal() async throws {
        let (server, office) = try await paired()
        server.back.answers { request throws(HTTPError) in
            request.path == "/api/mobile/refresh" ? .json(401, #"{"error":"unauthorized"}"#) : .json(200, "{}")
        }
        for _ in 0..<2 {
            let api = try APIConnection(office, in: folder, server.back)
            for _ in 0..<2 { _ = try await api.read(read) }
        }
        #expect(
            server.back.paths.dropFirst() == [
                "/api/mobile/refresh", "/api/things", "/api/things", "/api/mobile/refresh", "/api/things",
                "/api/things",
            ])
        #expect(server.back.seen.last?.headers["authorization"] == "Bearer session-1" && isKept())
        // At its end it is over.
        server.back.pass(.seconds(2 * 86_400))
        let error = await #expect(throws: HTTPError.self) {
            try await APIConnection(office, in: folder, server.back).read(read)
        }
        #expect((error?.cause as? SignInError)?.code == .ended && !isKept())
    }

    @Test(
        "A 500 with Invalid token may mean the role, so the session is kept while its token has not ended",
        arguments: [true, false])
    func role(hasEnded: Bool) async throws {
        // {"exp":1795260000}, which is 80 minutes after the clock's beginning.
        let token = "h.eyJleHAiOjE3OTUyNjAwMDB9.s"
        let back = BackEndDouble { request throws(HTTPError) in
            request.path == "/api/app-login"
                ? .json(200, "{\"token\":\"\(token)\",\"role\":\"arbejder\"}")
                : .json(500, #"{"error":"Invalid token"}"#)
        }
        let office = try connection("ksr-cranes")
        try await login(office, in: folder, back, answers: ["email": "me@example.dk", "password": "x"])
        let api = try APIConnection(office, in: folder, back)
        if hasEnded {
            // The answer comes after the end, and well within the time that a request has.
            back.pass(.seconds(79 * 60))
            back.answers { [back] _ throws(HTTPError) in
                back.pass(.seconds(100))
                return .json(500, #"{"error":"Invalid token"}"#)
            }
        }
        let error = await #expect(throws: HTTPError.self) { try await api.read(read) }
        #expect((error?.cause as? SignInError)?.code == .ended)
        #expect(isKept() == !hasEnded)
        #expect(error?.explanation.contains("role doesn't permit this") == !hasEnded)
    }

    @Test(
        "A key is asked about once more when a request is refused, and forgotten only when the server no longer knows it",
        arguments: [true, false])
    func keyChecked(isKnown: Bool) async throws {
        let key = "org_1705671234_abc123def456"
        let isRefusing = Atomic(false)
        let back = BackEndDouble { request throws(HTTPError) in
            let refuses = isRefusing.load(ordering: .relaxed)
            if request.path == "/api/auth/validate-key" {
                return .json(200, refuses && !isKnown ? #"{"valid":false}"# : #"{"valid":true}"#)
            }
            return refuses ? .json(401, #"{"error":"no"}"#) : .json(200, "[]")
        }
        let office = try connection("autodetail-hub")
        try await login(office, in: folder, back, answers: ["api-key": key])
        let api = try APIConnection(office, in: folder, back)
        _ = try await api.read(read)
        isRefusing.store(true, ordering: .relaxed)
        let error = await #expect(throws: HTTPError.self) { try await api.read(read) }
        #expect(isKept() == isKnown)
        #expect(error?.advice?.text(spelling: { "\($0)" }).contains("logIn(connection: \"office\")") == true)
        let check = "/api/auth/validate-key"
        let get = "/api/things"
        #expect(back.paths == [check, check, get, get, check] + (isKnown ? [get] : []))
    }

    @Test("A kept session that the server refuses is forgotten also where gantry.yaml has the credentials")
    func forgottenWithCredentials() async throws {
        let back = BackEndDouble { request throws(HTTPError) in
            if request.path == "/auth/login" {
                return .json(200, "{\"success\":true,\"data\":{\"accessToken\":\"\(request["password"] ?? "")\"}}")
            }
            return request.headers["authorization"] == "Bearer new"
                ? .json(200, "{}") : .json(401, #"{"error":true,"reason":"x"}"#)
        }
        try await login(try connection("vynqtalk"), in: folder, back, answers: ["email": "a@b.c", "password": "old"])
        let office = try connection("vynqtalk", credentials: "{ email: a@b.c, password: { env: P } }")
        for _ in 0..<2 { _ = try await APIConnection(office, in: folder, back, environment: ["P": "new"]).read(read) }
        #expect(!isKept())
        #expect(
            back.paths == ["/auth/login", "/api/things", "/auth/login", "/api/things", "/auth/login", "/api/things"])
    }

    // MARK: Other processes

    @Test(
        "A session that another process has kept meanwhile is taken instead of a refused one, which is all that is forgotten"
    )
    func keptMeanwhile() async throws {
        let accepted = Mutex("TALK-1")
        let back = BackEndDouble { request throws(HTTPError) in
            let token = accepted.withLock { $0 }
            if request.path == "/auth/login" {
                return .json(200, "{\"success\":true,\"data\":{\"accessToken\":\"\(token)\"}}")
            }
            return request.headers["authorization"] == "Bearer " + token ? .json(200, "{}") : .json(401, "{}")
        }
        let office = try connection("vynqtalk")
        let values = ["email": "a@b.c", "password": "x"]
        try await login(office, in: folder, back, answers: values)
        let api = try APIConnection(office, in: folder, back)
        _ = try await api.read(read)
        accepted.withLock { $0 = "TALK-2" }
        try await login(office, in: folder, back, answers: values)
        _ = try await api.read(read)
        #expect(isKept() && back.seen.last?.headers["authorization"] == "Bearer TALK-2")
        accepted.withLock { $0 = "TALK-3" }
        await #expect(throws: HTTPError.self) { try await api.read(read) }
        #expect(!isKept())
    }

    @Test("After a logout during a run nothing is renewed or written back")
    func loggedOut() async throws {
        let (server, office) = try await paired(daysAgo: 0)
        let api = try APIConnection(office, in: folder, server.back)
        _ = try await api.read(read)
        _ = try await office.signOut(from: TokenStore(Workspace(path: folder.path)))
        server.back.pass(.seconds(8 * 86_400))
        let error = await #expect(throws: HTTPError.self) { try await api.read(read) }
        #expect((error?.cause as? SignInError)?.code == .ended)
        #expect(!server.back.paths.contains("/api/mobile/refresh") && !isKept())
    }

    @Test("A session that could not be kept is not written over one that another process has kept meanwhile")
    func keptTwice() async throws {
        let (server, office) = try await paired()
        let isFull = Atomic(true)
        let store = TokenStore(Workspace(path: folder.path)) { bytes, path in
            if isFull.load(ordering: .relaxed) { throw SignInError(.busy, "The disk is full.") }
            try Data(bytes).write(to: URL(filePath: path))
        }
        let api = try APIConnection(
            office, environment: [:], store: store, clock: server.back.clock, transport: server.back.transport)
        await #expect(throws: HTTPError.self) { try await api.read(read) }
        try await login(office, in: folder, server.back, answers: ["pair-token": "pair-1"])
        isFull.store(false, ordering: .relaxed)
        _ = try await api.read(read)
        #expect(try text(file).contains("\"session-3\""))
        #expect(server.back.seen.last?.headers["authorization"] == "Bearer session-3")
    }

    @Test("A renewal that is under way when the connection closes is still kept")
    func closing() async throws {
        let (server, office) = try await paired()
        let (began, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let slow = server.back.transport
        let api = try APIConnection(
            office, environment: [:], store: TokenStore(Workspace(path: folder.path)), clock: server.back.clock
        ) {
            (request) async throws(HTTPError) in
            hasBegun.yield()
            // The answer takes its time, also for a task that is cancelled.
            await Task { try? await Task.sleep(for: .milliseconds(300)) }.value
            return try await slow(request)
        }
        let reading = Task { try await api.read(read) }
        for await _ in began { break }
        reading.cancel()
        await api.close()
        #expect(try text(file).contains("\"refresh-2\""))
        _ = await reading.result
    }

    // MARK: Accounts

    @Test("A paired session belongs to the person of its token or to its device, and another's is not adopted")
    func pairedAccount() async throws {
        let number = Atomic(0)
        // {"sub":"emp-1"} and {"sub":"emp-2"}
        let tokens = ["h.eyJzdWIiOiJlbXAtMSJ9.s", "h.eyJzdWIiOiJlbXAtMiJ9.s"]
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path == "/api/mobile/pair" else {
                return request.headers["authorization"] == "Bearer " + tokens[0] ? .json(401, "{}") : .json(200, "{}")
            }
            let token = tokens[number.wrappingAdd(1, ordering: .relaxed).oldValue]
            return .json(200, "{\"sessionToken\":\"\(token)\",\"deviceId\":\"d\"}")
        }
        let office = try connection("cdbl-lms")
        #expect(try await login(office, in: folder, back, answers: ["pair-token": "p"]).account == "emp-1")
        let api = try APIConnection(office, in: folder, back)
        #expect(try await login(office, in: folder, back, answers: ["pair-token": "p"]).account == "emp-2")
        let error = await #expect(throws: HTTPError.self) { try await api.read(read) }
        #expect((error?.cause as? SignInError)?.code == .ended && isKept())
    }

    @Test("A malformed key in gantry.yaml is told also while a session is kept")
    func malformedKey() async throws {
        let back = BackEndDouble { _ throws(HTTPError) in .json(200, #"{"valid":true}"#) }
        try await login(try connection("autodetail-hub"), in: folder, back, answers: ["api-key": "org_1705671234_abc"])
        let office = try connection("autodetail-hub", credentials: "{ api-key: { env: KEY } }")
        let error = #expect(throws: SignInError.self) {
            try APIConnection(office, in: folder, back, environment: ["KEY": "hunter2"])
        }
        #expect(error?.code == .credential && error?.explanation.contains("hunter2") == false)
    }

    // MARK: A clerk's words

    @Test(
        "A refused pairing says what is wrong with the token or the device, and what to do",
        arguments: [
            (401, "mistyped, already used or expired", "Get a new pairing token"),
            (403, "already paired", "get a new pairing token"),
        ])
    func pairingWords(status: Int, says: String, advises: String) async throws {
        let back = BackEndDouble { _ throws(HTTPError) in .json(status, #"{"error":"forbidden","traceId":"trace-9"}"#) }
        let office = try connection("cdbl-lms", credentials: "{ pair-token: { env: T } }")
        let typed = await #expect(throws: SignInError.self) {
            try await login(office, in: folder, back, answers: ["pair-token": "p"])
        }
        let run = await #expect(throws: HTTPError.self) {
            try await APIConnection(office, in: folder, back, environment: ["T": "p"]).read(read)
        }
        for (text, advice) in [(typed?.explanation, typed?.advice), (run?.explanation, run?.advice)] {
            #expect(text?.contains(says) == true && text?.contains("trace-9") == true, "\(text ?? "")")
            #expect(
                advice?.text(spelling: { "\($0)" }).contains(advises) == true
                    && advice?.text(spelling: { "\($0)" }).contains("logIn(connection: \"office\")") == true)
        }
    }

    @Test(
        "A login tells its waits and makes few attempts, and a pairing that is limited without a time is not tried again"
    )
    func loginWaits() async throws {
        let back = BackEndDouble { _ throws(HTTPError) in .json(503, "") }
        let events = Mutex<[Int]>([])
        func signIn(_ system: String, _ answers: [String: String]) async throws {
            _ = try await connection(system).signIn(
                store: TokenStore(Workspace(path: folder.path)),
                answers: answers.mapValues { Secret($0) },
                environment: [:], clock: back.clock,
                observe: { event in
                    if case .retrying(_, let attempt, _, _) = event { events.withLock { $0.append(attempt) } }
                }, transport: back.transport)
        }
        await #expect(throws: HTTPError.self) { try await signIn("ksr-cranes", ["email": "a@b.c", "password": "x"]) }
        #expect(back.seen.count == 3 && events.withLock { $0 } == [1, 2])
        back.answers { _ throws(HTTPError) in .json(429, #"{"error":"too_many_requests"}"#) }
        await #expect(throws: HTTPError.self) { try await signIn("cdbl-lms", ["pair-token": "p"]) }
        #expect(back.seen.count == 4)
    }

    @Test("A token at the place where a server's words are cut is not shown in part", arguments: [180, 195, 480, 495])
    func cutToken(place: Int) async throws {
        let token = "TOKEN-abcdefghijklmnop"
        let back = BackEndDouble { request throws(HTTPError) in
            request.path == "/api/app-login"
                ? .json(200, "{\"token\":\"\(token)\"}")
                : .json(400, "{\"error\":\"\(String(repeating: "x", count: place))\(token)\"}")
        }
        let office = try connection("ksr-cranes", credentials: "{ email: me@example.dk, password: { env: P } }")
        let api = try APIConnection(office, in: folder, back, environment: ["P": "x"])
        let error = try #require(await #expect(throws: HTTPError.self) { try await api.read(read) })
        #expect(
            !error.explanation.contains("TOKEN") && error.explanation.contains("***") && error.explanation.count < 700)
    }

    @Test("Of several connections one whose credential can't be had is told, and the others with it")
    func severalAccounts() throws {
        let connections = [
            try connection("ksr-cranes", credentials: "{ email: { env: KSR_EMAIL }, password: { env: P } }"),
            try connection("vynqtalk", credentials: "{ email: a@b.c }", name: "talk"),
        ]
        let accounts = try connections.map {
            try $0.accountOrProblem(in: Workspace(path: folder.path), environment: [:])
        }
        #expect(accounts.map(\.state) == [.unknown, .signedOut])
        #expect(accounts[0].problem?.contains("KSR_EMAIL is not set") == true && accounts[1].account == "a@b.c")
    }

    @Test("Every request to CDBL LMS names device, platform and type")
    func cdblHeaders() async throws {
        let (server, office) = try await paired()
        _ = try await APIConnection(office, in: folder, server.back).read(read)
        #expect(server.back.paths == ["/api/mobile/pair", "/api/mobile/refresh", "/api/things"])
        #expect(
            server.back.seen.allSatisfy {
                $0.headers["content-type"] == "application/json" && $0.headers["x-platform"] == "iOS"
            })
        #expect(server.back.seen.dropFirst().allSatisfy { $0.headers["x-device-id"] == "device-9" })
    }

    @Test("Four requests of CDBL LMS that fail at once have ten attempts each")
    func allAttempts() async throws {
        let back = BackEndDouble { request throws(HTTPError) in
            request.path == "/api/mobile/pair" ? .json(200, #"{"sessionToken":"s","deviceId":"d"}"#) : .json(503, "")
        }
        let office = try connection("cdbl-lms")
        try await login(office, in: folder, back, answers: ["pair-token": "p"])
        // Time stands still, so that no request runs out of it.
        let clock = GateClock(now: { .zero }, wall: back.clock.wall, sleep: { _ in })
        let api = try APIConnection(
            office, environment: [:], store: TokenStore(Workspace(path: folder.path)), connections: 4, clock: clock,
            transport: back.transport)
        await withTaskGroup { group in
            for _ in 0..<4 { group.addTask { [read] in _ = try? await api.read(read) } }
        }
        #expect(back.seen.count - 1 == 4 * 10)
    }
}
