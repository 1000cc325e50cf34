import Foundation
import GantryEngine
import GantryJournal
import GantryModel
import GantryTestSupport
import Testing

/// A server for tests, as `Scripts/with-postgres` starts one: an address without a database, to which ` dbname=…` is added.
enum TestServer {
    static let address = getenv("GANTRY_TEST_POSTGRES").map { String(cString: $0) }

    /// An address of an empty database.
    static func database() async throws -> Secret {
        let server = try #require(address)
        let name = "t\(UInt64.random(in: 0...UInt64.max))"
        try await run("CREATE DATABASE \(name)", in: Secret("\(server) dbname=postgres"))
        return Secret("\(server) dbname=\(name)")
    }

    /// Runs a statement behind the journal's back.
    static func run(_ sql: String, in address: Secret) async throws {
        let psql = Process()
        psql.executableURL = URL(filePath: "/usr/bin/env")
        psql.arguments = ["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null", "-c", sql, address.reveal()]
        try psql.run()
        psql.waitUntilExit()
        try #require(psql.terminationStatus == 0)
    }
}

@Suite("The journal on PostgreSQL", .enabled(if: TestServer.address != nil, "needs Scripts/with-postgres"))
struct PostgresTests {
    private func journal(_ address: Secret, length: Duration = .seconds(60)) -> PostgresJournal {
        PostgresJournal(address, name: "test", timing: LeaseTiming(length: length))
    }

    @Test("It does what every journal does", arguments: JournalConformance.all)
    func journals(_ property: JournalConformance.Property) async throws {
        let address = try await TestServer.database()
        try await property.check { journal(address) }
    }

    @Test("It does what every ledger does", arguments: LedgerConformance.all)
    func ledgers(_ property: LedgerConformance.Property) async throws {
        let address = try await TestServer.database()
        try await property.check { journal(address) }
    }

    @Test("It does what every journal of a workspace does", arguments: WorkspaceJournalConformance.all)
    func workspaces(_ property: WorkspaceJournalConformance.Property) async throws {
        let address = try await TestServer.database()
        try await property.check { journal(address) }
    }

    @Test("A copy that was made of it is one until somebody notes that") func copies() async throws {
        let address = try await TestServer.database()
        try await journal(address).addPayNote()
        let name = try #require(address.reveal().split(separator: "=").last)
        try await TestServer.run(
            "CREATE DATABASE \(name)c TEMPLATE \(name)",
            in: Secret("\(try #require(TestServer.address)) dbname=postgres"))
        let copy = journal(Secret("\(address.reveal())c"))
        #expect(try await copy.payNotes() == PayNotes(count: 1, restored: nil, isCopy: true))
        try await copy.noteRestored("now", count: 0)
        #expect(try await copy.payNotes() == PayNotes(count: 1, restored: "now", isCopy: false))
        #expect(try await journal(address).payNotes().isCopy == false)
    }

