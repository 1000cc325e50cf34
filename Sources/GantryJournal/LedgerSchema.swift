internal import Foundation
internal import GRDB
package import GantryEngine
internal import GantryModel

/// The ledger's table, and how its rows are encoded.
///
/// `run` is the run's name. Rows that were set aside have the name with the time after a `@`, which no run's name
/// contains. Such rows still show which side effects happened.
package enum LedgerSchema {
    static let tables = """
        CREATE TABLE ledger (
            run TEXT NOT NULL,
            row INTEGER NOT NULL,
            scope TEXT NOT NULL,
            key TEXT NOT NULL,
            content TEXT NOT NULL,
            state TEXT NOT NULL,
            steps_done INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            status INTEGER,
            server_id TEXT NOT NULL,
            trace_id TEXT NOT NULL,
            memory TEXT NOT NULL,
            problem_code TEXT NOT NULL,
            problem_field TEXT NOT NULL,
            problem TEXT NOT NULL,
            changed_at INTEGER NOT NULL,
            earlier_run TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (run, row)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ledger_by_key ON ledger (scope, key);
        """

    /// Of the run that continues with a side effect, other than the one that it comes from.
    static let leftTo = "ALTER TABLE ledger ADD COLUMN left_to TEXT NOT NULL DEFAULT ''"

    /// For lookups by the server's id of a row.
    static let indexOfServerIDs = "CREATE INDEX ledger_by_server_id ON ledger (server_id) WHERE server_id <> ''"

    /// The columns in the order in which ``entry(_:)`` reads them. The texts as their bytes: a C string would end at a
    /// NUL.
    static let columns = """
        run, row, scope, key, content, state, steps_done, attempts, status, CAST(server_id AS BLOB), CAST(trace_id AS BLOB),
        CAST(memory AS BLOB), CAST(problem_code AS BLOB), CAST(problem_field AS BLOB), CAST(problem AS BLOB), changed_at, earlier_run, hash, left_to
        """

    static let replace = """
        INSERT OR REPLACE INTO ledger (run, row, scope, key, content, state, steps_done, attempts, status, server_id, trace_id, memory,
            problem_code, problem_field, problem, changed_at, earlier_run, left_to, hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?, ?, ?, ?)
        """

    /// Everything of an entry that changes once it is entered.
    static let update = """
        UPDATE ledger SET state = ?, steps_done = ?, attempts = ?, status = ?, server_id = CAST(? AS TEXT),
            trace_id = CAST(? AS TEXT), memory = CAST(? AS TEXT), problem_code = ?, problem_field = ?, problem = CAST(? AS TEXT),
            changed_at = ?, earlier_run = ?, left_to = ?, hash = ?
        WHERE run = ? AND row = ?
        """

    /// The rows of other runs that may have had their effect, except those that were left to this run, whose name
    /// is a parameter, and except this run's own effect as the other found it.
    package static func hasEffect(_ run: String) -> String {
        "state IN ('sent', 'answered', 'done', 'unknown') AND left_to <> \(run) AND earlier_run <> \(run)"
    }

    /// The rows of which nothing was ever sent.
    package static let isUnsent = "state IN ('planned', 'refused') AND attempts = 0 AND steps_done = 0"

    /// The rows that a person may want to see: refused, unknown, sent without an answer, or impossible to send.
    package static let isTroubled = """
        (state IN ('refused', 'unknown', 'sent') OR state IN ('planned', 'answered') AND problem_code <> '')
        """

    /// Changes a row that is about to be sent and has nothing else to write, if it is as expected and no other run has
    /// its effect.
    static let send = """
        UPDATE ledger SET state = 'sent', attempts = ?1, status = NULL, problem_code = '', problem_field = '', problem = '',
            changed_at = ?2, earlier_run = '', left_to = '', hash = ?3
        WHERE run = ?4 AND row = ?5 AND scope = ?6 AND key = ?7 AND content = ?8 AND steps_done = ?9
            AND state IN ('planned', 'answered') AND attempts = ?1 - 1
            AND NOT EXISTS (SELECT 1 FROM ledger WHERE scope = ?6 AND key = ?7 AND run <> ?4 AND \(hasEffect("?4")))
        """

    /// The values of ``send``.
    static func sending(_ entry: LedgerEntry, hash: String, run: String, scope: String) -> StatementArguments {
        [
            entry.attempts, entry.changedAt.nanosecondsSince1970, hash, run, entry.row, scope, entry.idempotencyKey,
            entry.content,
            entry.stepsDone,
        ]
    }

    /// ``update`` of a row that was sent, if it is as expected: its scope, key, content and attempts follow. A step
    /// that was done is an attempt less.
    static let answer =
        "\(update) AND scope = ? AND key = ? AND content = ? AND attempts - ? IN (0, 1) AND state = 'sent'"

    /// Whether something else was sent to the target of a key since: scope, the target's part, what no such key
    /// reaches, the key, time.
    static let hasSuccessor = """
        SELECT 1 FROM ledger WHERE scope = ? AND key > ? AND key < ? AND key <> ?
            AND state IN ('sent', 'answered', 'done', 'unknown') AND changed_at > ? LIMIT 1
        """

    static func changes(_ entry: LedgerEntry, hash: String, run: String) -> StatementArguments {
        let facts: [(any DatabaseValueConvertible)?] = [
            entry.state.rawValue, entry.stepsDone, entry.attempts, entry.status, JournalSchema.bytes(entry.serverID),
            JournalSchema.bytes(entry.traceID), JournalSchema.bytes(entry.resumeState), entry.problem?.code ?? "",
            entry.problem?.field ?? "",
            JournalSchema.bytes(entry.problem?.sentence ?? ""), entry.changedAt.nanosecondsSince1970, entry.earlierRun,
            entry.leftTo,
            hash, run, entry.row,
        ]
        return StatementArguments(facts)
    }

    static func values(_ entry: LedgerEntry, run: String, scope: String) -> StatementArguments {
        let facts: [(any DatabaseValueConvertible)?] = [
            run, entry.row, scope, entry.idempotencyKey, entry.content, entry.state.rawValue, entry.stepsDone,
            entry.attempts,
            entry.status,
            JournalSchema.bytes(entry.serverID), JournalSchema.bytes(entry.traceID),
            JournalSchema.bytes(entry.resumeState),
            JournalSchema.bytes(entry.problem?.code ?? ""), JournalSchema.bytes(entry.problem?.field ?? ""),
            JournalSchema.bytes(entry.problem?.sentence ?? ""), entry.changedAt.nanosecondsSince1970, entry.earlierRun,
            entry.leftTo,
            hash(of: entry, run: run, scope: scope),
        ]
        return StatementArguments(facts)
    }

    /// - Parameter row: ``columns``, read by their places: finding each by its name takes longer than the rest.
    /// - Throws: `JournalError` when the row is damaged.
    static func entry(_ row: Row) throws -> (entry: LedgerEntry, run: String, scope: String) {
        let run = try row.decode(String.self, atIndex: 0)
        let number = try row.decode(Int.self, atIndex: 1)
        let scope = try row.decode(String.self, atIndex: 2)
        func text(_ place: Int) throws -> String {
            String(decoding: try row.decode(Data.self, atIndex: place), as: UTF8.self)
        }
        guard let state = LedgerEntry.State(rawValue: try row.decode(String.self, atIndex: 5)) else {
            throw damaged(number, run)
        }
        let code = try text(12)
        let entry = LedgerEntry(
            row: number, idempotencyKey: try row.decode(String.self, atIndex: 3),
            content: try row.decode(String.self, atIndex: 4),
            state: state,
            stepsDone: try row.decode(Int.self, atIndex: 6), attempts: try row.decode(Int.self, atIndex: 7),
            status: try row.decode(Int?.self, atIndex: 8), serverID: try text(9), traceID: try text(10),
            resumeState: try text(11),
            problem: code.isEmpty ? nil : RowProblem(code, field: try text(13), try text(14)),
            changedAt: Instant(nanosecondsSince1970: try row.decode(Int64.self, atIndex: 15)),
            earlierRun: try row.decode(String.self, atIndex: 16), leftTo: try row.decode(String.self, atIndex: 18))
        guard hash(of: entry, run: run, scope: scope) == (try row.decode(String.self, atIndex: 17)) else {
            throw damaged(number, run)
        }
        return (entry, run, scope)
    }

    package static func damaged(_ row: Int, _ run: String) -> JournalError {
        JournalError(
            .damaged, "Row \(row) of \(singleLine(run)) in the ledger is damaged: its content doesn't match its hash.",
            advice:
                "No more rows are sent, because it is unknown whether that row was sent. Restore the journal from a backup."
        )
    }

    /// Of the run's name without the time after it, because setting a run aside adds that and changes nothing else.
    package static func hash(of entry: LedgerEntry, run: String, scope: String) -> String {
        let name = run.utf8.prefix { $0 != UInt8(ascii: "@") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(768)
        append(entry.row, to: &bytes)
        for number in [
            entry.stepsDone, entry.attempts, entry.status ?? -1, Int(entry.changedAt.nanosecondsSince1970), name.count,
        ] {
            bytes.append(UInt8(ascii: " "))
            append(number, to: &bytes)
        }
        // Lengths keep a text from passing for the end of another.
        eachText(of: entry, scope) {
            bytes.append(UInt8(ascii: " "))
            append($0.utf8.count, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: name)
        eachText(of: entry, scope) { bytes.append(contentsOf: $0.utf8) }
        return JournalSchema.sha256(bytes)
    }

    private static func eachText(of entry: LedgerEntry, _ scope: String, _ body: (String) -> Void) {
        body(scope)
        body(entry.idempotencyKey)
        body(entry.content)
        body(entry.state.rawValue)
        body(entry.serverID)
        body(entry.traceID)
        body(entry.resumeState)
        body(entry.problem?.code ?? "")
        body(entry.problem?.field ?? "")
        body(entry.problem?.sentence ?? "")
        body(entry.earlierRun)
        // Entries without it keep the hash that they had before it existed.
        if !entry.leftTo.isEmpty { body(entry.leftTo) }
    }

    /// Its decimal digits; every row has seventeen such numbers, twice.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let first = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[first...].reverse()
    }
}
