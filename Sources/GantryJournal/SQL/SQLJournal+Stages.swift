internal import FoundationEssentials
package import GantryEngine
internal import GantryModel

extension SQLJournal {
    /// Enters a stage after the existing ones, with its documents and first checkpoint, in one transaction.
    package func begin(_ stage: StageID, documents: [String: String], checkpoint: Checkpoint?) async throws {
        let encoded = try checkpoint?.encoded()
        try await write { db in
            try db.execute(
                """
                INSERT INTO stages (run, stage, position)
                VALUES ($1, $2, (SELECT COALESCE(MAX(position), 0) + 1 FROM stages WHERE run = $1))
                """, .text(stage.run.description), .text(stage.name))
            for (name, document) in documents {
                try db.keep(document, named: name, of: stage.run, stage: stage.name)
            }
            if let checkpoint, let encoded { try db.add(checkpoint, encoded, for: stage) }
        }
    }

    /// The stages in the order in which they were entered. Throws ``JournalError`` where a result does not match its
    /// hash.
    package func stages(of id: RunID) async throws -> [StageRecord] {
        try await read { db in
            try db.query(
                "SELECT stage, result, hash FROM stages WHERE run = $1 ORDER BY position", .text(id.description)
            ).map { row in
                let stage = StageID(id, try row.text(0))
                guard let result = try row.optionalText(1) else { return StageRecord(name: stage.name, result: nil) }
                guard try JournalHash.document(result, named: "result", of: stage.description) == row.text(2) else {
                    throw JournalError.damaged(
                        "The result of \(id) \(singleLine(stage.name))", advice: JournalError.startOver)
                }
                return StageRecord(
                    name: stage.name, result: try JSONDecoder().decode(StageResult.self, from: Data(result.utf8)))
            }
        }
    }

    /// Adds the checkpoint and the rejects and sets the run's phase, in one transaction. The three newest checkpoints
    /// are kept.
    package func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for stage: StageID) async throws {
        let encoded = try checkpoint.encoded()
        try await write { db in
            try db.add(checkpoint, encoded, for: stage)
            _ = try db.run(
                rejects.map { item in
                    SQLStatement(
                        """
                        INSERT INTO rejects (run, stage, ordinal, page, position, field, found, expected, hash)
                        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                        ON CONFLICT (run, stage, ordinal) DO UPDATE SET page = excluded.page,
                            position = excluded.position, field = excluded.field, found = excluded.found,
                            expected = excluded.expected, hash = excluded.hash
                        """,
                        [
                            .text(stage.run.description), .text(stage.name), .number(item.ordinal), .number(item.page),
                            .number(item.reject.index), .anyText(item.reject.field), .anyText(item.reject.found),
                            .anyText(item.reject.expected), .text(JournalHash.reject(item, of: stage)),
                        ])
                })
        }
    }

    /// The checkpoint committed last; `nil` if there is none. One that doesn't match its hash is an error that advises
    /// `--start-over`.
    package func lastCheckpoint(of stage: StageID) async throws -> Checkpoint? {
        try await read { db in
            try db.query(
                """
                SELECT sequence, payload, tails, hash FROM checkpoints WHERE run = $1 AND stage = $2
                ORDER BY sequence DESC LIMIT 1
                """, .text(stage.run.description), .text(stage.name)
            ).first.map { row in
                let (payload, tails) = (try row.text(1), try row.bytes(2))
                let hash = JournalHash.checkpoint(stage, sequence: try row.int(0), payload: payload, tails: tails)
                guard try hash == row.text(3), let checkpoint = Checkpoint(payload, tails) else {
                    throw JournalError.damaged(
                        "The newest checkpoint of \(stage.run)", advice: JournalError.startOver)
                }
                return checkpoint
            }
        }
    }

    /// Keeps the result with its hash and deletes the stage's checkpoints, in one transaction.
    package func finish(_ stage: StageID, with result: StageResult) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let text = String(decoding: try encoder.encode(result), as: UTF8.self)
        try await write { db in
            let changes = try db.execute(
                "UPDATE stages SET result = $3, hash = $4 WHERE run = $1 AND stage = $2",
                .text(stage.run.description), .text(stage.name), .anyText(text),
                .text(JournalHash.document(text, named: "result", of: stage.description)))
            guard changes == 1 else {
                throw JournalError(.damaged, "\(stage) is not in the journal, so its result can't be saved.")
            }
            try db.execute(
                "DELETE FROM checkpoints WHERE run = $1 AND stage = $2", .text(stage.run.description),
                .text(stage.name))
        }
    }

    /// Deletes the stage with its checkpoints, rejects and documents; does nothing if it doesn't exist.
    package func reset(_ stage: StageID) async throws {
        try await write { db in
            for table in ["checkpoints", "rejects", "documents", "stages"] {
                try db.execute(
                    "DELETE FROM \(table) WHERE run = $1 AND stage = $2", .text(stage.run.description),
                    .text(stage.name))
            }
        }
    }

    /// The first `limit` rejects by their ordinals.
    package func rejects(of stage: StageID, limit: Int) async throws -> [JournaledReject] {
        try await read { db in
            try db.query(
                """
                SELECT ordinal, page, position, field, found, expected, hash FROM rejects
                WHERE run = $1 AND stage = $2 ORDER BY ordinal LIMIT $3
                """, .text(stage.run.description), .text(stage.name), .number(limit)
            ).map { row in
                let reject = Reject(
                    index: try row.int(2), field: try row.text(3), found: try row.text(4), expected: try row.text(5))
                let item = JournaledReject(page: try row.int(1), reject: reject, ordinal: try row.int(0))
                guard try JournalHash.reject(item, of: stage) == row.text(6) else {
                    throw JournalError.damaged(
                        "Reject \(item.ordinal + 1) of \(stage.run)",
                        advice:
                            "Run again with \(.startOver) to fetch the batch again. A published export lists its rejects in rejects.csv."
                    )
                }
                return item
            }
        }
    }
}

extension SQLConnection {
    fileprivate func add(
        _ checkpoint: Checkpoint, _ encoded: (payload: String, tails: [UInt8]), for stage: StageID
    ) throws {
        let (run, name) = (SQLValue.text(stage.run.description), SQLValue.text(stage.name))
        let last = try query("SELECT MAX(sequence) FROM checkpoints WHERE run = $1 AND stage = $2", run, name)
        let sequence = try last.first?.optionalNumber(0).map { Int($0) + 1 } ?? 1
        let hash = JournalHash.checkpoint(stage, sequence: sequence, payload: encoded.payload, tails: encoded.tails)
        _ = try self.run([
            SQLStatement(
                """
                INSERT INTO checkpoints (run, stage, sequence, phase, records, payload, tails, hash)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """,
                [
                    run, name, .number(sequence), .text(checkpoint.phase.rawValue), .number(checkpoint.records),
                    .anyText(encoded.payload), .bytes(encoded.tails), .text(hash),
                ]),
            // Three are kept: the newest to resume from, two to look at when something went wrong.
            SQLStatement(
                "DELETE FROM checkpoints WHERE run = $1 AND stage = $2 AND sequence <= $3",
                [run, name, .number(sequence - 3)]),
            SQLStatement(
                "UPDATE runs SET phase = $2, last_error = '' WHERE run = $1",
                [run, .text(Phase(checkpoint.phase).rawValue)]),
        ])
    }
}
