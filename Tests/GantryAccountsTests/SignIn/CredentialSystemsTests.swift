import Foundation
import GantryAccounts
import GantryConnectors
import GantryHTTP
import GantryModel
import GantryTestSupport
import Testing

@Suite struct PasswordTests {
    private let folder: TemporaryFolder
    private let read = ReadRequest(path: "/api/things", query: [("page", "2")])
    private let environment = ["PASSWORD": "correct-horse"]
    private let credentials = "{ email: me@example.dk, password: { env: PASSWORD } }"

    init() throws { folder = try TemporaryFolder() }

    private func ksr() -> BackEndDouble {
        BackEndDouble { request throws(HTTPError) in
            guard request.path != "/api/app-login" else {
                return request["email"] == "me@example.dk" && request["password"] == "correct-horse"
                    ? .json(200, #"{"token":"TOKEN-1","employeeId":"7","name":"Mia Holm","role":"chef"}"#)
                    : .json(401, #"{"error":"Invalid credentials correct-horse-2"}"#)
            }
            return request.headers["authorization"] == "Bearer TOKEN-1"
                ? .json(200, "[]") : .json(500, #"{"error":"Invalid token"}"#)
        }
    }

    @Test("A run signs in with the password of gantry.yaml and keeps nothing on disk")
    func inMemory() async throws {
        let back = ksr()
        let api = try APIConnection(
            try connection("ksr-cranes", credentials: credentials), in: folder, back, environment: environment)
        _ = try await api.read(read)
        _ = try await api.read(read)
        #expect(back.paths == ["/api/app-login", "/api/things?page=2", "/api/things?page=2"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A password that a person typed is not kept, and its token is used by later runs until it is refused")
    func login() async throws {
        let back = ksr()
        let office = try connection("ksr-cranes")
        let account = try await GantryTestSupport.login(
            office, in: folder, back, answers: ["email": "me@example.dk", "password": "correct-horse"])
        #expect(
            account.account == "me@example.dk" && account.name == "Mia Holm" && account.role == "chef"
                && account.expiresAt == nil)
        let text = try String(contentsOfFile: folder.path + "/tokens/office.json", encoding: .utf8)
        #expect(text.contains("TOKEN-1") && !text.contains("correct-horse"))
        _ = try await APIConnection(office, in: folder, back).read(read)
        back.answers { (_: SeenRequest) throws(HTTPError) in .json(401, #"{"error":"Unauthorized"}"#) }
        let error = await #expect(throws: HTTPError.self) {
            try await APIConnection(office, in: folder, back).read(read)
        }
        #expect((error?.cause as? SignInError)?.code == .ended)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/tokens/office.json"))
    }

    @Test("Without a session and without a password the way to sign in is shown, and nothing is sent")
    func signedOut() throws {
        let back = ksr()
        let office = try connection("ksr-cranes", credentials: "{ email: me@example.dk }")
        let error = #expect(throws: SignInError.self) { try APIConnection(office, in: folder, back) }
        #expect(error?.code == .signedOut && error?.advice == "Sign in: \(.logIn(connection: "office"))")
        #expect(
            error?.explanation == "The connection office is not signed in, and gantry.yaml doesn't give its password.")
        #expect(back.seen.isEmpty)
        #expect(throws: ConfigurationError.self) {
            try APIConnection(connection("ksr-cranes", credentials: credentials), in: folder, back)
        }
    }

    @Test("A session of another server or another account is not used", arguments: ["server", "account"])
    func elsewhere(what: String) async throws {
        let back = ksr()
        try await GantryTestSupport.login(
            try connection("ksr-cranes"), in: folder, back,
            answers: ["email": "me@example.dk", "password": "correct-horse"])
        let other =
            try what == "server"
            ? connection("ksr-cranes", "https://other.example")
            : connection("ksr-cranes", credentials: "{ email: you@example.dk }")
        #expect(throws: SignInError.self) { try APIConnection(other, in: folder, back) }
        let account = try other.account(
            store: TokenStore(Workspace(path: folder.path)), environment: [:], now: Instant(secondsSince1970: 0))
        #expect(account.state == .elsewhere && account.elsewhere == "https://server.example, me@example.dk")
        #expect(back.seen.allSatisfy { $0.headers["authorization"] == nil })
    }

    @Test(
        "A session file that others can read, or that is damaged, is refused with what to do",
        arguments: [
            ("{", 0o600, "contains no session"), (#"{"version":1}"#, 0o600, "contains no session"),
            ("{}", 0o640, "can be reached by other users"),
        ])
    func badFile(text: String, mode: Int, says: String) throws {
        let path = try folder.write(text, to: "tokens/office.json", mode: mode)
        let error = #expect(throws: SignInError.self) { try APIConnection(connection("ksr-cranes"), in: folder, ksr()) }
        #expect(
            error?.code == .damaged && error?.explanation.contains(says) == true
                && error?.explanation.contains(path) == true)
    }

    @Test("What a server says of a refused password doesn't show the password")
    func redacted() async throws {
        let back = ksr()
        let office = try connection("ksr-cranes", credentials: credentials)
        let api = try APIConnection(office, in: folder, back, environment: ["PASSWORD": "correct-horse-2"])
        let error = await #expect(throws: HTTPError.self) { try await api.read(read) }
        #expect(
            error?.explanation == "https://server.example refuses the sign-in of the connection office (status 401). "
                + "The e-mail or the password is wrong. The server said: \"Invalid credentials ***.\"")
        #expect(
            error?.lastCode == .signInFailed
                && error?.advice?.text(spelling: { "\($0)" })
                    == "Correct the password in the environment variable PASSWORD, or the email in gantry.yaml, then try it: check(connection: \"office\")"
        )
        #expect(back.paths == ["/api/app-login"])
    }
}

