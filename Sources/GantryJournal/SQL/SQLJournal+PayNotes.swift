package import GantryEngine

extension SQLJournal {
    package func payNotes() async throws -> PayNotes {
        try await read { [database] db in
            guard let row = try db.query("SELECT count, restored FROM pay_notes").first else {
                throw SQLRow.WrongType()
            }
            return PayNotes(
                count: try row.int64(0), restored: try row.optionalText(1), isCopy: try database.isCopy(db))
        }
    }

    package func addPayNote() async throws {
        try await write { db in try db.execute("UPDATE pay_notes SET count = count + 1") }
    }

    package func noteRestored(_ text: String, count: Int64) async throws {
        try await write { [database] db in
            try db.execute(
                "UPDATE pay_notes SET restored = $1, count = CASE WHEN count < $2 THEN $2 ELSE count END",
                .anyText(text), .number(count))
            try database.settle(db)
        }
    }
}
