import GantryEngine
import GantryJournal
import Testing

@Suite("A connection to SQLite")
struct SQLiteConnectionTests {
    @Test("Values are the ones with the number of their place, wherever it stands, and come back as they are")
    func values() throws {
        let file = try JournalFile()
        try file.spoil { db in
            let row = try #require(
                try db.query(
                    "SELECT $2, $1, $2, $3, $4, $5", .text("a\0b"), .number(Int64.min), .anyText(""), .bytes([]),
                    .number(nil)
                ).first)
            #expect(try [row.int64(0), row.int64(2)] == [.min, .min])
            #expect(try [row.text(1), row.text(3)] == ["a\0b", ""])
            #expect(try row.bytes(4) == [])
            #expect(try row.optionalNumber(5) == nil)
            #expect(throws: (any Error).self) { try row.text(5) }
            #expect(throws: (any Error).self) { try row.int(1) }
        }
    }

    @Test("A statement that was run keeps none of its values for the next time")
    func bindings() throws {
        let file = try JournalFile()
        try file.spoil { db in
            _ = try db.query("SELECT $1", .text("secret"))
            #expect(try db.query("SELECT $1").first?.optionalText(0) == nil)
        }
    }

    @Test("A statement that failed can be run again, and what ran before it is undone with its transaction")
    func failures() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        try await journal.start(record())
        for _ in 0..<2 {
            await #expect(throws: JournalError.self) {
                try await journal.database.write { db in
                    try db.execute("UPDATE runs SET last_error = 'x'")
                    try db.execute("INSERT INTO stages (run, stage, position) VALUES ($1, 's', 1)", .text("none/1/r1"))
                }
            }
        }
        #expect(try await journal.run(someRun)?.lastError == "")
        try await journal.commit(checkpoint(1), rejects: [], for: someRun)
    }

    @Test("Texts that are no UTF-8 are read with a mark, not past their end")
    func oddBytes() throws {
        let file = try JournalFile()
        let text = try file.spoil { try $0.query("SELECT CAST(x'41FF42' AS TEXT)").first?.text(0) }
        #expect(text == "A\u{FFFD}B")
    }
}
