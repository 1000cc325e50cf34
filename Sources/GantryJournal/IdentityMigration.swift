internal import Foundation
internal import GRDB
internal import GantryEngine

/// Makes values of the identities of runs, which were lines of `key: value`.
enum IdentityMigration {
    static func apply(_ db: Database) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT run, CAST(identity AS BLOB) AS identity, snapshot, corrects, started_at, hash FROM runs")
        for row in rows {
            let run = try row.decode(String.self, forColumn: "run")
            let old = try row.decode(Data.self, forColumn: "identity")
            let snapshot = try row.decode(Int64.self, forColumn: "snapshot")
            let startedAt = try row.decode(Int64.self, forColumn: "started_at")
            let corrects = try row.decode(Int?.self, forColumn: "corrects")
            func hash(_ identity: Data) -> String {
                JournalSchema.hash(run: run, identity, snapshot: snapshot, startedAt: startedAt, corrects: corrects)
            }
            // An entry that was damaged stays so.
            let isIntact = try row.decode(String.self, forColumn: "hash") == hash(old)
            let new = try JournalSchema.encode(identity(of: String(decoding: old, as: UTF8.self)))
            try db.execute(
                sql: "UPDATE runs SET identity = CAST(? AS TEXT), hash = ? WHERE run = ?",
                arguments: [new, isIntact ? hash(new) : "", run])
        }
    }

    /// The lines that every kind of run added to those of its pipeline file come after them.
    private static func identity(of text: String) -> RunIdentity {
        let lines = text.split(separator: "\n").map { line -> RunIdentity.Setting in
            guard let colon = line.firstRange(of: ": ") else { return RunIdentity.Setting(String(line), "") }
            return RunIdentity.Setting(String(line[..<colon.lowerBound]), String(line[colon.upperBound...]))
        }
        let added = ["period", "days", "sheet", "source", "account", "sender", "since", "rewrites"]
        func value(_ key: String) -> String? { lines.last { $0.key == key }?.value }
        let kind: RunIdentity.Kind =
            value("sheet") != nil ? .sheet : value("records.dataset") != nil ? .payroll : .datasets
        var identity = RunIdentity(kind, settings: lines.filter { !added.contains($0.key) })
        identity.period = value("period")
        identity.days = value("days")
        identity.sheet = value("sheet")
        identity.sender = value("sender")
        identity.base = value("since").map { RunID($0).map { .run($0) } ?? .beginning }
        identity.rewrites = value("rewrites").flatMap { Int($0.dropFirst()) }
        if let source = value("source"), let space = source.firstIndex(of: " ") {
            identity.source = RunSource(
                system: String(source[..<space]), address: String(source[source.index(after: space)...]),
                account: value("account"))
        }
        return identity
    }
}
