import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryJSON
import GantryModel
import Testing

@Suite("A list whose pages go on behind a key that is a text") struct TextOrderTests {
    /// The keys that a server gives behind one, at most so many.
    private typealias Server = @Sendable (_ behind: String?, _ limit: Int) throws -> [String]

    private func keys(_ server: @escaping Server, size: Int = 3) async throws -> [String] {
        var dataset = CDBL.Leave.dataset
        dataset.proof = .secondReading(endsEmpty: true)
        dataset.after = { record, chunk in chunk.text(record.id) }
        let known = dataset
        var list = PagedList(
            known, lanes: [{ _, _ in throw CancellationError() }], paging: .linked, sendsLimit: true)
        list.follow = { next, limit in
            let lines = try server(next, limit).map {
                #"{"id":"\#($0)","type":"CASUAL","status":"APPROVED","startDate":"2026-10-01","endDate":"2026-10-01","reason":"r","workingDays":1,"createdAt":"2026-09-01T00:00:00Z"}"#
                    + "\n"
            }
            var chunk = Chunk<CDBL.Leave>(bytes: Array(lines.joined().utf8))
            try known.decoder().decodeLines(&chunk)
            var envelope = PageEnvelope()
            known.noteNext(behind: chunk, asked: limit, in: &envelope)
            let fingerprint = Array("\(lines.first ?? "")\(lines.last ?? "")".utf8)
            return FetchedPage(chunk: chunk, envelope: envelope, fingerprint: fingerprint)
        }
        let source = list.source(at: SourcePosition(pageSize: size))
        var keys: [String] = []
        while let chunk = try await source.next() { keys += chunk.records.map { chunk.text($0.id) } }
        return keys
    }

    /// A server that goes on behind the place of the record, whatever its order.
    private func placed(_ all: [String]) -> Server {
        { behind, limit in
            let start = behind.flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            return Array(all[start...].prefix(limit))
        }
    }

    /// A server that gives those of its list that are larger by a rule.
    private func larger(_ all: [String], _ isLarger: @escaping @Sendable (String, String) -> Bool) -> Server {
        { behind, limit in
            Array(all.filter { key in behind.map { isLarger(key, $0) } ?? true }.prefix(limit))
        }
    }

    @Test(
        "gives every record once in any order of the server",
        arguments: [
            ["ch_q", "ch_B", "ch_z", "ch_a", "ch_7", "ch_m", "ch_C"], ["a", "B", "c", "D", "e", "F"],
            (5..<23).map(String.init), ["z", "y", "x", "w", "v"], ["a"], [],
        ])
    func anyOrder(all: [String]) async throws {
        #expect(try await keys(placed(all)) == all)
        #expect(try await keys(placed(all), size: 1) == all)
    }

    @Test("is asked for a whole page behind the last record but one where the server gives no smaller one")
    func leastPage() async throws {
        let all = ["q", "B", "z", "a", "7", "m", "C"]
        let placed = placed(all)
        let server: Server = { behind, limit in
            guard limit >= 3 else {
                var error = HTTPError(.status, "refused", request: HTTPRequest(.get, "https://server.example/"))
                error.status = 422
                throw error
            }
            return try placed(behind, limit)
        }
        #expect(try await keys(server) == all)
    }

    @Test("is refused where the server goes on by another order than it sorts by, which leaves records out")
    func otherOrder() async throws {
        let servers: [Server] = [
            larger((8..<30).map(String.init)) { $0 > $1 }, larger(["z", "y", "x", "w", "v", "u"]) { $0 > $1 },
            larger(["q", "B", "z", "a", "7", "m", "C"]) { $0 > $1 },
            // Keys that the server takes for the same, on two pages.
            larger(["a", "b", "Cd", "cD", "e", "f"]) { $0.lowercased() > $1.lowercased() },
            larger(["a", "b", "Cd", "cD"]) { $0.lowercased() > $1.lowercased() },
        ]
        for (index, server) in servers.enumerated() {
            let error = await #expect(throws: RunError.self, "\(index)") { _ = try await keys(server) }
            #expect(error?.code == .sourceChanged && error?.explanation.contains("comes behind") == true, "\(index)")
        }
    }
}
