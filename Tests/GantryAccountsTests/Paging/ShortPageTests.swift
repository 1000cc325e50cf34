import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryJSON
import GantryModel
import Testing

@Suite("A list without counts whose pages are short, and of which only an empty page is the end") struct ShortPageTests
{
    /// What a server gives for an offset and a limit: the numbers of records.
    private typealias Server = @Sendable (_ offset: Int, _ limit: Int) throws(HTTPError) -> [Int]

    private func list(
        _ server: @escaping Server, by paging: DatasetPaging = .offset
    ) -> PagedList<CDBL.Leave> {
        var dataset = CDBL.Leave.dataset
        dataset.proof = .secondReading(endsEmpty: true)
        let decoder = dataset.decoder
        return PagedList(
            dataset,
            lanes: [
                { page, size in
                    let lines = try server((page - 1) * size, size).map {
                        #"{"id":"\#($0)","type":"CASUAL","status":"APPROVED","startDate":"2026-10-01","endDate":"2026-10-01","reason":"r","workingDays":1,"createdAt":"2026-09-01T00:00:00Z"}"#
                            + "\n"
                    }
                    var chunk = Chunk<CDBL.Leave>(bytes: Array(lines.joined().utf8), page: page)
                    try decoder().decodeLines(&chunk)
                    let fingerprint = Array("\(lines.first ?? "")\(lines.last ?? "")".utf8)
                    return FetchedPage(chunk: chunk, envelope: PageEnvelope(), fingerprint: fingerprint)
                }
            ], paging: paging, sendsLimit: true)
    }

    private func keys(
        _ list: PagedList<CDBL.Leave>, at position: SourcePosition = SourcePosition(pageSize: 40)
    ) async throws -> [String] {
        let source = list.source(at: position)
        var keys: [String] = []
        while let chunk = try await source.next() { keys += chunk.records.map { chunk.text($0.id) } }
        return keys
    }

    private func capped(_ count: Int, at most: Int) -> Server {
        { offset, limit in Array((0..<count).dropFirst(offset).prefix(min(limit, most))) }
    }

    @Test(
        "gives every record once where the server gives fewer at once than it is asked for",
        arguments: [1, 15, 20, 35, 40, 55, 60, 95, 100], [DatasetPaging.offset, .pages])
    func cut(count: Int, paging: DatasetPaging) async throws {
        let all = (0..<count).map(String.init)
        #expect(try await keys(list(capped(count, at: 20), by: paging)) == all)
        // A server that counts pages by what it gives.
        guard paging == .pages else { return }
        let own: Server = { offset, limit in
            let size = min(limit, 20)
            return Array((0..<count).dropFirst(offset / limit * size).prefix(size))
        }
        #expect(try await keys(list(own, by: paging)) == all)
    }

    @Test("gives every record once where a run goes on behind the short page") func resumed() async throws {
        let list = list(capped(95, at: 20))
        let source = list.source(at: SourcePosition(pageSize: 40))
        #expect(try await source.next()?.count == 20)
        let rest = try await keys(list, at: await source.position())
        #expect(rest == (20..<95).map(String.init))
    }

    @Test(
        "gives every record once where the server ignores the limit, or gives no fewer than some",
        arguments: [20, 55, 60, 95], [1, 10, 20])
    func least(count: Int, least: Int) async throws {
        let server: Server = { offset, limit in
            Array((0..<count).dropFirst(offset).prefix(min(20, max(least, limit))))
        }
        let all = (0..<count).map(String.init)
        for paging in [DatasetPaging.offset, .pages] { #expect(try await keys(list(server, by: paging)) == all) }
    }

    @Test("gives every record once where the server gives only pages of some sizes") func sizes() async throws {
        let all = (0..<95).map(String.init)
        let cap: Server = { offset, limit throws(HTTPError) in
            guard [20, 40].contains(limit) else {
                var error = HTTPError(.status, "refused", request: HTTPRequest(.get, "https://server.example/"))
                error.status = 400
                throw error
            }
            return Array((0..<95).dropFirst(offset).prefix(20))
        }
        #expect(try await keys(list(cap)) == all)
    }

    @Test("isn't whole where records were taken out of a page that the server cut", arguments: [0, 7, 18])
    func cutAndTakenOut(gone: Int) async throws {
        for count in [38, 95] {
            let server: Server = { offset, limit in
                (0..<count).dropFirst(offset).prefix(min(limit, 20)).filter { $0 != gone }
            }
            let error = await #expect(throws: RunError.self) { _ = try await keys(list(server)) }
            #expect(error?.code == .sourceIncomplete)
            #expect(error?.advice?.text(spelling: { "\($0)" }).contains("19 or less") == true)
        }
    }

    @Test("isn't whole where pages become short by what doesn't fit") func misfit() async throws {
        let server: Server = { offset, limit in
            Array((0..<100).dropFirst(offset).prefix(offset < 40 ? limit : min(limit, 30)))
        }
        let error = await #expect(throws: RunError.self) { _ = try await keys(list(server)) }
        #expect(error?.code == .sourceIncomplete)
    }

    @Test("goes on as it was asked where records were taken out of a page after it was cut", arguments: [0, 17, 39])
    func takenOut(gone: Int) async throws {
        for first in [0, 40, 80] where first + gone < 95 {
            let server: Server = { offset, limit in
                (0..<95).dropFirst(offset).prefix(limit).filter { $0 != first + gone }
            }
            let expected = (0..<95).filter { $0 != first + gone }.map(String.init)
            #expect(try await keys(list(server)) == expected)
        }
    }
}
