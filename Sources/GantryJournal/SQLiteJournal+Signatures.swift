internal import GRDB
public import GantryEngine

extension SQLiteJournal {
    static let signatureTables = """
        CREATE TABLE signatures (
            pipeline TEXT NOT NULL,
            number INTEGER NOT NULL,
            line TEXT NOT NULL,
            finished INTEGER NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (pipeline, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// The book of a pipeline, line by line.
    /// - Throws: ``JournalError`` where a line does not match its hash or is missing.
    public func signatures(of pipeline: String) async throws -> [JournaledSignature] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT number, CAST(line AS BLOB) AS line, finished, hash FROM signatures
                    WHERE pipeline = ? ORDER BY number
                    """, arguments: [pipeline])
            return try rows.enumerated().map { index, row in
                let number = try row.decode(Int.self, forColumn: "number")
                let line = try JournalSchema.text(row, "line")
                guard
                    try number == index + 1
                        && row.decode(String.self, forColumn: "hash")
                            == JournalSchema.hash(pipeline: pipeline, number: number, line: line)
                else {
                    throw JournalSchema.damagedSignature(index + 1, of: pipeline)
                }
                return JournaledSignature(
                    number: number, line: line, isFinished: try row.decode(Bool.self, forColumn: "finished"))
            }
        }
    }

    /// The pipelines whose books have lines.
    public func signedPipelines() async throws -> Set<String> {
        try await read { db in try String.fetchSet(db, sql: "SELECT DISTINCT pipeline FROM signatures") }
    }

    /// Adds the next line of a book. Throws where it is there already.
    public func addSignature(_ line: String, number: Int, of pipeline: String) async throws {
        try await write { db in
            try SQLiteJournal.insert(line, number: number, isFinished: false, of: pipeline, db)
        }
    }

    static func insert(_ line: String, number: Int, isFinished: Bool, of pipeline: String, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO signatures (pipeline, number, line, finished, hash) VALUES (?, ?, CAST(? AS TEXT), ?, ?)",
            arguments: [
                pipeline, number, JournalSchema.bytes(line), isFinished,
                JournalSchema.hash(pipeline: pipeline, number: number, line: line),
            ])
    }

    /// Notes that everything that belongs to a line is done.
    public func finishSignature(_ number: Int, of pipeline: String) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE signatures SET finished = 1 WHERE pipeline = ? AND number = ?",
                arguments: [pipeline, number])
        }
    }
}
