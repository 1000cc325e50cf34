import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryModel
import GantryTestSupport
import Testing

/// A list whose description may look for its pages where they aren't.
@Suite("A list that a file describes") struct EndPromiseTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func api(
        _ paging: String, total: String = "none", more: String = "", key: String = "integer", _ back: BackEndDouble
    ) throws -> APIConnection {
        let system = try SystemFile.tracker(
            """
            paging: \(paging)
            total: \(total)
            period: { day: day, query: { from: "{from}", to: "{to}" } }
            \(more)
            """,
            fields:
                "id: { type: \(key), required: true }, day: { type: date, required: true }, number: { type: integer }")
        let tracker = try connection("tracker", credentials: "{ api-key: { env: KEY } }", of: Systems([system]))
        return try APIConnection(tracker, in: folder, back, environment: ["KEY": "key-a"])
    }

    static func number(_ name: String, in path: String) -> Int? {
        path.split { "?&".contains($0) }.first { $0.hasPrefix(name + "=") }.flatMap {
            Int($0.dropFirst(name.count + 1))
        }
    }

    static func answer(_ numbers: some Sequence<Int>, _ more: String) -> HTTPResponse {
        let records = numbers.map { #"{"id":\#($0),"day":"2026-\#($0 > 4 ? "11" : "10")-01"}"# }
        return .json(200, "{\"hours\":[\(records.joined(separator: ","))]\(more)}")
    }

    /// Gives four records or as many as `take` says, and at most `most`, and says where the next page is where one
    /// follows. Those from the fifth on are of November.
    private func server(_ count: Int, most: Int = 100) -> BackEndDouble {
        BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/hours") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let all = Array(1...count).filter { !request.path.contains("from=2026-10") || $0 <= 4 }
            let start = Self.number("skip", in: request.path) ?? 0
            let end = min(start + min(Self.number("take", in: request.path) ?? 4, most), all.count)
            let next = end < all.count ? "{\"next\":\"\(end)\"}" : "{}"
            return Self.answer(all[min(start, end)..<end], ",\"meta\":\(next)")
        }
    }

    /// How the records of the list are read.
    enum Reading: CaseIterable {
        case asTheyAre
        /// As entries that are paid.
        case byRoles
    }

    func read<R: DatasetRecord>(
        _ description: some DatasetDescription<R>, _ period: PayPeriod?, _ api: APIConnection
    ) async throws -> (count: Int, isUnproven: Bool) {
        let list = PagedList(api, of: description.dataset, lanes: 1, asking: DatasetRequest(period: period))
        let source = list.source(at: SourcePosition(pageSize: 4))
        var count = 0
        while let chunk = try await source.next() { count += chunk.count }
        return (count, await source.position().isUnproven == true)
    }

    func read(
        _ api: APIConnection, _ period: PayPeriod? = nil, _ reading: Reading = .asTheyAre
    ) async throws -> (count: Int, isUnproven: Bool) {
        let dataset = try #require(api.connection.system.datasets.first)
        switch reading {
        case .asTheyAre: return try await read(dataset, period, api)
        case .byRoles:
            let roles = EntryRoles(employee: "id", date: "day", hours: .amount("id", nil))
            return try await read(dataset.entries(by: roles), period, api)
        }
    }

    @Test("is whole where a part of it leads on, and the whole doesn't", arguments: [1, 3, 4, 8, 10])
    func ends(count: Int) async throws {
        let back = server(count)
        let (found, isUnproven) = try await read(
            api("{ cursor: meta.next, query: skip, limit: take, size: 4 }", back))
        #expect(found == count && isUnproven == (count == 1))
        let parts = back.paths.filter { $0.contains("take=") && !$0.contains("take=4") }
        #expect(parts.count == ([3, 4].contains(count) ? 1 : 0))
    }

    @Test("isn't taken for whole where a part of it leads nowhere", arguments: [100, 3], Reading.allCases)
    func wrongKey(most: Int, reading: Reading) async throws {
        let api = try api("{ cursor: meta.nextCursor, query: skip, limit: take, size: 4 }", server(8, most: most))
        let error = await #expect(throws: RunError.self) { try await read(api, nil, reading) }
        #expect(error?.code == .sourceIncomplete)
        let count = most == 3 ? "1 record" : "2 records"
        #expect(
            error?.explanation.hasPrefix("Asked for a part of the list, the server sent \(count) and doesn't say")
                == true,
            "\(error?.explanation ?? "")")
        // An answer that was read by roles is no longer there.
        let keys = "The answer has the keys hours and meta.next."
        #expect(error?.explanation.contains(keys) == (reading == .asTheyAre), "\(error?.explanation ?? "")")
        #expect(error?.explanation.contains("roles") == false)
    }

    @Test("needs a header that some answer has", arguments: Reading.allCases)
    func wrongHeader(reading: Reading) async throws {
        let api = try api("{ next: { header: X-Next }, limit: take, size: 4 }", server(8))
        let error = await #expect(throws: RunError.self) { try await read(api, nil, reading) }
        #expect(error?.explanation.contains("there is no header X-Next.") == true)
    }

    @Test("needs the text that says where the next page is, not the object round it") func objectAtNext() async throws {
        let api = try api("{ next: meta, limit: take, size: 4 }", server(8))
        let error = await #expect(throws: RunError.self) { try await read(api) }
        #expect(error?.code == .sourceIncomplete && error?.isRetryable == false)
        #expect(error?.explanation.contains("has an object with the keys next at meta instead of the text") == true)
        #expect(error?.advice?.text(spelling: { "\($0)" }).contains("such as meta.next.") == true)
    }

    @Test("that can't be asked for in parts is whole where a longer one leads on") func longer() async throws {
        let october = try PayPeriod("2026-10")
        let right = try await read(api("{ cursor: meta.next, query: skip, size: 4 }", server(8)), october)
        #expect(right == (4, false))
        let wrong = try api("{ cursor: meta.after, query: skip, size: 4 }", server(8))
        let error = await #expect(throws: RunError.self) { try await read(wrong, october) }
        #expect(error?.explanation.hasPrefix("The first page has 4 records, as many as a page can have") == true)
        let short = try await read(api("{ cursor: meta.next, query: skip, size: 5 }", server(4)), october)
        #expect(short == (4, true))
    }

    /// Gives pages or records as they are counted from `first` on; before it nothing, all, the first ones, or a refusal.
    private func counting(from first: Int, before: String, _ counts: String) -> BackEndDouble {
        BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/hours") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let number = (Self.number("at", in: request.path) ?? 0) - first
            let size = Self.number("take", in: request.path) ?? 4
            if number < 0 {
                switch before {
                case "refused": return .json(400, #"{"error":"There is no page 0."}"#)
                case "nothing": return Self.answer([Int](), "")
                case "all": return Self.answer(1...6, "")
                default: return Self.answer(1...min(size, 6), "")
                }
            }
            let start = min(counts == "page" ? number * size : number, 6)
            return Self.answer(Array(1...6)[start...].prefix(size), "")
        }
    }

    @Test(
        "is counted from where the file says", arguments: ["page", "offset"],
        ["refused", "nothing", "all", "the first"])
    func counted(by counts: String, before: String) async throws {
        let right = try api(
            "{ \(counts): at, from: 1, limit: take, size: 4 }", counting(from: 1, before: before, counts))
        #expect(try await read(right).count == 6)
    }

    @Test(
        "loses nothing that the server counts from 0", arguments: ["page", "offset"],
        [("", Reading.asTheyAre), ("proof: { none: So. }", .asTheyAre), ("", .byRoles)])
    func countedFromZero(by counts: String, of list: (more: String, reading: Reading)) async throws {
        let (more, reading) = list
        let back = counting(from: 0, before: "refused", counts)
        let wrong = try api("{ \(counts): at, from: 1, limit: take, size: 4, ends: short }", more: more, back)
        let error = await #expect(throws: RunError.self) { try await read(wrong, nil, reading) }
        #expect(error?.code == .sourceIncomplete && error?.isRetryable == false)
        #expect(
            error?.explanation.contains(counts == "page" ? "with 4 other records" : "has a record before the first")
                == true)
        #expect(error?.advice?.text(spelling: { "\($0)" }).hasPrefix("Say from: 0 under paging") == true)
        let right = try api("{ \(counts): at, from: 0, limit: take, size: 4, ends: short }", more: more, back)
        #expect(try await read(right, nil, reading).count == 6)
    }

    /// Gives records behind the one that is asked for, sorted and narrowed by a rule of its own.
    private func behind(
        _ keys: [String], most: Int = 100, _ comes: @escaping @Sendable (String, _ after: String) -> Bool
    ) -> BackEndDouble {
        BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/hours") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let last = request.path.split { "?&".contains($0) }.first { $0.hasPrefix("behind=") }?.dropFirst(7)
            let size = min(Self.number("take", in: request.path) ?? 4, most)
            let found = keys.filter { key in last.map { comes(key, String($0)) } ?? true }.prefix(size)
            let records = found.map { #"{"id":"\#($0)","number":1,"day":"2026-10-01"}"# }
            return .json(200, "{\"hours\":[\(records.joined(separator: ","))]}")
        }
    }

    private func textKeys(_ ends: String, _ back: BackEndDouble) throws -> APIConnection {
        try api("{ after: id, query: behind, limit: take, size: 4\(ends) }", key: "text", back)
    }

    private func read(textKeys api: APIConnection, _ reading: Reading) async throws -> (count: Int, isUnproven: Bool) {
        let dataset = try #require(api.connection.system.datasets.first)
        switch reading {
        case .asTheyAre: return try await read(dataset, nil, api)
        case .byRoles:
            let roles = EntryRoles(employee: "number", date: "day", hours: .amount("number", nil))
            return try await read(dataset.entries(by: roles), nil, api)
        }
    }

    @Test("goes on behind texts as the server sorts by them", arguments: Reading.allCases, ["", ", ends: short"])
    func order(reading: Reading, ends: String) async throws {
        let keys = ["a", "b", "c", "d", "e", "f"]
        #expect(try await read(textKeys: textKeys(ends, behind(keys) { $0 > $1 }), reading).count == 6)
        let byDay = ["f", "b", "a", "e", "c", "d"]
        let error = await #expect(throws: RunError.self) {
            try await read(textKeys: textKeys(ends, behind(byDay) { $0 > $1 }), reading)
        }
        #expect(error?.code == .sourceChanged, "\(error?.explanation ?? "")")
        // The last two of the first page can be the greatest ones.
        let byChance = ["c", "a", "d", "e", "b", "f"]
        await #expect(throws: RunError.self) {
            try await read(textKeys: textKeys(ends, behind(byChance) { $0 > $1 }), reading)
        }
        // A server that goes on behind a record wherever that is, and sorts by something else, loses none.
        let places = Dictionary(uniqueKeysWithValues: zip(byDay, 0...))
        let placed = try textKeys(ends, behind(byDay) { places[$0, default: 0] > places[$1, default: 0] })
        #expect(try await read(textKeys: placed, reading).count == 6)
    }

    @Test("that ends with a short page isn't proven by one that the server cut", arguments: Reading.allCases)
    func cut(reading: Reading) async throws {
        let back = behind(["a", "b", "c", "d", "e", "f"], most: 3) { $0 > $1 }
        #expect(try await read(textKeys: textKeys(", ends: short", back), reading) == (3, true))
    }

    @Test("names the keys of the server's records where none can be paid") func alike() async throws {
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/hours") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let records = (1...10).map { #"{"id":"\#($0)","worker":1,"day":"2026-10-01"}"# }
            return .json(200, "{\"hours\":[\(records.joined(separator: ","))]}")
        }
        let api = try api("none", key: "text", back)
        let error = await #expect(throws: RunError.self) { try await read(textKeys: api, .byRoles) }
        #expect(
            error?.explanation.contains(
                "number is nothing, expected the number of a worker. The first has the keys id, worker and day.")
                == true, "\(error?.explanation ?? "")")
    }

    @Test("in one answer speaks of no other one", arguments: ["body", "header", "nothing"], Reading.allCases)
    func signOfMore(place: String, reading: Reading) async throws {
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/hours") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let body = #"{"hours":[{"id":1,"day":"2026-10-01"}],"has_more":\#(place == "body")}"#
            let links = "</hours?page=1>; rel=\"first\"" + (place == "header" ? ", </hours?page=2>; rel=\"next\"" : "")
            return .json(200, body, headers: [("Link", links)])
        }
        let api = try api("none", back)
        guard place != "nothing" else {
            #expect(try await read(api, nil, reading).count == 1)
            return
        }
        let error = await #expect(throws: RunError.self) { try await read(api, nil, reading) }
        let sign = place == "body" ? "has_more" : "the header Link"
        #expect(error?.explanation.contains("has 1 record, and \(sign) says that more follow.") == true)
        #expect(error?.code == .sourceIncomplete && error?.isRetryable == false)
    }

    @Test("that nothing proves ends where the file says why it may") func noProof() async throws {
        let more = "proof: { none: It is short. }"
        let found = try await read(api("{ cursor: meta.next, query: skip, size: 4 }", more: more, server(4)))
        #expect(found == (4, true))
        let wrong = try api("{ cursor: meta.after, query: skip, limit: take, size: 4 }", more: more, server(8))
        await #expect(throws: RunError.self) { try await read(wrong) }
    }
}
