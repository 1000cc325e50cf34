import GantryEngine
import GantryModel
import Testing

@Suite("A row's entry in the ledger")
struct LedgerEventTests {
    private static let problem = RowProblem("code", field: "field", "A sentence.")
    private static let now = Instant(secondsSince1970: 1_790_000_000)

    /// Every kind of event by its name.
    private static let events: [(name: String, event: LedgerEvent)] = [
        ("readied", .readied(content: "file=9f86/1")), ("sending", .sending),
        ("taken", .taken(Receipt(status: 200), isLast: false)),
        ("taken last", .taken(Receipt(status: 201), isLast: true)),
        ("refused", .refused(problem, status: 422)), ("missing", .missing(problem, status: 503)),
        ("uncertain", .uncertain(problem)),
        ("not looked up", .notLookedUp(problem)), ("resend", .resend), ("accept", .accept),
    ]

    /// A way of events to each state, with a step behind it or not.
    private static let ways: [(name: String, events: [LedgerEvent])] = [
        ("planned", []), ("sent", [.sending]), ("answered", [.sending, .taken(Receipt(), isLast: false)]),
        ("sent again", [.sending, .taken(Receipt(), isLast: false), .sending]),
        ("done", [.sending, .taken(Receipt(), isLast: true)]),
        ("refused", [.refused(problem, status: nil)]), ("unknown", [.sending, .uncertain(problem)]),
        ("unknown later", [.sending, .taken(Receipt(), isLast: false), .sending, .uncertain(problem)]),
    ]

    /// What follows; what is not listed can't happen.
    private static let table: [String: [String: String]] = [
        "planned": ["readied": "planned", "sending": "sent", "refused": "refused"],
        "sent": [
            "taken": "answered", "taken last": "done", "refused": "refused", "missing": "planned",
            "uncertain": "unknown", "not looked up": "sent",
        ],
        "answered": ["readied": "answered", "sending": "sent", "refused": "refused"],
        "sent again": [
            "taken": "answered", "taken last": "done", "refused": "refused", "missing": "answered",
            "uncertain": "unknown", "not looked up": "sent",
        ],
        "done": [:],
        "refused": [:],
        "unknown": ["taken": "answered", "taken last": "done", "resend": "planned", "accept": "done"],
        "unknown later": ["taken": "answered", "taken last": "done", "resend": "answered", "accept": "done"],
    ]

    private static func entry(_ events: [LedgerEvent]) throws -> LedgerEntry {
        try events.reduce(LedgerEntry(row: 1, idempotencyKey: "k", at: now)) { try $0.after($1, at: now) }
    }

