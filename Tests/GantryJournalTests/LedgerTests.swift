import Foundation
import GantryEngine
import GantryJournal
import GantryModel
import GantryTestSupport
import Testing

@Suite("What every ledger does")
struct LedgerConformanceTests {
    @Test("The ledger on SQLite", arguments: LedgerConformance.all)
    func sqlite(_ property: LedgerConformance.Property) async throws {
        let file = try JournalFile()
        try await property.check { try file.open() }
    }
}

@Suite("The ledger in the journal's file")
struct LedgerFileTests {
    private static let scope = "test https://server.example.test"
    private static let aside = Instant(secondsSince1970: 1_790_000_099)

    /// A row with something in every column.
    private func fill(_ journal: SQLiteJournal) async throws -> LedgerEntry {
        let entry = LedgerEntry(
            row: 2, idempotencyKey: "9f86d081884c7d65", content: "file=ab12/10240", state: .unknown, stepsDone: 1,
            attempts: 3,
            status: 500,
            serverID: "server-id", traceID: "trace-id", resumeState: "memory",
            problem: RowProblem("code-1", field: "field", "A sentence."),
            changedAt: Instant(secondsSince1970: 1_790_000_000), earlierRun: "other/2026-10/r1",
            origin: "sheet-row-values")
        _ = try await journal.enter(
            [
                LedgerEntry(row: 1, idempotencyKey: "first", at: entry.changedAt),
                LedgerEntry(row: 2, idempotencyKey: entry.idempotencyKey, content: entry.content, at: entry.changedAt)
                    .from(entry.origin),
            ],
            scope: Self.scope, for: someRun)
        try await journal.record([entry], for: someRun)
        return entry
    }

