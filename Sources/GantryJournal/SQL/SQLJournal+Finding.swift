package import GantryEngine
internal import GantryModel

/// Runs by what is asked of them, each over an index.
extension SQLJournal {
    /// The runs of a scope that can be read, the latest start first; ``damagedRuns(_:)`` has the others.
    package func runs(_ scope: RunScope) async throws -> [RunRecord] {
        try await read { db in try db.runs(scope).compactMap { try? $0.run.get() }.filter(scope.contains) }
    }

    /// Runs of a scope whose rows can't be read or do not match their hashes, by name.
    package func damagedRuns(_ scope: RunScope) async throws -> [DamagedRun] {
        let wrongType = wrongType
        return try await read { db in
            try db.runs(scope).compactMap { name, run in
                guard case .failure(let error) = run else { return nil }
                return DamagedRun(name: name, problem: error as? JournalError ?? wrongType)
            }.sorted { $0.name < $1.name }
        }
    }

    /// How many runs there are, and how many of them aren't published yet.
    package func runCounts() async throws -> (all: Int, unfinished: Int) {
        try await read { db in
            let counts = try db.run([
                SQLStatement("SELECT COUNT(*) FROM runs", []),
                SQLStatement("SELECT COUNT(*) FROM runs WHERE phase <> 'complete'", []),
            ]).flatMap(\.rows).map { try $0.int(0) }
            return (counts[0], counts[1])
        }
    }
}

extension SQLConnection {
    /// Every row of the scope, newest first: what it holds, or why it can't be used. One damaged row doesn't hide the
    /// others.
    fileprivate func runs(_ scope: RunScope) throws -> [(name: String, run: Result<RunRecord, any Error>)] {
        let (condition, values) = scope.condition
        let sql = "SELECT \(RunRecord.columns) FROM runs \(condition) ORDER BY started_at DESC, run DESC"
        guard case .newest(var room) = scope else { return try query(sql, values).map(run) }
        var found: [(name: String, run: Result<RunRecord, any Error>)] = []
        // What can't be read takes no place.
        while room > 0 {
            let rows = try query("\(sql) LIMIT $1 OFFSET $2", .number(room), .number(found.count)).map(run)
            found += rows
            guard rows.count == room else { break }
            room = rows.count { (try? $0.run.get()) == nil }
        }
        return found
    }

    private func run(_ row: SQLRow) -> (name: String, run: Result<RunRecord, any Error>) {
        ((try? row.text(0)) ?? "", Result { try RunRecord(row) })
    }
}

extension RunScope {
    fileprivate var condition: (sql: String, values: [SQLValue]) {
        // A name is followed by a slash, and the character after a slash is 0; `@` is followed by A.
        let range = "run >= $1 || '/' AND run < $1 || '0'"
        switch self {
        case .all, .newest: return ("", [])
        case .of(let pipeline, let period):
            return ("WHERE \(range)", [.text(period.map { "\(pipeline)/\($0)" } ?? pipeline)])
        case .family(let name):
            return ("WHERE (\(range)) OR (run >= $1 || '@' AND run < $1 || 'A')", [.text(name)])
        case .unfinished: return ("WHERE phase <> 'complete'", [])
        case .sheets(let period): return ("WHERE kind = 'sheet' AND period = $1", [.anyText(period)])
        case .from(let address, nil): return ("WHERE address = $1", [.anyText(address)])
        case .from(let address, let account?):
            return (
                "WHERE address = $1 AND (account = $2 OR account IS NULL)", [.anyText(address), .anyText(account)]
            )
        case .latest:
            let origin = "PARTITION BY pipeline, address, account"
            let started = "started_at DESC, run DESC"
            return (
                """
                WHERE phase <> 'complete' OR run IN (
                    SELECT run FROM (
                        SELECT run, row_number() OVER (\(origin) ORDER BY \(started)) AS started,
                            row_number() OVER (
                                \(origin) ORDER BY COALESCE(finished_at, started_at) DESC, \(started)) AS finished
                        FROM runs WHERE phase = 'complete') AS ends
                    WHERE started = 1 OR finished = 1)
                """, []
            )
        }
    }
}
