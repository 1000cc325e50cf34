internal import Foundation
public import GantryEngine
internal import GantryJournal
public import GantryModel

/// The journal on PostgreSQL: one database for the workspaces of many machines.
///
/// It connects at its first use. Every commit is synchronous. Rows carry the same hashes as on SQLite. While a right is
/// held (``whileHolding(_:command:_:)``), every write is refused once another process has taken it over.
public struct PostgresJournal: Journal {
    let owner: PostgresOwner
    /// Renews leases while the other connection is at work.
    let renewals: PostgresOwner
    let held = HeldLeases()
    /// Names the journal in messages; contains no secret.
    let name: String
    let timing: LeaseTiming

    /// - Parameters:
    ///   - address: a URI (`postgresql://…`) or `key=value` pairs, as libpq reads them.
    ///   - name: what messages call it.
    ///   - timing: how long leases last; other than the default only in tests.
    ///   - admit: called with the id of the journal before it is used; throws where it isn't the wanted one.
    package init(
        _ address: Secret, name: String, timing: LeaseTiming = LeaseTiming(),
        admit: @escaping @Sendable (String) throws -> Void = { _ in }
    ) {
        self.name = name
        self.timing = timing
        let prepare: @Sendable (PostgresConnection) throws -> Void = {
            try admit(PostgresSchema.prepare($0, name))
        }
        // Longer than the server itself takes to give a statement up.
        owner = PostgresOwner(address.reveal(), patience: .seconds(35), prepare: prepare)
        renewals = PostgresOwner(address.reveal(), patience: .seconds(8), prepare: prepare)
    }

    func read<T: Sendable>(_ body: @Sendable (PostgresConnection) throws -> T) async throws -> T {
        do {
            return try await owner.transaction(isReading: true, patience: timing.length / 3, body)
        } catch let failure as PostgresFailure { throw failure.error(name) }
    }

    func write<T: Sendable>(_ body: @Sendable (PostgresConnection) throws -> T) async throws -> T {
        let leases = held.all
        do {
            return try await owner.transaction(patience: timing.length / 3) { db in
                try PostgresJournal.require(leases, db)
                return try body(db)
            }
        } catch let failure as PostgresFailure { throw failure.error(name) }
    }

    // MARK: Runs

    static let runColumns =
        "run, identity, snapshot, corrects, started_at, phase, finished_at, last_error, hash"

    static func record(_ row: PostgresRow) throws -> RunRecord {
        try JournalSchema.run(
            named: row.text(0), identity: Data(row.bytes(1)), snapshot: row.int64(2),
            corrects: row.optionalInt(3).map { Int($0) }, startedAt: row.int64(4), phase: row.text(5),
            finishedAt: row.optionalInt(6), lastError: row.text(7), hash: row.text(8))
    }

    /// The current state of the run; `nil` if it doesn't exist. Throws ``JournalError`` if it doesn't match its hash.
    public func run(_ id: RunID) async throws -> RunRecord? {
        try await read { db in
            try db.query(
                "SELECT \(PostgresJournal.runColumns) FROM runs WHERE run = $1", [.text(id.description)]
            ).first.map(PostgresJournal.record)
        }
    }

    /// Enters a run with its documents, in one transaction. Throws if it is entered already.
    public func begin(_ run: RunRecord, documents: [String: String]) async throws {
        let identity = try JournalSchema.encode(run.identity)
        let hash = JournalSchema.hash(
            run: run.id.description, identity, snapshot: run.snapshot.nanosecondsSince1970,
            startedAt: run.startedAt.nanosecondsSince1970, corrects: run.corrects)
        let source = run.identity.source
        @Sendable func bytes(_ text: String?) -> PostgresValue { .bytes(text.map { Array($0.utf8) }) }
        try await write { db in
            _ = try db.query(
                """
                INSERT INTO runs (\(PostgresJournal.runColumns), kind, period, address, account)
                VALUES ($1, $2, $3, $4, $5, $6, $7, '', $8, $9, $10, $11, $12)
                """,
                [
                    .text(run.id.description), .bytes(Array(identity)), .int(run.snapshot.nanosecondsSince1970),
                    .int(run.corrects.map(Int64.init)), .int(run.startedAt.nanosecondsSince1970),
                    .text(run.phase.rawValue), .int(run.finishedAt?.nanosecondsSince1970), .text(hash),
                    .text(run.identity.kind.rawValue), bytes(run.identity.period), bytes(source?.address),
                    bytes(source?.account),
                ])
            for (name, document) in documents {
                try PostgresJournal.keep(document, named: name, of: run.id, stage: "", db)
            }
        }
    }

