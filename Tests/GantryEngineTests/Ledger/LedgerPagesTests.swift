import GantryEngine
import GantryModel
import GantryTestSupport
import Testing

@Suite("All entries of a run") struct LedgerPagesTests {
    @Test(
        "come once, in order, however many blank rows lie between them",
        arguments: [[], [2], [2, 3, 1_002, 5_000, 9_001]])
    func gaps(rows: [Int]) async throws {
        let ledger = memoryJournal()
        let entries = rows.map { LedgerEntry(row: $0, idempotencyKey: "key \($0)", at: Instant(secondsSince1970: 0)) }
        _ = try await ledger.enter(entries, scope: Sending.scope, for: Sending.run)
        var seen: [Int] = []
        for try await page in ledger.pages(of: Sending.run) { seen += page.map(\.row) }
        #expect(seen == rows)
    }
}
