internal import Foundation
internal import GRDB
public import GantryEngine
internal import GantryModel

extension SQLiteJournal {
    /// Enters a stage after the existing ones, with its documents and first checkpoint, in one transaction.
    public func begin(_ stage: StageID, documents: [String: String], checkpoint: Checkpoint?) async throws {
        let encoded = try checkpoint.map(JournalSchema.encode)
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO stages (run, stage, position)
                    VALUES (?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM stages WHERE run = ?))
                    """,
                arguments: [stage.run.description, stage.name, stage.run.description])
            for (name, document) in documents {
                try SQLiteJournal.keep(document, named: name, of: stage.run, stage: stage.name, db)
            }
            if let checkpoint, let encoded { try SQLiteJournal.add(checkpoint, encoded: encoded, for: stage, db) }
        }
    }

    /// The stages in the order in which they were entered. Throws ``JournalError`` where a result does not match its
    /// hash.
    public func stages(of id: RunID) async throws -> [StageRecord] {
        let run = id.description
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT stage, CAST(result AS BLOB) AS result, hash FROM stages WHERE run = ? ORDER BY position
                    """,
                arguments: [run]
            ).map { row in
                let name = try row.decode(String.self, forColumn: "stage")
                guard let result = try row.decode(Data?.self, forColumn: "result") else {
                    return StageRecord(name: name, result: nil)
                }
                let text = String(decoding: result, as: UTF8.self)
                guard
                    try JournalSchema.hash(run: run, stage: name, document: text, named: "result")
                        == row.decode(String.self, forColumn: "hash")
                else {
                    throw JournalError(
                        .damaged,
                        "The result of \(run) \(singleLine(name)) in the journal is damaged: its content doesn't match its hash.",
                        advice: JournalSchema.startOver)
                }
                return StageRecord(name: name, result: try JSONDecoder().decode(StageResult.self, from: result))
            }
        }
    }

    /// Adds the checkpoint and the rejects and sets the run's phase, in one transaction. The three newest checkpoints
    /// are kept.
    public func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for stage: StageID) async throws {
        let encoded = try JournalSchema.encode(checkpoint)
        let run = stage.run.description
        try await write { db in
            try SQLiteJournal.add(checkpoint, encoded: encoded, for: stage, db)
            for item in rejects {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO rejects (run, stage, ordinal, page, position, field, found, expected, hash)
                        VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?)
                        """,
                    arguments: [
                        run, stage.name, item.ordinal, item.page, item.reject.index,
                        JournalSchema.bytes(item.reject.field), JournalSchema.bytes(item.reject.found),
                        JournalSchema.bytes(item.reject.expected),
                        JournalSchema.hash(of: item, run: run, stage: stage.name),
                    ])
            }
        }
    }

    private static func add(
        _ checkpoint: Checkpoint, encoded: (payload: String, tails: Data), for stage: StageID, _ db: Database
    ) throws {
        let run = stage.run.description
        let (payload, tails) = encoded
        let sequence =
            (try Int.fetchOne(
                db, sql: "SELECT MAX(sequence) FROM checkpoints WHERE run = ? AND stage = ?",
                arguments: [run, stage.name]) ?? 0) + 1
        try db.execute(
            sql: """
                INSERT INTO checkpoints (run, stage, sequence, phase, records, payload, tails, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                run, stage.name, sequence, checkpoint.phase.rawValue, checkpoint.records, payload, tails,
                JournalSchema.hash(run: run, stage: stage.name, sequence: sequence, payload: payload, tails: tails),
            ])
        // Three are kept: the newest to resume from, two to look at when something went wrong.
        try db.execute(
            sql: "DELETE FROM checkpoints WHERE run = ? AND stage = ? AND sequence <= ?",
            arguments: [run, stage.name, sequence - 3])
        try db.execute(
            sql: "UPDATE runs SET phase = ?, last_error = '' WHERE run = ?",
            arguments: [Phase(checkpoint.phase).rawValue, run])
    }

    /// The checkpoint committed last; `nil` if there is none. One that doesn't match its hash is an error that advises
    /// `--start-over`.
    public func lastCheckpoint(of stage: StageID) async throws -> Checkpoint? {
        let run = stage.run.description
        return try await read { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT sequence, payload, tails, hash FROM checkpoints WHERE run = ? AND stage = ?
                        ORDER BY sequence DESC LIMIT 1
                        """,
                    arguments: [run, stage.name])
            else { return nil }
            let payload = try row.decode(String.self, forColumn: "payload")
            let tails = try row.decode(Data.self, forColumn: "tails")
            let sequence = try row.decode(Int.self, forColumn: "sequence")
            guard
                try JournalSchema.hash(
                    run: run, stage: stage.name, sequence: sequence, payload: payload, tails: tails)
                    == row.decode(String.self, forColumn: "hash"),
                let checkpoint = JournalSchema.decode(payload, tails)
            else {
                throw JournalError(
                    .damaged,
                    "The newest checkpoint of \(run) in the journal is damaged: its content doesn't match its hash.",
                    advice: JournalSchema.startOver)
            }
            return checkpoint
        }
    }

    /// Keeps the result with its hash and deletes the stage's checkpoints, in one transaction.
    public func finish(_ stage: StageID, with result: StageResult) async throws {
        let run = stage.run.description
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let text = String(decoding: try encoder.encode(result), as: UTF8.self)
        try await write { db in
            try db.execute(
                sql: "UPDATE stages SET result = CAST(? AS TEXT), hash = ? WHERE run = ? AND stage = ?",
                arguments: [
                    JournalSchema.bytes(text),
                    JournalSchema.hash(run: run, stage: stage.name, document: text, named: "result"), run, stage.name,
                ])
            guard db.changesCount == 1 else {
                throw JournalError(.damaged, "\(stage) is not in the journal, so its result can't be saved.")
            }
            try db.execute(
                sql: "DELETE FROM checkpoints WHERE run = ? AND stage = ?", arguments: [run, stage.name])
        }
    }

    /// Deletes the stage with its checkpoints, rejects and documents; does nothing if it doesn't exist.
    public func reset(_ stage: StageID) async throws {
        try await write { db in
            for table in ["checkpoints", "rejects", "documents", "stages"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE run = ? AND stage = ?",
                    arguments: [stage.run.description, stage.name])
            }
        }
    }

    /// The text of a document; `nil` if the stage has none of that name.
    public func document(named name: String, of stage: StageID) async throws -> String? {
        try await document(named: name, of: stage.run, stage: stage.name)
    }

    /// The first `limit` rejects by their ordinals.
    public func rejects(of stage: StageID, limit: Int) async throws -> [JournaledReject] {
        let run = stage.run.description
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(JournalSchema.rejectColumns), hash FROM rejects WHERE run = ? AND stage = ?
                    ORDER BY ordinal LIMIT ?
                    """,
                arguments: [run, stage.name, limit]
            ).map { row in
                let item = try JournalSchema.reject(row)
                guard
                    try JournalSchema.hash(of: item, run: run, stage: stage.name)
                        == row.decode(String.self, forColumn: "hash")
                else {
                    throw JournalError(
                        .damaged,
                        "Reject \(item.ordinal + 1) of \(run) in the journal is damaged: its content doesn't match its hash.",
                        advice:
                            "Run again with \(.startOver) to fetch the batch again. A published export lists its rejects in rejects.csv."
                    )
                }
                return item
            }
        }
    }
}
