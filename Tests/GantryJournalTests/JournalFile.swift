import Foundation
import GantryEngine
import GantryJournal
import GantryModel
import Testing

/// A journal in a folder of a test's own, removed when the test ends; its file can be read and spoiled from outside.
final class JournalFile: Sendable {
    let folder: String
    let path: String

    init() throws {
        folder = NSTemporaryDirectory() + "gantry-journal-" + UUID().uuidString
        path = folder + "/journal.sqlite"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
    }

    func open() throws -> SQLiteJournal { try SQLiteJournal(path: path) }

    var bytes: Data {
        get throws { try Data(contentsOf: URL(fileURLWithPath: path)) }
    }

    func put(_ bytes: Data, suffix: String = "") throws { try bytes.write(to: URL(fileURLWithPath: path + suffix)) }

    func contents(suffix: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path + suffix)) }

    func remove(suffix: String) throws {
        if FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    /// Changes the database behind the journal's back.
    @discardableResult
    func spoil<T>(_ body: (SQLiteConnection) throws -> T) throws -> T { try body(SQLiteConnection(path: path)) }

    /// The code of what opening and reading throws, `nil` where all goes well.
    func code(
        _ location: SourceLocation = #_sourceLocation, _ body: (SQLiteJournal) async throws -> Void = { _ in }
    ) async -> JournalError.Code? {
        do {
            try await body(try open())
            return nil
        } catch let error as JournalError {
            #expect(error.explanation.contains(path) || error.code == .damaged, sourceLocation: location)
            #expect(error.explanation.hasSuffix("."), sourceLocation: location)
            return error.code
        } catch {
            Issue.record(error, sourceLocation: location)
            return nil
        }
    }
}

let someRun = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)

func record(_ id: RunID = someRun) -> RunRecord {
    RunRecord(
        id: id, identity: RunIdentity(.payroll, settings: [RunIdentity.Setting("columns", "id, hours")]),
        snapshot: Instant(secondsSince1970: 1_790_000_000), corrects: id.revision > 1 ? id.revision - 1 : nil,
        startedAt: Instant(secondsSince1970: 1_790_000_000 + Int64(id.revision)))
}

func checkpoint(_ records: Int) -> Checkpoint {
    let digest = String(repeating: "0123456789abcdef", count: 4)
    var checkpoint = Checkpoint(
        phase: .fetch, pageSize: 1_000,
        landing: FileCheckpoint(
            name: "landing.jsonl.zst", length: Int64(records) * 12, sha256: digest, tail: Array("tail \(records)".utf8),
            rows: records),
        parts: [
            FileCheckpoint(
                name: "work-entries.csv", length: 99, sha256: digest, rows: records, sums: ["3": "7400000000"])
        ])
    checkpoint.records = records
    checkpoint.written = records
    checkpoint.nextPage = records + 1
    return checkpoint
}

func reject(_ ordinal: Int) -> JournaledReject {
    JournaledReject(
        page: 1, reject: Reject(index: ordinal, field: "normalHours", found: "\"many\"", expected: "a number of hours"),
        ordinal: ordinal)
}

extension SQLiteJournal {
    /// Enters a run with the one stage that these tests are about.
    func start(_ run: RunRecord) async throws {
        try await begin(run)
        try await begin(StageID(run.id, "records"), documents: [:], checkpoint: nil)
    }

    func commit(_ checkpoint: Checkpoint, rejects: [JournaledReject], for run: RunID) async throws {
        try await commit(checkpoint, rejects: rejects, for: StageID(run, "records"))
    }

    func lastCheckpoint(of run: RunID) async throws -> Checkpoint? {
        try await lastCheckpoint(of: StageID(run, "records"))
    }

    func rejects(of run: RunID, limit: Int) async throws -> [JournaledReject] {
        try await rejects(of: StageID(run, "records"), limit: limit)
    }
}
