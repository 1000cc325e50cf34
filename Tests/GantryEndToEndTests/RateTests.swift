import Glibc
import Testing

/// What the server's own log says of a rate.
@Suite("A rate of requests") struct RateTests {
    /// The most requests in a second, by the sandbox.
    private func most(_ upload: Upload) async throws -> Int {
        let said = try await upload.sandbox.said(after: SIGTERM)
        let rest = said.out.split(separator: "\"mostInASecond\":").last ?? ""
        return try #require(Int(rest.prefix { $0.isNumber }), "\(said)")
    }

    @Test("holds over all transfers, with retries, lookups and the sign-in, by the server's log")
    func holds() async throws {
        let upload = try await Upload(faults: ["certificate:after=3:times=2:status=500", "certificate:after=9:close"])
        try await upload.fill(20)
        try BackEnd.cdblLMS.configure(upload.workspace, upload.sandbox.url, limit: "rate: 8/s")
        let ending = try await upload.command(["--transfers", "64", "--json"]).run()
        ending.expect(exit: 0)
        #expect(try await upload.broken(rows: 20) == nil)
        #expect(ending.out.contains(#""event":"limited""#) && ending.out.contains(#""perMinute":480,"isHalved":false"#))
        let most = try await most(upload)
        #expect((5...8).contains(most), "\(most) in a second")
    }

    @Test("is found where the server only refuses, and every row is done", .timeLimit(.minutes(5)))
    func refused() async throws {
        let upload = try await Upload(faults: ["*:limit=6"])
        try await upload.fill(40)
        let ending = try await upload.command(["--transfers", "16"], timeout: .seconds(240)).run()
        ending.expect(exit: 0)
        #expect(try await upload.broken(rows: 40) == nil)
        #expect(ending.err.contains("limited to"), "\(ending)")
    }

    @Test(
        "of eight machines adds up, and where they only hear a refusal every row is done",
        .timeLimit(.minutes(10)), arguments: ["rate: 5/s", "max-wait: 5m"])
    func together(_ limit: String) async throws {
        let isLimited = limit.hasPrefix("rate")
        let upload = try await Upload(faults: isLimited ? [] : ["*:limit=40"])
        // By its own command the figures of a bureau: GANTRY_TRIALS=10.
        let rows = 8 * Product.trials
        for number in 0..<8 { try await upload.fill(rows, sheet: "part-\(number).csv", from: number * rows) }
        let endings = try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    let workspace = try Workspace("machine")
                    try BackEnd.cdblLMS.configure(workspace, upload.sandbox.url, limit: limit)
                    var command = upload.command(
                        ["--transfers", "16"], sheet: "part-\(number).csv", timeout: .seconds(500))
                    command.words = command.words.map { $0 == upload.workspace.path ? workspace.path : $0 }
                    // A sign-in that is refused gives up early, since servers lock out who insists, and says to run again.
                    var ending = try await command.start().ending()
                    for _ in 0..<20 where !isLimited && ending.code == 75 {
                        ending = try await command.start().ending()
                    }
                    return ending
                }
            }
            return try await group.reduce(into: [Ending]()) { $0.append($1) }
        }
        for ending in endings { ending.expect(exit: 0) }
        let targets = try upload.effects().map(\.target)
        #expect(targets.count == 8 * rows && Set(targets).count == 8 * rows, "\(targets.count) effects")
        guard isLimited else { return }
        let most = try await most(upload)
        // Beside other tests a request can arrive late, and the next soon after it.
        #expect((20...(Product.trials > 1 ? 40 : 44)).contains(most), "\(most) in a second")
    }

    @Test("of 0 or nonsense is refused", arguments: ["0", "0/s", "5", "fast", "5/h"])
    func nonsense(rate: String) async throws {
        let workspace = try Workspace("nonsense")
        try BackEnd.cdblLMS.configure(workspace, "http://127.0.0.1:1", limit: "rate: \(rate)")
        let ending = try await Command([Product.binary, "check", "--workspace", workspace.path]).run()
        #expect(ending.status == .exited(78) && ending.err.contains("such as 5/s or 100/min"), "\(ending)")
    }
}
