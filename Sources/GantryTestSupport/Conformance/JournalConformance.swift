public import GantryEngine
internal import GantryModel

/// What every journal must do, one property at a time: a test runs each of `all` against its implementation.
///
/// ```swift
/// @Test("A journal keeps what it is told", arguments: JournalConformance.all)
/// func conforms(_ property: JournalConformance) async throws { … try await property.check { try openJournal() } }
/// ```
public struct JournalConformance: Sendable, CustomStringConvertible {
    /// The property as a sentence.
    public let description: String
    private let body: @Sendable (Opening) async throws -> Void

    /// Opens an empty journal at the first call, and the same one again at every further call.
    public typealias Opening = @Sendable () async throws -> any Journal

    init(_ description: String, _ body: @escaping @Sendable (Opening) async throws -> Void) {
        self.description = description
        self.body = body
    }

    /// - Throws: `ConformanceFailure` where the property doesn't hold, or what the journal threw.
    public func check(_ open: Opening) async throws { try await body(open) }

    /// Every property.
    public static let all = runs + stages + checkpoints + rejects + handles
}

/// A property that doesn't hold, and where it was found.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// What does not hold, with the file and line of the check.
    public let description: String
}

func require(_ holds: Bool, _ what: String, line: Int = #line, file: String = #fileID) throws {
    if !holds { throw ConformanceFailure(description: "\(what) (\(file):\(line))") }
}

func requireEqual<T: Equatable>(
    _ found: T, _ expected: T, what: String, line: Int = #line, file: String = #fileID
) throws {
    try require(found == expected, "\(what): found \(found), expected \(expected)", line: line, file: file)
}

func requireThrows(
    _ what: String, line: Int = #line, file: String = #fileID, _ body: () async throws -> Void
) async throws {
    do { try await body() } catch { return }
    throw ConformanceFailure(description: "\(what): nothing was thrown (\(file):\(line))")
}

/// Values that the suite tells a journal.
enum Sample {
    static let id = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
    static let other = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 2)
    static let stage = StageID(id, "work-entries")
    static let otherStage = StageID(other, "work-entries")

    static func identity(_ text: String) -> RunIdentity {
        var identity = RunIdentity(.payroll, settings: [RunIdentity.Setting("pipeline", text)])
        identity.period = text
        identity.source = RunSource(system: text, address: text, account: nil)
        identity.base = .run(other)
        identity.rewrites = 3
        return identity
    }

    static func run(
        _ id: RunID = id, identity: String = "payroll", startedAt: Int64 = 1_000, corrects: Int? = nil
    ) -> RunRecord {
        RunRecord(
            id: id, identity: Sample.identity(identity),
            snapshot: Instant(nanosecondsSince1970: 1_234_567_890_123_456_789),
            corrects: corrects,
            startedAt: Instant(nanosecondsSince1970: startedAt))
    }

    static func checkpoint(_ records: Int, phase: StagePhase = .fetch, tail: [UInt8] = [1, 2, 3]) -> Checkpoint {
        var checkpoint = Checkpoint(
            phase: phase, pageSize: 500,
            landing: FileCheckpoint(
                name: "landing", length: Int64(records) * 10, sha256: "ab", tail: tail, rows: records),
            parts: [
                FileCheckpoint(
                    name: "a.csv", length: 7, sha256: "cd", tail: [], rows: 3, sums: ["0": "-17", "units": "12"]),
                FileCheckpoint(name: "b.zst", length: 0, sha256: "", tail: tail.reversed(), rows: 0),
            ])
        checkpoint.nextPage = records / 500 + 1
        checkpoint.records = records
        checkpoint.written = records
        checkpoint.statedTotal = 2 * records
        checkpoint.counts?.fetched = records
        checkpoint.counts?.exported = records
        return checkpoint
    }

    static func reject(_ ordinal: Int, found: String = "x") -> JournaledReject {
        JournaledReject(
            page: ordinal / 10 + 1,
            reject: Reject(index: ordinal % 10, field: "hours", found: found, expected: "a number"),
            ordinal: ordinal)
    }

    /// Texts that are easily lost on the way through a database, a file or a C string.
    static let oddTexts = [
        "", " ", "\n", "a\nb: c\n", "\r\n", "'", "\"", "'; DROP TABLE runs; --", "?1", "\\", "\u{0}", "a\u{0}b",
        "\t\u{1}\u{7F}",
        "æøå", "e\u{301}", "\u{E9}", "👩‍👩‍👧‍👦", "\u{202E}abc", "\u{FEFF}x", "\u{FFFD}", "\u{10FFFF}",
        String(repeating: "long ", count: 50_000),
    ]
}
