import Foundation
import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// What is kept of the answers that pages are made of.
@Suite struct KeptAnswerTests {
    private let folder: TemporaryFolder
    private let holidays = ReadRequest(path: "/api/holidays", query: [("year", "2026")])
    private let good = #"{"holidays":[{"date":"2026-02-21","name":"Mother Language Day","type":"PUBLIC"}],"year":2026}"#
    private let life = Duration.seconds(365 * 86_400)

    init() throws { folder = try TemporaryFolder() }

    /// Gives the answers one after another, the last one again and again.
    private func back(_ answers: [String]) -> BackEndDouble {
        let number = Atomic(0)
        return BackEndDouble { request throws(HTTPError) in
            guard request.path != "/api/mobile/pair" else {
                return .json(200, #"{"sessionToken":"SESSION-1","deviceId":"d"}"#)
            }
            let index = min(number.wrappingAdd(1, ordering: .relaxed).oldValue, answers.count - 1)
            return .json(200, answers[index])
        }
    }

    private func fetch(_ back: BackEndDouble) async throws -> Int {
        let api = try APIConnection(try connection("cdbl-lms"), in: folder, back)
        return try await PageLane(api, CDBL.Holiday.dataset, life: life).fetch(holidays).chunk.count
    }

    private func entries() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/office")) ?? []
    }

    @Test("An answer that says that it is no success is kept by nobody, and the next run asks again")
    func noSuccess() async throws {
        let back = back([#"{"success":false,"error":"forbidden"}"#, good])
        try await login(try connection("cdbl-lms"), in: folder, back, answers: ["pair-token": "p"])
        let error = await #expect(throws: RunError.self) { try await fetch(back) }
        #expect(error?.code == .sourceRefused && entries().isEmpty)
        #expect(try await fetch(back) == 1)
        #expect(entries().count == 1)
        #expect(try await fetch(back) == 1)
        #expect(back.paths.filter { $0.hasPrefix("/api/holidays") }.count == 2)
    }

    @Test("An answer that is no page is not kept, and the good one that follows is")
    func noPage() async throws {
        let back = back(["<html>", good])
        try await login(try connection("cdbl-lms"), in: folder, back, answers: ["pair-token": "p"])
        #expect(try await fetch(back) == 1)
        #expect(try await fetch(back) == 1)
        #expect(back.paths.filter { $0.hasPrefix("/api/holidays") }.count == 2)
    }

    @Test(
        "A kept answer that is no good is forgotten, and the server is asked at once",
        arguments: [
            #"{"success":false}"#, "{", "",
        ])
    func badEntry(body: String) async throws {
        let back = back([good])
        try await login(try connection("cdbl-lms"), in: folder, back, answers: ["pair-token": "p"])
        let api = try APIConnection(try connection("cdbl-lms"), in: folder, back)
        _ = try await fetch(back)
        let cache = ResponseCache(Workspace(path: folder.path), connection: "office")
        let key = try #require(entries().first)
        let now = Instant(secondsSince1970: back.clock.wall().components.seconds)
        try cache.keep(.init(body: Array(body.utf8), tag: nil, checkedAt: now), key)
        #expect(try await fetch(back) == 1)
        #expect(cache.entry(key)?.body == Array(good.utf8))
        _ = api
    }

    @Test(
        "A refusal in an answer of 200 is told without the token, and says whether trying again helps",
        arguments: [
            ("internal_server_error", true), ("insufficient_balance", false),
        ])
    func refusal(code: String, isRetryable: Bool) async throws {
        let back = back(["{\"success\":false,\"error\":\"\(code)\",\"traceId\":\"SESSION-1\"}"])
        try await login(try connection("cdbl-lms"), in: folder, back, answers: ["pair-token": "p"])
        let error = try #require(await #expect(throws: RunError.self) { try await fetch(back) })
        #expect(
            error.isRetryable == isRetryable
                && error.advice?.text(spelling: { "\($0)" }).hasPrefix("Run the same command again") == isRetryable)
        #expect(!error.explanation.contains("SESSION-1") && error.explanation.contains("***"), "\(error.explanation)")
    }

    @Test(
        "An answer that is no page is shown only where it isn't meant to hold records",
        arguments: [
            ("<html>Bad gateway</html>", "Bad gateway"), (#" {"holidays":[{"name":"Mia Holm""#, nil),
            (#"[{"name":"Mia Holm""#, nil),
            ("\u{feff}{\"name\":\"Mia Holm", nil),
        ] as [(String, String?)])
    func shown(body: String, shows: String?) async throws {
        let back = back([body])
        try await login(try connection("cdbl-lms"), in: folder, back, answers: ["pair-token": "p"])
        let error = try #require(await #expect(throws: RunError.self) { try await fetch(back) })
        #expect(error.code == .unreadablePage && !error.explanation.contains("Mia"))
        #expect(error.explanation.contains("It starts with") == (shows != nil))
        if let shows { #expect(error.explanation.contains(shows)) }
    }
}
