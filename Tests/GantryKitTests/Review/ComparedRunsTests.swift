import GantryEngine
import GantryKit
import GantryModel
import GantryRuns
import Testing

@Suite("What pay is compared with") struct ComparedRunsTests {
    private func compared(_ run: String, _ kept: KeptRuns) async throws -> ComparedRuns? {
        try await ComparedRuns(
            for: #require(RunID(run)), from: KeptRuns.source, in: kept.workspace, kept.journal)
    }

    private func publish(_ names: [String], _ kept: KeptRuns) async throws {
        for name in names { try await kept.publish(name, kind: .payroll) }
    }

    /// Notes that a run was typed into the payroll program.
    private func pay(_ name: String, _ kept: KeptRuns) async throws {
        let line = #"{"to":null,"time":"2026-11-04T08:00:00Z","because":null}"# + "\n"
        try await kept.journal.keep(line, named: "pay-deliveries", for: #require(RunID(name)))
    }

    @Test("is what was delivered, and no newer run that nobody was paid by") func delivered() async throws {
        let kept = try KeptRuns()
        try await publish(["pay/2026-07/r1", "pay/2026-07/r2", "pay/2026-08/r1", "pay/2026-09/r1"], kept)
        try await pay("pay/2026-07/r1", kept)
        let found = try #require(try await compared("pay/2026-10/r1", kept))
        #expect(found.run.description == "pay/2026-07/r1" && !found.isSigned && found.earlier == [])
        // A correction that was delivered is all that was.
        try await pay("pay/2026-07/r2", kept)
        let newer = try #require(try await compared("pay/2026-10/r1", kept))
        #expect(newer.run.description == "pay/2026-07/r2")
        #expect(newer.delivered.map(\.description).sorted() == ["pay/2026-07/r1", "pay/2026-07/r2"])
        try await pay("pay/2026-09/r1", kept)
        let last = try #require(try await compared("pay/2026-10/r1", kept))
        #expect(last.run.description == "pay/2026-09/r1" && last.earlier.map(\.description) == ["pay/2026-07/r2"])
    }

    @Test("is no look at a period that wasn't over") func open() async throws {
        let kept = try KeptRuns()
        try await publish(["pay/2026-06/r1", "pay/2026-07@2026-07-15/r1"], kept)
        #expect(try await compared("pay/2026-08/r1", kept)?.run.description == "pay/2026-06/r1")
        try await publish(["pay/2026-07/r1"], kept)
        #expect(try await compared("pay/2026-08/r1", kept)?.run.description == "pay/2026-07/r1")
    }

    @Test("is the newest published run where nothing was ever delivered, and nothing where there is none")
    func never() async throws {
        let kept = try KeptRuns()
        #expect(try await compared("pay/2026-10/r1", kept) == nil)
        try await publish(
            ["pay/2026-05/r1", "pay/2026-06/r1", "pay/2026-07/r1", "pay/2026-08/r1", "pay/2026-09/r1"], kept)
        try await publish(["pay/2026-09/r2"], kept)
        let found = try #require(try await compared("pay/2026-10/r1", kept))
        #expect(found.run.description == "pay/2026-09/r2" && found.delivered.isEmpty)
        #expect(found.earlier.map(\.period) == ["2026-08", "2026-07", "2026-06"])
    }

    @Test("is what is known as delivered before what a restored workspace doesn't know") func restored() async throws {
        let kept = try KeptRuns()
        try await publish(["pay/2026-09/r1", "pay/2026-09/r2"], kept)
        for run in ["pay/2026-09/r1", "pay/2026-09/r2"] {
            try await kept.journal.keep("unknown", named: "past-delivery", for: #require(RunID(run)))
        }
        #expect(try await compared("pay/2026-10/r1", kept)?.run.description == "pay/2026-09/r2")
        try await pay("pay/2026-09/r1", kept)
        try await kept.journal.keep("never", named: "past-delivery", for: #require(RunID("pay/2026-09/r1")))
        #expect(try await compared("pay/2026-10/r1", kept)?.run.description == "pay/2026-09/r1")
    }
}