    @Test("Many that open a new journal at once all get it") func together() async throws {
        let address = try await TestServer.database()
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await journal(address).runCounts().all } }
            for try await count in group { #expect(count == 0) }
        }
    }

    @Test(
        "What can't be used is refused with a reason",
        arguments: [
            ("CREATE SCHEMA gantry; CREATE TABLE gantry.x ()", JournalError.Code.foreign, "another program"),
            ("ALTER DATABASE CURRENT SET default_transaction_read_only = on", .busy, "read-only"),
        ])
    func refused(_ sql: String, _ code: JournalError.Code, _ words: String) async throws {
        let address = try await TestServer.database()
        let name = address.reveal().split(separator: "=").last.map(String.init) ?? ""
        try await TestServer.run(sql.replacing("CURRENT", with: name), in: address)
        let error = try await #require(throws: JournalError.self) { try await journal(address).runs() }
        #expect(error.code == code && error.explanation.contains(words), "\(error.explanation)")
    }

    @Test(
        "A journal of another version is refused",
        arguments: [(99, JournalError.Code.newerVersion), (2, .earlierVersion)])
    func otherVersions(_ version: Int, _ code: JournalError.Code) async throws {
        let address = try await TestServer.database()
        _ = try await journal(address).runs()
        try await TestServer.run("UPDATE gantry.journal SET version = \(version)", in: address)
        let error = try await #require(throws: JournalError.self) { try await journal(address).runs() }
        #expect(error.code == code)
    }

    @Test("Many statements at once give their results in order, and one that fails leaves the connection usable")
    func manyStatements() async throws {
        let database = journal(try await TestServer.database()).database
        func numbers(_ last: String) async throws -> [Int] {
            try await database.write { db in
                let ones = (1...2_000).map { SQLStatement("SELECT $1 + 1", [.number($0)]) }
                return try db.run(ones + [SQLStatement(last, [])]).flatMap(\.rows).map { try $0.int(0) }
            }
        }
        #expect(try await numbers("SELECT 7") == Array(2...2_001) + [7])
        await #expect(throws: JournalError.self) { try await numbers("SELECT 1 / 0") }
        #expect(try await numbers("SELECT 8").last == 8)
    }

    @Test("Texts with a NUL, empty ones and none come back as they are")
    func texts() async throws {
        let database = journal(try await TestServer.database()).database
        let row = try await database.write { db in
            try db.query(
                "SELECT $1, $2, $3, $4", .anyText("a\0b"), .anyText(""), .anyText(nil), .bytes([0, 255])
            ).first
        }
        #expect(try row?.text(0) == "a\0b")
        #expect(try row?.text(1) == "")
        #expect(try row?.optionalText(2) == nil)
        #expect(try row?.bytes(3) == [0, 255])
    }

    @Test("A server that isn't there is an error that can pass, in one line") func unreachable() async throws {
        let address = Secret("host=/nowhere user=nobody")
        let error = try await #require(throws: JournalError.self) {
            try await PostgresJournal(address, name: "test", timing: LeaseTiming(length: .seconds(1))).runs()
        }
        #expect(error.isRetryable && !error.explanation.contains("\n") && !error.explanation.contains("\t"))
    }

    @Test("A full disk is an error that can pass, and nothing is half written") func fullDisk() async throws {
        let address = try await TestServer.database()
        let journal = journal(address)
        _ = try await journal.runs()
        try await TestServer.run(
            """
            CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                RAISE EXCEPTION 'No space left' USING ERRCODE = '53100'; END $$;
            CREATE TRIGGER fails BEFORE INSERT ON gantry.documents EXECUTE FUNCTION fails();
            """, in: address)
        let error = try await #require(throws: JournalError.self) {
            try await journal.begin(someRun(), documents: ["a": "b"])
        }
        #expect(error.code == .diskFull && error.isRetryable, "\(error.explanation)")
        #expect(try await journal.runs().isEmpty)
    }

    @Test("A server that ended this connection is connected to again") func again() async throws {
        let address = try await TestServer.database()
        let journal = journal(address)
        try await journal.begin(someRun())
        try await TestServer.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gantry' AND datname = current_database()",
            in: address)
        try await journal.noteError("x", for: someRun().id)
        #expect(try await journal.run(someRun().id)?.lastError == "x")
    }

    @Test("A damaged entry is noticed")
    func damaged() async throws {
        let address = try await TestServer.database()
        let journal = journal(address)
        try await journal.begin(someRun())
        try await TestServer.run("UPDATE gantry.runs SET snapshot = snapshot + 1", in: address)
        #expect(try await journal.runs().isEmpty)
        #expect(try await journal.damagedRuns().map(\.name) == ["pay/2026-10/r1"])
    }
}

func someRun() -> RunRecord {
    RunRecord(
        id: RunID(pipeline: "pay", period: "2026-10", revision: 1), identity: RunIdentity(.payroll, settings: []),
        snapshot: Instant(secondsSince1970: 1), corrects: nil, startedAt: Instant(secondsSince1970: 1))
}
