package import GantryEngine
package import GantryModel

/// The ledger. A transaction runs few statements or many at once, so that a server far away costs a few waits.
extension SQLJournal {
    /// Enters the rows in one transaction and returns them as they now are; see ``Ledger/enter(_:scope:for:)``.
    package func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        let name = run.description
        return try await write { db in
            try db.reserve(entries.map(\.idempotencyKey), in: scope)
            let resolved = try db.resolve(entries, scope: scope, run: name)
            _ = try db.run(
                resolved.filter(\.isNew).flatMap { item in
                    item.left.map { LedgerRow($0.entry.handed(to: name), run: $0.run, scope: scope).put }
                        + [LedgerRow(item.entry, run: name, scope: scope).put]
                })
            return resolved.map(\.entry)
        }
    }

    /// What `enter` would return, from one snapshot of the database; nothing is written.
    package func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        try await read { db in try db.resolve(entries, scope: scope, run: run.description).map(\.entry) }
    }

    /// Replaces entries in one transaction, all or none; see ``Ledger/record(_:for:)`` for what it throws.
    package func record(_ entries: [LedgerEntry], for run: RunID) async throws {
        guard let first = entries.first else { return }
        let name = run.description
        try await write { db in
            // Rows of a run are entered under one scope; one that has another isn't changed by the statements below.
            let found = try db.query(
                "SELECT scope FROM ledger WHERE run = $1 AND \"row\" = $2", .text(name), .number(first.place))
            guard let scope = try found.first?.text(0) else { throw JournalError.notEntered(first.row, run) }
            try db.reserve(entries.filter { $0.state == .sent }.map(\.idempotencyKey), in: scope)
            // What is usual takes one statement, which changes nothing unless the row is as expected. Several changes
            // of one row are made in order.
            let isSimple = Set(entries.map(\.place)).count == entries.count
            let results = isSimple ? try db.run(entries.map { LedgerRow($0, run: name, scope: scope).change }) : []
            let kept = isSimple ? [] : try db.kept(entries, of: name)
            for (index, entry) in entries.enumerated() where !isSimple || results[index].changes != 1 {
                if !kept.contains(entry.place) { try db.record(entry, for: run) }
            }
        }
    }

    /// The entries of these rows in the order of their numbers. Throws ``JournalError`` where one does not match its
    /// hash.
    package func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry] {
        try await read { db in
            let found = [rows, LedgerEntry.placesOfFurtherFiles(rows)].map { places in
                SQLStatement(
                    "SELECT \(LedgerRow.columns) FROM ledger WHERE run = $1 AND \"row\" >= $2 AND \"row\" < $3 ORDER BY \"row\"",
                    [.text(run.description), .number(places.lowerBound), .number(places.upperBound)])
            }
            let entries = try db.run(found).map { try $0.rows.map { try LedgerRow($0).entry } }
            return entries[1].isEmpty ? entries[0] : entries.joined().sorted { $0.isBefore($1) }
        }
    }

    /// Whether another row than this one has this id of the server, in any run.
    ///
    /// - Parameters:
    ///   - kind: What the scopes of all rows that can have become it begin with, up to a blank or their end.
    ///   - key: The row's own, in its own scope.
    package func isTaken(
        _ serverID: String, within kind: String, besides key: String, in scope: String
    ) async throws -> Bool {
        try await read { db in
            try db.ledger(withServerID: serverID, within: kind).contains {
                $0.scope != scope || $0.entry.idempotencyKey != key
            }
        }
    }

    /// The entries with this id of the server; see ``Ledger/entries(withServerID:within:)``.
    package func entries(
        withServerID id: String, within kind: String
    ) async throws -> [(run: String, entry: LedgerEntry)] {
        try await read { db in try db.ledger(withServerID: id, within: kind).map { ($0.run, $0.entry) } }
    }

    /// The entries whose origins begin so; see ``WorkspaceJournal/sent(withOrigins:limit:)``.
    package func sent(
        withOrigins starts: [String], limit: Int
    ) async throws -> [[(run: String, entry: LedgerEntry)]] {
        try await read { db in
            try db.run(
                starts.map {
                    SQLStatement(
                        """
                        SELECT \(LedgerRow.columns) FROM ledger WHERE origin <> '' AND origin > $1
                            AND origin < $1 || '~' AND \(LedgerRow.isSent) ORDER BY origin LIMIT $2
                        """, [.text($0), .number(limit)])
                }
            ).map { try $0.rows.map(LedgerRow.init).map { ($0.run, $0.entry) } }
        }
    }

    /// The first rows of a run that are unknown, and then those that are refused, were sent without an answer, or could
    /// not be sent.
    package func troubled(of run: RunID, limit: Int) async throws -> [LedgerEntry] {
        try await read { db in
            try db.ledger(
                "run = $1 AND \(LedgerRow.isTroubled) ORDER BY state <> 'unknown', \(LedgerRow.inSheet) LIMIT $2",
                .text(run.description), .number(limit)
            ).map(\.entry)
        }
    }

    /// How many those are.
    package func troubledCount(of run: RunID) async throws -> Int {
        try await read { db in
            try db.query(
                "SELECT COUNT(*) FROM ledger WHERE run = $1 AND \(LedgerRow.isTroubled)", .text(run.description)
            ).first?.int(0) ?? 0
        }
    }

    /// Counts the entries of the run by state, in the database.
    package func counts(of run: RunID) async throws -> LedgerCounts {
        try await read { db in
            var counts = LedgerCounts()
            for row in try db.query(
                "SELECT state, earlier_run <> '', COUNT(*) FROM ledger WHERE run = $1 GROUP BY 1, 2",
                .text(run.description))
            {
                guard let state = LedgerEntry.State(rawValue: try row.text(0)) else {
                    throw JournalError(
                        .damaged, "The ledger has a row of \(run) in the unknown state \(singleLine(try row.text(0))).")
                }
                counts.count(state, isBefore: try row.bool(1), times: try row.int(2))
            }
            return counts
        }
    }

    /// Deletes planned and refused rows of which nothing was ever sent, and keeps the others under the run's name with
    /// the time after it.
    package func setAside(_ run: RunID, at time: Instant) async throws {
        try await write { db in try db.setAside(run, at: time) }
    }
}

