package import GantryEngine
internal import GantryModel

/// Runs by what is asked of them, each over an index.
extension SQLJournal {
    /// The runs of a scope that can be read, the latest start first.
    package func runs(_ scope: RunScope) async throws -> [RunRecord] {
        try await read { db in
            try db.runs(scope) { try RunRecord($0) }.compactMap { try? $0.run.get() }.filter { scope.contains($0.head) }
        }
    }

    /// What lists show of the runs of a scope, the latest start first, and those whose rows can't be read or do not
    /// match their hashes, by name.
    package func heads(_ scope: RunScope) async throws -> RunHeads {
        let wrongType = wrongType
        return try await read { db in
            var heads = RunHeads()
            for (name, run) in try db.runs(scope, RunHead.init) {
                switch run {
                case .success(let run): if scope.contains(run) { heads.runs.append(run) }
                case .failure(let error):
                    heads.damaged.append(DamagedRun(name: name, problem: error as? JournalError ?? wrongType))
                }
            }
            heads.damaged.sort { $0.name < $1.name }
            return heads
        }
    }

    /// The documents of this name, by the runs that have one. Throws ``JournalError`` where one doesn't match its hash.
    package func documents(named name: String) async throws -> [RunID: String] {
        try await read { db in
            try db.query("SELECT run, content, hash FROM documents WHERE stage = '' AND name = $1", .text(name))
                .documents(named: name)
        }
    }

