import Foundation
import GantryEngine
import GantryJournal
import GantryModel
import Testing

@Suite("A damaged journal")
struct DamageTests {
    @Test("A flipped bit anywhere in a checkpoint's content is noticed", arguments: ["payload", "tails", "hash"])
    func checkpointContent(_ column: String) async throws {
        let file = try JournalFile()
        let journal = try file.open()
        try await journal.start(record())
        for count in 1...3 { try await journal.commit(checkpoint(count), rejects: [], for: someRun) }
        let raw = try SQLiteConnection(path: file.path)
        try raw.execute(script: "PRAGMA synchronous = OFF")
        let content = try #require(
            try raw.query("SELECT CAST(\(column) AS BLOB) FROM checkpoints WHERE sequence = 3").first?.bytes(0))
        #expect(content.count >= 10)
        func set(_ content: [UInt8]) throws {
            // As the column's type, however odd the bytes.
            let value = column == "tails" ? "$1" : "CAST($1 AS TEXT)"
            try raw.execute("UPDATE checkpoints SET \(column) = \(value) WHERE sequence = 3", .bytes(content))
        }
        for offset in content.indices {
            var damaged = content
            damaged[offset] ^= UInt8(1 << (offset % 8))
            try set(damaged)
            do {
                _ = try await journal.lastCheckpoint(of: someRun)
                Issue.record("A flipped bit at \(offset) of \(column) went unnoticed")
            } catch let error as JournalError {
                #expect(error.code == .damaged)
            }
        }
        try set(content)
        #expect(try await journal.lastCheckpoint(of: someRun) == checkpoint(3))
    }

    @Test("A checkpoint with a number that no run reaches is refused, so that none goes on from it")
    func impossibleNumbers() async throws {
        func mark(_ length: Int64, rows: Int) -> FileCheckpoint {
            FileCheckpoint(name: "a.csv", length: length, sha256: "", rows: rows)
        }
        let changes: [(inout Checkpoint) -> Void] = [
            { $0.nextPage = .max }, { $0.pageSize = -1 }, { $0.usualPageSize = .max }, { $0.statedTotal = -1 },
            { $0.repeatsWithinPages = .min }, { $0.records = StatedNumber.mostCount + 1 }, { $0.written = .min },
            { $0.counts?.fetched = .max }, { $0.counts?.excluded = -1 }, { $0.landing = mark(.min, rows: 0) },
            { $0.landing = mark(0, rows: .max) }, { $0.parts[0] = mark(.max, rows: 0) },
            { $0.parts[0] = mark(0, rows: -1) },
        ]
        let file = try JournalFile()
        let journal = try file.open()
        try await journal.start(record())
        for (number, change) in changes.enumerated() {
            var altered = checkpoint(1)
            try #require(altered.counts != nil && !altered.parts.isEmpty)
            change(&altered)
            try await journal.commit(altered, rejects: [], for: someRun)
            await #expect(throws: JournalError.self, "change \(number)") {
                try await journal.lastCheckpoint(of: someRun)
            }
        }
    }

    @Test(
        "A checkpoint moved to another place or run is noticed",
        arguments: ["sequence = 9", "run = 'other/2026-10/r1'", "payload = payload || ' '"])
    func movedCheckpoint(_ change: String) async throws {
        let file = try JournalFile()
        let journal = try file.open()
        let other = try #require(RunID("other/2026-10/r1"))
        try await journal.start(record())
        try await journal.start(record(other))
        try await journal.commit(checkpoint(1), rejects: [], for: someRun)
        try file.spoil { try $0.execute(script: "UPDATE checkpoints SET \(change)") }
        let id = change.hasPrefix("run") ? other : someRun
        await #expect(throws: JournalError.self) { try await journal.lastCheckpoint(of: id) }
    }

    @Test(
        "A run whose entry was changed is noticed",
        arguments: [
            "identity = identity || ' '", "identity = ''", "identity = replace(identity, 'id', 'ie')",
            "snapshot = snapshot + 1", "pipeline = 'payroll'", "kind = 'sheet'", "period = '2026-11'", "address = 'x'",
            "account = 'x'", "corrects = 1", "started_at = started_at - 1", "run = 'payroll-monthly/2026-10/r2'",
            "run = 'payroll'",
            "phase = 'fetcH'",
            "hash = ''",
        ])
    func runContent(_ change: String) async throws {
        let file = try JournalFile()
        try await file.open().begin(record())
        try file.spoil { try $0.execute(script: "UPDATE runs SET \(change)") }
        let journal = try file.open()
        #expect(try await journal.runs() == [])
        let damaged = try await journal.damagedRuns()
        #expect(damaged.count == 1 && (damaged.first?.problem as? JournalError)?.code == .damaged)
    }

    @Test("One damaged run is named and refused, and the others go on")
    func oneOfMany() async throws {
        let file = try JournalFile()
        let ids = (1...3).map { RunID(pipeline: "payroll-monthly", period: "2026-10", revision: $0) }
        do {
            let journal = try file.open()
            for id in ids { try await journal.start(record(id)) }
        }
        try file.spoil { try $0.execute(script: "UPDATE runs SET snapshot = snapshot + 1 WHERE run = '\(ids[1])'") }
        let journal = try file.open()
        #expect(try await journal.runs().map(\.id) == [ids[2], ids[0]])
        let damaged = try #require(try await journal.damagedRuns().first)
        #expect(
            damaged.name == "\(ids[1])" && damaged.id == ids[1] && damaged.problem.explanation.contains("\(ids[1])"))
        #expect(await file.code { _ = try await $0.run(ids[1]) } == .damaged)
        try await journal.commit(checkpoint(4), rejects: [], for: ids[0])
        #expect(try await journal.lastCheckpoint(of: ids[0]) == checkpoint(4))
    }

    @Test(
        "A reject whose content was changed is noticed",
        arguments: [
            "found = '\"few\"'", "field = field || ' '", "expected = ''", "page = 2", "position = position + 1",
            "ordinal = 7", "hash = ''",
            "field = substr(field, 1, 3), found = substr(field, 4) || found",
        ])
    func rejectContent(_ change: String) async throws {
        let file = try JournalFile()
        do {
            let journal = try file.open()
            try await journal.start(record())
            try await journal.commit(checkpoint(1), rejects: [reject(1)], for: someRun)
            #expect(try await journal.rejects(of: someRun, limit: 10) == [reject(1)])
        }
        try file.spoil { try $0.execute(script: "UPDATE rejects SET \(change)") }
        #expect(await file.code { _ = try await $0.rejects(of: someRun, limit: 10) } == .damaged)
    }

    @Test(
        "A value of another type than its column's is an error, not a crash",
        arguments: [
            ("runs", "run"), ("runs", "identity"), ("runs", "snapshot"), ("runs", "phase"), ("runs", "started_at"),
            ("runs", "hash"),
            ("runs", "last_error"), ("checkpoints", "payload"), ("checkpoints", "tails"), ("checkpoints", "hash"),
            ("rejects", "page"),
            ("rejects", "field"), ("rejects", "found"),
        ], ["NULL", "x'FF'", "'text'", "1.5"])
    func otherType(_ place: (table: String, column: String), _ value: String) async throws {
        let file = try JournalFile()
        do {
            let journal = try file.open()
            try await journal.start(record())
            try await journal.commit(checkpoint(1), rejects: [reject(1)], for: someRun)
        }
        try file.spoil { db in
            // Without the declared types, as a flipped bit in a row's header leaves it.
            try db.execute(
                script: """
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_master SET sql = replace(replace(replace(replace(replace(sql, ') STRICT', ')'), 'NOT NULL', ''),
                    'TEXT', ''), 'INTEGER', ''), ' BLOB', '') WHERE name = '\(place.table)'
                    """)
        }
        try file.spoil { db in
            if place.column != "run" { try db.execute(script: "UPDATE \(place.table) SET \(place.column) = \(value)") }
        }
        let code = await file.code { journal in
            _ = try await journal.runs()
            _ = try await journal.lastCheckpoint(of: someRun)
            _ = try await journal.rejects(of: someRun, limit: 10)
        }
        #expect(code == nil || code == .damaged)
    }

    @Test("A document whose content was changed is noticed")
    func documentContent() async throws {
        let file = try JournalFile()
        do {
            let journal = try file.open()
            try await journal.start(record())
            try await journal.keep("{\"units\": 1480}", named: "result", for: someRun)
        }
        try file.spoil { try $0.execute(script: "UPDATE documents SET content = replace(content, '1', '3')") }
        #expect(await file.code { _ = try await $0.document(named: "result", of: someRun) } == .damaged)
    }

    @Test(
        "A table that lost a column or its name is an error, not a crash",
        arguments: [
            "ALTER TABLE runs RENAME COLUMN phase TO phbse", "ALTER TABLE checkpoints RENAME COLUMN payload TO q",
            "ALTER TABLE rejects RENAME COLUMN found TO fund", "ALTER TABLE runs RENAME TO rvns",
        ])
    func lostColumn(_ sql: String) async throws {
        let file = try JournalFile()
        do {
            let journal = try file.open()
            try await journal.start(record())
            try await journal.commit(checkpoint(1), rejects: [reject(1)], for: someRun)
        }
        try file.spoil { try $0.execute(script: sql) }
        let code = await file.code { journal in
            _ = try await journal.runs()
            _ = try await journal.lastCheckpoint(of: someRun)
            _ = try await journal.rejects(of: someRun, limit: 10)
        }
        #expect(code == .damaged)
    }

    @Test(
        "A thousand damaged journals: each opens with what was committed, or says clearly that it is damaged",
        arguments: 0..<4)
    func fuzz(_ lane: UInt64) async throws {
        let file = try JournalFile()
        let totals = String(repeating: "totals ", count: 400)
        let runs = (1...4).map { RunID(pipeline: "payroll-monthly", period: "2026-1\($0 % 3)", revision: $0) }
        do {
            let journal = try file.open()
            for id in runs {
                try await journal.start(record(id))
                for count in 1...4 {
                    try await journal.commit(
                        checkpoint(count), rejects: (0..<5).map { reject(count * 10 + $0) }, for: id)
                }
                try await journal.keep(totals, named: "result", for: id)
            }
        }
        let good = try file.bytes
        var refused = 0
        for seed in 0..<250 as Range<UInt64> {
            var random = SeededGenerator(seed: lane * 1_000 + seed)
            try file.put(damaged(good, &random))
            for suffix in ["-wal", "-shm", "-journal"] { try file.remove(suffix: suffix) }
            do {
                let journal = try file.open()
                let listed = try await journal.runs()
                for run in listed { #expect(plain(run) == record(run.id), "lane \(lane), seed \(seed)") }
                for id in runs {
                    if let last = try await journal.lastCheckpoint(of: id) {
                        #expect((1...4).contains { last == checkpoint($0) }, "lane \(lane), seed \(seed)")
                    }
                    _ = try await journal.rejects(of: id, limit: 100)
                    let document = try await journal.document(named: "result", of: id)
                    #expect(document == nil || document == totals, "lane \(lane), seed \(seed)")
                }
                if seed % 10 == 0 {
                    let new = RunID(pipeline: "new", period: "2026-10", revision: 1)
                    try await journal.start(record(new))
                    try await journal.commit(checkpoint(7), rejects: [], for: new)
                    #expect(try await journal.lastCheckpoint(of: new) == checkpoint(7), "lane \(lane), seed \(seed)")
                }
            } catch let error as JournalError {
                refused += 1
                #expect(
                    [.damaged, .foreign, .unusable, .newerVersion, .earlierVersion].contains(error.code),
                    "lane \(lane), seed \(seed): \(error)")
            }
        }
        #expect(refused > 50, "the damage reaches what matters")
    }

    /// What the hash of a run covers.
    private func plain(_ run: RunRecord) -> RunRecord {
        RunRecord(
            id: run.id, identity: run.identity, snapshot: run.snapshot, corrects: run.corrects, startedAt: run.startedAt
        )
    }

    private func damaged(_ good: Data, _ random: inout SeededGenerator) -> Data {
        var bytes = good
        func place(_ random: inout SeededGenerator) -> Int { Int(random.next() % UInt64(good.count)) }
        switch random.next() % 8 {
        case 0, 1: bytes[place(&random)] ^= 1 << (random.next() % 8)
        case 2:
            for _ in 0...(random.next() % 20) { bytes[place(&random)] = UInt8(truncatingIfNeeded: random.next()) }
        case 3: bytes = bytes.prefix(place(&random))
        case 4:
            let start = place(&random)
            for offset in start..<min(start + 200, good.count) { bytes[offset] = 0 }
        case 5:
            // A page in the place of another.
            let from = place(&random) / 4_096 * 4_096
            let to = place(&random) / 4_096 * 4_096
            bytes.replaceSubrange(to..<(to + 4_096), with: good[from..<(from + 4_096)])
        case 6:
            // The head of a page: what kind it is, how many cells it has and where.
            let page = place(&random) / 4_096 * 4_096 + (random.next() % 4 == 0 ? 100 : 0)
            bytes[page + Int(random.next() % 12)] = UInt8(truncatingIfNeeded: random.next())
        default: bytes[Int(random.next() % 100)] ^= 1 << (random.next() % 8)
        }
        return bytes
    }
}
