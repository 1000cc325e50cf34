import GRDB
import GantryEngine
import GantryJournal
import GantryModel
import Testing

@Suite("A journal from before identities were values")
struct IdentityMigrationTests {
    private func id(_ text: String) throws -> RunID { try #require(RunID(text)) }

    @Test("knows what each kind of run was started with")
    func kinds() async throws {
        let file = try JournalFile()
        try file.makeOld()
        let journal = try file.open()
        var pay = RunIdentity(
            .payroll,
            settings: [
                RunIdentity.Setting("identity", "1"), RunIdentity.Setting("records.dataset", "ksr.work-entries"),
            ])
        pay.period = "2026-10"
        #expect(try await journal.run(id("payroll-monthly/2026-10/r1"))?.identity == pay)
        let archive = try #require(try await journal.run(id("archive/2026-10/r1"))?.identity)
        #expect(archive.kind == .datasets)
        let sheet = try #require(try await journal.run(id("certificates/october/r1"))?.identity)
        #expect(sheet.kind == .sheet)
        #expect(sheet.sheet == "abc")
        #expect(sheet.period == nil)
    }

    @Test("doesn't make a damaged run look intact")
    func damaged() async throws {
        let file = try JournalFile()
        try file.makeOld()
        try file.spoil {
            try $0.execute(
                sql: "UPDATE runs SET identity = identity || 'since: nothing' WHERE run = 'archive/2026-10/r1'")
        }
        #expect(try await file.open().damagedRuns().map(\.name) == ["archive/2026-10/r1"])
    }
}
