import GRDB
import GantryEngine
import GantryJournal
import GantryModel
import Testing

@Suite("A journal from before runs had stages")
struct StagesMigrationTests {
    private func id(_ text: String) throws -> RunID { try #require(RunID(text)) }

    @Test("lists the datasets of an archive no longer as runs, and every other run as it was")
    func runs() async throws {
        let file = try JournalFile()
        try file.makeOld()
        let journal = try file.open()
        #expect(
            try await journal.runs().map(\.id.description).sorted() == [
                "archive/2026-09/r1", "archive/2026-10/r1", "certificates/october/r1", "payroll-monthly/2026-07/r1",
                "payroll-monthly/2026-08/r1", "payroll-monthly/2026-09/r1", "payroll-monthly/2026-10/r1",
            ])
        #expect(try await journal.damagedRuns().isEmpty)
        let phases = try await journal.runs().map { "\($0.id.pipeline)/\($0.id.period) \($0.phase.rawValue)" }
        #expect(phases.filter { $0.hasSuffix("complete") }.count == 3)
        #expect(phases.contains("payroll-monthly/2026-09 publish"))
    }

    @Test("resumes a payroll run from its checkpoint, with what it was begun with")
    func payroll() async throws {
        let file = try JournalFile()
        try file.makeOld()
        let journal = try file.open()
        let stage = StageID(try id("payroll-monthly/2026-10/r1"), "work-entries")
        #expect(try await journal.stages(of: stage.run) == [StageRecord(name: "work-entries", result: nil)])
        #expect(try await journal.lastCheckpoint(of: stage) == checkpoint(4))
        #expect(try await journal.rejects(of: stage, limit: 9) == (1...4).map { reject($0) })
        #expect(try await journal.document(named: "joined-sha256", of: stage) == "cd34")
        try await journal.commit(checkpoint(5), rejects: [], for: stage)
        #expect(try await journal.lastCheckpoint(of: stage) == checkpoint(5))
    }

    @Test("publishes a bag that was whole, and knows the bags of published runs")
    func bags() async throws {
        let file = try JournalFile()
        try file.makeOld()
        let journal = try file.open()
        for period in ["2026-07", "2026-08", "2026-09"] {
            #expect(try await journal.bag(of: id("payroll-monthly/\(period)/r1")) == "ef56", "\(period)")
        }
        #expect(try await journal.bag(of: id("archive/2026-09/r1")) == "ab12")
        #expect(try await journal.bag(of: id("payroll-monthly/2026-10/r1")) == nil)
        #expect(try await journal.document(named: "result", of: id("payroll-monthly/2026-09/r1")) == "{\"totals\":{}}")
    }

    @Test("resumes the dataset of an archive that was under way, and fetches again those before it")
    func archive() async throws {
        let file = try JournalFile()
        try file.makeOld()
        let journal: any Journal = try file.open()
        let run = try id("archive/2026-10/r1")
        #expect(try await journal.stages(of: run) == [StageRecord(name: "leave-balances", result: nil)])
        let stage = StageID(run, "leave-balances")
        #expect(try await journal.lastCheckpoint(of: stage) == checkpoint(5))
        #expect(try await journal.document(named: "keys", of: stage) == "a\nb")
        #expect(try await journal.rejects(of: run, limit: 9) == [reject(3)])
        let published = try id("archive/2026-09/r1")
        #expect(
            try await journal.result(of: StageID(published, "appointments"))?.bookmark == "{\"groups\":[],\"owed\":[]}")
        #expect(try await journal.rejects(of: published, limit: 9) == [reject(1)])
    }

    @Test("keeps what was sent of a sheet, and that its rows were checked")
    func sheet() async throws {
        let file = try JournalFile()
        try file.makeOld()
        let journal = try file.open()
        let run = try id("certificates/october/r1")
        #expect(try await journal.stages(of: run) == [StageRecord(name: "rows", result: nil)])
        #expect(try await journal.document(named: "preflight", of: run) == "done")
        #expect(try await journal.entries(of: run, rows: 1..<2).map(\.state) == [.sent])
    }

    @Test(
        "keeps damaged what was damaged",
        arguments: ["checkpoints SET payload = payload || ' '", "rejects SET page = 7", "documents SET content = 'x'"])
    func damaged(_ change: String) async throws {
        let file = try JournalFile()
        try file.makeOld()
        try file.spoil { try $0.execute(sql: "UPDATE \(change) WHERE run = 'payroll-monthly/2026-10/r1'") }
        let stage = StageID(try id("payroll-monthly/2026-10/r1"), "work-entries")
        let code = await file.code { journal in
            _ = try await journal.lastCheckpoint(of: stage)
            _ = try await journal.rejects(of: stage, limit: 9)
            _ = try await journal.document(named: "joined-sha256", of: stage)
        }
        #expect(code == .damaged)
    }
}
