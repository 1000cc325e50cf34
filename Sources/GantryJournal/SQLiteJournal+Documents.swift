internal import GRDB
public import GantryEngine
internal import GantryModel

extension SQLiteJournal {
    /// The documents of this name, by the runs that have one. Those of a name that marks few runs are found at once.
    /// - Throws: ``JournalError`` where one doesn't match its hash.
    public func documents(named name: String) async throws -> [RunID: String] {
        // An index of one name serves only a statement that spells it.
        let isMark = SQLiteJournal.marks.contains(name)
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql:
                    "SELECT run, CAST(content AS BLOB) AS content, hash FROM documents WHERE stage = '' AND name = \(isMark ? "'\(name)'" : "?")",
                arguments: isMark ? [] : [name])
            var found: [RunID: String] = [:]
            for row in rows {
                let run = try row.decode(String.self, forColumn: "run")
                let text = try JournalSchema.text(row, "content")
                guard
                    try JournalSchema.hash(run: run, stage: "", document: text, named: name)
                        == row.decode(String.self, forColumn: "hash")
                else {
                    throw JournalError(
                        .damaged,
                        "The document \(singleLine(name)) of \(singleLine(run)) in the journal is damaged: its content doesn't match its hash.",
                        advice: "Restore the journal from a backup. Published exports are not affected.")
                }
                if let id = RunID(run) { found[id] = text }
            }
            return found
        }
    }
}
