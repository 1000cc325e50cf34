internal import Crypto
internal import Foundation
public import GantryEngine
public import GantryModel
internal import GRDB

/// The journal on SQLite: one file, `journal.sqlite`, with its write-ahead log beside it.
///
/// Every commit is synced before it returns (`synchronous = FULL`). Rows that a run continues from carry a SHA-256 of their
/// content, because SQLite's own integrity check doesn't notice most flipped bits.
public struct SQLiteJournal: Journal {
    private let queue: DatabaseQueue
    private let path: String

    /// Opens or creates the journal at `path`, in a folder that exists.
    /// - Throws: `JournalError` when it is damaged, foreign, busy or from a newer version; the file is then untouched.
    public init(path: String) throws(JournalError) {
        self.path = path
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
            queue = try DatabaseQueue(path: path, configuration: configuration)
            let migrator = JournalSchema.migrator
            try queue.read { db in
                let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
                let tables = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
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
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
            try migrator.migrate(queue)
        } catch {
            throw JournalError.from(error, path)
        }
    }

    public func run(_ id: RunID) async throws -> RunRecord? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM runs WHERE run = ?", arguments: [id.description]).map(JournalSchema.run)
        }
    }

    public func runs() async throws -> [RunRecord] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM runs ORDER BY started_at DESC, run DESC").map(JournalSchema.run)
        }
    }

    public func begin(_ run: RunRecord) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO runs (run, identity, snapshot, corrects, started_at, phase, last_error, hash)
                    VALUES (?, ?, ?, ?, ?, ?, '', ?)
                    """,
                arguments: [
                    run.id.description, run.identity, run.snapshot.nanosecondsSince1970, run.corrects,
                    run.startedAt.nanosecondsSince1970, run.phase.rawValue, JournalSchema.hash(of: run),
                ])
        }
    }

    public func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for id: RunID) async throws {
        let (payload, tails) = try JournalSchema.encode(checkpoint)
        let run = id.description
        try await write { db in
            let sequence = (try Int.fetchOne(db, sql: "SELECT MAX(sequence) FROM checkpoints WHERE run = ?", arguments: [run]) ?? 0) + 1
            try db.execute(
                sql: "INSERT INTO checkpoints (run, sequence, phase, records, payload, tails, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    run, sequence, checkpoint.phase.rawValue, checkpoint.records, payload, tails,
                    JournalSchema.hash(run: run, sequence: sequence, payload: payload, tails: tails),
                ])
            // Three are kept: the newest to go on from, two to look at when something went wrong.
            try db.execute(sql: "DELETE FROM checkpoints WHERE run = ? AND sequence <= ?", arguments: [run, sequence - 3])
            for item in rejects {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO rejects (run, ordinal, page, position, field, found, expected) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    arguments: [
                        run, item.ordinal, item.page, item.reject.index, item.reject.field, item.reject.found,
                        item.reject.expected,
                    ])
            }
            try db.execute(
                sql: "UPDATE runs SET phase = ?, last_error = '' WHERE run = ?", arguments: [checkpoint.phase.rawValue, run])
        }
    }

    public func lastCheckpoint(of id: RunID) async throws -> Checkpoint? {
        let run = id.description
        return try await read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM checkpoints WHERE run = ? ORDER BY sequence DESC LIMIT 1", arguments: [run])
            else { return nil }
            let payload: String = row["payload"]
            let tails: Data = row["tails"]
            guard JournalSchema.hash(run: run, sequence: row["sequence"], payload: payload, tails: tails) == row["hash"],
                let checkpoint = JournalSchema.decode(payload, tails)
            else {
                throw JournalError(
                    .damaged, "The newest checkpoint of \(run) in the journal is damaged: its content doesn't match its hash.",
                    advice: "Run again with --start-over to fetch the batch anew. Published exports are not affected.")
            }
            return checkpoint
        }
    }

    public func rejects(of id: RunID, limit: Int) async throws -> [JournaledReject] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM rejects WHERE run = ? ORDER BY ordinal LIMIT ?", arguments: [id.description, limit]
            ).map { row in
                JournaledReject(
                    page: row["page"],
                    reject: Reject(index: row["position"], field: row["field"], found: row["found"], expected: row["expected"]),
                    ordinal: row["ordinal"])
            }
        }
    }

    public func complete(_ id: RunID, at time: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE runs SET phase = 'complete', finished_at = ?, last_error = '' WHERE run = ?",
                arguments: [time.nanosecondsSince1970, id.description])
            // Checkpoints hold records that were in no frame yet. A published run goes on from none of them.
            try db.execute(sql: "DELETE FROM checkpoints WHERE run = ?", arguments: [id.description])
        }
    }

    public func noteError(_ text: String, for id: RunID) async throws {
        try await write { db in
            try db.execute(sql: "UPDATE runs SET last_error = ? WHERE run = ?", arguments: [text, id.description])
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
        try await write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO documents (run, name, content) VALUES (?, ?, ?)",
                arguments: [id.description, name, document])
        }
    }

    public func document(named name: String, of id: RunID) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db, sql: "SELECT content FROM documents WHERE run = ? AND name = ?", arguments: [id.description, name])
        }
    }

    private func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do { return try await queue.read(body) } catch { throw JournalError.from(error, path) }
    }

    private func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do { return try await queue.write(body) } catch { throw JournalError.from(error, path) }
    }
}
