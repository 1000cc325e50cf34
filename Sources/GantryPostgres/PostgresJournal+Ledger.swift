internal import Foundation
public import GantryEngine
internal import GantryJournal
public import GantryModel

/// The ledger, many rows a statement, so that a server far away costs a few waits a transaction.
extension PostgresJournal: Ledger {
    static let ledgerColumns = """
        run, "row", scope, key, content, state, steps_done, attempts, status, server_id, trace_id, memory, problem_code,
        problem_field, problem, changed_at, earlier_run, left_to, hash
        """

    /// Enters the rows in one transaction and returns them as they now are; see ``Ledger/enter(_:scope:for:)``.
    public func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        let name = run.description
        return try await write { db in
            try PostgresJournal.reserve(entries.map(\.idempotencyKey), in: scope, db)
            let resolved = try PostgresJournal.resolve(entries, scope: scope, run: name, db)
            let changes = resolved.filter(\.isNew).flatMap { item in
                item.left.map { (entry: $0.entry.handed(to: name), run: $0.run) } + [(item.entry, name)]
            }
            try PostgresJournal.put(changes, scope: scope, db)
            return resolved.map(\.entry)
        }
    }

    /// What `enter` would return, from one snapshot of the database; nothing is written.
    public func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        try await read { db in
            try PostgresJournal.resolve(entries, scope: scope, run: run.description, db).map(\.entry)
        }
    }

    /// Keeps others from deciding about these keys up to the end of the transaction. Few are locked one by one, in one
    /// order; many lock the scope, since the server's table of locks is small.
    private static func reserve(_ keys: [String], in scope: String, _ db: PostgresConnection) throws {
        let many = Set(keys).count > 300
        _ = try db.query(
            "SELECT pg_advisory_xact_lock\(many ? "" : "_shared")(hashtextextended($1, 1))", [.text(scope)])
        guard !many else { return }
        _ = try db.query(
            """
            SELECT pg_advisory_xact_lock(number) FROM (
                SELECT DISTINCT hashtextextended(key, hashtextextended($1, 2)) AS number FROM unnest($2) AS key
                ORDER BY number OFFSET 0) AS numbers
            """, [.text(scope), .texts(keys)])
    }

    private static func resolve(
        _ entries: [LedgerEntry], scope: String, run: String, _ db: PostgresConnection
    ) throws -> [LedgerResolution] {
        let own = try self.entries(of: run, entries.map(\.row), db)
        let others = try db.query(
            "SELECT \(ledgerColumns) FROM ledger WHERE scope = $1 AND key = ANY($2)",
            [.text(scope), .texts(Array(Set(entries.map(\.idempotencyKey))))]
        ).map(entry)
        let byKey = Dictionary(grouping: others, by: \.entry.idempotencyKey)
        return try LedgerResolution.resolve(
            entries, for: run, byRow: { own[$0]?.entry }, byKey: { byKey[$0] ?? [] },
            hasSuccessor: { entry in
                guard let target = entry.targetPart else { return false }
                return try !db.query(
                    """
                    SELECT 1 FROM ledger WHERE scope = $1 AND key > $2 AND key < $2 || '~' AND key <> $3
                        AND state IN ('sent', 'answered', 'done', 'unknown') AND changed_at > $4 LIMIT 1
                    """,
                    [
                        .text(scope), .text(target), .text(entry.idempotencyKey),
                        .int(entry.changedAt.nanosecondsSince1970),
                    ]
                ).isEmpty
            })
    }

    private static func entries(
        of run: String, _ rows: [Int], _ db: PostgresConnection
    ) throws -> [Int: (entry: LedgerEntry, run: String, scope: String)] {
        let found = try db.query(
            "SELECT \(ledgerColumns) FROM ledger WHERE run = $1 AND \"row\" = ANY($2)", [.text(run), .ints(rows)])
        return Dictionary(try found.map { row in try (row.int(1), entry(row)) }) { $1 }
    }

    /// Writes entries in the place of those of their rows. A later one of the same row counts.
    private static func put(
        _ entries: [(entry: LedgerEntry, run: String)], scope: String, _ db: PostgresConnection
    ) throws {
        var last: [String: Int] = [:]
        for (index, item) in entries.enumerated() { last["\(item.run) \(item.entry.row)"] = index }
        let kept = last.values.sorted().map { entries[$0] }
        guard !kept.isEmpty else { return }
        func ints(_ value: (LedgerEntry) -> Int64?) -> PostgresValue { .ints(kept.map { value($0.entry) }) }
        func texts(_ value: (LedgerEntry) -> String) -> PostgresValue { .texts(kept.map { value($0.entry) }) }
        func blobs(_ value: (LedgerEntry) -> String) -> PostgresValue {
            .blobs(kept.map { Array(value($0.entry).utf8) })
        }
        let changing = [
            "scope", "key", "content", "state", "steps_done", "attempts", "status", "server_id", "trace_id", "memory",
            "problem_code", "problem_field", "problem", "changed_at", "earlier_run", "left_to", "hash",
        ]
        _ = try db.query(
            """
            INSERT INTO ledger (\(ledgerColumns)) SELECT * FROM unnest(
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
            ON CONFLICT (run, "row") DO UPDATE SET \(changing.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """,
            [
                .texts(kept.map(\.run)), ints { Int64($0.row) }, texts { _ in scope }, texts(\.idempotencyKey),
                texts(\.content), texts(\.state.rawValue), ints { Int64($0.stepsDone) }, ints { Int64($0.attempts) },
                ints { $0.status.map(Int64.init) }, blobs(\.serverID), blobs(\.traceID), blobs(\.resumeState),
                blobs { $0.problem?.code ?? "" }, blobs { $0.problem?.field ?? "" },
                blobs { $0.problem?.sentence ?? "" }, ints(\.changedAt.nanosecondsSince1970), texts(\.earlierRun),
                texts(\.leftTo),
                .texts(kept.map { LedgerSchema.hash(of: $0.entry, run: $0.run, scope: scope) }),
            ])
    }

    /// Replaces entries in one transaction, all or none; see ``Ledger/record(_:for:)`` for what it throws.
    public func record(_ entries: [LedgerEntry], for run: RunID) async throws {
        let name = run.description
        try await write { db in
            let scopes = try db.query(
                "SELECT DISTINCT scope FROM ledger WHERE run = $1 AND \"row\" = ANY($2)",
                [.text(name), .ints(entries.map(\.row))]
            ).map { $0.text(0) }.sorted()
            for scope in scopes {
                try PostgresJournal.reserve(entries.filter { $0.state == .sent }.map(\.idempotencyKey), in: scope, db)
            }
            var known = try PostgresJournal.entries(of: name, entries.map(\.row), db)
            var changes: [String: [(entry: LedgerEntry, run: String)]] = [:]
            for entry in entries {
                guard let before = known[entry.row] else {
                    throw JournalError(.damaged, "Row \(entry.row) of \(run) is not in the ledger, so it was not sent.")
                }
                // If a write failed after it was durable, it is repeated.
                if before.entry == entry { continue }
                if entry.state == .sent, !entry.notes(before.entry) {
                    guard before.entry.allows(.sending) else {
                        throw LedgerViolation(row: entry.row, state: before.entry.state, event: .sending)
                    }
                    let others = try db.query(
                        """
                        SELECT run FROM ledger WHERE scope = $1 AND key = $2 AND run <> $3
                            AND \(LedgerSchema.hasEffect("$3")) LIMIT 1
                        """, [.text(before.scope), .text(entry.idempotencyKey), .text(name)])
                    if let other = others.first { throw LedgerConflict(row: entry.row, run: other.text(0)) }
                }
                known[entry.row] = (entry, name, before.scope)
                changes[before.scope, default: []].append((entry, name))
            }
            for (scope, items) in changes { try PostgresJournal.put(items, scope: scope, db) }
        }
    }

    static func entry(_ row: PostgresRow) throws -> (entry: LedgerEntry, run: String, scope: String) {
        let (run, number, scope) = (row.text(0), row.int(1), row.text(2))
        guard let state = LedgerEntry.State(rawValue: row.text(5)) else { throw LedgerSchema.damaged(number, run) }
        let code = row.text(12)
        let entry = LedgerEntry(
            row: number, idempotencyKey: row.text(3), content: row.text(4), state: state, stepsDone: row.int(6),
            attempts: row.int(7), status: row.optionalInt(8).map { Int($0) }, serverID: row.text(9),
            traceID: row.text(10), resumeState: row.text(11),
            problem: code.isEmpty ? nil : RowProblem(code, field: row.text(13), row.text(14)),
            changedAt: Instant(nanosecondsSince1970: row.int64(15)), earlierRun: row.text(16), leftTo: row.text(17))
        guard LedgerSchema.hash(of: entry, run: run, scope: scope) == row.text(18) else {
            throw LedgerSchema.damaged(number, run)
        }
        return (entry, run, scope)
    }

    private func entries(_ condition: String, _ values: [PostgresValue]) async throws -> [LedgerEntry] {
        try await read { db in
            try db.query("SELECT \(PostgresJournal.ledgerColumns) FROM ledger WHERE \(condition)", values)
                .map { try PostgresJournal.entry($0).entry }
        }
    }

    /// The entries of these rows in the order of their numbers. Throws ``JournalError`` where one does not match its
    /// hash.
    public func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry] {
        try await entries(
            "run = $1 AND \"row\" >= $2 AND \"row\" < $3 ORDER BY \"row\"",
            [.text(run.description), .int(rows.lowerBound), .int(rows.upperBound)])
    }

    /// The first rows of a run that are refused, unknown, were sent without an answer, or could not be sent.
    public func troubled(of run: RunID, limit: Int) async throws -> [LedgerEntry] {
        try await entries(
            "run = $1 AND \(LedgerSchema.isTroubled) ORDER BY \"row\" LIMIT $2", [.text(run.description), .int(limit)])
    }

    /// How many those are.
    public func troubledCount(of run: RunID) async throws -> Int {
        try await read { db in
            try db.query(
                "SELECT COUNT(*) FROM ledger WHERE run = $1 AND \(LedgerSchema.isTroubled)", [.text(run.description)]
            ).first?.int(0) ?? 0
        }
    }

    /// The entries with this id of the server; see `Ledger`.
    public func entries(
        withServerID id: String, within kind: String
    ) async throws -> [(run: String, entry: LedgerEntry)] {
        try await read { db in
            try db.query(
                "SELECT \(PostgresJournal.ledgerColumns) FROM ledger WHERE server_id = $1 AND server_id <> ''",
                [.bytes(id)]
            ).map(PostgresJournal.entry).filter { $0.scope == kind || $0.scope.hasPrefix(kind + " ") }
                .map { ($0.run, $0.entry) }
        }
    }

    /// Whether another row than this one has this id of the server, in any run.
    public func isTaken(
        _ serverID: String, within kind: String, besides key: String, in scope: String
    ) async throws -> Bool {
        try await read { db in
            try db.query(
                "SELECT \(PostgresJournal.ledgerColumns) FROM ledger WHERE server_id = $1 AND server_id <> ''",
                [.bytes(serverID)]
            ).map(PostgresJournal.entry).contains { row in
                (row.scope == kind || row.scope.hasPrefix(kind + " "))
                    && (row.scope != scope || row.entry.idempotencyKey != key)
            }
        }
    }

    /// Counts the entries of the run by state, in the database.
    public func counts(of run: RunID) async throws -> LedgerCounts {
        try await read { db in
            var counts = LedgerCounts()
            for row in try db.query(
                "SELECT state, earlier_run <> '', COUNT(*) FROM ledger WHERE run = $1 GROUP BY 1, 2",
                [.text(run.description)])
            {
                guard let state = LedgerEntry.State(rawValue: row.text(0)) else {
                    throw JournalError(
                        .damaged, "The ledger has a row of \(run) in the unknown state \(singleLine(row.text(0))).")
                }
                counts.count(state, isBefore: row.bool(1), times: row.int(2))
            }
            return counts
        }
    }

    /// Deletes planned and refused rows of which nothing was ever sent, and keeps the others under the run's name with
    /// the time after it.
    public func setAside(_ run: RunID, at time: Instant) async throws {
        try await write { db in try PostgresJournal.setAside(run, at: time, db) }
    }

    static func setAside(_ run: RunID, at time: Instant, _ db: PostgresConnection) throws {
        let name = run.description
        _ = try db.query(
            "DELETE FROM ledger WHERE run = $1 AND \(LedgerSchema.isUnsent)", [.text(name)])
        _ = try db.query(
            "UPDATE ledger SET run = $2 WHERE run = $1",
            [.text(name), .text("\(name)@\(time.nanosecondsSince1970)")])
    }
}
