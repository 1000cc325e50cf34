internal import GRDB
public import GantryEngine
public import GantryModel

extension SQLiteJournal: Ledger {
    /// Enters the rows in one transaction and returns them as they now are; see ``Ledger/enter(_:scope:for:)``.
    public func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        let name = run.description
        return try await write { db in
            let resolved = try SQLiteJournal.resolve(entries, scope: scope, run: name, db)
            let replace = try db.cachedStatement(sql: LedgerSchema.replace)
            for item in resolved where item.isNew {
                for left in item.left {
                    try replace.execute(
                        arguments: LedgerSchema.values(left.entry.handed(to: name), run: left.run, scope: scope))
                }
                try replace.execute(arguments: LedgerSchema.values(item.entry, run: name, scope: scope))
            }
            return resolved.map(\.entry)
        }
    }

    /// What `enter` would return, from one snapshot of the database; nothing is written.
    public func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        try await read { db in try SQLiteJournal.resolve(entries, scope: scope, run: run.description, db).map(\.entry) }
    }

    private static func resolve(
        _ entries: [LedgerEntry], scope: String, run: String, _ db: Database
    ) throws -> [LedgerResolution] {
        let byRow = try db.cachedStatement(sql: "SELECT \(LedgerSchema.columns) FROM ledger WHERE run = ? AND row = ?")
        let byKey = try db.cachedStatement(
            sql: "SELECT \(LedgerSchema.columns) FROM ledger WHERE scope = ? AND key = ?")
        return try LedgerResolution.resolve(
            entries, for: run, byRow: { try first(byRow, [run, $0])?.entry }, byKey: { try all(byKey, [scope, $0]) },
            hasSuccessor: { try hasSuccessor($0, in: scope, db) })
    }

    /// Whether the effect was replaced by another one since.
    private static func hasSuccessor(_ entry: LedgerEntry, in scope: String, _ db: Database) throws -> Bool {
        guard let target = entry.targetPart else { return false }
        let wanted = try db.cachedStatement(sql: LedgerSchema.hasSuccessor)
        return try Int.fetchOne(
            wanted,
            arguments: [scope, target, target + "~", entry.idempotencyKey, entry.changedAt.nanosecondsSince1970]) != nil
    }

    /// The rows that a statement finds, each read in place: copying a row takes longer than everything else.
    private static func all(
        _ statement: Statement, _ arguments: StatementArguments
    ) throws -> [(entry: LedgerEntry, run: String, scope: String)] {
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var found: [(entry: LedgerEntry, run: String, scope: String)] = []
        while let row = try rows.next() { found.append(try LedgerSchema.entry(row)) }
        return found
    }

    private static func first(
        _ statement: Statement, _ arguments: StatementArguments
    ) throws -> (entry: LedgerEntry, run: String, scope: String)? {
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        // The end of the cursor empties its row.
        return try withExtendedLifetime(rows) { try rows.next().map(LedgerSchema.entry) }
    }

    /// Replaces entries in one transaction, all or none; see ``Ledger/record(_:for:)`` for what it throws.
    public func record(_ entries: [LedgerEntry], for run: RunID) async throws {
        let name = run.description
        try await write { db in
            let known = try db.cachedStatement(
                sql: "SELECT \(LedgerSchema.columns) FROM ledger WHERE run = ? AND row = ?")
            let send = try db.cachedStatement(sql: LedgerSchema.send)
            let answer = try db.cachedStatement(sql: LedgerSchema.answer)
            // Rows of a run are entered under one scope; one that has another is not found by the statements below.
            var scope: String?
            for entry in entries {
                if let scope {
                    let hash = LedgerSchema.hash(of: entry, run: name, scope: scope)
                    if entry.state == .sent {
                        try send.execute(arguments: LedgerSchema.sending(entry, hash: hash, run: name, scope: scope))
                    } else {
                        try answer.execute(
                            arguments: LedgerSchema.changes(entry, hash: hash, run: name) + [
                                scope, entry.idempotencyKey, entry.content, entry.attempts,
                            ])
                    }
                    if db.changesCount == 1 { continue }
                }
                guard let before = try SQLiteJournal.first(known, [name, entry.row]) else {
                    throw JournalError(
                        .damaged, "Row \(entry.row) of \(run) is not in the ledger, so it was not sent.")
                }
                scope = before.scope
                try SQLiteJournal.record(entry, after: before.entry, run: name, scope: before.scope, db)
            }
        }
    }

    /// Records an entry in the place of another one, which is read and matches its hash.
    private static func record(
        _ entry: LedgerEntry, after before: LedgerEntry, run: String, scope: String, _ db: Database
    ) throws {
        // If a write failed after it was durable, it is repeated.
        if before == entry { return }
        if entry.state == .sent, !entry.notes(before) {
            guard before.allows(.sending) else {
                throw LedgerViolation(row: entry.row, state: before.state, event: .sending)
            }
            let others = try db.cachedStatement(
                sql:
                    "SELECT run FROM ledger WHERE scope = ? AND key = ? AND run <> ? AND \(LedgerSchema.hasEffect("?")) LIMIT 1"
            )
            if let other = try String.fetchOne(others, arguments: [scope, entry.idempotencyKey, run, run, run]) {
                throw LedgerConflict(row: entry.row, run: other)
            }
        }
        let hash = LedgerSchema.hash(of: entry, run: run, scope: scope)
        try db.cachedStatement(sql: LedgerSchema.update).execute(
            arguments: LedgerSchema.changes(entry, hash: hash, run: run))
    }

    /// The entries of these rows in the order of their numbers. Throws ``JournalError`` where one does not match its
    /// hash.
    public func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry] {
        try await read { db in
            let wanted = try db.cachedStatement(
                sql: "SELECT \(LedgerSchema.columns) FROM ledger WHERE run = ? AND row >= ? AND row < ? ORDER BY row")
            return try SQLiteJournal.all(wanted, [run.description, rows.lowerBound, rows.upperBound]).map(\.entry)
        }
    }

    /// Whether another row than this one has this id of the server, in any run.
    ///
    /// - Parameters:
    ///   - kind: What the scopes of all rows that can have become it begin with, up to a blank or their end.
    ///   - key: The row's own, in its own scope.
    public func isTaken(
        _ serverID: String, within kind: String, besides key: String, in scope: String
    ) async throws -> Bool {
        try await read { db in
            let known = try db.cachedStatement(
                sql: "SELECT \(LedgerSchema.columns) FROM ledger WHERE server_id = CAST(? AS TEXT) AND server_id <> ''")
            return try SQLiteJournal.all(known, [JournalSchema.bytes(serverID)]).contains { row in
                (row.scope == kind || row.scope.hasPrefix(kind + " "))
                    && (row.scope != scope || row.entry.idempotencyKey != key)
            }
        }
    }

    /// The entries with this id of the server; see ``Ledger/entries(withServerID:within:)``.
    public func entries(
        withServerID id: String, within kind: String
    ) async throws -> [(run: String, entry: LedgerEntry)] {
        try await read { db in
            let known = try db.cachedStatement(
                sql: "SELECT \(LedgerSchema.columns) FROM ledger WHERE server_id = CAST(? AS TEXT) AND server_id <> ''")
            return try SQLiteJournal.all(known, [JournalSchema.bytes(id)])
                .filter { $0.scope == kind || $0.scope.hasPrefix(kind + " ") }.map { ($0.run, $0.entry) }
        }
    }

    /// The first rows of a run that are refused, unknown, were sent without an answer, or could not be sent.
    public func troubled(of run: RunID, limit: Int) async throws -> [LedgerEntry] {
        try await read { db in
            let wanted = try db.cachedStatement(
                sql: """
                    SELECT \(LedgerSchema.columns) FROM ledger WHERE run = ? AND \(LedgerSchema.isTroubled)
                    ORDER BY row LIMIT ?
                    """)
            return try SQLiteJournal.all(wanted, [run.description, limit]).map(\.entry)
        }
    }

    /// How many those are.
    public func troubledCount(of run: RunID) async throws -> Int {
        try await read { db in
            let sql = "SELECT COUNT(*) FROM ledger WHERE run = ? AND \(LedgerSchema.isTroubled)"
            return try Int.fetchOne(db, sql: sql, arguments: [run.description]) ?? 0
        }
    }

    /// Counts the entries of the run by state, in the database.
    public func counts(of run: RunID) async throws -> LedgerCounts {
        try await read { db in
            var counts = LedgerCounts()
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT state, earlier_run <> '' AS before, COUNT(*) AS n FROM ledger WHERE run = ? GROUP BY 1, 2",
                arguments: [run.description])
            for row in rows {
                let name = try row.decode(String.self, forColumn: "state")
                guard let state = LedgerEntry.State(rawValue: name) else {
                    throw JournalError(
                        .damaged, "The ledger has a row of \(run) in the unknown state \(singleLine(name)).")
                }
                let isBefore = try row.decode(Bool.self, forColumn: "before")
                counts.count(state, isBefore: isBefore, times: try row.decode(Int.self, forColumn: "n"))
            }
            return counts
        }
    }

    /// Deletes planned and refused rows of which nothing was ever sent, and keeps the others under the run's name with
    /// the time after it.
    public func setAside(_ run: RunID, at time: Instant) async throws {
        try await write { db in try SQLiteJournal.setAside(run, at: time, db) }
    }

    static func setAside(_ run: RunID, at time: Instant, _ db: Database) throws {
        let name = run.description
        try db.execute(
            sql: "DELETE FROM ledger WHERE run = ? AND \(LedgerSchema.isUnsent)", arguments: [name])
        try db.execute(
            sql: "UPDATE ledger SET run = ? WHERE run = ?",
            arguments: ["\(name)@\(time.nanosecondsSince1970)", name])
    }
}
