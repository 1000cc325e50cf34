import GantryEngine
import GantryKit
import GantryModel
import GantryPayroll
import GantryRuns
import GantryTestSupport
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

    @Test(
        "stays what the files say only while its run counts and its folder is what they were made with",
        arguments: ["changed", "gone", "withdrawn"])
    func lost(change: String) async throws {
        let kept = try KeptRuns()
        let (base, run) = ("pay/2026-09/r1", "pay/2026-10/r1")
        try await publish([base, run], kept)
        let id = try #require(RunID(base))
        let stated = VarianceBase(
            run: base, bag: try #require(try await kept.journal.bag(of: id)), isSigned: false, lines: [], earlier: [])
        func choose() async throws -> (base: VarianceBase?, lost: RunID?) {
            try await VarianceBase.choose(
                for: #require(RunID(run)), from: KeptRuns.source, keeping: stated, in: kept.workspace, kept.journal)
        }
        let found = try await choose()
        #expect(found.base == stated && found.lost == nil)
        if change == "gone" {
            try kept.remove("exports/\(base)")
        } else if change == "withdrawn" {
            let mark = Withdrawal(run: id, by: "clerk", because: "Paid by hand", time: .now, bag: "")
            try await kept.journal.keep(mark.text, named: Withdrawal.documentName, for: id)
        } else {
            try kept.folder.write("another\n", to: "workspace/exports/\(base)/tagmanifest-sha256.txt")
        }
        let lost = try await choose()
        #expect(lost.base == nil && lost.lost == id)
        // What was delivered stays as people have looked at it.
        try await pay(run, kept)
        #expect(try await choose().base == stated)
    }
}