    @Test("that a person accepted says so, with what was in doubt")
    func accepted() throws {
        let entry = try Self.entry([.sending, .uncertain(Self.problem), .accept])
        #expect(entry.state == .done)
        #expect(entry.problem?.code == "accepted")
        #expect(
            entry.problem?.sentence
                == "A person accepted it as done. Before that: \(Self.problem.sentence)")
    }

    @Test("that was sent before a cell was mended is another effect when it is sent again, from its first step")
    func anew() throws {
        let events: [LedgerEvent] = [
            .sending, .taken(Receipt(serverID: "id", resumeState: "token"), isLast: false), .sending,
            .uncertain(Self.problem),
        ]
        let earlier = try Self.entry(events).from("sheet-row-old")
        let mended = LedgerEntry(row: 1, idempotencyKey: "k", resumeState: "checked", at: Self.now)
            .from("sheet-row-new").continuing(earlier, of: "send/rows/r1")
        #expect(mended.hasOtherValues && mended.state == .unknown && mended.stepsDone == 1)
        let anew = try mended.after(.resend, at: Self.now).anew("l")
        #expect(anew.state == .planned && anew.idempotencyKey == "l" && anew.origin == "sheet-row-new")
        #expect(anew.stepsDone == 0 && anew.attempts == 0 && anew.serverID.isEmpty)
        #expect(anew.resumeState == "checked" && !anew.hasOtherValues && !anew.isTelling)
        #expect(!earlier.hasOtherValues)
    }

    @Test("is called by its row in a list, and by its file too where another one of the row is there")
    func names() {
        let entries = [(2, 0), (3, 0), (3, 1), (4, 2)].map { row, part in
            LedgerEntry(row: row, part: part, idempotencyKey: "k", refused: Self.problem, at: Self.now)
        }
        #expect(entries.rowNames == ["2", "3.1", "3.2", "4.3"])
    }

    @Test("says what is sent once a photo is converted, and nothing else changes")
    func readied() throws {
        let known = try Self.entry([.sending, .missing(Self.problem, status: 503)])
        let readied = try known.after(.readied(content: "file=9f86/1"), at: Self.now)
        #expect(readied.content == "file=9f86/1" && known.content.isEmpty)
        #expect(readied.attempts == 1 && readied.problem == Self.problem && readied.status == 503)
    }

    @Test("that repeats another names it by its row in the spreadsheet")
    func repeated() throws {
        let entry = LedgerEntry(row: 5, idempotencyKey: "k", at: Self.now).repeating(2)
        #expect(entry.problem?.sentence.hasPrefix("Row 2 of the sheet has the same content and effect") == true)
    }

    @Test("changes as the table says, for every state and event, and no other way")
    func everyPair() throws {
        for way in Self.ways {
            let before = try Self.entry(way.events)
            for (name, event) in Self.events {
                let expected = Self.table[way.name]?[name]
                #expect(before.allows(event) == (expected != nil), "\(way.name), \(name)")
                do {
                    let after = try before.after(event, at: Self.now)
                    #expect(after.state.rawValue == expected, "\(way.name), \(name)")
                } catch {
                    #expect(expected == nil && error.row == 1 && error.state == before.state, "\(way.name), \(name)")
                    #expect(error.explanation.hasSuffix(".") && !error.isRetryable)
                }
            }
        }
    }

    @Test("counts how often the row was sent, and its steps, and keeps what an answer told")
    func facts() throws {
        let later = Instant(secondsSince1970: 1_790_000_001)
        var entry = try Self.entry([.sending])
        #expect(entry.attempts == 1 && entry.stepsDone == 0 && entry.status == nil)
        entry = try entry.after(
            .taken(Receipt(status: 201, serverID: "id", traceID: "trace", resumeState: "memory"), isLast: false),
            at: later)
        #expect(
            entry.stepsDone == 1 && entry.status == 201 && entry.serverID == "id" && entry.resumeState == "memory"
                && entry.changedAt == later)
        #expect(entry.traceID == "trace")
        entry = try entry.after(.sending, at: later)
        #expect(entry.attempts == 1 && entry.status == nil && entry.resumeState == "memory" && entry.serverID == "id")
        entry = try entry.after(.missing(Self.problem, status: 503), at: later)
        #expect(entry.problem == Self.problem && entry.status == 503 && entry.stepsDone == 1)
        entry = try entry.after(.sending, at: later).after(.taken(Receipt(), isLast: true), at: later)
        #expect(
            entry.problem == nil && entry.attempts == 2 && entry.stepsDone == 2 && entry.serverID == "id"
                && entry.traceID.isEmpty)
    }

    @Test("that could not be looked up says why, and keeps when it was sent")
    func notLookedUp() throws {
        let sent = try Self.entry([.sending])
        let later = Instant(secondsSince1970: 1_790_000_009)
        let noted = try sent.after(.notLookedUp(Self.problem, status: 500, traceID: "t-1"), at: later)
        #expect(noted.problem == Self.problem && noted.status == 500 && noted.reason == "A sentence. (trace id t-1)")
        let planned = try Self.entry([])
        #expect(noted.changedAt == sent.changedAt && noted.attempts == 1 && noted.notes(sent) && !sent.notes(planned))
        let done = try noted.after(.taken(Receipt(status: 200), isLast: true), at: later)
        #expect(done.problem == nil && done.reason == nil)
    }

    @Test("has the trace id of the answer that its reason is about, and no older one")
    func trace() throws {
        let left = try Self.entry([.sending, .missing(Self.problem, status: 500, traceID: "t-1")])
        #expect(left.reason == "A sentence. (trace id t-1)")
        #expect(
            try left.after(.sending, at: Self.now).after(.refused(Self.problem, status: 409), at: Self.now).reason
                == "A sentence.")
    }

    @Test(
        "is never done without an answer or a person's word, and never sent while it is sent, done or unknown",
        arguments: 0..<20 as Range<UInt64>)
    func randomSequences(_ lane: UInt64) throws {
        var random = SeededGenerator(seed: lane)
        for _ in 0..<500 {
            var entry = try Self.entry([])
            var sends = 0
            var mayBeThere = false
            var hasWord = false
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let (name, event) = Self.events[Int.random(in: Self.events.indices, using: &random)]
                let before = entry
                do { entry = try entry.after(event, at: Self.now) } catch { continue }
                switch name {
                case "sending":
                    #expect([.planned, .answered].contains(before.state))
                    #expect(!mayBeThere, "a step that may be there was sent again")
                    sends += 1
                    mayBeThere = true
                case "taken", "taken last":
                    mayBeThere = false
                    // The next step's first send is no repeat.
                    if name == "taken" { sends -= 1 }
                    hasWord = hasWord || name == "taken last"
                case "refused", "missing", "resend": mayBeThere = false
                case "accept": hasWord = true
                default: break
                }
                #expect(entry.attempts == sends)
                #expect(entry.state != .done || hasWord)
            }
        }
    }

    @Test("tells what the pipeline file allows, until a step leaves something else")
    func allowed() throws {
        var entry = LedgerEntry(
            row: 1, idempotencyKey: "k", content: "", allowing: ["has-certificate", "late"], at: Self.now)
        #expect(
            entry.allowed("has-certificate") && entry.allowed("late") && !entry.allowed("lat")
                && !entry.allowed("allowed"))
        entry = try entry.after(.sending, at: Self.now).after(
            .taken(Receipt(resumeState: "late"), isLast: false), at: Self.now)
        #expect(!entry.allowed("late"))
        #expect(!LedgerEntry(row: 1, idempotencyKey: "k", content: "", allowing: [], at: Self.now).allowed(""))
        // What the check found is kept beside it.
        let both = LedgerEntry(
            row: 1, idempotencyKey: "k", content: "", resumeState: "l1\nl2", allowing: ["late"], at: Self.now)
        #expect(both.allowed("late") && !both.allowed("l1") && both.checkState == "l1\nl2")
        let plain = LedgerEntry(row: 1, idempotencyKey: "k", content: "", resumeState: "l1", allowing: [], at: Self.now)
        #expect(plain.checkState == "l1" && !plain.allowed("l1"))
    }
}
