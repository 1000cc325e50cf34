import GantryEngine
import GantryKit
import GantryModel
import Testing

@Suite("Periods without a run") struct MissedPeriodsTests {
    private func missed(in kept: KeptRuns) async throws -> [RunID: [String]] {
        try await Gantry.missed(by: Gantry.latest(in: kept.workspace).runs, in: kept.workspace)
    }

    @Test("are those that the run of the newest period found, until they are made or were forgotten") func made()
        async throws
    {
        let kept = try KeptRuns()
        let gap = ["missed": "2026-11-12\n2026-11-13"]
        try await kept.publish("p/2026-11-11/r1", documents: ["missed": ""])
        let newest = try await kept.publish("p/2026-11-14/r1", daysLater: 3, documents: gap)
        #expect(try await missed(in: kept) == [newest: ["2026-11-12", "2026-11-13"]])
        let first = try await kept.publish("p/2026-11-12/r1", daysLater: 4)
        #expect(try await missed(in: kept) == [first: ["2026-11-13"]])
        let second = try await kept.publish("p/2026-11-13/r1", daysLater: 5)
        #expect(try await missed(in: kept).isEmpty)
        _ = try await Upkeep.forget(second, in: kept.workspace)
        #expect(try await missed(in: kept).isEmpty)
    }

    @Test("are those of the same server, and none where a newer period found none") func newer() async throws {
        let kept = try KeptRuns()
        let other = RunSource(system: "cdbl-lms", address: "https://other.example", account: "office")
        let newest = try await kept.publish("p/2026-11-14/r1", documents: ["missed": "2026-11-13"])
        try await kept.publish("p/2026-11-13/r1", daysLater: -1, from: other)
        try await kept.publish("p/2026-11-15/r1", daysLater: -1, from: other, documents: ["missed": ""])
        #expect(try await missed(in: kept) == [newest: ["2026-11-13"]])
        try await kept.publish("p/2026-11-16/r1", daysLater: 2, documents: ["missed": ""])
        #expect(try await missed(in: kept).isEmpty)
    }
}