@Suite struct KeyTests {
    private let folder: TemporaryFolder
    private let services = ReadRequest(path: "/api/client/services", query: [])
    private let key = "org_1705671234_abc123def456"

    init() throws { folder = try TemporaryFolder() }

    private func hub(valid: String = "org_1705671234_abc123def456") -> BackEndDouble {
        BackEndDouble { request throws(HTTPError) in
            if request.path == "/api/auth/validate-key" {
                return .json(
                    200, request["apiKey"] == valid ? #"{"valid":true}"# : #"{"valid":false,"error":"Unknown key"}"#)
            }
            return request.headers["x-api-key"] == valid
                ? .json(200, "[]") : .json(401, #"{"error":"API key required"}"#)
        }
    }

    @Test("A key of gantry.yaml is checked once before a run and goes with every request")
    func configured() async throws {
        let back = hub()
        let office = try connection("autodetail-hub", credentials: "{ api-key: { env: KEY } }")
        let api = try APIConnection(office, in: folder, back, environment: ["KEY": key])
        for _ in 0..<3 { _ = try await api.read(services) }
        #expect(back.paths == ["/api/auth/validate-key"] + Array(repeating: "/api/client/services", count: 3))
        #expect(
            back.seen.dropFirst().allSatisfy { $0.headers["x-api-key"] == key && $0.headers["authorization"] == nil })
    }

    @Test("A kept key is checked once before each run, and forgotten when the server no longer knows it")
    func kept() async throws {
        let back = hub()
        let office = try connection("autodetail-hub")
        try await login(office, in: folder, back, answers: ["api-key": key])
        let api = try APIConnection(office, in: folder, back)
        for _ in 0..<2 { _ = try await api.read(services) }
        #expect(
            back.paths == [
                "/api/auth/validate-key", "/api/auth/validate-key", "/api/client/services", "/api/client/services",
            ])
        let later = hub(valid: "none")
        let error = await #expect(throws: HTTPError.self) {
            try await APIConnection(office, in: folder, later).read(services)
        }
        #expect((error?.cause as? SignInError)?.code == .ended && later.paths == ["/api/auth/validate-key"])
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/tokens/office.json"))
    }

    @Test("Another key in gantry.yaml is taken instead of the kept one")
    func changed() async throws {
        let back = hub()
        try await login(try connection("autodetail-hub"), in: folder, back, answers: ["api-key": key])
        let office = try connection("autodetail-hub", credentials: "{ api-key: { env: KEY } }")
        let error = await #expect(throws: HTTPError.self) {
            try await APIConnection(office, in: folder, back, environment: ["KEY": "org_1805671234_zzz"]).read(services)
        }
        #expect(
            (error?.cause as? SignInError)?.explanation
                == "https://server.example refuses the sign-in of the connection office: \"Unknown key\".")
    }

    @Test("A text that is no key is refused before anything is sent, and not shown")
    func form() async throws {
        let back = hub()
        let office = try connection("autodetail-hub", credentials: "{ api-key: { env: KEY } }")
        let error = #expect(throws: SignInError.self) {
            try APIConnection(office, in: folder, back, environment: ["KEY": "hunter2"])
        }
        #expect(error?.code == .credential && error.map { !"\($0)".contains("hunter2") } == true && back.seen.isEmpty)
    }
}

@Suite struct EnvelopeTests {
    private let folder: TemporaryFolder
    private let users = ReadRequest(path: "/users", query: [])

