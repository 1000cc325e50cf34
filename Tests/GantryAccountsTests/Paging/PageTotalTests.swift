import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryJSON
import GantryModel
import Testing

@Suite("A list that a file describes, with a total") struct PageTotalTests {
    /// What a server gives for an offset and a limit: the numbers of records, and the total.
    private typealias Server = @Sendable (_ offset: Int, _ limit: Int) throws -> (records: [Int], total: Int)

    private func keys(
        _ server: @escaping Server, by paging: DatasetPaging = .offset,
        at position: SourcePosition = SourcePosition(pageSize: 50)
    ) async throws -> (keys: [String], isUnproven: Bool) {
        var dataset = CDBL.Leave.dataset
        dataset.proof = .total
        let decoder = dataset.decoder
        let list = PagedList(
            dataset,
            lanes: [
                { page, size in
                    let answer = try server((page - 1) * size, size)
                    let lines = answer.records.map {
                        #"{"id":"\#($0)","type":"CASUAL","status":"APPROVED","startDate":"2026-10-01","endDate":"2026-10-01","reason":"r","workingDays":1,"createdAt":"2026-09-01T00:00:00Z"}"#
                            + "\n"
                    }
                    var chunk = Chunk<CDBL.Leave>(bytes: Array(lines.joined().utf8), page: page)
                    try decoder().decodeLines(&chunk)
                    var envelope = PageEnvelope()
                    envelope.totalCount = Int64(answer.total)
                    let fingerprint = Array("\(lines.first ?? "")\(lines.last ?? "")".utf8)
                    return FetchedPage(chunk: chunk, envelope: envelope, fingerprint: fingerprint)
                }
            ], paging: paging, sendsLimit: true)
        let source = list.source(at: position)
        var keys: [String] = []
        while let chunk = try await source.next() { keys += chunk.records.map { chunk.text($0.id) } }
        return (keys, await source.position().isUnproven == true)
    }

    /// A server with so many records that gives at most some at once; `behind` answers for what is past the end.
    private func server(
        _ count: Int, most: Int = 100, countsPage: Bool = false,
        behind: @escaping @Sendable () throws -> Void = {}
    ) -> Server {
        { offset, limit in
            let records = Array((0..<count).dropFirst(offset).prefix(min(limit, most)))
            if records.isEmpty { try behind() }
            return (records, countsPage ? records.count : count)
        }
    }

    @Test("is whole where nothing is behind a page that isn't full", arguments: [DatasetPaging.offset, .pages])
    func whole(paging: DatasetPaging) async throws {
        for count in [0, 1, 30, 49, 50, 51] {
            let (found, isUnproven) = try await keys(server(count), by: paging)
            #expect(found == (0..<count).map(String.init) && !isUnproven, "\(count)")
        }
        // Past the last page a server can send that again.
        let again: Server = { _, limit in (Array((0..<30).prefix(limit)), 30) }
        #expect(try await keys(again, by: paging).keys.count == 30)
    }

    @Test(
        "isn't whole where a server gives fewer than it is asked for, and its total counts the page",
        arguments: [DatasetPaging.offset, .pages], [21, 35, 40, 45])
    func countsPage(paging: DatasetPaging, count: Int) async throws {
        let error = await #expect(throws: RunError.self) {
            _ = try await keys(server(count, most: 20, countsPage: true), by: paging)
        }
        #expect(error?.code == .sourceIncomplete, "\(error?.explanation ?? "")")
        #expect(error?.explanation.contains("a total of 20 records") == true, "\(error?.explanation ?? "")")
    }

    @Test("changed where a record comes behind the total, and the total with it") func grown() async throws {
        let server: Server = { offset, limit in
            let count = offset == 0 ? 30 : 31
            return (Array((0..<count).dropFirst(offset).prefix(limit)), count)
        }
        let error = await #expect(throws: RunError.self) { _ = try await keys(server) }
        #expect(error?.code == .sourceChanged)
    }

    @Test("is whole by its total where the server doesn't know what is behind it")
    func refused() async throws {
        for status in [400, 404, 409, 416, 422, 500, 501] {
            let server = server(30) {
                var error = HTTPError(.status, "refused", request: HTTPRequest(.get, "https://server.example/"))
                error.status = status
                throw error
            }
            #expect(try await keys(server).keys.count == 30, "\(status)")
        }
        for code in [RunError.Code.sourceRefused, .unreadablePage] {
            #expect(try await keys(server(30) { throw RunError(code, "There is no such page.") }).keys.count == 30)
        }
        let account = await #expect(throws: HTTPError.self) {
            _ = try await keys(
                server(30) { throw HTTPError(.refused, "no", request: HTTPRequest(.get, "https://server.example/")) })
        }
        #expect(account?.code == .refused)
    }

    @Test("is looked behind where a run goes on after the page that has all") func resumed() async throws {
        var position = SourcePosition(pageSize: 30, statedTotal: 30)
        (position.page, position.records) = (2, 30)
        #expect(try await keys(server(30), at: position).keys.isEmpty)
        let cut = server(45, most: 30, countsPage: true)
        await #expect(throws: RunError.self) { _ = try await keys(cut, at: position) }
    }
}
