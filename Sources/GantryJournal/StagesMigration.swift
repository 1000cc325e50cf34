internal import Foundation
internal import GRDB
internal import GantryEngine
internal import GantryModel

/// Gives checkpoints, rejects and documents the stage of a run that they belong to.
///
/// Before, a payroll run kept them under its own name, a dataset of an archive was a run of its own with a dot in its
/// name, and the bag's digest was in a checkpoint. An unfinished run continues: of an archive, the dataset that was
/// under way resumes, and those before it are fetched again, because their results were kept in another form.
enum StagesMigration {
    private struct OldRun {
        var name: String
        var parent: String
        /// Empty for an archive, whose datasets are runs of their own.
        var stage: String
        var isStep: Bool
        var phase: String
    }

    static func apply(_ db: Database) throws {
        try db.execute(sql: tables)
        let runs = try Row.fetchAll(db, sql: "SELECT run, CAST(identity AS BLOB) AS identity, phase FROM runs").map {
            try oldRun($0)
        }
        let phases = Dictionary(runs.map { ($0.name, $0.phase) }) { $1 }
        for run in runs {
            try moveBag(run, db)
            let isPublished = ["publish", "complete"].contains(phases[run.parent] ?? "")
            let isFinished = ["publish", "complete"].contains(run.phase)
            if run.isStep, isFinished, !isPublished { continue }
            try moveDocuments(run, isPublished: isPublished, db)
            guard !run.stage.isEmpty else { continue }
            try moveRejects(run, db)
            if !isFinished { try moveCheckpoints(run, db) }
            try enter(run, isFinished: isFinished, db)
        }
        try db.execute(
            sql: """
                DROP TABLE checkpoints; ALTER TABLE new_checkpoints RENAME TO checkpoints;
                DROP TABLE rejects; ALTER TABLE new_rejects RENAME TO rejects;
                DROP TABLE documents; ALTER TABLE new_documents RENAME TO documents;
                """)
        for run in runs where run.isStep {
            try db.execute(sql: "DELETE FROM runs WHERE run = ?", arguments: [run.name])
        }
    }

    private static func oldRun(_ row: Row) throws -> OldRun {
        let name = try row.decode(String.self, forColumn: "run")
        let phase = try row.decode(String.self, forColumn: "phase")
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        if parts.count == 2, let dot = parts[0].firstIndex(of: ".") {
            let stage = String(parts[0][parts[0].index(after: dot)...])
            return OldRun(
                name: name, parent: "\(parts[0][..<dot])/\(parts[1])", stage: stage, isStep: true, phase: phase)
        }
        let identity = try JournalSchema.text(row, "identity")
        let stage =
            identity.contains("\nrecords.dataset: ") ? "work-entries" : identity.contains("\nsheet: ") ? "rows" : ""
        return OldRun(name: name, parent: name, stage: stage, isStep: false, phase: phase)
    }

    private static func moveBag(_ run: OldRun, _ db: Database) throws {
        guard !run.isStep,
            let row = try Row.fetchOne(
                db, sql: "SELECT payload FROM checkpoints WHERE run = ? ORDER BY sequence DESC LIMIT 1",
                arguments: [run.name]),
            let payload = try JSONSerialization.jsonObject(
                with: Data(row.decode(String.self, forColumn: "payload").utf8)) as? [String: Any],
            let bag = payload["bag"] as? String
        else { return }
        try keep(bag, named: "bag", of: run.parent, stage: "", db)
    }