    @Test(
        "A flipped bit in any text of a row is noticed",
        arguments: [
            "scope", "key", "content", "state", "server_id", "trace_id", "memory", "problem_code", "problem_field",
            "problem", "earlier_run", "hash", "origin",
        ])
    func texts(_ column: String) async throws {
        let file = try JournalFile()
        let journal = try file.open()
        let entry = try await fill(journal)
        let raw = try SQLiteConnection(path: file.path)
        try raw.execute(script: "PRAGMA synchronous = OFF")
        let content = try #require(
            try raw.query("SELECT CAST(\(column) AS BLOB) FROM ledger WHERE row = 2").first?.bytes(0))
        #expect(content.count > 3)
        for bit in 0..<content.count * 8 {
            var damaged = content
            damaged[bit / 8] ^= UInt8(1 << (bit % 8))
            try raw.execute("UPDATE ledger SET \(column) = CAST($1 AS TEXT) WHERE row = 2", .bytes(damaged))
            await #expect { _ = try await journal.entries(of: someRun, rows: 1..<3) } throws: {
                ($0 as? JournalError)?.code == .damaged
            }
        }
        try raw.execute("UPDATE ledger SET \(column) = CAST($1 AS TEXT) WHERE row = 2", .bytes(content))
        #expect(try await journal.entries(of: someRun, rows: 2..<3) == [entry])
    }

    @Test(
        "A flipped bit in any number of a row is noticed",
        arguments: ["row", "steps_done", "attempts", "status", "changed_at"])
    func numbers(_ column: String) async throws {
        let file = try JournalFile()
        let journal = try file.open()
        _ = try await fill(journal)
        let raw = try SQLiteConnection(path: file.path)
        try raw.execute(script: "PRAGMA synchronous = OFF")
        for bit in 0..<62 where column != "row" || (1 << bit) ^ 2 != 1 {
            let change =
                "UPDATE ledger SET \(column) = (\(column) | (1 << \(bit))) - (\(column) & (1 << \(bit))) WHERE key <> 'first'"
            try raw.execute(script: change)
            await #expect { _ = try await journal.entries(of: someRun, rows: 0..<(1 << 62)) } throws: {
                ($0 as? JournalError)?.code == .damaged
            }
            try raw.execute(script: change)
        }
        try raw.execute(script: "UPDATE ledger SET status = NULL WHERE key <> 'first'")
        await #expect(throws: JournalError.self) { try await journal.entries(of: someRun, rows: 1..<3) }
    }

    @Test("A row that went over to another run is noticed there, and where its side effect is entered again")
    func otherRun() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        let entry = try await fill(journal)
        let other = try #require(RunID("payroll-monthlx/2026-10/r1"))
        try file.spoil { try $0.execute(script: "UPDATE ledger SET run = '\(other)' WHERE row = 2") }
        #expect(try await journal.entries(of: someRun, rows: 1..<3).map(\.row) == [1])
        for run in [someRun, other, RunID(pipeline: "new", period: "2026-10", revision: 1)] {
            let again = LedgerEntry(row: 2, idempotencyKey: entry.idempotencyKey, at: entry.changedAt)
            await #expect { _ = try await journal.enter([again], scope: Self.scope, for: run) } throws: {
                ($0 as? JournalError)?.code == .damaged
            }
        }
    }

    @Test("Rows that were set aside keep their hashes, and damage of theirs is noticed")
    func setAside() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        let entry = try await fill(journal)
        try await journal.setAside(someRun, at: Self.aside)
        let again = LedgerEntry(row: 9, idempotencyKey: entry.idempotencyKey, at: entry.changedAt)
        #expect(try await journal.preview([again], scope: Self.scope, for: someRun).map(\.state) == [.unknown])
        try file.spoil { try $0.execute(script: "UPDATE ledger SET state = 'sent' WHERE row = 2") }
        await #expect { _ = try await journal.enter([again], scope: Self.scope, for: someRun) } throws: {
            ($0 as? JournalError)?.code == .damaged
        }
    }

    @Test("A damaged row is neither sent nor counted as another state")
    func damagedIsNotSent() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        _ = try await fill(journal)
        try file.spoil { try $0.execute(script: "UPDATE ledger SET attempts = 7 WHERE row = 1") }
        let sent = try LedgerEntry(row: 1, idempotencyKey: "first", at: Self.aside).after(.sending, at: Self.aside)
        await #expect { try await journal.record([sent], for: someRun) } throws: {
            ($0 as? JournalError)?.code == .damaged
        }
        await #expect { _ = try await journal.entries(of: someRun, rows: 1..<2) } throws: {
            ($0 as? JournalError)?.code == .damaged
        }
        try file.spoil { try $0.execute(script: "UPDATE ledger SET state = 'rent' WHERE row = 2") }
        await #expect { _ = try await journal.counts(of: someRun) } throws: { ($0 as? JournalError)?.code == .damaged }
    }

    @Test(
        "A value of another type than its column's is an error, not a crash",
        arguments: [
            "scope", "key", "state", "status", "attempts", "problem", "server_id", "changed_at", "hash",
        ], ["NULL", "x'FF'", "'text'", "1.5"])
    func otherType(_ column: String, _ value: String) async throws {
        let file = try JournalFile()
        do { _ = try await fill(file.open()) }
        try file.spoil { db in
            // Without the declared types, as a flipped bit in a row's header leaves it.
            try db.execute(script: "PRAGMA writable_schema = ON")
            try db.execute(
                script: """
                    UPDATE sqlite_master SET sql = replace(replace(replace(replace(sql, ') STRICT,', ')'), 'NOT NULL', ''),
                    'TEXT', ''), 'INTEGER', '') WHERE name = 'ledger'
                    """)
        }
        try file.spoil { try $0.execute(script: "UPDATE ledger SET \(column) = \(value) WHERE row = 2") }
        let code = await file.code { _ = try await $0.entries(of: someRun, rows: 1..<3) }
        #expect(code == .damaged)
    }

    @Test(
        "An id of the server is taken where another row of the kind has become it, in any run and batch, also one set aside"
    )
    func taken() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        let entry = try await fill(journal)
        func isTaken(
            _ id: String, within kind: String = Self.scope, besides key: String = "other", in scope: String = Self.scope
        ) async throws -> Bool {
            try await journal.isTaken(id, within: kind, besides: key, in: scope)
        }
        #expect(try await isTaken(entry.serverID))
        #expect(try await !isTaken(entry.serverID, besides: entry.idempotencyKey))
        // The same text of another batch has the same key.
        #expect(try await isTaken(entry.serverID, besides: entry.idempotencyKey, in: "\(Self.scope) messages/november"))
        #expect(try await !isTaken(entry.serverID, within: "test https://server.example.tes"))
        #expect(try await isTaken(entry.serverID, within: "test"))
        #expect(try await !isTaken("server"))
        #expect(try await !isTaken(""))
        try await journal.setAside(someRun, at: Self.aside)
        #expect(try await isTaken(entry.serverID))
        let plan = try file.spoil { db in
            try db.query(
                "EXPLAIN QUERY PLAN SELECT run FROM ledger WHERE server_id = $1 AND server_id <> ''", .text("a")
            )
            .map { try $0.text(3) }.joined()
        }
        #expect(plan.contains("ledger_by_server_id"))
    }

    @Test("Two processes that send one side effect at the same moment: one sends it", arguments: 0..<5)
    func twoProcesses(_ round: Int) async throws {
        let file = try JournalFile()
        let time = Self.aside
        let runs = (1...4).map { RunID(pipeline: "run-\($0)", period: "2026-10", revision: 1) }
        let journals = try runs.map { _ in try file.open() }
        let rows = (1...20).map { LedgerEntry(row: $0, idempotencyKey: "key \($0)", at: time) }
        for (run, journal) in zip(runs, journals) { _ = try await journal.enter(rows, scope: Self.scope, for: run) }
        let sent = await withTaskGroup(of: [Int].self) { group in
            for (run, journal) in zip(runs, journals) {
                group.addTask {
                    var sent: [Int] = []
                    for row in rows {
                        do {
                            try await journal.record([try row.after(.sending, at: time)], for: run)
                            sent.append(row.row)
                        } catch is LedgerConflict {} catch { Issue.record(error) }
                    }
                    return sent
                }
            }
            return await group.reduce([]) { $0 + $1 }
        }
        #expect(sent.sorted() == Array(1...20))
    }
}
