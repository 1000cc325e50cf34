public import GantryEngine
internal import GantryModel

/// What the journal of a workspace must do beyond ``JournalConformance`` and ``LedgerConformance``.
public enum WorkspaceJournalConformance {
    /// One of them.
    public typealias Property = Conformance<any WorkspaceJournal>

    /// Every property.
    public static let all: [Property] = [
        .init("Documents of one name are found by their runs, and those of stages aren't among them") { open in
            let journal = try await open()
            try await journal.begin(Sample.run(), Sample.stage)
            try await journal.begin(Sample.run(Sample.other), documents: ["withdrawn": "b", "x": "c"])
            try await journal.begin(StageID(Sample.id, "two"), documents: ["withdrawn": "of a stage"], checkpoint: nil)
            try await requireEqual(journal.documents(named: "withdrawn"), [Sample.other: "b"], what: "marks")
            try await journal.keep("d", named: "x", for: Sample.id)
            try await requireEqual(
                open().documents(named: "x"), [Sample.id: "d", Sample.other: "c"], what: "documents")
            try await requireEqual(journal.documents(named: "y"), [:], what: "documents of no name")
            try await requireEqual(
                journal.documents(named: "x", of: [Sample.other]), [Sample.other: "c"], what: "documents of one run")
            try await requireEqual(journal.documents(named: "x", of: []), [:], what: "documents of no run")
            let unknown = (1...300).map { RunID(pipeline: "p", period: "2026", revision: $0) }
            var found: [String?] = []
            try await journal.forEachDocument(named: "x", of: unknown + [Sample.id, Sample.other, Sample.id]) {
                found.append($1)
            }
            try requireEqual(found, unknown.map { _ in nil } + ["d", "c", "d"], what: "documents of many runs")
        },
        .init("Notes of pay are counted, and what the journal was made of is kept") { open in
            let journal = try await open()
            try await requireEqual(
                journal.payNotes(), PayNotes(count: 0, restored: nil, isCopy: false), what: "notes of a new journal")
            try await journal.addPayNote()
            try await journal.addPayNote()
            try await journal.noteRestored("a \u{0}", count: 1)
            try await requireEqual(
                open().payNotes(), PayNotes(count: 2, restored: "a \u{0}", isCopy: false), what: "notes")
            try await journal.noteRestored("b", count: 7)
            try await requireEqual(
                open().payNotes(), PayNotes(count: 7, restored: "b", isCopy: false), what: "notes of a copy")
        },
        .init("Runs are counted") { open in
            let journal = try await open()
            try await journal.begin(Sample.run())
            try await journal.begin(Sample.run(Sample.other))
            try await journal.complete(Sample.other, at: Instant(nanosecondsSince1970: 1))
            let counts = try await journal.runCounts()
            try requireEqual([counts.all, counts.unfinished], [2, 1], what: "counts")
        },
        .init("Lines of a book are kept in order for each pipeline, and are finished one by one") { open in
            let journal = try await open()
            for (index, text) in Sample.oddTexts.enumerated() {
                try await journal.addSignature(text, number: index + 1, of: "payroll")
            }
            try await journal.addSignature("{\"a\":3}", number: 1, of: "other")
            try await journal.finishSignature(2, of: "payroll")
            let found = try await open().signatures(of: "payroll")
            try requireEqual(found.map { Array($0.line.utf8) }, Sample.oddTexts.map { Array($0.utf8) }, what: "lines")
            try requireEqual(found.filter(\.isFinished).map(\.number), [2], what: "finished lines")
            try await requireEqual(journal.signatures(of: "none"), [], what: "no book")
            try await requireEqual(open().signedPipelines(), ["payroll", "other"], what: "pipelines with a book")
            try await requireThrows("a line that is there") {
                try await journal.addSignature("{}", number: 2, of: "payroll")
            }
        },
        .init("A book is adopted as a whole or not at all") { open in
            let journal = try await open()
            try await journal.adoptSignatures(["a", "b", "c"], finished: 2, of: "payroll")
            try await requireEqual(
                journal.signatures(of: "payroll").map(\.isFinished), [true, true, false], what: "finished")
            try await journal.addSignature("x", number: 2, of: "other")
            try await requireThrows("a line that is there") {
                try await journal.adoptSignatures(["a", "b"], finished: 0, of: "other")
            }
            try await journal.addSignature("y", number: 1, of: "other")
            try await requireEqual(journal.signatures(of: "other").map(\.line), ["y", "x"], what: "lines")
        },
        .init("A published run that is forgotten keeps its number, its bag and what it sent") { open in
            let journal = try await open()
            let scope = "kind https://server"
            try await journal.adopt(Sample.run(), bag: "ab12", documents: ["x": "y"])
            let entries = (1...2).map { LedgerEntry(row: $0, idempotencyKey: "k\($0)", at: Sample.run().snapshot) }
            _ = try await journal.enter(entries, scope: scope, for: Sample.id)
            try await journal.record([entries[0].after(.sending, at: Sample.run().snapshot)], for: Sample.id)
            let time = Instant(nanosecondsSince1970: 7)
            try await journal.forget(Sample.id, at: time, because: "too\nold", wasPublished: true)
            try await requireEqual(journal.run(Sample.id), nil, what: "run")
            try await requireEqual(journal.entries(of: Sample.id, rows: 1..<9), [], what: "entries")
            let entry = try await journal.forgotten(Sample.id)
            try requireEqual(entry?.bag, "ab12", what: "bag")
            try requireEqual(entry?.time, time, what: "time")
            try await requireEqual(
                journal.newestForgotten(pipeline: "payroll-monthly", period: "2026-10"), 1, what: "r")
            try await requireEqual(
                journal.newestForgotten(pipeline: "payroll-monthly", period: "2026-1"), nil, what: "r")
            let again = try await journal.enter(
                [LedgerEntry(row: 9, idempotencyKey: "k1", at: time)], scope: scope, for: Sample.other)
            try requireEqual(again.first?.state, .sent, what: "what it sent")
            try await journal.begin(Sample.run(Sample.other))
            try await journal.forget(Sample.other, at: time, because: "", wasPublished: false)
            try await requireEqual(journal.forgotten(Sample.other), nil, what: "an unpublished run")
        },
        .init("What was sent of a sheet's rows is found by what they are in it, also once their run was set aside") {
            open in
            let journal = try await open()
            let time = Sample.run().snapshot
            let entries = (1...3).map {
                LedgerEntry(row: $0, idempotencyKey: "k\($0)", at: time).from("sheet-\($0)-k\($0)")
            }
            _ = try await journal.enter(entries, scope: "kind https://a", for: Sample.id)
            for entry in entries.prefix(2) {
                try await journal.record([entry.after(.sending, at: time)], for: Sample.id)
            }
            func rows(_ starts: [String], limit: Int = 9) async throws -> [[String]] {
                try await journal.sent(withOrigins: starts, limit: limit).map { found in
                    found.map { "\($0.run.prefix { $0 != "@" }) \($0.entry.row)" }
                }
            }
            let (first, second) = ("\(Sample.id) 1", "\(Sample.id) 2")
            try await requireEqual(rows(["sheet-"]), [[first, second]], what: "of a sheet")
            try await requireEqual(rows(["sheet-"], limit: 1).map(\.count), [1], what: "one of a sheet")
            try await journal.setAside(Sample.id, at: time)
            try await requireEqual(
                rows(["sheet-3-", "sheet-2-", "she-", "sheet-2-k2-"]), [[], [second], [], []], what: "set aside")
            try await requireEqual(rows([]), [], what: "of nothing")
        },
        .init("Rows that a person may want to see are found, and an id of the server that another row has") { open in
            let journal = try await open()
            let time = Sample.run().snapshot
            let entries = (1...4).map { LedgerEntry(row: $0, idempotencyKey: "k\($0)", at: time) }
            _ = try await journal.enter(entries, scope: "kind https://a", for: Sample.id)
            let sent = try entries[1].after(.sending, at: time)
            try await journal.record([sent, entries[2].after(.sending, at: time)], for: Sample.id)
            try await journal.record(
                [sent.after(.taken(Receipt(status: 201, serverID: "id\u{0}"), isLast: true), at: time)], for: Sample.id)
            try await requireEqual(journal.troubled(of: Sample.id, limit: 9).map(\.row), [3], what: "troubled")
            let unclear = try entries[3].after(.sending, at: time)
            try await journal.record([unclear], for: Sample.id)
            try await journal.record(
                [unclear.after(.uncertain(RowProblem("status-500", "It failed."), status: 500), at: time)],
                for: Sample.id)
            try await requireEqual(journal.troubled(of: Sample.id, limit: 9).map(\.row), [4, 3], what: "unknown first")
            try await requireEqual(journal.troubledCount(of: Sample.id), 2, what: "count")
            func isTaken(_ id: String, kind: String, key: String) async throws -> Bool {
                try await journal.isTaken(id, within: kind, besides: key, in: "kind https://a")
            }
            try await requireEqual(isTaken("id\u{0}", kind: "kind", key: "k1"), true, what: "another row's id")
            try await requireEqual(isTaken("id\u{0}", kind: "kind", key: "k2"), false, what: "the row's own id")
            try await requireEqual(isTaken("id\u{0}", kind: "kin", key: "k1"), false, what: "an id of another kind")
            try await requireEqual(isTaken("id", kind: "kind", key: "k1"), false, what: "an unknown id")
            func rows(_ id: String, _ kind: String) async throws -> [String] {
                try await journal.entries(withServerID: id, within: kind).map { "\($0.run) \($0.entry.row)" }
            }
            try await requireEqual(rows("id\u{0}", "kind"), ["\(Sample.id) 2"], what: "who has an id")
            try await requireEqual(rows("id\u{0}", "kin"), [], what: "who has an id of another kind")
            try await requireEqual(rows("", "kind"), [], what: "who has no id")
        },
    ]
}
