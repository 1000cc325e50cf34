internal import Foundation
public import GantryEngine
internal import GantryJournal
internal import GantryModel

extension PostgresJournal {
    /// Enters a stage after the existing ones, with its documents and first checkpoint, in one transaction.
    public func begin(_ stage: StageID, documents: [String: String], checkpoint: Checkpoint?) async throws {
        let encoded = try checkpoint.map(JournalSchema.encode)
        let run = stage.run.description
        try await write { db in
            _ = try db.query(
                """
                INSERT INTO stages (run, stage, position)
                VALUES ($1, $2, (SELECT COALESCE(MAX(position), 0) + 1 FROM stages WHERE run = $1))
                """, [.text(run), .text(stage.name)])
            for (name, document) in documents {
                try PostgresJournal.keep(document, named: name, of: stage.run, stage: stage.name, db)
            }
            if let checkpoint, let encoded { try PostgresJournal.add(checkpoint, encoded: encoded, for: stage, db) }
        }
    }

    /// The stages in the order in which they were entered. Throws ``JournalError`` where a result does not match its
    /// hash.
    public func stages(of id: RunID) async throws -> [StageRecord] {
        let run = id.description
        return try await read { db in
            try db.query("SELECT stage, result, hash FROM stages WHERE run = $1 ORDER BY position", [.text(run)]).map {
                row in
                let name = row.text(0)
                guard let result = row.optionalBytes(1) else { return StageRecord(name: name, result: nil) }
                guard
                    JournalSchema.hash(run: run, stage: name, document: row.text(1), named: "result") == row.text(2)
                else {
                    throw JournalSchema.damaged(
                        "The result of \(run) \(singleLine(name))", advice: JournalSchema.startOver)
                }
                return StageRecord(name: name, result: try JSONDecoder().decode(StageResult.self, from: Data(result)))
            }
        }
    }

