import Foundation
import GantryEngine
import GantryJournal
import GantryModel
import GantryTestSupport
import Testing

@Suite("What every journal does")
struct ConformanceTests {
    @Test("The journal on SQLite", arguments: JournalConformance.all)
    func sqlite(_ property: JournalConformance.Property) async throws {
        let file = try JournalFile()
        try await property.check { try file.open() }
    }

    @Test("The journal of a workspace on SQLite", arguments: WorkspaceJournalConformance.all)
    func workspace(_ property: WorkspaceJournalConformance.Property) async throws {
        let file = try JournalFile()
        try await property.check { try file.open() }
    }
}

@Suite("The journal's file")
struct JournalFileTests {
    @Test("An empty file becomes a journal, as one that doesn't exist")
    func emptyFile() async throws {
        let file = try JournalFile()
        try file.put(Data())
        try await file.open().start(record())
        #expect(try await file.open().run(someRun) == record())
    }

    @Test("A journal that many make at the same moment is one journal for all of them")
    func together() async throws {
        for _ in 0..<40 {
            let file = try JournalFile()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<6 { tasks.addTask { _ = try file.open() } }
                try await tasks.waitForAll()
            }
        }
    }

    @Test(
        "A file that is no database is refused and left as it is",
        arguments: [2, 15, 16, 99, 100, 511, 512, 1_024, 4_096, 100_000])
    func garbage(_ size: Int) async throws {
        let file = try JournalFile()
        let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) })
        try file.put(bytes)
        #expect(await file.code() == .foreign)
        #expect(try file.bytes == bytes)
    }

    @Test("A text file is refused and left as it is")
    func text() async throws {
        let file = try JournalFile()
        let bytes = Data("id;hours\r\n1;7,40\r\n".utf8)
        try file.put(bytes)
        #expect(await file.code() == .foreign)
        #expect(try file.bytes == bytes)
    }

    @Test(
        "A database of another program is refused and left as it is",
        arguments: [
            "CREATE TABLE notes (text)", "PRAGMA application_id = 7",
            "PRAGMA application_id = 7; CREATE TABLE notes (text)",
            "CREATE TABLE runs (run TEXT)",
            "PRAGMA user_version = 3",
        ])
    func foreign(_ sql: String) async throws {
        let file = try JournalFile()
        try file.spoil { try $0.execute(script: sql) }
        let bytes = try file.bytes
        #expect(await file.code() == .foreign)
        #expect(try file.bytes == bytes)
    }

    @Test(
        "A journal of another version is refused and left as it is",
        arguments: [
            ("PRAGMA user_version = 99; ALTER TABLE runs ADD COLUMN colour TEXT", JournalError.Code.newerVersion),
            ("PRAGMA user_version = 2", .earlierVersion), ("PRAGMA user_version = 0", .earlierVersion),
        ])
    func otherVersions(_ sql: String, _ code: JournalError.Code) async throws {
        let file = try JournalFile()
        try await file.open().start(record())
        try file.spoil { try $0.execute(script: "\(sql); PRAGMA wal_checkpoint(TRUNCATE)") }
        let bytes = try file.bytes
        for _ in 0..<2 { #expect(await file.code() == code) }
        #expect(try file.bytes == bytes)
        #expect(try file.spoil { try $0.number("SELECT COUNT(*) FROM runs") } == 1)
    }

    @Test("Who has a journal of an earlier version is told how to go on with its exports")
    func earlier() async throws {
        let file = try JournalFile()
        try await file.open().start(record())
        try file.spoil { try $0.execute(script: "PRAGMA user_version = 0") }
        let error = try #require(throws: JournalError.self) { _ = try file.open() }
        let advice = try #require(error.advice).text { "\($0)" }
        #expect(advice.contains("adoptElsewhere") && advice.contains("Nothing was changed."), "\(advice)")
        #expect(!error.isRetryable)
    }

    @Test("A journal whose making was killed half-way is made whole")
    func halfMade() async throws {
        let file = try JournalFile()
        try file.spoil { try $0.execute(script: "PRAGMA journal_mode = WAL") }
        #expect(await file.code { try await $0.start(record()) } == nil)
    }

    @Test("Its settings make commits durable, keep references whole and overwrite what is deleted")
    func settings() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        let settings = try await journal.database.read { db in
            try ["synchronous", "foreign_keys", "secure_delete", "cell_size_check", "trusted_schema", "auto_vacuum"].map
            {
                try db.query("PRAGMA \($0)").first?.int(0)
            }
        }
        #expect(settings == [2, 1, 1, 1, 0, 2])
        #expect(try await journal.database.read { db in try db.query("PRAGMA journal_mode").first?.text(0) } == "wal")
        await #expect(throws: JournalError.self) {
            try await journal.database.read { db in try db.query("SELECT \"nowhere\" FROM runs") }
        }
    }

    @Test("A backup is one whole file of the instant, and can be used like the journal")
    func backup() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        try await journal.start(record())
        try await journal.commit(checkpoint(1), rejects: [], for: someRun)
        let other = try JournalFile()
        try await journal.backUp(to: other.path)
        try await journal.commit(checkpoint(2), rejects: [], for: someRun)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.folder) == ["journal.sqlite"])
        #expect(try await SQLiteJournal(copying: other.path).lastCheckpoint(of: someRun) == checkpoint(1))
        #expect(try await other.open().lastCheckpoint(of: someRun) == checkpoint(1))
        await #expect { try await journal.backUp(to: other.folder + "/missing/copy.sqlite") } throws: {
            ($0 as? JournalError)?.code == .unusable
        }
    }

    @Test("A path that can't hold a file is an error that says so")
    func noFolder() async throws {
        let file = try JournalFile()
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        #expect(await file.code() == .unusable)
        do {
            _ = try SQLiteJournal(path: file.folder + "/missing/journal.sqlite")
            Issue.record("It was opened")
        } catch {
            #expect(error.code == .unusable)
            #expect(!error.isRetryable)
        }
    }

    @Test("Many that open a new journal at once all get it", arguments: 0..<5)
    func openedAtOnce(_ round: Int) async throws {
        let file = try JournalFile()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for revision in 1...6 {
                group.addTask {
                    try await file.open().start(record(RunID(pipeline: "p", period: "2026-10", revision: revision)))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await file.open().runs().count == 6)
    }

    @Test("Who finds the journal locked waits for it")
    func waits() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        try await journal.start(record())
        let other = try SQLiteConnection(path: file.path)
        try other.execute(script: "BEGIN IMMEDIATE")
        async let committed: Void = journal.commit(checkpoint(1), rejects: [], for: someRun)
        try await Task.sleep(for: .milliseconds(150))
        try other.execute(script: "COMMIT")
        try await committed
        #expect(try await journal.lastCheckpoint(of: someRun) == checkpoint(1))
    }

    @Test("Another process that writes at the same time loses nothing and takes nothing")
    func twoProcesses() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        let path = file.path
        async let result = #expect(processExitsWith: .success) { [path = path as String] in
            let journal = try SQLiteJournal(path: path)
            let id = RunID(pipeline: "theirs", period: "2026-10", revision: 1)
            try await journal.start(record(id))
            for count in 1...40 { try await journal.commit(checkpoint(count), rejects: [reject(count)], for: id) }
        }
        try await journal.start(record())
        for count in 1...40 { try await journal.commit(checkpoint(count), rejects: [reject(count)], for: someRun) }
        _ = await result
        for id in [someRun, RunID(pipeline: "theirs", period: "2026-10", revision: 1)] {
            #expect(try await journal.lastCheckpoint(of: id) == checkpoint(40))
            #expect(try await journal.rejects(of: id, limit: 100) == (1...40).map { reject($0) })
        }
    }

    @Test("Three checkpoints are kept of each run")
    func keepsThree() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        let other = RunID(pipeline: "other", period: "2026-10", revision: 1)
        try await journal.start(record())
        try await journal.start(record(other))
        try await journal.commit(checkpoint(1), rejects: [], for: other)
        for count in 1...7 {
            try await journal.commit(checkpoint(count), rejects: [], for: someRun)
            let kept = try file.spoil {
                try $0.query(
                    "SELECT records FROM checkpoints WHERE run = $1 ORDER BY sequence", .text(someRun.description)
                ).map { try $0.int(0) }
            }
            #expect(kept == Array(max(1, count - 2)...count))
        }
        #expect(try await journal.lastCheckpoint(of: other) == checkpoint(1))
    }

    @Test("A journal that lost its write-ahead log falls back to an older checkpoint")
    func lostLog() async throws {
        let file = try JournalFile()
        let copy = try JournalFile()
        let journal = try file.open()
        try await journal.start(record())
        try await journal.commit(checkpoint(1), rejects: [reject(0)], for: someRun)
        try file.spoil { try $0.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)") }
        for count in 2...4 { try await journal.commit(checkpoint(count), rejects: [reject(count)], for: someRun) }
        try copy.put(file.bytes)
        let older = try copy.open()
        #expect(try await older.lastCheckpoint(of: someRun) == checkpoint(1))
        #expect(try await older.rejects(of: someRun, limit: 10) == [reject(0)])
        try await older.commit(checkpoint(9), rejects: [], for: someRun)
        #expect(try await older.lastCheckpoint(of: someRun) == checkpoint(9))
        #expect(try await journal.lastCheckpoint(of: someRun) == checkpoint(4), "the one with its log")
    }

    @Test("A write-ahead log that is torn or damaged anywhere gives an older checkpoint, whole")
    func tornLog() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        try await journal.start(record())
        try await journal.commit(checkpoint(1), rejects: [], for: someRun)
        try file.spoil { try $0.execute(script: "PRAGMA wal_checkpoint(TRUNCATE)") }
        for count in 2...4 { try await journal.commit(checkpoint(count), rejects: [], for: someRun) }
        let base = try file.bytes
        let log = try file.contents(suffix: "-wal")
        #expect(log.count > 10_000)
        var seen: Set<Int> = []
        for cut in Array(stride(from: 0, to: log.count, by: 509)) + [log.count] {
            for isFlipped in [false, true] where !isFlipped || cut < log.count {
                let copy = try JournalFile()
                try copy.put(base)
                var torn = log
                if isFlipped { torn[cut] ^= 0x08 } else { torn = log.prefix(cut) }
                try copy.put(torn, suffix: "-wal")
                let found = try await copy.open().lastCheckpoint(of: someRun)
                let records = try #require(found?.records)
                #expect(found == checkpoint(records))
                seen.insert(records)
            }
        }
        #expect(seen == [1, 2, 3, 4])
    }
}

@Suite("The size of the journal")
struct JournalSizeTests {
    private func begun(_ journal: SQLiteJournal) async throws {
        try await journal.start(record())
        for sequence in 1...4 {
            var large = checkpoint(sequence)
            large.landing.tail = [UInt8](repeating: 7, count: 1_000_000)
            try await journal.commit(large, rejects: [], for: someRun)
        }
    }

    private func size(_ file: JournalFile) throws -> Int { try file.bytes.count }

    @Test("What a run had needed for its checkpoints is given back when it is complete")
    func givenBack() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        try await begun(journal)
        try await journal.complete(someRun, at: Instant(nanosecondsSince1970: 1))
        #expect(try size(file) < 300_000)
        #expect(try await journal.run(someRun)?.phase == .complete)
    }
}
