public import GantryEngine
internal import GantryModel

/// What every journal must do, one property at a time.
public enum JournalConformance {
    /// One of them.
    public typealias Property = Conformance<any Journal>

    /// Every property.
    public static let all = runs + stages + checkpoints + rejects + handles
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
