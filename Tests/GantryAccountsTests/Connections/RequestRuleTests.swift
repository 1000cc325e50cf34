import GantryAccounts
import GantryConnectors
import GantryHTTP
import GantryModel
import GantryTestSupport
import Synchronization
import Testing

/// What the file of a system says of when its requests start.
@Suite("The requests of a system that a file describes") struct RequestRuleTests {
    private let folder: TemporaryFolder
    private let list = ReadRequest(path: "/hours", query: [])

    init() throws { folder = try TemporaryFolder() }

    private func api(_ requests: String, _ back: BackEndDouble) throws -> APIConnection {
        try APIConnection(describedConnection(requests: requests), in: folder, back, environment: ["KEY": "key-a"])
    }

    /// How long a read takes whose first answer is this one.
    private func wait(
        _ unit: String, _ status: Int, _ body: String, headers: [(String, String)] = []
    ) async throws -> Duration {
        let isFirst = Atomic(true)
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path != "/me" else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let isFirst = isFirst.exchange(false, ordering: .relaxed)
            return isFirst ? .json(status, body, headers: headers) : .json(200, "{}")
        }
        let api = try api("errors: { wait: { at: error.retry, unit: \(unit) } }", back)
        let began = back.clock.now()
        _ = try await api.read(list)
        #expect(back.paths == ["/me", "/hours", "/hours"])
        return back.clock.now() - began
    }

    @Test(
        "wait as long as the body of a 429 or 503 says, as after Retry-After",
        arguments: [
            ("seconds", "7", Duration.seconds(7)), ("ms", "7000", .seconds(7)),
            ("seconds", "\"2.5\"", .milliseconds(2_500)),
            // More decimals than a clock has; less than a second, as after Retry-After; more than is waited for at all.
            ("seconds", "4.3199999928474426", .milliseconds(4_319)), ("ms", "3", .seconds(1)),
            ("seconds", "1e30", .seconds(300)),
        ])
    func waits(unit: String, value: String, wait: Duration) async throws {
        for status in [429, 503] {
            let waited = try await self.wait(unit, status, #"{"error":{"retry":\#(value)}}"#)
            #expect(waited >= wait && waited < wait + .milliseconds(1), "\(status): \(waited)")
        }
    }

    @Test("wait as the header says where there is one, and as without any where the body says nothing else")
    func otherWaits() async throws {
        let body = #"{"error":{"retry":70}}"#
        #expect(try await wait("seconds", 503, body, headers: [("Retry-After", "3")]) == .seconds(3))
        #expect(try await wait("seconds", 429, body, headers: [("RateLimit-Reset", "3")]) == .seconds(70))
        #expect(try await wait("seconds", 500, body) < .seconds(2))
        for other in [
            "{}", "", "<html>", #"{"error":{"retry":null}}"#, #"{"error":{"retry":-5}}"#,
            #"{"error":{"retry":"soon"}}"#,
        ] {
            #expect(try await wait("seconds", 503, other) < .seconds(2), "\(other)")
        }
    }

    @Test(
        "start no more often than the file and gantry.yaml allow, of all lists together",
        arguments: [nil, "20/s", "2/s"])
    func rate(own: String?) async throws {
        let starts = Mutex<[Duration]>([])
        let back = BackEndDouble { _ throws(HTTPError) in .json(200, #"{"user":{"login":"anna"}}"#) }
        var connection = try describedConnection(requests: "rate: 5/s")
        connection.rate = own.flatMap { RequestRate($0) }
        let most = own == "2/s" ? 2 : 5
        #expect(connection.allowedRate?.description == "\(most)/s")
        let api = try APIConnection(
            connection, environment: ["KEY": "key-a"], store: TokenStore(Workspace(path: folder.path)), connections: 4,
            clock: back.clock
        ) { (request) async throws(HTTPError) in
            starts.withLock { $0.append(back.clock.now()) }
            return try await back.transport(request)
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 1...20 {
                tasks.addTask { _ = try await api.read(ReadRequest(path: "/list-\(number % 3)", query: [])) }
            }
            try await tasks.waitForAll()
        }
        let all = starts.withLock { $0 }
        #expect(all.count == 21 && back.paths.count == 21)
        let window = all.map { first in all.count { $0 >= first && $0 < first + .seconds(1) } }.max() ?? 0
        #expect(window <= most && window > 0, "\(all)")
        // It isn't slower than it must be.
        let last = (all.max() ?? .zero) - (all.min() ?? .zero)
        #expect(last >= .seconds(20) / most && last <= .seconds(24) / most, "\(last)")
    }

    @Test("have no rate unless the file or gantry.yaml gives one") func noRate() throws {
        #expect(try describedConnection(requests: "headers: { A: b }").allowedRate == nil)
    }
}
