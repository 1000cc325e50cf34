import Foundation
import GantryAccounts
import GantryConnectors
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

@Suite struct CacheTests {
    private let folder: TemporaryFolder
    private let office: Connection
    private let services = ReadRequest(path: "/api/app/chef/customers", query: [("year", "2026")])
    private let life = Duration.seconds(3_600)
    private let back: BackEndDouble

    init() throws {
        folder = try TemporaryFolder()
        office = try connection("ksr-cranes", credentials: "{ email: me@example.dk, password: { env: P } }")
        let number = Mutex(0)
        back = BackEndDouble { request throws(HTTPError) in
            if request.path == "/api/app-login" { return .json(200, #"{"token":"T"}"#) }
            if request.headers["if-none-match"] == #""v1""# { return HTTPResponse(status: 304) }
            let count = number.withLock { number in
                number += 1
                return number
            }
            return .json(200, "[\(count)]", headers: [("ETag", #""v\#(count)""#)])
        }
    }

    private func read(_ use: CacheUse = .use, _ connection: Connection? = nil) async throws -> String {
        let api = try APIConnection(
            connection ?? office, environment: ["P": "x"], store: TokenStore(Workspace(path: folder.path)), cache: use,
            clock: back.clock,
            transport: back.transport)
        let answer = try await api.read(services, life: life)
        api.keep(answer)
        return String(decoding: answer.body, as: UTF8.self)
    }

    private var asked: [SeenRequest] { back.seen.filter { $0.path != "/api/app-login" } }
    private func entries(_ name: String = "office") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/" + name).map {
            folder.path + "/cache/\(name)/" + $0
        }
    }

    @Test("Within its life an answer is taken without asking, and without signing in")
    func current() async throws {
        #expect(try await read() == "[1]")
        back.pass(.seconds(3_599))
        #expect(try await read() == "[1]")
        #expect(back.paths == ["/api/app-login", "/api/app/chef/customers?year=2026"])
        let mode =
            try FileManager.default.attributesOfItem(atPath: try #require(entries().first))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("Beyond its life it is offered to the server, and 304 renews it")
    func conditional() async throws {
        _ = try await read()
        back.pass(.seconds(3_600))
        #expect(try await read() == "[1]")
        #expect(asked.map { $0.headers["if-none-match"] } == [nil, #""v1""#])
        back.pass(.seconds(3_599))
        #expect(try await read() == "[1]")
        #expect(asked.count == 2)
    }

    @Test("A fresh read asks without conditions and keeps the new answer; one that writes nothing keeps nothing")
    func fresh() async throws {
        #expect(try await read() == "[1]")
        #expect(try await read(.renew) == "[2]")
        #expect(asked.allSatisfy { $0.headers["if-none-match"] == nil })
        #expect(try await read() == "[2]")
        #expect(try await read(.none) == "[3]")
        #expect(try await read() == "[2]")
    }

    @Test("An entry is used by no other connection, account or server")
    func belongs() async throws {
        _ = try await read()
        let credentials = "{ email: me@example.dk, password: { env: P } }"
        for other in [
            try connection("ksr-cranes", credentials: credentials, name: "other"),
            try connection("ksr-cranes", credentials: "{ email: you@example.dk, password: { env: P } }"),
            try connection("ksr-cranes", "https://other.example", credentials: credentials),
        ] {
            let before = asked.count
            _ = try await read(.use, other)
            #expect(asked.count == before + 1 && asked.last?.headers["if-none-match"] == nil)
        }
    }

    @Test("A damaged entry is a miss, wherever the damage is", arguments: 0..<24)
    func damaged(part: Int) async throws {
        _ = try await read()
        let path = try #require(entries().first)
        var bytes = try Data(contentsOf: URL(filePath: path))
        if part == 23 { bytes.removeLast() } else { bytes[part * (bytes.count - 1) / 22] ^= 0x01 }
        try bytes.write(to: URL(filePath: path))
        #expect(try await read() == "[2]")
        #expect(asked.last?.headers["if-none-match"] == nil)
    }

    @Test("Signing in or out forgets what was read")
    func forgets() async throws {
        _ = try await read()
        _ = try await office.signOut(from: TokenStore(Workspace(path: folder.path)))
        #expect(try await read() == "[2]")
        try await login(office, in: folder, back, answers: ["email": "me@example.dk", "password": "x"])
        #expect(try await read() == "[3]")
    }

    @Test("The number and the size of entries are bounded, and the newest stay")
    func bounded() throws {
        var cache = ResponseCache(Workspace(path: folder.path), connection: "office")
        cache.entryLimit = 5
        cache.bodyLimit = 100
        let keys = (0..<9).map { ResponseCache.key(account: nil, url: "https://h/\($0)") }
        for (index, key) in keys.enumerated() {
            try cache.keep(
                .init(body: Array("[\(index)]".utf8), tag: nil, checkedAt: Instant(secondsSince1970: Int64(index))), key
            )
        }
        #expect(keys.map { cache.entry($0) != nil } == [false, false, false, false, true, true, true, true, true])
        try cache.keep(
            .init(body: Array(repeating: 0x20, count: 101), tag: nil, checkedAt: Instant(secondsSince1970: 99)), keys[0]
        )
        #expect(cache.entry(keys[0]) == nil)
        cache.totalLimit = 500
        try cache.keep(
            .init(body: Array(repeating: 0x20, count: 100), tag: nil, checkedAt: Instant(secondsSince1970: 99)), keys[0]
        )
        #expect(cache.entry(keys[0]) != nil && cache.entry(keys[4]) == nil)
    }
}