extension SQLConnection {
    fileprivate func ledger(_ condition: String, _ values: SQLValue...) throws -> [LedgerRow] {
        try query("SELECT \(LedgerRow.columns) FROM ledger WHERE \(condition)", values).map(LedgerRow.init)
    }

    fileprivate func ledger(withServerID id: String, within kind: String) throws -> [LedgerRow] {
        try ledger("server_id = $1 AND server_id <> ''", .anyText(id)).filter {
            $0.scope == kind || $0.scope.hasPrefix(kind + " ")
        }
    }

    fileprivate func resolve(_ entries: [LedgerEntry], scope: String, run: String) throws -> [LedgerResolution] {
        let columns = LedgerRow.columns
        let own = try self.run(
            entries.map {
                SQLStatement(
                    "SELECT \(columns) FROM ledger WHERE run = $1 AND \"row\" = $2", [.text(run), .number($0.place)])
            }
        ).map { try $0.rows.first.map(LedgerRow.init) }
        let byPlace = Dictionary(zip(entries.map(\.place), own)) { $1 }
        // A row that is entered and closed stays as it is, whatever others have of its effect.
        let keys = Set(
            zip(entries, own).filter { $1?.entry.isOpen != false && !$0.idempotencyKey.isEmpty }
                .map(\.0.idempotencyKey)
        ).sorted()
        let others = try self.run(
            keys.map {
                SQLStatement("SELECT \(columns) FROM ledger WHERE scope = $1 AND key = $2", [.text(scope), .text($0)])
            }
        ).map { try $0.rows.map(LedgerRow.init) }
        let byKey = Dictionary(zip(keys, others)) { $1 }
        return try LedgerResolution.resolve(
            entries, for: run, byPlace: { byPlace[$0]??.entry },
            byKey: { byKey[$0]?.map { ($0.entry, $0.run) } ?? [] },
            hasSuccessor: { try hasSuccessor($0, in: scope) })
    }

    /// Whether something else was sent to the target of the effect since.
    private func hasSuccessor(_ entry: LedgerEntry, in scope: String) throws -> Bool {
        guard let target = entry.targetPart else { return false }
        return try !query(
            """
            SELECT 1 FROM ledger WHERE scope = $1 AND key > $2 AND key < $2 || '~' AND key <> $3
                AND \(LedgerRow.isSent) AND changed_at > $4 LIMIT 1
            """, .text(scope), .text(target), .text(entry.idempotencyKey),
            .number(entry.changedAt.nanosecondsSince1970)
        ).isEmpty
    }

    /// The rows that have the last of these entries. If a write failed after it was durable, it is repeated, and the
    /// changes before the last one can't happen to the row any more.
    fileprivate func kept(_ entries: [LedgerEntry], of run: String) throws -> Set<Int> {
        let last = Dictionary(entries.map { ($0.place, $0) }) { $1 }
        let places = last.keys.sorted()
        let found = try self.run(
            places.map {
                SQLStatement(
                    "SELECT \(LedgerRow.columns) FROM ledger WHERE run = $1 AND \"row\" = $2",
                    [.text(run), .number($0)])
            })
        return try Set(
            zip(places, found).filter { place, rows in
                try rows.rows.first.map(LedgerRow.init)?.entry == last[place]
            }.map(\.0))
    }

    /// Records an entry in the place of the one that its row has, which is read and matches its hash.
    fileprivate func record(_ entry: LedgerEntry, for run: RunID) throws {
        let name = run.description
        guard let before = try ledger("run = $1 AND \"row\" = $2", .text(name), .number(entry.place)).first else {
            throw JournalError.notEntered(entry.row, run)
        }
        // If a write failed after it was durable, it is repeated.
        if before.entry == entry { return }
        if entry.state == .sent, !entry.notes(before.entry) {
            guard before.entry.allows(.sending) else {
                throw LedgerViolation(row: entry.row, state: before.entry.state, event: .sending)
            }
            try reserve([entry.idempotencyKey], in: before.scope)
            let others = try query(
                """
                SELECT run FROM ledger WHERE scope = $1 AND key = $2 AND run <> $3 AND \(LedgerRow.hasEffect("$3"))
                LIMIT 1
                """, .text(before.scope), .text(entry.idempotencyKey), .text(name))
            if let other = try others.first?.text(0) { throw LedgerConflict(row: entry.row, run: other) }
        }
        _ = try self.run([LedgerRow(entry, run: name, scope: before.scope).put])
    }

    func setAside(_ run: RunID, at time: Instant) throws {
        let name = run.description
        try execute("DELETE FROM ledger WHERE run = $1 AND \(LedgerRow.isUnsent)", .text(name))
        try execute(
            "UPDATE ledger SET run = $2 WHERE run = $1", .text(name), .text("\(name)@\(time.nanosecondsSince1970)"))
    }
}

extension JournalError {
    fileprivate static func notEntered(_ row: Int, _ run: RunID) -> JournalError {
        JournalError(.damaged, "Row \(row) of \(run) is not in the ledger, so it was not sent.")
    }
}
