import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

@Suite("The first and the last day of a list") struct PeriodBordersTests {
    /// Whether a server gives a record of a day when it is asked for days; `nil` where it refuses.
    private typealias Server = @Sendable (_ day: String, _ from: String, _ to: String) -> Bool?

    /// A record of each, with its place here as the key: the first and the last one are beyond October.
    private static let days =
        ["2026-09-30"] + (1...31).map { "2026-10-\($0 < 10 ? "0" : "")\($0)" } + ["2026-11-01"]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func record(_ number: Int) -> String { #"{"id":\#(number),"day":"\#(days[number])"}"# }

    private static func description(period: String) throws -> System {
        try SystemFile.tracker(
            "paging: none\ntotal: none\nperiod: \(period)",
            fields: "id: { type: integer, required: true }, day: { type: date, required: true }")
    }

    /// The days that are asked for, of October 2026.
    ///
    /// - Parameter landed: the keys of the list; `nil` where it wasn't read.
    private func asked(
        landed: [Int]?, period: String = #"{ day: day, query: { from: "{from}", to: "{to}" } }"#,
        refusal: HTTPResponse = .json(400, #"{"error":"There is no such day."}"#), _ server: @escaping Server
    ) async throws -> [String]? {
        let (api, back) = try api(period, refusal: refusal, server)
        func prove<R: DatasetRecord>(_ known: some DatasetDescription<R>) async throws -> Bool {
            let dataset = known.dataset
            guard
                let borders = try PeriodBorders(
                    api, of: dataset, asking: DatasetRequest(period: try PayPeriod("2026-10")), pageSize: 100)
            else { return false }
            var source: ArraySource<R>?
            if let landed {
                var chunk = Chunk<R>(bytes: Array(landed.map { Self.record($0) + "\n" }.joined().utf8))
                try dataset.decoder().decodeLines(&chunk)
                source = ArraySource([chunk])
            }
            try await borders.requireAll(in: source)
            return true
        }
        let known = try #require(api.connection.system.dataset(named: "tracker.hours"))
        guard try await prove(known) else { return nil }
        return back.paths.filter { $0.hasPrefix("/hours") }.map { String($0.dropFirst("/hours?from=".count)) }
    }

    private func api(
        _ period: String, refusal: HTTPResponse = .json(400, #"{"error":"There is no such day."}"#),
        _ server: @escaping Server
    ) throws -> (api: APIConnection, back: BackEndDouble) {
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/hours?from=") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let days = request.path.dropFirst("/hours?from=".count).split(separator: "&to=").map(String.init)
            let given = Self.days.indices.map { server(Self.days[$0], days[0], days[1]) }
            guard !given.contains(nil) else { return refusal }
            let records = Self.days.indices.filter { given[$0] == true }.map(Self.record)
            return .json(200, #"{"hours":[\#(records.joined(separator: ","))]}"#)
        }
        let system = try Self.description(period: period)
        let connection = try connection("tracker", credentials: "{ api-key: { env: KEY } }", of: Systems([system]))
        return (try APIConnection(connection, in: folder, back, environment: ["KEY": "key-a"]), back)
    }

    /// How many records come for October.
    private func read(_ query: String, _ server: @escaping Server) async throws -> Int {
        let api = try api("{ day: day, query: { \(query) } }", server).api
        func read<R: DatasetRecord>(_ known: some DatasetDescription<R>) async throws -> Int {
            let list = PagedList(
                api, of: known.dataset, lanes: 1, asking: DatasetRequest(period: try PayPeriod("2026-10")))
            return try await list.source(at: SourcePosition(pageSize: 100)).next()?.count ?? 0
        }
        let known = try #require(api.connection.system.dataset(named: "tracker.hours"))
        return try await read(known)
    }

    @Test("are asked for by their own names where the server sends the days round them too") func beyond() async throws
    {
        let server: Server = { $1 <= $0 && $0 <= $2 }
        #expect(try await read(#"from: "{from}", to: "{to}""#, server) == 31)
        for (query, right) in [
            (#"from: "{from}", to: "{to:next}""#, "{to} in its place is right."),
            (#"from: "{from:before}", to: "{to}""#, "{from} in its place is right."),
        ] {
            let error = await #expect(throws: RunError.self) { _ = try await read(query, server) }
            #expect(error?.code == .sourceIncomplete)
            #expect(error?.explanation.hasSuffix(right) == true, "\(error?.explanation ?? "")")
        }
        let all = await #expect(throws: RunError.self) {
            _ = try await read(#"from: "{from}", to: "{to:next}""#) { _, _, _ in true }
        }
        #expect(all?.explanation.hasSuffix("It doesn't know the parameters that ask for days.") == true)
    }

    @Test("are whole where the server gives what it is asked for, and two more lists show it") func whole() async throws
    {
        let server: Server = { $1 <= $0 && $0 <= $2 }
        #expect(
            try await asked(landed: Array(1...31), server) == ["2026-09-30&to=2026-10-01", "2026-10-31&to=2026-11-01"])
        #expect(try await asked(landed: nil, server)?.count == 4)
    }

    @Test(
        "lack records where the server ends before the last day, or begins after the first",
        arguments: [
            (31, "1 record of 2026-10-31, the last day of the period, that it leaves out: 31."),
            (1, "1 record of 2026-10-01, the first day of the period, that it leaves out: 1."),
        ])
    func lacking(key: Int, says: String) async throws {
        let server: Server = { key == 31 ? $1 <= $0 && $0 < $2 : $1 < $0 && $0 <= $2 }
        for landed in [Array(1...31).filter { $0 != key }, nil] {
            let error = try #require(
                await #expect(throws: RunError.self) { try await asked(landed: landed, server) })
            #expect(error.code == .sourceIncomplete && !error.isRetryable)
            let (right, wrong) = key == 31 ? ("{to:next}", "{from:before}") : ("{from:before}", "{to:next}")
            #expect(error.explanation.contains(says) && error.explanation.contains(right), "\(error.explanation)")
            #expect(!error.explanation.contains(wrong))
        }
        let query = key == 31 ? #"from: "{from}", to: "{to:next}""# : #"from: "{from:before}", to: "{to}""#
        #expect(try await asked(landed: Array(1...31), period: "{ day: day, query: { \(query) } }", server) != nil)
    }

    @Test(
        "lack what was entered after the list was read, or what the server cut",
        arguments: [(Array(2...31), 1), (Array(1...29), 31), (Array(1...10), 31)])
    func entered(landed: [Int], key: Int) async throws {
        let error = await #expect(throws: RunError.self) {
            try await asked(landed: landed) { $1 <= $0 && $0 <= $2 }
        }
        // The list is read once more.
        #expect(error?.code == .sourceChanged && error?.isRetryable == true)
        #expect(
            error?.explanation.contains("1 record of \(Self.days[key]) that the list of the period lacks: \(key).")
                == true, "\(error?.explanation ?? "")")
    }

    @Test("can lack what was removed before the server was asked again") func removed() async throws {
        let times = Atomic<Int>(0)
        let paths = try await asked(landed: Array(1...30)) { day, from, to in
            guard day == "2026-10-31" else { return from <= day && day <= to }
            return from == "2026-10-31" && times.add(1, ordering: .relaxed).newValue == 1
        }
        #expect(paths?.dropFirst(2) == ["2026-10-30&to=2026-10-31", "2026-10-31&to=2026-11-01"])
    }

    @Test(
        "aren't shown by a server that refuses days beyond the period, or breaks at them",
        arguments: [
            HTTPResponse.json(400, #"{"error":"There is no such day."}"#), .json(409, "{}"), .json(501, "{}"),
            .json(200, #"{"message":"no"}"#), .json(200, #"{"hours":null}"#), .json(200, #"{"error":"no"}"#),
        ])
    func refused(refusal: HTTPResponse) async throws {
        let server: Server = { "2026-10-01" <= $1 && $2 <= "2026-10-31" ? $1 <= $0 && $0 <= $2 : nil }
        #expect(try await asked(landed: Array(1...31), refusal: refusal, server) != nil)
    }

    @Test("are whole where no record of the days round the period can be used") func unusable() async throws {
        let unready = Array(repeating: #"{"day":"2026-11-01"}"#, count: 12).joined(separator: ",")
        let server: Server = { "2026-10-01" <= $1 && $2 <= "2026-10-31" ? $1 <= $0 && $0 <= $2 : nil }
        let refusal = HTTPResponse.json(200, #"{"hours":[\#(unready)]}"#)
        #expect(try await asked(landed: Array(1...31), refusal: refusal, server)?.count == 2)
    }

    @Test("aren't asked for where the server can't be asked for days") func selected() async throws {
        #expect(try await asked(landed: [], period: "{ day: day }") { _, _, _ in true } == nil)
    }
}
