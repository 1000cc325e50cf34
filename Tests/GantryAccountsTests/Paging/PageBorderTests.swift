import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// Pages of lists that change or have no fixed order: every record, or a refusal.
@Suite struct PageBorderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A server's leaves, which a test can change between two pages.
    final class Leaves: Sendable {
        let numbers: Mutex<[Int]>
        /// Pages that were asked for; a single record is no page.
        let pages = Mutex(0)
        let singles = Mutex(0)

        init(_ range: Range<Int>) { numbers = Mutex(Array(range)) }

        func status(_ number: Int) -> String { number % 2 == 0 ? "APPROVED" : "PENDING" }

        func json(_ number: Int) -> String {
            #"{"id":"leave-\#(number)","type":"CASUAL","status":"\#(status(number))","startDate":"2026-10-01","endDate":"2026-10-01","reason":"r","workingDays":1,"createdAt":"2026-09-01T00:00:00Z"}"#
        }
    }

    private func connect(
        _ leaves: Leaves, leastPage: Int = 1, hasTies: Bool = false, withoutStatus: Int? = nil,
        _ change: @escaping @Sendable (_ page: Int, inout [Int]) -> Void = { _, _ in }
    ) async throws -> APIConnection {
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/api/leaves") else {
                return .json(200, #"{"sessionToken":"S","deviceId":"d"}"#)
            }
            let pairs = (request.path.split(separator: "?").last ?? "").split(separator: "&").map {
                $0.split(separator: "=").map(String.init)
            }
            let query = Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
            let (offset, limit) = (Int(query["offset"] ?? "") ?? 0, max(Int(query["limit"] ?? "") ?? 0, leastPage))
            let all = leaves.numbers.withLock { $0 }.filter { number in
                query["status"].map { $0 == leaves.status(number) && number != withoutStatus } ?? true
                    && query["type"].map { $0 == "CASUAL" } ?? true
            }
            var range = min(offset, all.count)..<min(offset + limit, all.count)
            if hasTies, offset / limit % 2 == 1, limit > 1 { range = range.lowerBound - 1..<range.upperBound - 1 }
            let items = all[range].map(leaves.json).joined(separator: ",")
            if limit > 1 {
                let page = leaves.pages.withLock { pages in
                    pages += 1
                    return pages
                }
                leaves.numbers.withLock { change(page, &$0) }
            } else {
                leaves.singles.withLock { $0 += 1 }
            }
            return .json(200, #"{"items":[\#(items)],"total":\#(all.count)}"#)
        }
        let office = try connection("cdbl-lms")
        try await login(office, in: folder, back, answers: ["pair-token": "p"])
        return try APIConnection(office, in: folder, back)
    }

    private func keys(_ api: APIConnection) async throws -> [String] {
        var keys: [String] = []
        try await ConnectionReader(connection: api, period: nil).readAll(CDBL.Leave.dataset, period: nil, filters: [:])
        {
            page in keys += page.map { page.text($0.id) }
        }
        return keys
    }

    @Test(
        "A record that is removed and another that is added between two pages is a list that changed",
        arguments: [1, 2])
    func moved(after page: Int) async throws {
        let leaves = Leaves(0..<255)
        let api = try await connect(leaves) { asked, numbers in
            if asked == page { numbers = Array(numbers[..<10] + numbers[11...]) + [255] }
        }
        let error = await #expect(throws: RunError.self) { _ = try await keys(api) }
        #expect(error?.code == .sourceChanged && error?.explanation.contains("the record before page") == true)
    }

    @Test("A list that stays costs one small request for each border") func stays() async throws {
        let leaves = Leaves(0..<255)
        #expect(try await keys(connect(leaves)).count == 255)
        #expect(leaves.pages.withLock { $0 } == 3 && leaves.singles.withLock { $0 } == 2)
    }

    @Test("Where one record can't be had alone, the page before is asked for again") func noSinglePages() async throws {
        let leaves = Leaves(0..<255)
        #expect(try await keys(connect(leaves, leastPage: 10)).count == 255)
        let other = Leaves(0..<255)
        let api = try await connect(other, leastPage: 10) { asked, numbers in
            if asked == 1 { numbers = Array(numbers[..<10] + numbers[11...]) + [255] }
        }
        let error = await #expect(throws: RunError.self) { _ = try await keys(api) }
        #expect(error?.code == .sourceChanged)
    }

    @Test("A resumed reading checks the border where it stood with one request", arguments: [false, true])
    func resumed(hasMoved: Bool) async throws {
        let leaves = Leaves(0..<200)
        let api = try await connect(leaves)
        let dataset = CDBL.Leave.dataset
        let list = PagedList(api, of: dataset, lanes: 1, asking: DatasetRequest(period: nil))
        let first = PagedSource(list, at: SourcePosition(pageSize: 100), through: 100)
        #expect(try await first.next()?.count == 100)
        let position = await first.position()
        if hasMoved { leaves.numbers.withLock { $0 = Array($0[1...]) + [200] } }
        let second = list.source(at: position)
        if hasMoved {
            let error = await #expect(throws: RunError.self) { _ = try await second.next() }
            #expect(error?.code == .sourceChanged)
        } else {
            #expect(try await second.next()?.count == 100)
            #expect(leaves.singles.withLock { $0 } == 1)
        }
    }

    @Test("A list with ties is read in pieces that fit one page each") func ties() async throws {
        let leaves = Leaves(0..<160)
        let keys = try await keys(connect(leaves, hasTies: true))
        #expect(Set(keys) == Set((0..<160).map { "leave-\($0)" }) && keys.count == 160)
    }

    @Test(
        "A list with ties whose pieces lack a record of its pages, or of its total, is a list that changed",
        arguments: [5, 159])
    func piecesLackOne(number: Int) async throws {
        let api = try await connect(Leaves(0..<160), hasTies: true, withoutStatus: number)
        let error = await #expect(throws: RunError.self) { _ = try await keys(api) }
        #expect(error?.code == .sourceChanged && error?.explanation.contains("159 records, lack some") == true)
    }

    @Test("A list with ties whose pieces need more pages is refused, with the keys that came twice")
    func tiesInPieces() async throws {
        let api = try await connect(Leaves(0..<460), hasTies: true)
        let error = await #expect(throws: RunError.self) { _ = try await keys(api) }
        let told = error?.explanation ?? ""
        // The two pieces are read at once, and the first that fails is told.
        #expect(error?.code == .sourceChanged && (told.contains("leave-198") || told.contains("leave-199")), "\(told)")
    }
}
