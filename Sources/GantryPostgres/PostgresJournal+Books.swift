internal import Foundation
public import GantryEngine
internal import GantryJournal
public import GantryModel

/// Signatures, and runs that are forgotten.
extension PostgresJournal: WorkspaceJournal {
    /// The book of a pipeline, line by line. Throws ``JournalError`` where a line doesn't match its hash or is missing.
    public func signatures(of pipeline: String) async throws -> [JournaledSignature] {
        try await read { db in
            let rows = try db.query(
                "SELECT number, line, finished, hash FROM signatures WHERE pipeline = $1 ORDER BY number",
                [.text(pipeline)])
            return try rows.enumerated().map { index, row in
                guard row.int(0) == index + 1,
                    row.text(3) == JournalSchema.hash(pipeline: pipeline, number: row.int(0), line: row.text(1))
                else { throw JournalSchema.damagedSignature(index + 1, of: pipeline) }
                return JournaledSignature(number: row.int(0), line: row.text(1), isFinished: row.bool(2))
            }
        }
    }

    /// The pipelines whose books have lines.
    public func signedPipelines() async throws -> Set<String> {
        try await read { db in
            Set(try db.query("SELECT DISTINCT pipeline FROM signatures", []).map { $0.text(0) })
        }
    }

    /// Adds the next line of a book. Throws where it is there already.
    public func addSignature(_ line: String, number: Int, of pipeline: String) async throws {
        try await write { db in
            try PostgresJournal.insert(line, number: number, isFinished: false, of: pipeline, db)
        }
    }

    private static func insert(
        _ line: String, number: Int, isFinished: Bool, of pipeline: String, _ db: PostgresConnection
    ) throws {
        _ = try db.query(
            "INSERT INTO signatures (pipeline, number, line, finished, hash) VALUES ($1, $2, $3, $4 <> 0, $5)",
            [
                .text(pipeline), .int(number), .bytes(line), .int(isFinished ? 1 : 0),
                .text(JournalSchema.hash(pipeline: pipeline, number: number, line: line)),
            ])
    }

    /// Notes that everything that belongs to a line is done.
    public func finishSignature(_ number: Int, of pipeline: String) async throws {
        try await write { db in
            _ = try db.query(
                "UPDATE signatures SET finished = true WHERE pipeline = $1 AND number = $2",
                [.text(pipeline), .int(number)])
        }
    }

    /// The lines of a pipeline's book of signatures, in the place of none. All of them or nothing.
    public func adoptSignatures(_ lines: [String], finished: Int, of pipeline: String) async throws {
        try await write { db in
            for (index, line) in lines.enumerated() {
                try PostgresJournal.insert(line, number: index + 1, isFinished: index < finished, of: pipeline, db)
            }
        }
    }

    /// Removes a run with all that belongs to it, in one transaction; what it sent stays in the ledger.
    public func forget(_ id: RunID, at time: Instant, because reason: String, wasPublished: Bool) async throws {
        let run = PostgresValue.text(id.description)
        try await write { db in
            try PostgresJournal.setAside(id, at: time, db)
            let bag = try db.query(
                "SELECT content FROM documents WHERE run = $1 AND stage = '' AND name = $2",
                [run, .text(RunRecord.bagName)]
            ).first?.text(0)
            try PostgresJournal.delete(id, db)
            guard wasPublished else { return }
            _ = try db.query(
                """
                INSERT INTO forgotten (run, forgotten_at, because, bag) VALUES ($1, $2, $3, $4)
                ON CONFLICT (run) DO UPDATE SET forgotten_at = excluded.forgotten_at, because = excluded.because,
                    bag = excluded.bag
                """,
                [
                    run, .int(time.nanosecondsSince1970), .text(singleLine(reason, limit: 500)), .text(bag ?? ""),
                ])
        }
    }

    /// When and why a published run was forgotten; `nil` where it wasn't.
    public func forgotten(_ id: RunID) async throws -> ForgottenEntry? {
        try await read { db in
            try db.query("SELECT forgotten_at, because, bag FROM forgotten WHERE run = $1", [.text(id.description)])
                .first.map {
                    ForgottenEntry(
                        time: Instant(nanosecondsSince1970: $0.int64(0)), because: $0.text(1), bag: $0.text(2))
                }
        }
    }

    /// The highest revision of a pipeline and period that was published and forgotten; `nil` if none was.
    public func newestForgotten(pipeline: String, period: String) async throws -> Int? {
        try await read { db in
            try db.query("SELECT run FROM forgotten WHERE starts_with(run, $1)", [.text("\(pipeline)/\(period)/r")])
                .compactMap { RunID($0.text(0))?.revision }.max()
        }
    }
}
