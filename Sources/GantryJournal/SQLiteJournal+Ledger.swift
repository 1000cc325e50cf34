public import GantryEngine
public import GantryModel
internal import GRDB

extension SQLiteJournal: Ledger {
    public func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        try await write { db in
            try SQLiteJournal.settle(entries, scope: scope, run: run.description, db).map { entry, isNew in
                if isNew {
                    try db.cachedStatement(sql: LedgerSchema.replace)
                        .execute(arguments: LedgerSchema.values(entry, run: run.description, scope: scope))
                }
                return entry
            }
        }
    }

    public func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        try await read { db in try SQLiteJournal.settle(entries, scope: scope, run: run.description, db).map(\.entry) }
    }

    /// How new entries stand beside those there are.
    private static func settle(
        _ entries: [LedgerEntry], scope: String, run: String, _ db: Database
    ) throws -> [(entry: LedgerEntry, isNew: Bool)] {
        let byRow = try db.cachedStatement(sql: "SELECT \(LedgerSchema.columns) FROM ledger WHERE run = ? AND row = ?")
        let byKey = try db.cachedStatement(sql: "SELECT \(LedgerSchema.columns) FROM ledger WHERE scope = ? AND key = ?")
        var rows: [String: Int] = [:]
        return try entries.map { entry in
            if let known = try Row.fetchOne(byRow, arguments: [run, entry.row]).map(LedgerSchema.entry)?.entry {
                // A row that is still planned may have been sent by another run since.
                guard known.state == .planned, known.key == entry.key, known.stepsDone == 0 else { return (known, false) }
            }
            guard entry.state == .planned || (entry.state == .refused && !entry.key.isEmpty) else { return (entry, true) }
            var earlier: (entry: LedgerEntry, run: String)?
            for row in try Row.fetchAll(byKey, arguments: [scope, entry.key]) {
                let (known, knownRun, _) = try LedgerSchema.entry(row)
                if knownRun == run {
                    if known.row < entry.row, known.state != .refused { rows[entry.key] = min(known.row, rows[entry.key] ?? known.row) }
                } else if known.weight > earlier?.entry.weight ?? 0 {
                    earlier = (known, knownRun)
                }
            }
            if let first = rows[entry.key] { return (entry.state == .planned ? entry.repeating(first) : entry, true) }
            if entry.state == .planned || earlier != nil { rows[entry.key] = entry.row }
            guard let earlier else { return (entry, true) }
            return (entry.continuing(earlier.entry, of: String(earlier.run.prefix { $0 != "@" })), true)
        }
    }

    public func record(_ entries: [LedgerEntry], for run: RunID) async throws {
        let name = run.description
        try await write { db in
            let scopes = try db.cachedStatement(sql: "SELECT scope FROM ledger WHERE run = ? AND row = ?")
            let others = try db.cachedStatement(
                sql: """
                    SELECT run FROM ledger WHERE scope = ? AND key = ? AND run <> ?
                    AND state IN ('sent', 'answered', 'done', 'unknown') AND run NOT LIKE ? || '@%' LIMIT 1
                    """)
            let replace = try db.cachedStatement(sql: LedgerSchema.replace)
            for entry in entries {
                guard let scope = try String.fetchOne(scopes, arguments: [name, entry.row]) else {
                    throw JournalError(.damaged, "Row \(entry.row) of \(run) is not in the ledger, so nothing is sent for it.")
                }
                if entry.state == .sent, entry.stepsDone == 0, entry.attempts == 1,
                    let other = try String.fetchOne(others, arguments: [scope, entry.key, name, name])
                {
                    throw RunError(
                        .rowsLeft, "Row \(entry.row) is for the same thing as one that \(singleLine(other)) has sent meanwhile.",
                        advice: "Nothing was sent for it here. Run the same command again; it then takes over what the other run did.",
                        isRetryable: true)
                }
                try replace.execute(arguments: LedgerSchema.values(entry, run: name, scope: scope))
            }
        }
    }

    public func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT \(LedgerSchema.columns) FROM ledger WHERE run = ? AND row >= ? AND row < ? ORDER BY row",
                arguments: [run.description, rows.lowerBound, rows.upperBound]
            ).map { try LedgerSchema.entry($0).entry }
        }
    }

    public func counts(of run: RunID) async throws -> LedgerCounts {
        try await read { db in
            var counts = LedgerCounts()
            let rows = try Row.fetchAll(
                db, sql: "SELECT state, earlier_run <> '' AS before, COUNT(*) AS n FROM ledger WHERE run = ? GROUP BY 1, 2",
                arguments: [run.description])
            for row in rows {
                let name = try row.decode(String.self, forColumn: "state")
                guard let state = LedgerEntry.State(rawValue: name) else {
                    throw JournalError(.damaged, "The ledger has a row of \(run) in the state \(singleLine(name)), which is none.")
                }
                let isBefore = try row.decode(Bool.self, forColumn: "before")
                counts.count(state, isBefore: isBefore, times: try row.decode(Int.self, forColumn: "n"))
            }
            return counts
        }
    }

    public func setAside(_ run: RunID, at time: Instant) async throws {
        let name = run.description
        try await write { db in
            try db.execute(sql: "DELETE FROM ledger WHERE run = ? AND state IN ('planned', 'refused')", arguments: [name])
            try db.execute(
                sql: "UPDATE ledger SET run = ? WHERE run = ?", arguments: ["\(name)@\(time.nanosecondsSince1970)", name])
        }
    }
}
