internal import Foundation
internal import GRDB
public import GantryEngine
public import GantryModel

/// The journal on SQLite: one file, `journal.sqlite`, with its write-ahead log beside it.
///
/// Every commit is synced before it returns (`synchronous = FULL`). Rows that a run continues from carry a SHA-256 of
/// their content, because SQLite's own integrity check doesn't notice most flipped bits.
public struct SQLiteJournal: Journal {
    private let queue: DatabaseQueue
    private let path: String
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

    private init(path: String, copy: JournalCopy?) throws(JournalError) {
        self.path = path
        self.copy = copy
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            configuration.prepareDatabase { db in
                try db.execute(sql: "PRAGMA trusted_schema = OFF")
                try db.execute(sql: "PRAGMA cell_size_check = ON")
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // What is deleted is overwritten, since it can be personal data.
                try db.execute(sql: "PRAGMA secure_delete = ON")
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
                        .foreign, "\(path) is a database of another program, not a Gantry journal.",
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
                // Another process may make tables after GRDB has looked which are missing; once it is through there is
                // nothing to make.
                for _ in 0..<5 {
                    do { return try migrator.migrate(queue) } catch let error as DatabaseError
                        where error.resultCode == .SQLITE_ERROR
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

    /// Two processes that make one journal at the same moment get in each other's way where SQLite does not wait: at
    /// the change to a write-ahead log, and where a reading transaction becomes a writing one.
    private static func retryingWhileBusy(_ body: () throws -> Void) throws {
        for _ in 0..<200 {
            do { return try body() } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        try body()
    }

    public func run(_ id: RunID) async throws -> RunRecord? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(JournalSchema.runColumns) FROM runs WHERE run = ?", arguments: [id.description]
            ).map(JournalSchema.run)
        }
    }

    public func runs() async throws -> [RunRecord] {
        try await read { db in
            try SQLiteJournal.runs(db).compactMap { try? $0.run.get() }
        }
    }

    public func damagedRuns() async throws -> [DamagedRun] {
        let path = path
        return try await read { db in
            try SQLiteJournal.runs(db).compactMap { name, run in
                guard case .failure(let error) = run else { return nil }
                return DamagedRun(name: name, problem: JournalError.from(error, path))
            }.sorted { $0.name < $1.name }
        }
    }

    /// Every row of `runs`, newest first: what it holds, or why it can't be used. One damaged row doesn't hide the
    /// others.
    private static func runs(_ db: Database) throws -> [(name: String, run: Result<RunRecord, any Error>)] {
        try Row.fetchAll(
            db,
            sql:
                "SELECT CAST(run AS BLOB) AS name, \(JournalSchema.runColumns) FROM runs ORDER BY started_at DESC, run DESC"
        ).map { row in (try JournalSchema.text(row, "name"), Result { try JournalSchema.run(row) }) }
    }

    public func begin(_ run: RunRecord, documents: [String: String], checkpoint: Checkpoint?) async throws {
        let encoded = try checkpoint.map(JournalSchema.encode)
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO runs (run, identity, snapshot, corrects, started_at, phase, last_error, hash)
                    VALUES (?, CAST(? AS TEXT), ?, ?, ?, ?, '', ?)
                    """,
                arguments: [
                    run.id.description, JournalSchema.bytes(run.identity), run.snapshot.nanosecondsSince1970,
                    run.corrects,
                    run.startedAt.nanosecondsSince1970, run.phase.rawValue, JournalSchema.hash(of: run),
                ])
            for (name, document) in documents { try SQLiteJournal.keep(document, named: name, for: run.id, db) }
            if let checkpoint, let encoded { try SQLiteJournal.add(checkpoint, encoded, for: run.id, db) }
        }
    }

    public func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for id: RunID) async throws {
        let encoded = try JournalSchema.encode(checkpoint)
        let run = id.description
        try await write { db in
            try SQLiteJournal.add(checkpoint, encoded, for: id, db)
            for item in rejects {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO rejects (run, ordinal, page, position, field, found, expected, hash)
                        VALUES (?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?)
                        """,
                    arguments: [
                        run, item.ordinal, item.page, item.reject.index, JournalSchema.bytes(item.reject.field),
                        JournalSchema.bytes(item.reject.found), JournalSchema.bytes(item.reject.expected),
                        JournalSchema.hash(of: item, run: run),
                    ])
            }
        }
    }

    private static func add(
        _ checkpoint: Checkpoint, _ encoded: (payload: String, tails: Data), for id: RunID, _ db: Database
    ) throws {
        let run = id.description
        let (payload, tails) = encoded
        let sequence =
            (try Int.fetchOne(db, sql: "SELECT MAX(sequence) FROM checkpoints WHERE run = ?", arguments: [run]) ?? 0)
            + 1
        try db.execute(
            sql:
                "INSERT INTO checkpoints (run, sequence, phase, records, payload, tails, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                run, sequence, checkpoint.phase.rawValue, checkpoint.records, payload, tails,
                JournalSchema.hash(run: run, sequence: sequence, payload: payload, tails: tails),
            ])
        // Three are kept: the newest to go on from, two to look at when something went wrong.
        try db.execute(sql: "DELETE FROM checkpoints WHERE run = ? AND sequence <= ?", arguments: [run, sequence - 3])
        try db.execute(
            sql: "UPDATE runs SET phase = ?, last_error = '' WHERE run = ?",
            arguments: [checkpoint.phase.rawValue, run])
    }

    public func lastCheckpoint(of id: RunID) async throws -> Checkpoint? {
        let run = id.description
        return try await read { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql:
                        "SELECT sequence, payload, tails, hash FROM checkpoints WHERE run = ? ORDER BY sequence DESC LIMIT 1",
                    arguments: [run])
            else { return nil }
            let payload = try row.decode(String.self, forColumn: "payload")
            let tails = try row.decode(Data.self, forColumn: "tails")
            let sequence = try row.decode(Int.self, forColumn: "sequence")
            guard
                try JournalSchema.hash(run: run, sequence: sequence, payload: payload, tails: tails)
                    == row.decode(String.self, forColumn: "hash"),
                let checkpoint = JournalSchema.decode(payload, tails)
            else {
                throw JournalError(
                    .damaged,
                    "The newest checkpoint of \(run) in the journal is damaged: its content doesn't match its hash.",
                    advice: "Run again with --start-over to fetch the batch anew. Published exports are not affected.")
            }
            return checkpoint
        }
    }

    public func rejects(of id: RunID, limit: Int) async throws -> [JournaledReject] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT \(JournalSchema.rejectColumns), hash FROM rejects WHERE run = ? ORDER BY ordinal LIMIT ?",
                arguments: [id.description, limit]
            ).map { row in
                let item = try JournalSchema.reject(row)
                guard
                    try JournalSchema.hash(of: item, run: id.description) == row.decode(String.self, forColumn: "hash")
                else {
                    throw JournalError(
                        .damaged,
                        "Reject \(item.ordinal + 1) of \(id) in the journal is damaged: its content doesn't match its hash.",
                        advice:
                            "Run again with --start-over to fetch the batch anew. A published export lists its rejects in rejects.csv."
                    )
                }
                return item
            }
        }
    }

    /// The document of a published run that keeps the digest of its sealed bag.
    public static let bagName = "bag"

    public func complete(_ id: RunID, at time: Instant) async throws {
        let bag = try await lastCheckpoint(of: id)?.bag
        try await write { db in
            // So that a folder that was changed later, manifests and all, is told apart.
            if let bag { try SQLiteJournal.keep(bag, named: SQLiteJournal.bagName, for: id, db) }
            try db.execute(
                sql: "UPDATE runs SET phase = 'complete', finished_at = ?, last_error = '' WHERE run = ?",
                arguments: [time.nanosecondsSince1970, id.description])
            // Checkpoints hold records that were in no frame yet. A published run goes on from none of them.
            try db.execute(sql: "DELETE FROM checkpoints WHERE run = ?", arguments: [id.description])
        }
    }

    public func noteError(_ text: String, for id: RunID) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE runs SET last_error = CAST(? AS TEXT) WHERE run = ?",
                arguments: [JournalSchema.bytes(text), id.description])
        }
    }

    public func reset(_ id: RunID) async throws {
        try await write { db in
            for table in ["checkpoints", "rejects", "documents", "runs"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE run = ?", arguments: [id.description])
            }
        }
    }

    public func keep(_ document: String, named name: String, for id: RunID) async throws {
        try await write { db in try SQLiteJournal.keep(document, named: name, for: id, db) }
    }

    private static func keep(_ document: String, named name: String, for id: RunID, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO documents (run, name, content, hash) VALUES (?, ?, CAST(? AS TEXT), ?)",
            arguments: [
                id.description, name, JournalSchema.bytes(document),
                JournalSchema.hash(run: id.description, document: document, named: name),
            ])
    }

    public func document(named name: String, of id: RunID) async throws -> String? {
        try await read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT CAST(content AS BLOB) AS content, hash FROM documents WHERE run = ? AND name = ?",
                    arguments: [id.description, name])
            else { return nil }
            let document = try JournalSchema.text(row, "content")
            guard
                try JournalSchema.hash(run: id.description, document: document, named: name)
                    == row.decode(String.self, forColumn: "hash")
            else {
                throw JournalError(
                    .damaged,
                    "The document \(singleLine(name)) of \(id) in the journal is damaged: its content doesn't match its hash.",
                    advice: "A published export folder has the same figures in its own files.")
            }
            return document
        }
    }

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
