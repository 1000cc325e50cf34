public import GantryEngine
internal import GantryModel

/// Runs by what is asked of them, each over an index.
extension PostgresJournal {
    /// The runs of a scope that can be read, the latest start first; ``damagedRuns(_:)`` has the others.
    public func runs(_ scope: RunScope) async throws -> [RunRecord] {
        try await read { db in
            let found = try PostgresJournal.runs(scope, db).compactMap { try? $0.run.get() }.filter(scope.contains)
            return if case .newest(let count) = scope { Array(found.prefix(count)) } else { found }
        }
    }

    /// Runs of a scope whose rows can't be read or do not match their hashes, by name.
    public func damagedRuns(_ scope: RunScope) async throws -> [DamagedRun] {
        try await read { db in
            try PostgresJournal.runs(scope, db).compactMap { name, run in
                guard case .failure(let problem) = run else { return nil }
                return DamagedRun(name: name, problem: problem)
            }.sorted { $0.name < $1.name }
        }
    }

    /// How many runs there are, and how many of them aren't published yet.
    public func runCounts() async throws -> (all: Int, unfinished: Int) {
        try await read { db in
            let row = try db.query("SELECT COUNT(*), COUNT(*) FILTER (WHERE phase <> 'complete') FROM runs").first
            return (row?.int(0) ?? 0, row?.int(1) ?? 0)
        }
    }

    /// Every row of the scope, newest first: what it holds, or why it can't be used.
    private static func runs(
        _ scope: RunScope, _ db: PostgresConnection
    ) throws -> [(name: String, run: Result<RunRecord, JournalError>)] {
        let (condition, values) = condition(scope)
        return try db.query("SELECT \(runColumns) FROM runs \(condition)", values).map { row in
            do { return (row.text(0), .success(try record(row))) } catch {
                let problem = error as? JournalError ?? JournalError(.damaged, "\(row.text(0)) can't be read.")
                return (row.text(0), .failure(problem))
            }
        }
    }

    private static func condition(_ scope: RunScope) -> (sql: String, values: [PostgresValue]) {
        let newestFirst = "ORDER BY started_at DESC, run DESC"
        // A name is followed by a slash, and the character after a slash is 0; `@` is followed by A.
        let range = "run >= $1 || '/' AND run < $1 || '0'"
        switch scope {
        case .all: return (newestFirst, [])
        case .of(let pipeline, let period):
            return ("WHERE \(range) \(newestFirst)", [.text(period.map { "\(pipeline)/\($0)" } ?? pipeline)])
        case .family(let name):
            return ("WHERE (\(range)) OR (run >= $1 || '@' AND run < $1 || 'A') \(newestFirst)", [.text(name)])
        case .unfinished: return ("WHERE phase <> 'complete' \(newestFirst)", [])
        case .sheets(let period): return ("WHERE kind = 'sheet' AND period = $1 \(newestFirst)", [.bytes(period)])
        case .from(let address, nil): return ("WHERE address = $1 \(newestFirst)", [.bytes(address)])
        case .from(let address, let account?):
            return (
                "WHERE address = $1 AND (account = $2 OR account IS NULL) \(newestFirst)",
                [.bytes(address), .bytes(account)]
            )
        case .latest:
            let origin = "split_part(run, '/', 1), address, account"
            return (
                """
                WHERE phase <> 'complete' OR run IN (
                    SELECT run FROM (
                        SELECT run, row_number() OVER (PARTITION BY \(origin) ORDER BY started_at DESC, run DESC) AS s,
                            row_number() OVER (PARTITION BY \(origin)
                                ORDER BY COALESCE(finished_at, started_at) DESC, started_at DESC, run DESC) AS f
                        FROM runs WHERE phase = 'complete') AS ends
                    WHERE s = 1 OR f = 1)
                \(newestFirst)
                """, []
            )
        // Damaged rows take no place: as many more are read as a journal can have of them and still be of use.
        case .newest(let count): return ("\(newestFirst) LIMIT $1", [.int(count + 1_000)])
        }
    }
}