    init() throws { folder = try TemporaryFolder() }

    private let talk = BackEndDouble { request throws(HTTPError) in
        switch request.path {
        case "/auth/login" where request["password"] != "right":
            .json(200, #"{"success":false,"message":"Invalid email or password"}"#)
        case "/auth/login", "/auth/signup":
            .json(
                200,
                #"{"success":true,"message":"ok","data":{"user":{"id":"1","name":"Ada","userRole":"ADMIN","password":"$2b$hash"},"accessToken":"TALK"}}"#
            )
        default:
            request.headers["authorization"] == "Bearer TALK"
                ? .json(200, "{}") : .json(401, #"{"error":true,"reason":"x"}"#)
        }
    }

    @Test("An account is opened or signed in to, and the token inside the envelope is used")
    func signsIn() async throws {
        let office = try connection("vynqtalk")
        let opened = try await login(
            office, in: folder, talk, answers: ["name": "Ada", "email": "a@b.c", "password": "right"],
            opensAccount: true)
        #expect(opened.role == "ADMIN" && opened.name == "Ada" && opened.account == "a@b.c")
        #expect(talk.seen[0]["name"] == "Ada" && talk.paths == ["/auth/signup"])
        _ = try await APIConnection(office, in: folder, talk).read(users)
        try await login(office, in: folder, talk, answers: ["email": "a@b.c", "password": "right"])
        let text = try String(contentsOfFile: folder.path + "/tokens/office.json", encoding: .utf8)
        #expect(!text.contains("hash") && !text.contains("right"))
    }

    @Test("A 401 or 403 in the middle ends the kept session, and it is forgotten", arguments: [401, 403])
    func autoLogout(status: Int) async throws {
        let office = try connection("vynqtalk")
        try await login(office, in: folder, talk, answers: ["email": "a@b.c", "password": "right"])
        let api = try APIConnection(office, in: folder, talk)
        _ = try await api.read(users)
        talk.answers { (_: SeenRequest) throws(HTTPError) in .json(status, #"{"error":true,"reason":"Suspended"}"#) }
        let error = await #expect(throws: HTTPError.self) { try await api.read(users) }
        #expect((error?.cause as? SignInError)?.code == .ended)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/tokens/office.json"))
    }

    @Test("A refusal with status 200 is a refusal, in the server's words")
    func refused() async throws {
        let error = await #expect(throws: SignInError.self) {
            try await login(
                try connection("vynqtalk"), in: folder, talk, answers: ["email": "a@b.c", "password": "wrong"])
        }
        #expect(error?.code == .refused && error?.explanation.contains("\"Invalid email or password\"") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/tokens/office.json"))
    }

    @Test(
        "An answer without an envelope, without data or without a token is no crash",
        arguments: [
            "", "[]", "{}", #"{"success":true}"#, #"{"success":true,"data":null,"message":""}"#,
            #"{"success":true,"data":{}}"#,
            #"{"success":true,"data":{"accessToken":"a\nb"}}"#, "<html>",
        ])
    func unreadable(body: String) async throws {
        let back = BackEndDouble { _ throws(HTTPError) in .json(200, body) }
        let error = await #expect(throws: SignInError.self) {
            try await login(try connection("vynqtalk"), in: folder, back, answers: ["email": "a@b.c", "password": "x"])
        }
        #expect(error?.code == .unreadable)
    }

    @Test("Each environment has its address")
    func environments() throws {
        for (name, url) in [
            ("development", "http://localhost:8080"), ("staging", "https://staging-api.vynqtalk.com"),
            ("production", "https://api.vynqtalk.com"), ("https://http.example/http", "https://http.example/http"),
        ] {
            #expect(try connection("vynqtalk", name).baseURL.description == url)
        }
    }

    @Test("Whoever opens no accounts says so")
    func noSignUp() throws {
        let error = #expect(throws: SignInError.self) {
            try connection("ksr-cranes").signInQuestions(opensAccount: true)
        }
        #expect(error?.code == .unsupported)
        #expect(
            try connection("vynqtalk").signInQuestions(opensAccount: true).map(\.name) == [
                "name", "email", "password",
            ])
        #expect(
            try connection("vynqtalk", credentials: "{ email: a@b.c }").signInQuestions().map(\.name) == [
                "password"
            ])
    }

    @Test("A credential of another system is a mistake with its place")
    func wrongCredential() {
        let error = #expect(throws: ConfigurationError.self) {
            try connection("cdbl-lms", credentials: "{ password: { env: X } }")
        }
        #expect(error?.render().contains("gantry.yaml:5:20") == true, "\(error?.render() ?? "")")
    }
}
