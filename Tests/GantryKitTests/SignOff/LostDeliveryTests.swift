import GantryEngine
import GantryFiles
import GantryKit
import GantryModel
import GantryRuns
import GantrySignOff
import Testing

@Suite("A revision that only the book of signatures knows") struct LostDeliveryTests {
    /// A book that says of each run that it was prepared, signed and delivered.
    private func book(of runs: [RunID]) -> [String] {
        let actions: [BookLine.Action] = [.prepared, .signed, .delivered]
        var lines: [BookLine] = []
        for run in runs {
            for action in actions {
                let person = action == .signed ? "manager" : "clerk"
                lines.append(
                    BookLine(
                        number: lines.count + 1, previous: lines.last?.digest,
                        time: Instant(secondsSince1970: 1_790_000_000), action: action, run: run,
                        statement: ContentHasher.digest(of: Array("statement of \(run)".utf8).span),
                        person: BookLine.Signer(id: person, name: person), proof: .declared))
            }
        }
        return lines.map(\.text)
    }

    private func next(_ period: String, _ kept: KeptRuns) async throws -> Int {
        try await ResolvedRun(pipeline: "pay", period: period, .next, of: KeptRuns.source, in: kept.journal).id.revision
    }

    @Test("keeps its number, and nothing of its period is paid or marked as failed while it is missing")
    func lost() async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        let other = try await kept.publish("pay/2026-09/r1", kind: .payroll)
        let second = try #require(RunID("pay/2026-08/r2"))
        try await kept.journal.adoptSignatures(book(of: [first, second]), finished: 6, of: "pay")
        #expect(try await next("2026-08", kept) == 3)
        #expect(try await next("2026-09", kept) == 2)
        #expect(try await kept.journal.lostDelivery(ofPeriodOf: first) == second)
        #expect(try await kept.journal.lostDelivery(ofPeriodOf: other) == nil)
        try await kept.deliver(first)
        let told = await refusal {
            _ = try await Gantry.failDelivery(
                of: first, because: "The importer was down", in: kept.workspace, command: "failing")
        }
        #expect(told.contains("\(second) was delivered, as the book of signatures says"), "\(told)")
        try await kept.publish("pay/2026-08/r2", kind: .payroll)
        #expect(try await kept.journal.lostDelivery(ofPeriodOf: first) == nil)
        #expect(try await next("2026-08", kept) == 3)
    }
}
