import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// What a lookup learns from a server.
@Suite struct ConnectionReaderTests {
    private let folder: TemporaryFolder
    private let leave = ReadRequest(path: "/api/leaves/l1", query: [("token", "QUERY")])

    init() throws { folder = try TemporaryFolder() }

    private func calls(_ status: Int, _ body: String) async throws -> ConnectionReader {
        let back = BackEndDouble { request throws(HTTPError) in
            request.path == "/api/mobile/pair"
                ? .json(200, #"{"sessionToken":"SESSION-1","deviceId":"d"}"#) : .json(status, body)
        }
        try await login(try connection("cdbl-lms"), in: folder, back, answers: ["pair-token": "p"])
        return ConnectionReader(
            connection: try APIConnection(try connection("cdbl-lms"), in: folder, back), period: nil)
    }

    @Test("A 404 in the system's own words says that there is no such thing")
    func ownWords() async throws {
        let calls = try await calls(404, #"{"error":"not_found","message":"Leave request not found","traceId":"t"}"#)
        #expect(try await calls.read(leave) == nil)
    }

    @Test(
        "A 404 of something in between says nothing, and passes",
        arguments: ["", "<html>Not Found</html>", #"{"message":"no Route matched"}"#, "[]"])
    func otherWords(body: String) async throws {
        let calls = try await calls(404, body)
        let error = await #expect(throws: RunError.self) { try await calls.read(leave) }
        #expect(error?.isRetryable == true)
        #expect(error?.explanation.contains("/api/leaves/l1") == true && error?.explanation.contains("QUERY") == false)
    }

    @Test(
        "A search that the server does not offer is told by the status alone",
        arguments: [
            (404, "<html>"), (404, #"{"error":"not_found"}"#), (405, ""), (501, "{}"),
        ])
    func noSearch(status: Int, body: String) async throws {
        #expect(try await calls(status, body).search(leave) == nil)
    }

    @Test(
        "An answer that is no use is about what was asked for; one to the account is not",
        arguments: [(400, true), (404, true), (403, false)])
    func about(status: Int, expected: Bool) async throws {
        let calls = try await calls(status, "{}")
        do {
            _ = try await calls.read(leave)
            Issue.record("It is no error")
        } catch { #expect(calls.isAboutRequest(error) == expected) }
    }

    @Test("A success is its body, and another status is an error of its own")
    func others() async throws {
        #expect(try await calls(200, "{}").read(leave) == Array("{}".utf8))
        let refused = try await calls(400, "{}")
        await #expect(throws: HTTPError.self) { try await refused.read(leave) }
    }

    @Test("A cut answer is asked for again, as a page of a list is", arguments: [1, 2])
    func cut(times: Int) async throws {
        let asked = Mutex(0)
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path != "/api/mobile/pair" else {
                return .json(200, #"{"sessionToken":"SESSION-1","deviceId":"d"}"#)
            }
            let isCut = asked.withLock { asked in
                asked += 1
                return asked <= times
            }
            return .json(200, isCut ? #"{"data":{"id":"l"# : #"{"data":{"id":"l1"}}"#)
        }
        try await login(try connection("cdbl-lms"), in: folder, back, answers: ["pair-token": "p"])
        let calls = ConnectionReader(
            connection: try APIConnection(try connection("cdbl-lms"), in: folder, back), period: nil)
        #expect(try await calls.read(leave) == Array(#"{"data":{"id":"l1"}}"#.utf8))
        #expect(asked.withLock { $0 } == times + 1)
    }

    @Test("A look-up that reports a failure with 200 says nothing about the record, but others can be read")
    func failureInside() async throws {
        let calls = try await calls(200, #"{"ok":false,"error":"no rights"}"#)
        for look in [calls.read, calls.search] {
            let error = await #expect(throws: RunError.self) { _ = try await look(leave) }
            #expect(error?.code == .sourceRefused && error?.explanation.contains("No rights") != nil)
            #expect(error.map { calls.isAboutRequest($0) } == true)
        }
    }

    @Test("A file is there if the answer has its bytes, and at the place that a request with an effect names")
    func file() async throws {
        let same = FileFingerprint(
            digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", length: 0, checksum: nil)
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path != "/api/mobile/pair" else {
                return .json(200, #"{"sessionToken":"SESSION-1","deviceId":"d"}"#)
            }
            guard request.path == "/named/a%20b?x=%2F" else { return .json(404, "") }
            var answer = HTTPResponse.json(200, "")
            answer.hashed = HashedBody()
            return answer
        }
        try await login(try connection("cdbl-lms"), in: folder, back, answers: ["pair-token": "p"])
        let calls = ConnectionReader(
            connection: try APIConnection(try connection("cdbl-lms"), in: folder, back), period: nil)
        let place = ReadRequest(placeOf: WriteRequest(.put, "/named/a%20b?x=%2F"))
        #expect(try await calls.has(same, at: place) == true)
        let other = FileFingerprint(digest: same.digest, length: 1, checksum: nil)
        #expect(try await calls.has(other, at: place) == false)
        #expect(try await calls.has(same, at: ReadRequest(placeOf: WriteRequest(.put, "/named/c"))) == nil)
    }

    @Test("Whether another row has an id is asked of the ledger with the row that is looked up")
    func taken() async throws {
        let own = LedgerEntry(row: 7, idempotencyKey: "k", at: Instant(secondsSince1970: 1_790_000_000))
        let calls = ConnectionReader(connection: try await calls(200, "").connection, period: nil) { id, entry in
            id == "l1" && entry.row == 7
        }
        #expect(try await calls.isTaken("l1", besides: own))
        #expect(try await !calls.isTaken("l2", besides: own))
    }
}
