import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryModel
import GantryTestSupport
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

    /// The days that are asked for, of October 2026.
    ///
    /// - Parameter landed: the keys of the list; `nil` where it wasn't read.
    private func asked(
        landed: [Int]?, period: String = #"{ day: day, query: { from: "{from}", to: "{to}" } }"#,
        _ server: @escaping Server
    ) async throws -> [String]? {
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/hours?from=") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let days = request.path.dropFirst("/hours?from=".count).split(separator: "&to=").map(String.init)
            let given = Self.days.indices.map { server(Self.days[$0], days[0], days[1]) }
            guard !given.contains(nil) else { return .json(400, #"{"error":"There is no such day."}"#) }
            let records = Self.days.indices.filter { given[$0] == true }.map(Self.record)
            return .json(200, #"{"hours":[\#(records.joined(separator: ","))]}"#)
        }
        let system = try SystemFile.tracker(
            "paging: none\ntotal: none\nperiod: \(period)",
            fields: "id: { type: integer, required: true }, day: { type: date, required: true }")
        let connection = try connection("tracker", credentials: "{ api-key: { env: KEY } }", of: Systems([system]))
        let api = try APIConnection(connection, in: folder, back, environment: ["KEY": "key-a"])
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
        let known = try #require(connection.system.dataset(named: "tracker.hours"))
        guard try await prove(known) else { return nil }
        return back.paths.filter { $0.hasPrefix("/hours") }.map { String($0.dropFirst("/hours?from=".count)) }
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
            #expect(error.explanation.contains(says) && error.explanation.contains("{to:next}"), "\(error.explanation)")
        }
    }

    @Test("can lack what was entered after the list was read") func entered() async throws {
        let asked = try await asked(landed: Array(2...30)) { $1 <= $0 && $0 <= $2 }
        #expect(asked?.dropFirst(2) == ["2026-10-01&to=2026-10-02", "2026-10-30&to=2026-10-31"])
    }

    @Test("aren't shown by a server that refuses days beyond the period") func refused() async throws {
        let server: Server = { "2026-10-01" <= $1 && $2 <= "2026-10-31" ? $1 <= $0 && $0 <= $2 : nil }
        #expect(try await asked(landed: Array(1...31), server)?.count == 2)
    }

    @Test("aren't asked for where the server can't be asked for days") func selected() async throws {
        #expect(try await asked(landed: [], period: "{ day: day }") { _, _, _ in true } == nil)
    }
}