    /// Keeps the bag's checksum and the documents, and sets the phase to publish, in one transaction.
    public func seal(_ id: RunID, bag: String, documents: [String: String]) async throws {
        try await write { db in
            for (name, document) in documents { try PostgresJournal.keep(document, named: name, of: id, stage: "", db) }
            try PostgresJournal.keep(bag, named: RunRecord.bagName, of: id, stage: "", db)
            _ = try db.query(
                "UPDATE runs SET phase = 'publish', last_error = '' WHERE run = $1", [.text(id.description)])
        }
    }

    /// Sets the end of the run and deletes its checkpoints, which hold records, in one transaction.
    public func complete(_ id: RunID, at time: Instant) async throws {
        try await write { db in
            _ = try db.query(
                "UPDATE runs SET phase = 'complete', finished_at = $1, last_error = '' WHERE run = $2",
                [.int(time.nanosecondsSince1970), .text(id.description)])
            _ = try db.query("DELETE FROM checkpoints WHERE run = $1", [.text(id.description)])
        }
    }

    /// Keeps the last error of the run; nothing for an unknown one.
    public func noteError(_ text: String, for id: RunID) async throws {
        try await write { db in
            _ = try db.query(
                "UPDATE runs SET last_error = $1 WHERE run = $2", [.bytes(text), .text(id.description)])
        }
    }

    /// Deletes the run with its stages and documents; the ledger keeps its entries.
    public func reset(_ id: RunID) async throws { try await write { db in try PostgresJournal.delete(id, db) } }

    static func delete(_ id: RunID, _ db: PostgresConnection) throws {
        for table in ["checkpoints", "rejects", "documents", "stages", "runs"] {
            _ = try db.query("DELETE FROM \(table) WHERE run = $1", [.text(id.description)])
        }
    }

    // MARK: Documents

    /// Keeps a document in place of one of the same name.
    public func keep(_ document: String, named name: String, for id: RunID) async throws {
        try await write { db in try PostgresJournal.keep(document, named: name, of: id, stage: "", db) }
    }

    static func keep(
        _ document: String, named name: String, of id: RunID, stage: String, _ db: PostgresConnection
    ) throws {
        _ = try db.query(
            """
            INSERT INTO documents (run, stage, name, content, hash) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (run, stage, name) DO UPDATE SET content = excluded.content, hash = excluded.hash
            """,
            [
                .text(id.description), .text(stage), .text(name), .bytes(document),
                .text(JournalSchema.hash(run: id.description, stage: stage, document: document, named: name)),
            ])
    }

    /// The text of a document of the run itself; `nil` if it has none of that name. Throws ``JournalError`` if it
    /// doesn't match its hash.
    public func document(named name: String, of id: RunID) async throws -> String? {
        try await document(named: name, of: id.description, stage: "")
    }

    func document(named name: String, of run: String, stage: String) async throws -> String? {
        try await read { db in
            try db.query(
                "SELECT run, content, hash FROM documents WHERE run = $1 AND stage = $2 AND name = $3",
                [.text(run), .text(stage), .text(name)]
            ).first.map { try PostgresJournal.document($0, stage: stage, named: name) }
        }
    }

    private static func document(_ row: PostgresRow, stage: String, named name: String) throws -> String {
        let (run, text) = (row.text(0), row.text(1))
        guard JournalSchema.hash(run: run, stage: stage, document: text, named: name) == row.text(2) else {
            throw JournalSchema.damaged(
                "The document \(singleLine(name)) of \(singleLine(run))",
                advice: "Restore the database from a backup. Published exports are not affected.")
        }
        return text
    }

    /// The documents of this name, by the runs that have one. Throws ``JournalError`` where one doesn't match its hash.
    public func documents(named name: String) async throws -> [RunID: String] {
        try await read { db in
            var found: [RunID: String] = [:]
            for row in try db.query(
                "SELECT run, content, hash FROM documents WHERE stage = '' AND name = $1", [.text(name)])
            {
                let text = try PostgresJournal.document(row, stage: "", named: name)
                if let id = RunID(row.text(0)) { found[id] = text }
            }
            return found
        }
    }
}