    /// The same of these runs.
    package func documents(named name: String, of runs: [RunID]) async throws -> [RunID: String] {
        try await read { db in
            var found: [RunID: String] = [:]
            let sql = "SELECT run, content, hash FROM documents WHERE stage = '' AND name = $1 AND run"
            try db.query(sql, values: [.text(name)], in: runs.map(\.description)) { rows in
                found.merge(try rows.documents(named: name)) { first, _ in first }
            }
            return found
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
    /// Every run of the scope, newest first: what is read of it, or why it can't be used. One damaged row doesn't hide
    /// the others.
    ///
    /// - Parameter read: takes what it needs of a row, which has ``RunRow/columns``.
    fileprivate func runs<Run>(
        _ scope: RunScope, _ read: (SQLRow) throws -> Run
    ) throws -> [(name: String, run: Result<Run, any Error>)] {
        let start = "started_at DESC, run DESC"
        let limited: (order: String, most: Int)
        switch scope {
        case .newest(let most): limited = (start, most)
        case .ended(let most): limited = ("COALESCE(finished_at, started_at) DESC, \(start)", most)
        default:
            let parts = try run(scope.statements(by: start)).map(\.rows)
            var runs = try parts.joined().map { (name: try $0.text(0), start: try $0.int64(1)) }
            if parts.count > 1 { runs.sort { ($0.start, $0.name) > ($1.start, $1.name) } }
            return try self.runs(named: runs.map(\.name), read)
        }
        var found: [(name: String, run: Result<Run, any Error>)] = []
        var room = limited.most
        // What can't be read takes no place.
        while room > 0 {
            let names = try query(
                "SELECT run FROM runs ORDER BY \(limited.order) LIMIT $1 OFFSET $2", .number(room),
                .number(found.count))
            let runs = try runs(named: names.map { try $0.text(0) }, read)
            found += runs
            guard runs.count == room else { break }
            room = runs.count { (try? $0.run.get()) == nil }
        }
        return found
    }

    /// Few rows are held at a time, since most of a row isn't kept.
    private func runs<Run>(
        named names: [String], _ read: (SQLRow) throws -> Run
    ) throws -> [(name: String, run: Result<Run, any Error>)] {
        var found: [String: Result<Run, any Error>] = [:]
        try query("SELECT \(RunRow.columns) FROM runs WHERE run", values: [], in: names) { rows in
            for row in rows { found[try row.text(0)] = Result { try read(row) } }
        }
        // One that isn't found by its name has bytes in it that are no text.
        return names.map { name in (name, found[name] ?? .failure(RunRow.isNoName(name))) }
    }

    /// Runs a statement that ends with a column for some names at a time.
    ///
    /// - Parameters:
    ///   - values: what comes before the names.
    ///   - body: takes the rows of some of the names.
    fileprivate func query(
        _ sql: String, values: [SQLValue], in names: [String], _ body: ([SQLRow]) throws -> Void
    ) throws {
        var rest = names[...]
        while let last = rest.prefix(256).last {
            let some = rest.prefix(256)
            rest = rest.dropFirst(256)
            // Of three lengths, so that few statements are parsed; what is named twice is found once.
            let length = [1, 16, 256].first { some.count <= $0 } ?? 256
            let padded = some.map { SQLValue.text($0) } + Array(repeating: .text(last), count: length - some.count)
            let places = (0..<length).map { "$\(values.count + 1 + $0)" }.joined(separator: ", ")
            try body(query("\(sql) IN (\(places))", values + padded))
        }
    }
}

extension [SQLRow] {
    /// What the rows have of documents of this name: run, content and hash.
    fileprivate func documents(named name: String) throws -> [RunID: String] {
        var found: [RunID: String] = [:]
        for row in self {
            let text = try row.document(named: name, stage: "")
            if let id = RunID(try row.text(0)) { found[id] = text }
        }
        return found
    }
}

extension RunScope {
    /// What gives the names of its runs; for ``newest(_:)`` and ``ended(_:)``, of all.
    fileprivate func statements(by order: String) -> [SQLStatement] {
        func select(_ condition: String, _ values: [SQLValue] = []) -> [SQLStatement] {
            [SQLStatement("SELECT run, started_at FROM runs WHERE \(condition) ORDER BY \(order)", values)]
        }
        // A name is followed by a slash, and the character after a slash is 0; `@` is followed by A.
        let range = "run >= $1 || '/' AND run < $1 || '0'"
        switch self {
        case .all, .newest, .ended: return select("1 = 1")
        case .of(let pipeline, let period):
            return select(range, [.text(period.map { "\(pipeline)/\($0)" } ?? pipeline)])
        case .family(let name): return select("(\(range)) OR (run >= $1 || '@' AND run < $1 || 'A')", [.text(name)])
        case .unfinished: return select("phase <> 'complete'")
        case .sheets(let period): return select("kind = 'sheet' AND period = $1", [.anyText(period)])
        case .kind(let kind, nil): return select("kind = $1", [.text(kind.rawValue)])
        case .kind(let kind, let time?):
            return select(
                "kind = $1 AND (started_at >= $2 OR finished_at >= $2)",
                [.text(kind.rawValue), .number(time.nanosecondsSince1970)])
        case .since(let time):
            return select("started_at >= $1 OR finished_at >= $1", [.number(time.nanosecondsSince1970)])
        case .periods(let periods): return periods.flatMap { select(range, [.text("\($0.pipeline)/\($0.period)")]) }
        case .latest: return select("run IN (\(RunScope.latestNames))")
        }
    }

    /// Groups are made in one pass over the runs. Windows would sort all of them twice; and joins are written so that
    /// SQLite, which knows no sizes here, goes from the few groups to their runs.
    private static let latestNames = """
        WITH origins AS MATERIALIZED (
            SELECT pipeline, address, account, MAX(started_at) AS started,
                MAX(COALESCE(finished_at, started_at)) AS ended
            FROM runs WHERE phase = 'complete' GROUP BY pipeline, address, account),
        started AS MATERIALIZED (
            SELECT MAX(r.run) AS run, o.pipeline, o.address, o.account, o.ended,
                MAX(COALESCE(r.finished_at, r.started_at)) AS own
            FROM origins AS o CROSS JOIN runs AS r
            WHERE r.phase = 'complete' AND r.started_at = o.started AND r.pipeline = o.pipeline
                AND COALESCE(r.address, '') = COALESCE(o.address, '')
                AND COALESCE(r.account, '') = COALESCE(o.account, '')
            GROUP BY o.pipeline, o.address, o.account, o.ended)
        SELECT run FROM started
        UNION ALL
        SELECT r.run FROM started AS s CROSS JOIN runs AS r
        WHERE s.own < s.ended AND r.phase = 'complete' AND r.run >= s.pipeline || '/' AND r.run < s.pipeline || '0'
            AND COALESCE(r.finished_at, r.started_at) = s.ended
            AND COALESCE(r.address, '') = COALESCE(s.address, '')
            AND COALESCE(r.account, '') = COALESCE(s.account, '')
        UNION ALL
        SELECT run FROM runs WHERE phase <> 'complete'
        """
}