    private static func moveDocuments(_ run: OldRun, isPublished: Bool, _ db: Database) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT name, CAST(content AS BLOB) AS content, hash FROM documents WHERE run = ?",
            arguments: [run.name])
        for row in rows {
            let name = try row.decode(String.self, forColumn: "name")
            // The documents that a stage was begun with; all others belong to the run.
            let isOfStage = run.isStep || name == "joined-sha256"
            if run.isStep, isPublished || name != "keys" { continue }
            let content = try JournalSchema.text(row, "content")
            let known = JournalSchema.hash(run: run.name, stage: "", document: content, named: name)
            let isIntact = try row.decode(String.self, forColumn: "hash") == known
            try keep(
                content, named: name, of: run.parent, stage: isOfStage ? run.stage : "", isIntact: isIntact, db)
        }
    }

    private static func document(_ name: String, of run: String, _ db: Database) throws -> String? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT CAST(content AS BLOB) AS content, hash FROM documents WHERE run = ? AND name = ?",
                arguments: [run, name])
        else { return nil }
        let content = try JournalSchema.text(row, "content")
        let known = JournalSchema.hash(run: run, stage: "", document: content, named: name)
        return try row.decode(String.self, forColumn: "hash") == known ? content : nil
    }

    /// - Parameter isIntact: A document that was damaged stays so.
    private static func keep(
        _ content: String, named name: String, of run: String, stage: String, isIntact: Bool = true, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO new_documents (run, stage, name, content, hash) VALUES (?, ?, ?, CAST(? AS TEXT), ?)
                """,
            arguments: [
                run, stage, name, JournalSchema.bytes(content),
                isIntact ? JournalSchema.hash(run: run, stage: stage, document: content, named: name) : "",
            ])
    }

    private static func moveRejects(_ run: OldRun, _ db: Database) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT \(JournalSchema.rejectColumns), hash FROM rejects WHERE run = ?", arguments: [run.name])
        for row in rows {
            let item = try JournalSchema.reject(row)
            let isIntact =
                try row.decode(String.self, forColumn: "hash") == JournalSchema.hash(of: item, run: run.name, stage: "")
            try db.execute(
                sql: """
                    INSERT INTO new_rejects (run, stage, ordinal, page, position, field, found, expected, hash)
                    VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?)
                    """,
                arguments: [
                    run.parent, run.stage, item.ordinal, item.page, item.reject.index,
                    JournalSchema.bytes(item.reject.field), JournalSchema.bytes(item.reject.found),
                    JournalSchema.bytes(item.reject.expected),
                    isIntact ? JournalSchema.hash(of: item, run: run.parent, stage: run.stage) : "",
                ])
        }
    }

    private static func moveCheckpoints(_ run: OldRun, _ db: Database) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT sequence, phase, records, payload, tails, hash FROM checkpoints WHERE run = ?",
            arguments: [run.name])
        for row in rows {
            let sequence = try row.decode(Int.self, forColumn: "sequence")
            let payload = try row.decode(String.self, forColumn: "payload")
            let tails = try row.decode(Data.self, forColumn: "tails")
            let known = JournalSchema.hash(run: run.name, stage: "", sequence: sequence, payload: payload, tails: tails)
            let isIntact = try row.decode(String.self, forColumn: "hash") == known
            try db.execute(
                sql: """
                    INSERT INTO new_checkpoints (run, stage, sequence, phase, records, payload, tails, hash)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    run.parent, run.stage, sequence, try row.decode(String.self, forColumn: "phase"),
                    try row.decode(Int.self, forColumn: "records"), payload, tails,
                    isIntact
                        ? JournalSchema.hash(
                            run: run.parent, stage: run.stage, sequence: sequence, payload: payload, tails: tails) : "",
                ])
        }
    }

    /// Of a finished stage only its bookmark is read again.
    private static func enter(_ run: OldRun, isFinished: Bool, _ db: Database) throws {
        var result: String?
        if isFinished {
            let bookmark = run.isStep ? try document("bookmark", of: run.name, db) : nil
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            let value = StageResult(name: run.stage, counts: BatchCounts(), files: [], totals: "{}", bookmark: bookmark)
            result = String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        try db.execute(
            sql: """
                INSERT INTO stages (run, stage, position, result, hash)
                VALUES (?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM stages WHERE run = ?), CAST(? AS TEXT), ?)
                """,
            arguments: [
                run.parent, run.stage, run.parent, result.map(JournalSchema.bytes),
                result.map { JournalSchema.hash(run: run.parent, stage: run.stage, document: $0, named: "result") }
                    ?? "",
            ])
    }

    private static let tables = """
        CREATE TABLE stages (
            run TEXT NOT NULL REFERENCES runs (run),
            stage TEXT NOT NULL,
            position INTEGER NOT NULL,
            result TEXT,
            hash TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (run, stage)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE new_checkpoints (
            run TEXT NOT NULL,
            stage TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            phase TEXT NOT NULL,
            records INTEGER NOT NULL,
            payload TEXT NOT NULL,
            tails BLOB NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (run, stage, sequence),
            FOREIGN KEY (run, stage) REFERENCES stages (run, stage)
        ) STRICT;
        CREATE TABLE new_rejects (
            run TEXT NOT NULL,
            stage TEXT NOT NULL,
            ordinal INTEGER NOT NULL,
            page INTEGER NOT NULL,
            position INTEGER NOT NULL,
            field TEXT NOT NULL,
            found TEXT NOT NULL,
            expected TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (run, stage, ordinal),
            FOREIGN KEY (run, stage) REFERENCES stages (run, stage)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE new_documents (
            run TEXT NOT NULL REFERENCES runs (run),
            stage TEXT NOT NULL DEFAULT '',
            name TEXT NOT NULL,
            content TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (run, stage, name)
        ) STRICT, WITHOUT ROWID;
        """
}
