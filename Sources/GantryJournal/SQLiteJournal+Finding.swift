internal import Foundation
internal import GRDB
public import GantryEngine
internal import GantryModel

/// Runs by what is asked of them, each over an index.
extension SQLiteJournal {
    /// The runs of a scope that can be read, the latest start first; ``damagedRuns(_:)`` has the others.
    public func runs(_ scope: RunScope) async throws -> [RunRecord] {
        try await read { db in try SQLiteJournal.runs(scope, db).compactMap { try? $0.run.get() }.filter(scope.contains)
        }
    }

    /// Runs of a scope whose rows can't be read or do not match their hashes, by name.
    public func damagedRuns(_ scope: RunScope) async throws -> [DamagedRun] {
        let path = path
        return try await read { db in
            try SQLiteJournal.runs(scope, db).compactMap { name, run in
                guard case .failure(let error) = run else { return nil }
                return DamagedRun(name: name, problem: JournalError.from(error, path))
            }.sorted { $0.name < $1.name }
        }
    }

    /// How many runs there are, and how many of them aren't published yet.
    public func runCounts() async throws -> (all: Int, unfinished: Int) {
        try await read { db in
            (
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM runs") ?? 0,
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM runs WHERE phase <> 'complete'") ?? 0
            )
        }
    }

    /// Every row of the scope, newest first: what it holds, or why it can't be used. One damaged row doesn't hide the
    /// others.
    private static func runs(
        _ scope: RunScope, _ db: Database
    ) throws -> [(name: String, run: Result<RunRecord, any Error>)] {
        let (condition, arguments) = condition(scope)
        let cursor = try Row.fetchCursor(
            db,
            sql: """
                SELECT CAST(run AS BLOB) AS name, \(JournalSchema.runColumns) FROM runs \(condition)
                """, arguments: arguments)
        var found: [(name: String, run: Result<RunRecord, any Error>)] = []
        var room = if case .newest(let count) = scope { count } else { Int.max }
        while room > 0, let row = try cursor.next() {
            let run = Result { try JournalSchema.run(row) }
            if case .success = run { room -= 1 }
            found.append((try JournalSchema.text(row, "name"), run))
        }
        return found
    }

    private static func condition(_ scope: RunScope) -> (sql: String, arguments: StatementArguments) {
        let newestFirst = "ORDER BY started_at DESC, run DESC"
        // A name is followed by a slash, and the character after a slash is 0; `@` is followed by A.
        let range = "run >= ? || '/' AND run < ? || '0'"
        switch scope {
        case .all: return (newestFirst, [])
        case .of(let pipeline, let period):
            let name = period.map { "\(pipeline)/\($0)" } ?? pipeline
            return ("WHERE \(range) \(newestFirst)", [name, name])
        case .family(let name):
            return (
                "WHERE (\(range)) OR (run >= ? || '@' AND run < ? || 'A') \(newestFirst)", [name, name, name, name]
            )
        case .unfinished: return ("WHERE phase <> 'complete' \(newestFirst)", [])
        case .sheets(let period):
            return ("WHERE \(kind) = 'sheet' AND \(Self.period) = ? \(newestFirst)", [spelled(period)])
        case .from(let address, nil): return ("WHERE \(Self.address) = ? \(newestFirst)", [spelled(address)])
        case .from(let address, let account?):
            return (
                "WHERE \(Self.address) = ? AND (\(Self.account) = ? OR \(Self.account) IS NULL) \(newestFirst)",
                [spelled(address), spelled(account)]
            )
        case .latest:
            let origin = "PARTITION BY pipeline, address, account"
            let started = "started_at DESC, run DESC"
            // Materialized, and from the index, since working out a text of the identity for every comparison takes
            // seconds where there are many runs.
            return (
                """
                WHERE phase <> 'complete' OR run IN (
                    WITH sources AS MATERIALIZED (
                        SELECT rowid AS id, \(address) AS address, \(account) AS account
                        FROM runs INDEXED BY runs_by_source),
                    origins AS MATERIALIZED (
                        SELECT run, started_at, COALESCE(finished_at, started_at) AS ended,
                            substr(run, 1, instr(run, '/')) AS pipeline, address, account
                        FROM runs JOIN sources ON runs.rowid = sources.id WHERE phase = 'complete')
                    SELECT run FROM (
                        SELECT run, row_number() OVER (\(origin) ORDER BY \(started)) AS started,
                            row_number() OVER (\(origin) ORDER BY ended DESC, \(started)) AS finished
                        FROM origins)
                    WHERE started = 1 OR finished = 1)
                \(newestFirst)
                """, []
            )
        // What can't be read takes no place.
        case .newest: return (newestFirst, [])
        }
    }

    /// A text of the identity as its JSON spells it, up to the first quotation mark; `NULL` where it has none.
    ///
    /// A schema that isn't trusted may not use SQLite's functions for JSON. No text can hold what is looked for, since
    /// quotation marks in texts are escaped.
    private static func identity(_ key: String) -> String {
        let place = "instr(identity, '\"\(key)\":\"')"
        let rest = "substr(identity, \(place) + \(key.utf8.count + 4))"
        return "CASE WHEN \(place) > 0 THEN substr(\(rest), 1, instr(\(rest), '\"') - 1) END"
    }
    private static let kind = identity("kind")
    private static let period = identity("period")
    private static let address = identity("address")
    private static let account = identity("account")

    /// A text as ``identity(_:)`` finds it.
    private static func spelled(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // A text can always be encoded.
        let json = (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return String(json.dropFirst().prefix { $0 != "\"" })
    }

    /// What documents say of a run after it was published; few runs have one.
    static let marks = ["withdrawn", "forgetting"]

    /// The order and the values that runs are found by.
    static let indexes =
        """
        CREATE INDEX runs_by_start ON runs (started_at, run, phase);
        CREATE INDEX runs_unfinished ON runs (started_at, run) WHERE phase <> 'complete';
        CREATE INDEX runs_of_sheets ON runs (\(period)) WHERE \(kind) = 'sheet';
        CREATE INDEX runs_by_source ON runs (\(address), \(account));
        """
        + marks.map { "CREATE INDEX documents_\($0) ON documents (run) WHERE stage = '' AND name = '\($0)';" }
        .joined(separator: "\n")
}
