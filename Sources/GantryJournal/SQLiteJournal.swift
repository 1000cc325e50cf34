internal import Foundation
internal import GRDB
public import GantryEngine
public import GantryModel

/// The journal on SQLite: one file, `journal.sqlite`, with its write-ahead log next to it.
///
/// Every commit is synced before it returns (`synchronous = FULL`). Rows that a run continues from carry a SHA-256 of
/// their content, because SQLite's own integrity check doesn't notice most flipped bits.
public struct SQLiteJournal: Journal {
    private let queue: DatabaseQueue
    let path: String
    /// Kept for as long as the journal is used.
    private let copy: JournalCopy?

    /// Opens or creates the journal at `path`, in a folder that exists.
    /// - Throws: `JournalError` when it is damaged, foreign, busy or from a newer version; the file is then untouched.
    public init(path: String) throws(JournalError) { try self.init(path: path, copy: nil) }

    /// Opens a copy of the journal at `path`, whose folder can't be written to, so that it can be read. What is written
    /// is lost.
    public init(copying path: String) throws(JournalError) {
        let copy: JournalCopy
        do { copy = try JournalCopy(of: path) } catch { throw JournalError.from(error, path) }
        try self.init(path: path, copy: copy)
    }

    /// How long a statement waits for another process, in seconds.
    static let patience = 10.0

