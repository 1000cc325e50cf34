internal import Foundation
internal import GantryEngine
internal import GantryModel
internal import GRDB

/// The ledger's table, and how its rows are encoded.
///
/// `run` is the run's name, or for rows that were set aside the name with the time behind a `@`, which no run's name has. Such
/// rows still say which side effects there were.
enum LedgerSchema {
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

    /// The texts as their bytes: a C string would end at a NUL.
    static let columns = """
        run, row, scope, key, content, state, steps_done, attempts, status, CAST(server_id AS BLOB) AS server_id,
        CAST(trace_id AS BLOB) AS trace_id, CAST(memory AS BLOB) AS memory, CAST(problem_code AS BLOB) AS problem_code,
        CAST(problem_field AS BLOB) AS problem_field, CAST(problem AS BLOB) AS problem, changed_at, earlier_run, hash
        """

    static let replace = """
        INSERT OR REPLACE INTO ledger (run, row, scope, key, content, state, steps_done, attempts, status, server_id, trace_id, memory,
            problem_code, problem_field, problem, changed_at, earlier_run, hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?, ?, ?)
        """

    /// Everything of an entry that changes once it is entered.
    static let update = """
        UPDATE ledger SET state = ?, steps_done = ?, attempts = ?, status = ?, server_id = CAST(? AS TEXT),
            trace_id = CAST(? AS TEXT), memory = CAST(? AS TEXT), problem_code = ?, problem_field = ?, problem = CAST(? AS TEXT),
            changed_at = ?, earlier_run = ?, hash = ?
        WHERE run = ? AND row = ?
        """

    static func changes(_ entry: LedgerEntry, run: String, scope: String) -> StatementArguments {
        let facts: [(any DatabaseValueConvertible)?] = [
            entry.state.rawValue, entry.stepsDone, entry.attempts, entry.status, JournalSchema.bytes(entry.serverID),
            JournalSchema.bytes(entry.traceID), JournalSchema.bytes(entry.memory), entry.problem?.code ?? "", entry.problem?.field ?? "",
            JournalSchema.bytes(entry.problem?.sentence ?? ""), entry.changedAt.nanosecondsSince1970, entry.earlierRun,
            hash(of: entry, run: run, scope: scope), run, entry.row,
        ]
        return StatementArguments(facts)
    }

    static func values(_ entry: LedgerEntry, run: String, scope: String) -> StatementArguments {
        let facts: [(any DatabaseValueConvertible)?] = [
            run, entry.row, scope, entry.key, entry.content, entry.state.rawValue, entry.stepsDone, entry.attempts, entry.status,
            JournalSchema.bytes(entry.serverID), JournalSchema.bytes(entry.traceID), JournalSchema.bytes(entry.memory),
            JournalSchema.bytes(entry.problem?.code ?? ""), JournalSchema.bytes(entry.problem?.field ?? ""),
            JournalSchema.bytes(entry.problem?.sentence ?? ""), entry.changedAt.nanosecondsSince1970, entry.earlierRun, hash(of: entry, run: run, scope: scope),
        ]
        return StatementArguments(facts)
    }

    /// - Throws: `JournalError` when the row is damaged.
    static func entry(_ row: Row) throws -> (entry: LedgerEntry, run: String, scope: String) {
        let run = try row.decode(String.self, forColumn: "run"), scope = try row.decode(String.self, forColumn: "scope")
        let number = try row.decode(Int.self, forColumn: "row")
        let damaged = JournalError(
            .damaged, "Row \(number) of \(singleLine(run)) in the ledger is damaged: its content doesn't match its hash.",
            advice: "Restore the journal from a backup. Without it nothing can tell whether that row was sent, so nothing more is.")
        guard let state = LedgerEntry.State(rawValue: try row.decode(String.self, forColumn: "state")) else { throw damaged }
        let code = try JournalSchema.text(row, "problem_code")
        let entry = LedgerEntry(
            row: number, key: try row.decode(String.self, forColumn: "key"),
            content: try row.decode(String.self, forColumn: "content"), state: state,
            stepsDone: try row.decode(Int.self, forColumn: "steps_done"), attempts: try row.decode(Int.self, forColumn: "attempts"),
            status: try row.decode(Int?.self, forColumn: "status"), serverID: try JournalSchema.text(row, "server_id"),
            traceID: try JournalSchema.text(row, "trace_id"), memory: try JournalSchema.text(row, "memory"),
            problem: code.isEmpty
                ? nil
                : RowProblem(
                    code, field: try JournalSchema.text(row, "problem_field"), try JournalSchema.text(row, "problem")),
            changedAt: Instant(nanosecondsSince1970: try row.decode(Int64.self, forColumn: "changed_at")),
            earlierRun: try row.decode(String.self, forColumn: "earlier_run"))
        guard hash(of: entry, run: run, scope: scope) == (try row.decode(String.self, forColumn: "hash")) else { throw damaged }
        return (entry, run, scope)
    }

    /// Of the run's name without the time behind it, because setting a run aside adds that and changes nothing else.
    private static func hash(of entry: LedgerEntry, run: String, scope: String) -> String {
        let texts = [
            String(run.prefix { $0 != "@" }), scope, entry.key, entry.content, entry.state.rawValue, entry.serverID, entry.traceID, entry.memory, entry.problem?.code ?? "",
            entry.problem?.field ?? "", entry.problem?.sentence ?? "", entry.earlierRun,
        ]
        // Lengths keep a text from passing for the end of another.
        let head = "\(entry.row) \(entry.stepsDone) \(entry.attempts) \(entry.status ?? -1) \(entry.changedAt.nanosecondsSince1970)"
        return JournalSchema.sha256(Data((head + texts.map { " \($0.utf8.count)" }.joined() + "\n" + texts.joined()).utf8))
    }
}
