import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryJSON
import GantryTestSupport
import Synchronization
import Testing

/// Answers of 200 that other servers would not give.
@Suite struct OddAnswerTests {
    private let folder: TemporaryFolder
    private let request = ReadRequest(path: "/api/app/work-entries", query: [("page", "1"), ("limit", "2")])
    private let page = #"{"data":[],"pagination":{"currentPage":1,"totalPages":1,"totalCount":0}}"#

    init() throws { folder = try TemporaryFolder() }

    /// What the lane makes of an answer to a page of work entries.
    private func fetch(
        _ body: String, status: Int = 200, mark: String = ""
    ) async throws -> (page: FetchedPage<WorkEntry>, asked: Int) {
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path != "/api/app-login" else {
                return .json(200, mark + #"{"token":"T-1","employeeId":1,"name":"A","role":"chef"}"#)
            }
            return .json(status, body)
        }
        let office = try connection("ksr-cranes")
        try await login(office, in: folder, back, answers: ["email": "a@b.test", "password": "p"])
        let api = try APIConnection(office, in: folder, back)
        let page = try await PageLane(api, WorkEntry.dataset.variant(of: api.contract)).fetch(request)
        return (page, back.paths.filter { $0.contains("work-entries") }.count)
    }

    private func error(_ body: String, status: Int = 200) async -> RunError? {
        await #expect(throws: RunError.self) { _ = try await fetch(body, status: status) }
    }

    @Test("A byte order mark in front of a sign-in and of a page is passed over") func byteOrderMark() async throws {
        let fetched = try await fetch("\u{FEFF}" + page, mark: "\u{FEFF}")
        #expect(fetched.page.envelope.totalCount == 0 && fetched.asked == 1)
    }

    @Test("A part of an answer is no answer") func partial() async throws {
        let error = await error(page, status: 206)
        #expect(error?.code == .sourceIncomplete && error?.explanation.contains("206") == true)
    }

    @Test(
        "A total that can't be read ends the attempt, with what stands there",
        arguments: [
            (#""many""#, #"has "many" under "totalCount""#), ("2.5", "has 2.5"),
            ("99999999999999999999", "has 99999999999999999999"),
            (#""1\n2""#, #"has "1\n2" under"#),
        ])
    func unreadableTotal(total: String, words: String) async throws {
        let error = await error(#"{"data":[],"pagination":{"totalCount":\#(total)}}"#)
        #expect(error?.code == .sourceIncomplete)
        #expect(error?.explanation.contains(words) == true, "\(error?.explanation ?? "")")
    }

    @Test("A second list is no page, and keys are told on one line") func secondList() async throws {
        let twice = await error(#"{"data":[],"data":[{}]}"#)
        #expect(
            twice?.code == .unreadablePage
                && twice?.explanation.contains(#"it has two under "data" instead of one list of records"#) == true)
        let forged = await error(#"{"a\nError: forged":1}"#)
        #expect(forged?.explanation.contains("\n") == false)
    }

    @Test(
        "A 200 that reports a failure is no list, with the server's reason",
        arguments: [
            (#"{"error":"Query failed","data":[]}"#, "Query failed."),
            (#"{"data":[],"errors":["No rights","No table"]}"#, "No rights: No table."),
            (#"{"errors":[{"message":"Bad column"}],"data":[{"id":1}]}"#, "Bad column."),
            (#"{"ok":false,"data":[],"reason":"Closed"}"#, "Closed."),
            (#"{"success":true,"status":"error","data":[],"message":"Broken"}"#, "Broken."),
            (#"{"status":422,"data":[],"detail":"Broken"}"#, "Broken."),
            (#"{"success":"false","data":[],"error":{"message":"Broken"}}"#, "Broken."),
            (#"{"success":false,"message":"Nothing doing"}"#, "Nothing doing."),
        ])
    func failureInside(body: String, words: String) async throws {
        let error = await error(body)
        #expect(error?.code == .sourceRefused && error?.isRetryable == false)
        #expect(error?.explanation.hasSuffix("reports a failure. \(words)") == true, "\(error?.explanation ?? "")")
    }

    @Test(
        "A page that says that nothing failed is a page",
        arguments: [
            #""error":null"#, #""error":"""#, #""errors":[]"#, #""error":false"#, #""status":"ok""#, #""ok":true"#,
        ])
    func noFailure(member: String) async throws {
        #expect(try await fetch(#"{\#(member),"data":[],"total":0}"#).page.envelope.totalCount == 0)
    }

    @Test(
        "A failure that passes is asked for again, and ends so that the same command can continue",
        arguments: [
            (#"{"error":"Database timeout","data":[]}"#, "Database timeout"),
            (#"{"status":500,"data":[],"detail":"Broken"}"#, "Broken"),
        ])
    func passingFailure(body: String, words: String) async throws {
        let asked = Mutex(0)
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path != "/api/app-login" else {
                return .json(200, #"{"token":"T-1","employeeId":1,"name":"A","role":"chef"}"#)
            }
            asked.withLock { $0 += 1 }
            return .json(200, body)
        }
        let office = try connection("ksr-cranes")
        try await login(office, in: folder, back, answers: ["email": "a@b.test", "password": "p"])
        let api = try APIConnection(office, in: folder, back)
        let error = await #expect(throws: RunError.self) {
            _ = try await PageLane(api, WorkEntry.dataset.variant(of: api.contract)).fetch(request)
        }
        #expect(error?.isRetryable == true && error?.explanation.contains(words) == true)
        #expect(asked.withLock { $0 } == 3)
    }
}
