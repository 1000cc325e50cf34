internal import GRDB
public import GantryEngine
public import GantryModel

extension SQLiteJournal: WorkspaceJournal, JournalFile {
    /// Runs that were published once and are forgotten. Their numbers aren't given again.
    static let forgottenTable = """
        CREATE TABLE forgotten (
            run TEXT PRIMARY KEY NOT NULL,
            forgotten_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Why they were, and which bags they had; both empty for those of earlier versions.
    static let forgottenReasons = """
        ALTER TABLE forgotten ADD COLUMN because TEXT NOT NULL DEFAULT '';
        ALTER TABLE forgotten ADD COLUMN bag TEXT NOT NULL DEFAULT '';
        """

    /// Removes a run with all that belongs to it, in one transaction. What it sent stays in the ledger, under the run's name
    /// with the time after it, so that nothing is sent twice.
    ///
    /// - Parameters:
    ///   - reason: why, in one line; empty where nobody said.
    ///   - wasPublished: whether its name stays taken.
    public func forget(_ id: RunID, at time: Instant, because reason: String, wasPublished: Bool) async throws {
        try await write { db in
            try SQLiteJournal.setAside(id, at: time, db)
            let bag = try String.fetchOne(
                db, sql: "SELECT content FROM documents WHERE run = ? AND stage = '' AND name = ?",
                arguments: [id.description, RunRecord.bagName])
            try SQLiteJournal.delete(id, db)
            guard wasPublished else { return }
            try db.execute(
                sql: "INSERT OR REPLACE INTO forgotten (run, forgotten_at, because, bag) VALUES (?, ?, ?, ?)",
                arguments: [id.description, time.nanosecondsSince1970, singleLine(reason, limit: 500), bag ?? ""])
        }
    }

    /// When and why a published run was forgotten; `nil` where it wasn't.
    public func forgotten(_ id: RunID) async throws -> ForgottenEntry? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT forgotten_at, because, bag FROM forgotten WHERE run = ?", arguments: [id.description]
            ).map { row in
                ForgottenEntry(
                    time: Instant(nanosecondsSince1970: try row.decode(Int64.self, forColumn: "forgotten_at")),
                    because: try row.decode(String.self, forColumn: "because"),
                    bag: try row.decode(String.self, forColumn: "bag"))
            }
        }
    }

    /// The highest revision of a pipeline and period that was published and forgotten; `nil` if none was.
    public func newestForgotten(pipeline: String, period: String) async throws -> Int? {
        let prefix = "\(pipeline)/\(period)/r"
        return try await read { db in
            try String.fetchAll(
                db, sql: "SELECT run FROM forgotten WHERE substr(run, 1, ?) = ?", arguments: [prefix.count, prefix]
            ).compactMap { RunID($0)?.revision }.max()
        }
    }

    /// The lines of a pipeline's book of signatures, in the place of none. All of them or nothing.
    ///
    /// - Parameter finished: how many of them, from the first, have all that belongs to them.
    public func adoptSignatures(_ lines: [String], finished: Int, of pipeline: String) async throws {
        try await write { db in
            for (index, line) in lines.enumerated() {
                try SQLiteJournal.insert(line, number: index + 1, isFinished: index < finished, of: pipeline, db)
            }
        }
    }

    /// Copies the journal as it is at one instant into a new file, whatever is written to it in the meantime.
    public func backUp(to path: String) async throws {
        do {
            let target = try DatabaseQueue(path: path)
            try backUp(to: target)
            // A copy of a database with a write-ahead log is complete only without one of its own.
            try await target.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
            try target.close()
        } catch { throw JournalError.from(error, path) }
    }
}
