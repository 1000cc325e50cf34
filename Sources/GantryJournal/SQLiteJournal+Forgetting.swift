internal import GRDB
public import GantryEngine
public import GantryModel

extension SQLiteJournal {
    /// Runs that were published once and are forgotten. Their numbers aren't given again.
    static let forgottenTable = """
        CREATE TABLE forgotten (
            run TEXT PRIMARY KEY NOT NULL,
            forgotten_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Removes a run with all that belongs to it, in one transaction. What it sent stays in the ledger, under the run's name
    /// with the time after it, so that nothing is sent twice.
    ///
    /// - Parameter wasPublished: whether its name stays taken.
    public func forget(_ id: RunID, at time: Instant, wasPublished: Bool) async throws {
        try await write { db in
            try SQLiteJournal.setAside(id, at: time, db)
            try SQLiteJournal.delete(id, db)
            guard wasPublished else { return }
            try db.execute(
                sql: "INSERT OR IGNORE INTO forgotten (run, forgotten_at) VALUES (?, ?)",
                arguments: [id.description, time.nanosecondsSince1970])
        }
    }

    /// When a published run was forgotten; `nil` where it wasn't.
    public func forgottenAt(_ id: RunID) async throws -> Instant? {
        try await read { db in
            try Int64.fetchOne(
                db, sql: "SELECT forgotten_at FROM forgotten WHERE run = ?", arguments: [id.description]
            ).map { Instant(nanosecondsSince1970: $0) }
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

    /// Enters a run that was published elsewhere, or before the journal was lost, with its documents. All of it or nothing.
    /// Throws if it is entered already.
    ///
    /// - Parameter bag: the SHA-256 of the tag manifest of its bag.
    public func adopt(_ run: RunRecord, bag: String, documents: [String: String]) async throws {
        var all = documents
        all[SQLiteJournal.bagName] = bag
        try await begin(run, documents: all)
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