    /// Adds the checkpoint and the rejects and sets the run's phase, in one transaction. The three newest checkpoints
    /// are kept.
    public func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for stage: StageID) async throws {
        let encoded = try JournalSchema.encode(checkpoint)
        let run = stage.run.description
        try await write { db in
            try PostgresJournal.add(checkpoint, encoded: encoded, for: stage, db)
            for item in rejects {
                _ = try db.query(
                    """
                    INSERT INTO rejects (run, stage, ordinal, page, position, field, found, expected, hash)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                    ON CONFLICT (run, stage, ordinal) DO UPDATE SET page = excluded.page, position = excluded.position,
                        field = excluded.field, found = excluded.found, expected = excluded.expected,
                        hash = excluded.hash
                    """,
                    [
                        .text(run), .text(stage.name), .int(item.ordinal), .int(item.page), .int(item.reject.index),
                        .bytes(item.reject.field), .bytes(item.reject.found), .bytes(item.reject.expected),
                        .text(JournalSchema.hash(of: item, run: run, stage: stage.name)),
                    ])
            }
        }
    }

    private static func add(
        _ checkpoint: Checkpoint, encoded: (payload: String, tails: Data), for stage: StageID, _ db: PostgresConnection
    ) throws {
        let owner: [PostgresValue] = [.text(stage.run.description), .text(stage.name)]
        let last = try db.query("SELECT MAX(sequence) FROM checkpoints WHERE run = $1 AND stage = $2", owner)
        let sequence = (last.first?.int(0) ?? 0) + 1
        let hash = JournalSchema.hash(
            run: stage.run.description, stage: stage.name, sequence: sequence, payload: encoded.payload,
            tails: encoded.tails)
        _ = try db.query(
            """
            INSERT INTO checkpoints (run, stage, sequence, phase, records, payload, tails, hash)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            owner + [
                .int(sequence), .text(checkpoint.phase.rawValue), .int(checkpoint.records), .bytes(encoded.payload),
                .bytes(Array(encoded.tails)), .text(hash),
            ])
        // Three are kept: the newest to resume from, two to look at when something went wrong.
        _ = try db.query(
            "DELETE FROM checkpoints WHERE run = $1 AND stage = $2 AND sequence <= $3", owner + [.int(sequence - 3)])
        _ = try db.query(
            "UPDATE runs SET phase = $2, last_error = '' WHERE run = $1",
            [owner[0], .text(Phase(checkpoint.phase).rawValue)])
    }

    /// The checkpoint committed last; `nil` if there is none. One that doesn't match its hash is an error that advises
    /// `--start-over`.
    public func lastCheckpoint(of stage: StageID) async throws -> Checkpoint? {
        let run = stage.run.description
        return try await read { db in
            try db.query(
                """
                SELECT sequence, payload, tails, hash FROM checkpoints WHERE run = $1 AND stage = $2
                ORDER BY sequence DESC LIMIT 1
                """, [.text(run), .text(stage.name)]
            ).first.map { row in
                let (payload, tails) = (row.text(1), Data(row.bytes(2)))
                guard
                    JournalSchema.hash(
                        run: run, stage: stage.name, sequence: row.int(0), payload: payload, tails: tails)
                        == row.text(3),
                    let checkpoint = JournalSchema.decode(payload, tails)
                else {
                    throw JournalSchema.damaged("The newest checkpoint of \(run)", advice: JournalSchema.startOver)
                }
                return checkpoint
            }
        }
    }

    /// Keeps the result with its hash and deletes the stage's checkpoints, in one transaction.
    public func finish(_ stage: StageID, with result: StageResult) async throws {
        let run = stage.run.description
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let text = String(decoding: try encoder.encode(result), as: UTF8.self)
        let hash = JournalSchema.hash(run: run, stage: stage.name, document: text, named: "result")
        try await write { db in
            let changed = try db.query(
                "UPDATE stages SET result = $1, hash = $2 WHERE run = $3 AND stage = $4 RETURNING 1",
                [.bytes(text), .text(hash), .text(run), .text(stage.name)])
            guard changed.count == 1 else {
                throw JournalError(.damaged, "\(stage) is not in the journal, so its result can't be saved.")
            }
            _ = try db.query(
                "DELETE FROM checkpoints WHERE run = $1 AND stage = $2", [.text(run), .text(stage.name)])
        }
    }

    /// Deletes the stage with its checkpoints, rejects and documents; does nothing if it doesn't exist.
    public func reset(_ stage: StageID) async throws {
        try await write { db in
            for table in ["checkpoints", "rejects", "documents", "stages"] {
                _ = try db.query(
                    "DELETE FROM \(table) WHERE run = $1 AND stage = $2",
                    [.text(stage.run.description), .text(stage.name)])
            }
        }
    }

    /// The text of a document; `nil` if the stage has none of that name.
    public func document(named name: String, of stage: StageID) async throws -> String? {
        try await document(named: name, of: stage.run.description, stage: stage.name)
    }

    /// The first `limit` rejects by their ordinals.
    public func rejects(of stage: StageID, limit: Int) async throws -> [JournaledReject] {
        let run = stage.run.description
        return try await read { db in
            try db.query(
                """
                SELECT ordinal, page, position, field, found, expected, hash FROM rejects
                WHERE run = $1 AND stage = $2 ORDER BY ordinal LIMIT $3
                """, [.text(run), .text(stage.name), .int(limit)]
            ).map { row in
                let reject = Reject(index: row.int(2), field: row.text(3), found: row.text(4), expected: row.text(5))
                let item = JournaledReject(page: row.int(1), reject: reject, ordinal: row.int(0))
                guard JournalSchema.hash(of: item, run: run, stage: stage.name) == row.text(6) else {
                    throw JournalSchema.damaged("Reject \(item.ordinal + 1) of \(run)", advice: JournalSchema.startOver)
                }
                return item
            }
        }
    }
}