    private init(path: String, copy: JournalCopy?) throws(JournalError) {
        self.path = path
        self.copy = copy
        do {
            let attributes = try? FileManager.default.attributesOfItem(atPath: copy?.path ?? path)
            let isNew = (attributes?[.size] as? NSNumber)?.intValue ?? 0 == 0
            var configuration = Configuration()
            configuration.busyMode = .timeout(SQLiteJournal.patience)
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA trusted_schema = OFF")
                try db.execute(sql: "PRAGMA cell_size_check = ON")
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // What is deleted is overwritten, since it can be personal data.
                try db.execute(sql: "PRAGMA secure_delete = ON")
                // Only a file that has no table yet takes this, and any other must stay as it is.
                if isNew { try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
            }
            queue = try DatabaseQueue(path: copy?.path ?? path, configuration: configuration)
            let migrator = JournalSchema.migrator
            try queue.read { db in
                let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
                // GRDB makes its table of migrations before the first one runs, so a journal can be left with that
                // alone.
                let tables =
                    try Int.fetchOne(
                        db, sql: "SELECT COUNT(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
                guard application == JournalSchema.applicationID || (application == 0 && tables == 0) else {
                    throw JournalError(
                        .foreign, "\(path) is another program's database, not a Gantry journal.",
                        advice: "Choose another workspace folder, or move that file away.")
                }
                guard try !migrator.hasBeenSuperseded(db) else {
                    throw JournalError(
                        .newerVersion, "The journal \(path) was written by a newer version of Gantry.",
                        advice: "Update Gantry, or use another workspace. Nothing was changed.")
                }
            }
            try SQLiteJournal.retryingWhileBusy { [queue] in
                try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
                // Another process may migrate after GRDB has looked which migrations are missing: a table is then there
                // already, or the migration's name is.
                for _ in 0..<10 {
                    do { return try migrator.migrate(queue) } catch let error as DatabaseError
                        where [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode)
                    {
                        Thread.sleep(forTimeInterval: 0.02)
                    }
                }
                try migrator.migrate(queue)
            }
        } catch {
            throw JournalError.from(error, path)
        }
    }

    /// Two processes that make one journal at the same moment conflict in places where SQLite doesn't wait: at the
    /// change to a write-ahead log, and when a reading transaction becomes a writing one.
    private static func retryingWhileBusy(_ body: () throws -> Void) throws {
        for _ in 0..<200 {
            do { return try body() } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        try body()
    }

    /// The current state of the run; `nil` if it doesn't exist. Throws ``JournalError`` if it doesn't match its hash.
    public func run(_ id: RunID) async throws -> RunRecord? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(JournalSchema.runColumns) FROM runs WHERE run = ?", arguments: [id.description]
            ).map(JournalSchema.run)
        }
    }

    /// Enters a run with its documents, in one transaction. Throws if it is entered already.
    public func begin(_ run: RunRecord, documents: [String: String]) async throws {
        let identity = try JournalSchema.encode(run.identity)
        let hash = JournalSchema.hash(
            run: run.id.description, identity, snapshot: run.snapshot.nanosecondsSince1970,
            startedAt: run.startedAt.nanosecondsSince1970, corrects: run.corrects)
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO runs (run, identity, snapshot, corrects, started_at, phase, finished_at, last_error, hash)
                    VALUES (?, CAST(? AS TEXT), ?, ?, ?, ?, ?, '', ?)
                    """,
                arguments: [
                    run.id.description, identity, run.snapshot.nanosecondsSince1970, run.corrects,
                    run.startedAt.nanosecondsSince1970, run.phase.rawValue, run.finishedAt?.nanosecondsSince1970, hash,
                ])
            for (name, document) in documents {
                try SQLiteJournal.keep(document, named: name, of: run.id, stage: "", db)
            }
        }
    }

    /// Keeps the bag's checksum and the documents, and sets the phase to publish, in one transaction.
    public func seal(_ id: RunID, bag: String, documents: [String: String]) async throws {
        try await write { db in
            for (name, document) in documents { try SQLiteJournal.keep(document, named: name, of: id, stage: "", db) }
            try SQLiteJournal.keep(bag, named: RunRecord.bagName, of: id, stage: "", db)
            try db.execute(
                sql: "UPDATE runs SET phase = 'publish', last_error = '' WHERE run = ?", arguments: [id.description])
        }
    }

    /// Sets the end of the run and deletes its checkpoints, which hold records, in one transaction.
    public func complete(_ id: RunID, at time: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE runs SET phase = 'complete', finished_at = ?, last_error = '' WHERE run = ?",
                arguments: [time.nanosecondsSince1970, id.description])
            // Checkpoints hold records that were in no frame yet. A published run doesn't resume from any of them.
            try db.execute(sql: "DELETE FROM checkpoints WHERE run = ?", arguments: [id.description])
        }
        giveBackPages()
    }

    /// Keeps the last error of the run; nothing for an unknown one.
    public func noteError(_ text: String, for id: RunID) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE runs SET last_error = CAST(? AS TEXT) WHERE run = ?",
                arguments: [JournalSchema.bytes(text), id.description])
        }
    }

    /// Deletes the run with its stages and documents; the ledger keeps its entries.
    public func reset(_ id: RunID) async throws {
        try await write { db in try SQLiteJournal.delete(id, db) }
    }

    static func delete(_ id: RunID, _ db: Database) throws {
        for table in ["checkpoints", "rejects", "documents", "stages", "runs"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE run = ?", arguments: [id.description])
        }
    }

    /// Keeps a document in place of one of the same name.
    public func keep(_ document: String, named name: String, for id: RunID) async throws {
        try await write { db in try SQLiteJournal.keep(document, named: name, of: id, stage: "", db) }
    }

    /// - Parameter stage: Empty for a document of the run itself.
    static func keep(_ document: String, named name: String, of id: RunID, stage: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO documents (run, stage, name, content, hash)
                VALUES (?, ?, ?, CAST(? AS TEXT), ?)
                """,
            arguments: [
                id.description, stage, name, JournalSchema.bytes(document),
                JournalSchema.hash(run: id.description, stage: stage, document: document, named: name),
            ])
    }

    /// The text of a document of the run itself; `nil` if it has none of that name. Throws ``JournalError`` if it
    /// doesn't match its hash.
    public func document(named name: String, of id: RunID) async throws -> String? {
        try await document(named: name, of: id, stage: "")
    }

    func document(named name: String, of id: RunID, stage: String) async throws -> String? {
        try await read { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT CAST(content AS BLOB) AS content, hash FROM documents
                        WHERE run = ? AND stage = ? AND name = ?
                        """,
                    arguments: [id.description, stage, name])
            else { return nil }
            let document = try JournalSchema.text(row, "content")
            guard
                try JournalSchema.hash(run: id.description, stage: stage, document: document, named: name)
                    == row.decode(String.self, forColumn: "hash")
            else {
                throw JournalError(
                    .damaged,
                    "The document \(singleLine(name)) of \(id) in the journal is damaged: its content doesn't match its hash.",
                    advice: "A published export has the same figures in its own files.")
            }
            return document
        }
    }

    func backUp(to target: DatabaseQueue) throws { try queue.backup(to: target) }

    func withDatabase(_ body: (Database) throws -> Void) throws { try queue.writeWithoutTransaction(body) }

    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do { return try await queue.read(body) } catch { throw explained(error) }
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do { return try await queue.write(body) } catch { throw explained(error) }
    }

    private func explained(_ error: any Error) -> any Error {
        (error as? any ExplainedError) ?? JournalError.from(error, path)
    }
}
