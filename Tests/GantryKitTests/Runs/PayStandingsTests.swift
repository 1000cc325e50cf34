import GantryEngine
import GantryFiles
import GantryKit
import GantryModel
import GantryRuns
import GantrySignOff
import Testing

@Suite("The standing of pay") struct PayStandingsTests {
    /// Enters a published run of pay.
    private func publish(
        _ revision: Int, of period: String = "2026-09", in kept: KeptRuns, documents: [String: String] = [:]
    ) async throws -> RunID {
        let run = RunID(pipeline: "pay", period: period, revision: revision)
        let time = Instant(secondsSince1970: 1_790_000_000)
        var identity = RunIdentity(.payroll, settings: [])
        identity.source = RunSource(system: "ksr-cranes", address: "https://a.example", account: nil)
        try await kept.journal.adopt(
            RunRecord(
                id: run, identity: identity, snapshot: time, corrects: revision > 1 ? revision - 1 : nil,
                startedAt: time, phase: .complete, finishedAt: time),
            bag: "", documents: documents)
        return run
    }

    @Test("names the delivered run that a correction was made from, and none for a whole period") func corrects()
        async throws
    {
        let kept = try KeptRuns()
        let base = try await publish(1, in: kept)
        let whole = try await publish(2, in: kept)
        let document = Statement.Base(run: base, statement: ContentHasher.digest(of: [UInt8]().span)).text
        let correction = try await publish(3, in: kept, documents: [Correction.documentName: document])
        let runs = try await kept.journal.heads(.revisions(of: base)).runs
        let standings = try await Gantry.payStandings(of: runs, in: kept.workspace)
        #expect(standings.count == 3)
        #expect(standings[whole]?.corrects == nil && standings[correction]?.corrects == base)
    }

    @Test("is none of a period that wasn't over, about which no month asks either") func openPeriod() async throws {
        let kept = try KeptRuns()
        let early = try await publish(1, of: "2026-09@2026-09-20", in: kept)
        let runs = try await kept.journal.heads(.revisions(of: early)).runs
        let standings = try await Gantry.payStandings(of: runs, in: kept.workspace)
        #expect(runs.count == 1 && standings.isEmpty)
        let told = await refusal {
            _ = try await Gantry.month(PayPeriod("2026-09@2026-09-20"), of: "pay", rules: nil, in: kept.workspace)
        }
        #expect(told.contains("before it was over"), "\(told)")
    }
}
