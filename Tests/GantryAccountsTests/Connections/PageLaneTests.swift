import Foundation
import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// An answer that should be a page.
@Suite struct PageLaneTests {
    private let folder: TemporaryFolder
    private let holidays = ReadRequest(path: "/api/holidays", query: [("year", "2026")])
    private let good = #"{"holidays":[{"date":"2026-02-21","name":"Mother Language Day","type":"PUBLIC"}],"year":2026}"#

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
        return try await PageLane(api, CDBL.Holiday.dataset).fetch(holidays).chunk.count
    }

    @Test("An answer that is no page is asked for again")
    func noPage() async throws {
        let back = back(["<html>", good])
        try await login(try connection("cdbl-lms"), in: folder, back, answers: ["pair-token": "p"])
        #expect(try await fetch(back) == 1)
        #expect(back.paths.filter { $0.hasPrefix("/api/holidays") }.count == 2)
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
