package import Foundation
internal import GRDB
internal import GantryCrypto
package import GantryEngine
package import GantryModel

/// The journal's tables, by named migrations, and how rows are encoded.
package enum JournalSchema {
    /// "GANT": marks the file as ours.
    static let applicationID = 0x4741_4E54

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 runs, checkpoints, rejects, documents") { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    CREATE TABLE runs (
                        run TEXT PRIMARY KEY NOT NULL,
                        identity TEXT NOT NULL,
                        snapshot INTEGER NOT NULL,
                        corrects INTEGER,
                        started_at INTEGER NOT NULL,
                        phase TEXT NOT NULL,
                        finished_at INTEGER,
                        last_error TEXT NOT NULL,
                        hash TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE checkpoints (
                        run TEXT NOT NULL REFERENCES runs (run),
                        sequence INTEGER NOT NULL,
                        phase TEXT NOT NULL,
                        records INTEGER NOT NULL,
                        payload TEXT NOT NULL,
                        tails BLOB NOT NULL,
                        hash TEXT NOT NULL,
                        PRIMARY KEY (run, sequence)
                    ) STRICT;
                    CREATE TABLE rejects (
                        run TEXT NOT NULL REFERENCES runs (run),
                        ordinal INTEGER NOT NULL,
                        page INTEGER NOT NULL,
                        position INTEGER NOT NULL,
                        field TEXT NOT NULL,
                        found TEXT NOT NULL,
                        expected TEXT NOT NULL,
                        PRIMARY KEY (run, ordinal)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE documents (
                        run TEXT NOT NULL REFERENCES runs (run),
                        name TEXT NOT NULL,
                        content TEXT NOT NULL,
                        hash TEXT NOT NULL,
                        PRIMARY KEY (run, name)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("2 hashes of rejects") { db in
            try db.execute(sql: "ALTER TABLE rejects ADD COLUMN hash TEXT NOT NULL DEFAULT ''")
            let rows = try Row.fetchCursor(db, sql: "SELECT run, \(rejectColumns) FROM rejects ORDER BY run, ordinal")
            var hashes: [(run: String, ordinal: Int, hash: String)] = []
            while let row = try rows.next() {
                let run = try row.decode(String.self, forColumn: "run")
                let item = try reject(row)
                hashes.append((run, item.ordinal, hash(of: item, run: run, stage: "")))
            }
            for item in hashes {
                try db.execute(
                    sql: "UPDATE rejects SET hash = ? WHERE run = ? AND ordinal = ?",
                    arguments: [item.hash, item.run, item.ordinal])
            }
        }
        migrator.registerMigration("3 ledger") { db in try db.execute(sql: LedgerSchema.tables) }
        migrator.registerMigration("4 rows left to another run") { db in try db.execute(sql: LedgerSchema.leftTo) }
        migrator.registerMigration("5 ledger by the server's ids") { db in
            try db.execute(sql: LedgerSchema.indexOfServerIDs)
        }
        migrator.registerMigration("6 stages") { db in try StagesMigration.apply(db) }
        migrator.registerMigration("7 identities") { db in try IdentityMigration.apply(db) }
        migrator.registerMigration("8 signatures") { db in try db.execute(sql: SQLiteJournal.signatureTables) }
        migrator.registerMigration("9 forgotten runs") { db in try db.execute(sql: SQLiteJournal.forgottenTable) }
        migrator.registerMigration("10 why runs were forgotten") { db in
            try db.execute(sql: SQLiteJournal.forgottenReasons)
        }
        migrator.registerMigration("11 finding runs") { db in try db.execute(sql: SQLiteJournal.indexes) }
        return migrator
    }

    static func reject(_ row: Row) throws -> JournaledReject {
        JournaledReject(
            page: try row.decode(Int.self, forColumn: "page"),
            reject: Reject(
                index: try row.decode(Int.self, forColumn: "position"), field: try text(row, "field"),
                found: try text(row, "found"), expected: try text(row, "expected")),
            ordinal: try row.decode(Int.self, forColumn: "ordinal"))
    }

    /// A run's name with that of its stage; the run's alone where `stage` is empty.
    private static func owner(_ run: String, _ stage: String) -> String { stage.isEmpty ? run : "\(run) \(stage)" }

    package static func hash(of item: JournaledReject, run: String, stage: String) -> String {
        let reject = item.reject
        // Lengths keep a text from passing for the end of another.
        return sha256(
            Data(
                """
                \(owner(run, stage))
                \(item.ordinal) \(item.page) \(reject.index) \(reject.field.utf8.count) \(reject.found.utf8.count)
                \(reject.field)\(reject.found)\(reject.expected)
                """.utf8))
    }

    /// The columns of `runs`, texts as their bytes: a C string would end at a NUL.
    static let runColumns = """
        run, CAST(identity AS BLOB) AS identity, snapshot, corrects, started_at, phase, finished_at,
        CAST(last_error AS BLOB) AS last_error, hash
        """

    /// The columns of `rejects`.
    static let rejectColumns = """
        ordinal, page, position, CAST(field AS BLOB) AS field, CAST(found AS BLOB) AS found, CAST(expected AS BLOB) AS expected
        """

    /// A text to bind to `CAST(? AS TEXT)`.
    static func bytes(_ text: String) -> Data { Data(text.utf8) }

    static func text(_ row: Row, _ column: String) throws -> String {
        String(decoding: try row.decode(Data.self, forColumn: column), as: UTF8.self)
    }

    static func run(_ row: Row) throws -> RunRecord {
        try run(
            named: try row.decode(String.self, forColumn: "run"),
            identity: try row.decode(Data.self, forColumn: "identity"),
            snapshot: try row.decode(Int64.self, forColumn: "snapshot"),
            corrects: try row.decode(Int?.self, forColumn: "corrects"),
            startedAt: try row.decode(Int64.self, forColumn: "started_at"),
            phase: try row.decode(String.self, forColumn: "phase"),
            finishedAt: try row.decode(Int64?.self, forColumn: "finished_at"),
            lastError: try text(row, "last_error"), hash: try row.decode(String.self, forColumn: "hash"))
    }

    /// A run out of the values of its row. Throws ``JournalError`` where they don't match the hash.
    package static func run(
        named name: String, identity: Data, snapshot: Int64, corrects: Int?, startedAt: Int64, phase phaseName: String,
        finishedAt: Int64?, lastError: String, hash known: String
    ) throws -> RunRecord {
        guard let id = RunID(name) else {
            throw JournalError(
                .damaged, "The journal has a run called \(singleLine(name)), which is not a run name.")
        }
        guard let phase = Phase(rawValue: phaseName) else {
            throw JournalError(
                .damaged,
                "The journal has \(singleLine(name)) in the unknown phase \(singleLine(phaseName)).")
        }
        guard hash(run: name, identity, snapshot: snapshot, startedAt: startedAt, corrects: corrects) == known,
            let decoded = try? JSONDecoder().decode(RunIdentity.self, from: identity)
        else {
            throw JournalError(
                .damaged, "The journal's entry for \(singleLine(name)) is damaged: its content doesn't match its hash.",
                advice: "Restore the journal from a backup. Published exports are not affected.")
        }
        return RunRecord(
            id: id, identity: decoded, snapshot: Instant(nanosecondsSince1970: snapshot), corrects: corrects,
            startedAt: Instant(nanosecondsSince1970: startedAt), phase: phase,
            finishedAt: finishedAt.map { Instant(nanosecondsSince1970: $0) }, lastError: lastError)
    }

    /// The error for content that doesn't match its hash.
    ///
    /// - Parameter what: names it, with the run that it belongs to.
    package static func damaged(_ what: String, advice: Advice) -> JournalError {
        JournalError(.damaged, "\(what) in the journal is damaged: its content doesn't match its hash.", advice: advice)
    }

    /// What is done about a damaged part of an unfinished run.
    package static let startOver: Advice =
        "Run again with \(.startOver) to fetch the batch again. Published exports are not affected."

    /// The identity as JSON with its keys in order, so that equal ones have the same bytes.
    package static func encode(_ identity: RunIdentity) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(identity)
    }

    package static func hash(
        run: String, _ identity: Data, snapshot: Int64, startedAt: Int64, corrects: Int?
    ) -> String {
        sha256(Data("\(run)\n\(snapshot)\n\(startedAt)\n\(corrects ?? 0)\n".utf8) + identity)
    }

    package static func hash(run: String, stage: String, sequence: Int, payload: String, tails: Data) -> String {
        sha256(Data("\(owner(run, stage))\n\(sequence)\n\(payload.utf8.count)\n\(payload)".utf8) + tails)
    }

    package static func hash(run: String, stage: String, document: String, named name: String) -> String {
        sha256(Data("\(owner(run, stage))\n\(name.utf8.count)\n\(name)\(document)".utf8))
    }

    package static func hash(pipeline: String, number: Int, line: String) -> String {
        sha256(Data("\(pipeline)\n\(number)\n\(line)".utf8))
    }

    package static func damagedSignature(_ number: Int, of pipeline: String) -> JournalError {
        JournalError(
            .damaged,
            "Signature \(number) of \(singleLine(pipeline)) in the journal is damaged: it is missing or doesn't match its hash.",
            advice: "Restore the journal from a backup. Nothing was signed or delivered.")
    }

    package static func sha256(_ data: some DataProtocol) -> String {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }
        var digits: [UInt8] = []
        digits.reserveCapacity(64)
        for byte in SHA256Hasher.digest(of: Array(data)) {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The checkpoint as JSON, and separately the bytes that parts hold back, each preceded by its length.
    package static func encode(_ checkpoint: Checkpoint) throws -> (payload: String, tails: Data) {
        var plain = checkpoint
        var tails = Data()
        for tail in [checkpoint.landing.tail] + checkpoint.parts.map(\.tail) {
            tails.append(contentsOf: Array("\(tail.count):".utf8))
            tails.append(contentsOf: tail)
        }
        plain.landing.tail = []
        for index in plain.parts.indices { plain.parts[index].tail = [] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return (String(decoding: try encoder.encode(plain), as: UTF8.self), tails)
    }

    package static func decode(_ payload: String, _ tails: Data) -> Checkpoint? {
        guard var checkpoint = try? JSONDecoder().decode(Checkpoint.self, from: Data(payload.utf8)),
            checkpoint.isBounded
        else { return nil }
        var rest = tails[...]
        func next() -> [UInt8]? {
            guard let colon = rest.firstIndex(of: 0x3A),
                let count = Int(String(decoding: rest[rest.startIndex..<colon], as: UTF8.self)), count >= 0,
                rest.distance(from: colon, to: rest.endIndex) > count
            else { return nil }
            let start = rest.index(after: colon)
            let end = rest.index(start, offsetBy: count)
            let bytes = Array(rest[start..<end])
            rest = rest[end...]
            return bytes
        }
        guard let first = next() else { return nil }
        checkpoint.landing.tail = first
        for index in checkpoint.parts.indices {
            guard let tail = next() else { return nil }
            checkpoint.parts[index].tail = tail
        }
        return rest.isEmpty ? checkpoint : nil
    }
}
