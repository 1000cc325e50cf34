import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryTestSupport
import Testing

/// Lists of servers unlike the samples, read to their end.
@Suite struct PageSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func leave(_ number: Int) -> String {
        #"{"id":"leave-\#(number)","type":"CASUAL","status":"APPROVED","startDate":"2026-10-01","endDate":"2026-10-01","reason":"r","workingDays":1,"createdAt":"2026-09-01T00:00:00Z"}"#
    }

    /// Reads all leaves of a server that answers to an offset and a limit.
    private func read(
        _ answer: @escaping @Sendable (_ offset: Int, _ limit: Int) throws(HTTPError) -> String
    ) async throws -> (keys: [String], rejects: Int, asked: [String]) {
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/api/leaves") else {
                return .json(200, #"{"sessionToken":"S","deviceId":"d"}"#)
            }
            let query = (request.path.split(separator: "?").last ?? "").split(separator: "&").map {
                $0.split(separator: "=")
            }
            func value(_ name: String) -> Int { query.first { $0[0] == name }.flatMap { Int($0[1]) } ?? 0 }
            return .json(200, try answer(value("offset"), value("limit")))
        }
        let office = try connection("cdbl-lms")
        try await login(office, in: folder, back, answers: ["pair-token": "p"])
        let api = try APIConnection(office, in: folder, back)
        let reader = ConnectionReader(connection: api, period: nil)
        var keys: [String] = []
        var rejects = 0
        try await reader.readAll(CDBL.Leave.dataset, period: nil, filters: [:]) { page in
            keys += page.map { page.text($0.id) }
            rejects += page.unreadable
        }
        return (keys, rejects, back.paths.filter { $0.hasPrefix("/api/leaves") })
    }

    private func items(_ range: Range<Int>, _ rest: String) -> String {
        #"{"items":[\#(range.map(leave).joined(separator: ","))]\#(rest)}"#
    }

    @Test("A server that gives 37 at once of 100 gives all 255, each once") func capped() async throws {
        let all = try await read { offset, limit throws(HTTPError) in
            items(offset..<max(offset, min(offset + min(limit, 37), 255)), #","total":255"#)
        }
        #expect(all.keys == (0..<255).map { "leave-\($0)" })
    }

    @Test("A total that counts its page is not believed") func totalOfPage() async throws {
        let error = await #expect(throws: RunError.self) {
            _ = try await read { offset, limit throws(HTTPError) in
                let range = offset..<max(offset, min(offset + limit, 255))
                return items(range, #","total":\#(range.count)"#)
            }
        }
        #expect(error?.code == .sourceIncomplete && error?.explanation.contains("a total of 100 records") == true)
    }

    @Test(
        "After a full last page one more is asked for, which may be refused", arguments: [nil, 400, 404, 416] as [Int?])
    func pastEnd(status: Int?) async throws {
        let all = try await read { offset, limit throws(HTTPError) in
            if offset >= 200, let status {
                var error = HTTPError(.status, "refused", request: HTTPRequest(.get, "https://server.example/"))
                error.status = status
                throw error
            }
            return items(offset..<max(offset, min(offset + limit, 200)), #","total":200"#)
        }
        let borders = all.asked.filter { $0.contains("limit=1&") || $0.hasSuffix("limit=1") }
        #expect(all.keys.count == 200 && borders.count == 1 && all.asked.count == 3 + borders.count)
    }

    @Test("A record that is too large is passed over as a reject, and all others come") func tooLarge() async throws {
        let all = try await read { offset, limit throws(HTTPError) in
            let range = offset..<max(offset, min(offset + limit, 255))
            if range.contains(137) {
                throw HTTPError(
                    .bodyTooLarge, "the decoded body is larger than 67108864 bytes",
                    request: HTTPRequest(.get, "https://server.example/"))
            }
            return items(range, #","total":255"#)
        }
        #expect(all.rejects == 1)
        #expect(all.keys == (0..<255).filter { $0 != 137 }.map { "leave-\($0)" })
    }

    @Test("A server whose every answer is too large ends the reading") func allTooLarge() async throws {
        let error = await #expect(throws: HTTPError.self) {
            _ = try await read { _, _ throws(HTTPError) in
                throw HTTPError(
                    .bodyTooLarge, "the decoded body is larger than 67108864 bytes",
                    request: HTTPRequest(.get, "https://server.example/"))
            }
        }
        #expect(error?.code == .bodyTooLarge)
    }

    @Test(
        "A page at which an earlier attempt stopped and that the server refuses now is a list that changed",
        arguments: [400, 404, 410, 416, 422], [DatasetPaging.pages, .offset, .linked])
    func savedPlace(status: Int, paging: DatasetPaging) async throws {
        let list = refusing(status, paging)
        let error = await #expect(throws: RunError.self) { _ = try await list.source(at: saved).next() }
        #expect(
            error?.code == .sourceChanged && error?.explanation.contains("page 3") == true,
            "\(error?.explanation ?? "")")
        // Nothing was read that could have become another list.
        let first = list.source(at: SourcePosition(pageSize: 10))
        await #expect(throws: HTTPError.self) { _ = try await first.next() }
    }

    @Test("An account that is refused is no list that changed", arguments: [401, 403]) func refusedAccount(
        status: Int
    ) async {
        let source = refusing(status, .linked).source(at: saved)
        await #expect(throws: HTTPError.self) { _ = try await source.next() }
    }

    /// Where an attempt stopped that read two pages.
    private var saved: SourcePosition {
        var position = SourcePosition(pageSize: 10)
        (position.page, position.records, position.next) = (3, 20, "cursor")
        return position
    }

    private func refusing(_ status: Int, _ paging: DatasetPaging) -> PagedList<CDBL.Holiday> {
        let refuse: @Sendable () throws -> FetchedPage<CDBL.Holiday> = {
            var error = HTTPError(.status, "refused", request: HTTPRequest(.get, "https://server.example/"))
            error.status = status
            throw error
        }
        var list = PagedList(
            CDBL.Holiday.dataset, lanes: [{ _, _ in try refuse() }], paging: paging, sendsLimit: true)
        if paging == .linked { list.follow = { _, _ in try refuse() } }
        return list
    }
}
