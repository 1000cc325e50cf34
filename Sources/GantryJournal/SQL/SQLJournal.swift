internal import FoundationEssentials
package import GantryEngine
package import GantryModel

/// The journal in a database, with one text of SQL for all of them.
///
/// Every write is one transaction that is durable when it returns. Rows carry a SHA-256 of their content.
package struct SQLJournal<Database: SQLDatabase>: WorkspaceJournal {
    package let database: Database

    package init(_ database: Database) { self.database = database }

    func read<T: Sendable>(_ body: @Sendable (any SQLConnection) throws -> T) async throws -> T {
        do { return try await database.read(body) } catch is SQLRow.WrongType { throw wrongType }
    }

    @discardableResult
    func write<T: Sendable>(_ body: @Sendable (any SQLConnection) throws -> T) async throws -> T {
        do { return try await database.write(body) } catch is SQLRow.WrongType { throw wrongType }
    }

    var wrongType: JournalError {
        JournalError(
            .damaged, "The journal \(database.name) is damaged: a value has the wrong type for its column.",
            advice: JournalError.restore)
    }

    // MARK: Runs

    /// The current state of the run; `nil` if it doesn't exist. Throws ``JournalError`` if it doesn't match its hash.
    package func run(_ id: RunID) async throws -> RunRecord? {
        try await read { db in
            try db.query("SELECT \(RunRow.columns) FROM runs WHERE run = $1", .text(id.description))
                .first.map(RunRecord.init)
        }
    }

    /// Enters a run with its documents, in one transaction. Throws if it is entered already.
    package func begin(_ run: RunRecord, documents: [String: String]) async throws {
        let identity = try run.identity.json()
        try await write { db in
            try db.execute(
                """
                INSERT INTO runs (\(RunRow.columns))
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, '', $13)
                """,
                .text(run.id.description), .text(run.id.pipeline), .text(run.identity.kind.rawValue),
                .anyText(run.identity.period), .anyText(run.identity.source?.address),
                .anyText(run.identity.source?.account), .number(run.snapshot.nanosecondsSince1970),
                .number(run.corrects.map(Int64.init)), .number(run.startedAt.nanosecondsSince1970),
                .text(run.phase.rawValue), .number(run.finishedAt?.nanosecondsSince1970), .anyText(identity),
                .text(JournalHash.run(run.head, identity: identity)))
            for (name, document) in documents { try db.keep(document, named: name, of: run.id) }
        }
    }

    /// Keeps the bag's checksum and the documents, and sets the phase to publish, in one transaction.
    package func seal(_ id: RunID, bag: String, documents: [String: String]) async throws {
        try await write { db in
            for (name, document) in documents { try db.keep(document, named: name, of: id) }
            try db.keep(bag, named: RunRecord.bagName, of: id)
            try db.execute("UPDATE runs SET phase = 'publish', last_error = '' WHERE run = $1", .text(id.description))
        }
    }

    /// Sets the end of the run and deletes its checkpoints, in one transaction.
    package func complete(_ id: RunID, at time: Instant) async throws {
        try await write { db in
            try db.execute(
                "UPDATE runs SET phase = 'complete', finished_at = $2, last_error = '' WHERE run = $1",
                .text(id.description), .number(time.nanosecondsSince1970))
            // Checkpoints hold records that were in no frame yet. A published run doesn't resume from any of them.
            try db.execute("DELETE FROM checkpoints WHERE run = $1", .text(id.description))
        }
        await database.tidy()
    }

    /// Keeps the last error of the run; nothing for an unknown one.
    package func noteError(_ text: String, for id: RunID) async throws {
        try await write { db in
            try db.execute("UPDATE runs SET last_error = $2 WHERE run = $1", .text(id.description), .anyText(text))
        }
    }

    /// Deletes the run with its stages and documents; the ledger keeps its entries.
    package func reset(_ id: RunID) async throws { try await write { db in try db.delete(id) } }

    // MARK: Documents

    /// Keeps a document in place of one of the same name.
    package func keep(_ document: String, named name: String, for id: RunID) async throws {
        try await write { db in try db.keep(document, named: name, of: id) }
    }

    /// The text of a document of the run itself; `nil` if it has none of that name. Throws ``JournalError`` if it
    /// doesn't match its hash.
    package func document(named name: String, of id: RunID) async throws -> String? {
        try await document(named: name, of: id.description, stage: "")
    }

    /// The text of a document; `nil` if the stage has none of that name.
    package func document(named name: String, of stage: StageID) async throws -> String? {
        try await document(named: name, of: stage.run.description, stage: stage.name)
    }

    private func document(named name: String, of run: String, stage: String) async throws -> String? {
        try await read { db in
            try db.query(
                "SELECT run, content, hash FROM documents WHERE run = $1 AND stage = $2 AND name = $3", .text(run),
                .text(stage), .text(name)
            ).first.map { try $0.document(named: name, stage: stage) }
        }
    }

    // MARK: Rights

    package func whileHolding<T: Sendable>(
        _ right: JournalRight, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T { try await database.whileHolding(right, body) }

    package func holders(of rights: [String]) async throws -> [String: JournalRight.Holder] {
        try await database.holders(of: rights)
    }

    package func serverFacts() async throws -> String? { try await database.serverFacts() }
}

extension SQLConnection {
    /// - Parameter stage: Empty for a document of the run itself.
    func keep(_ document: String, named name: String, of id: RunID, stage: String = "") throws {
        let owner = stage.isEmpty ? id.description : "\(id) \(stage)"
        try execute(
            """
            INSERT INTO documents (run, stage, name, content, hash) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (run, stage, name) DO UPDATE SET content = excluded.content, hash = excluded.hash
            """,
            .text(id.description), .text(stage), .text(name), .anyText(document),
            .text(JournalHash.document(document, named: name, of: owner)))
    }

    func delete(_ id: RunID) throws {
        for table in ["checkpoints", "rejects", "documents", "stages", "runs"] {
            try execute("DELETE FROM \(table) WHERE run = $1", .text(id.description))
        }
    }
}

extension SQLRow {
    /// The content of a document, of which the row has run, content and hash.
    func document(named name: String, stage: String) throws -> String {
        let (run, text) = (try self.text(0), try self.text(1))
        guard
            try JournalHash.document(text, named: name, of: stage.isEmpty ? run : "\(run) \(stage)") == self.text(2)
        else {
            throw JournalError.damaged(
                "The document \(singleLine(name)) of \(singleLine(run))",
                advice: JournalError.restore)
        }
        return text
    }
}

extension RunIdentity {
    /// The identity as JSON with its keys in order, so that equal ones have the same bytes.
    fileprivate func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
