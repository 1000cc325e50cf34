import GantryConnectors
import GantryEngine
import GantryKit
import GantryModel
import Testing

/// A record with a time and a day.
private struct Event: DatasetRecord, DeclaredRecord {
    var id = TextSlice()
    var time: Instant?
    var day: CivilDate?
    var stars: Int64?

    static let fields: [Field<Event>] = [
        Field("id", \.id, help: ""),
        Field("time", \.time, help: ""),
        Field("day", \.day, help: ""),
        Field("stars", \.stars, in: 0...5, help: ""),
    ]
    static let dataset = Dataset<Event>(
        "events", help: "", order: .time("time") { $0.time }, days: { event in event.day.map { $0...($0 + 2) } },
        shape: Event.shape
    ) { _ in
        ReadRequest(path: "/events", query: [])
    }
    var key: RecordKey { .text(id) }
}

@Suite("A run that leaves records out") struct SelectionTests {
    private struct Outcome {
        var verdicts: [Verdict] = []
        var exported: [String] = []
        var notes: [String] = []
        var counts = BatchCounts()
        var bookmark: Bookmark?
    }

    /// A run over the records, with the second pass where the checks want one. A record with three stars is held.
    private func run(_ records: [String], _ selection: RecordSelection) throws -> Outcome {
        let decoder = Event.dataset.decoder()
        var chunk = Chunk<Event>(bytes: Array("[\(records.joined(separator: ","))]".utf8))
        _ = try decoder.decodePage(&chunk, listKeys: [])
        let findings: RecordCheck<Event> = { event, _ in
            event.stars == 3 ? [RecordFinding(rule: "three", severity: .blocker, found: "3", expected: "not 3")] : []
        }
        var rules = DatasetRules(Event.dataset, wholeBatch: nil, selecting: selection, findings: findings)
        var checked = rules.check(chunk)
        if try !rules.idsToCompare().isEmpty { rules.compare(chunk) }
        var outcome = Outcome()
        if let wholeBatch = rules.finalize() {
            var second = DatasetRules(Event.dataset, wholeBatch: wholeBatch, selecting: selection, findings: findings)
            checked = second.check(chunk)
            (outcome.counts, outcome.bookmark) = (second.counts, second.summary().bookmark)
        } else {
            (outcome.counts, outcome.bookmark) = (rules.counts, rules.summary().bookmark)
        }
        outcome.verdicts = checked.verdicts
        outcome.notes = checked.exceptions.map(\.rule)
        outcome.exported = checked.verdicts.indices.filter { checked.verdicts[$0] == .exported }.map {
            checked.chunk.text(checked.chunk.records[$0].id)
        }
        #expect(outcome.counts.addUp)
        return outcome
    }

    private func event(_ id: String, _ second: Int?, stars: Int? = nil) -> String {
        let time = second.map { ",\"time\":\"\(Instant(secondsSince1970: Int64($0)))\"" } ?? ""
        return "{\"id\":\"\(id)\"\(time)\(stars.map { ",\"stars\":\($0)" } ?? "")}"
    }

    @Test("counts what lies outside the period, and takes what touches it or tells no day") func period() throws {
        let days = ["2026-09-28", "2026-09-29", "2026-10-31", "2026-11-01"]
        let records = days.enumerated().map { #"{"id":"\#($0)","day":"\#($1)"}"# } + [#"{"id":"none"}"#]
        let outcome = try run(records, RecordSelection(period: PayPeriod("2026-10")))
        #expect(outcome.verdicts == [.excluded, .exported, .exported, .excluded, .exported])
        #expect(outcome.counts.excluded == 2 && outcome.notes == ["undated"])
    }

    @Test("takes records with the time at which the last run ended, but not those that it had") func edge() throws {
        let first = try run([event("a", 1), event("b", 2)], RecordSelection(since: Bookmark()))
        #expect(first.exported == ["a", "b"])
        let records = [event("a", 1), event("b", 2), event("c", 2), event("d", 3), event("late", 1)]
        let second = try run(records, RecordSelection(since: first.bookmark))
        #expect(second.exported == ["c", "d"] && second.counts.excluded == 3)
        let third = try run(records, RecordSelection(since: second.bookmark))
        #expect(third.exported.isEmpty && third.counts.excluded == 5)
        #expect(third.bookmark == second.bookmark, "a run without anything new keeps the place")
    }

    @Test("takes a record with a time in the future once, and all that come after it") func future() throws {
        func selection(_ since: Bookmark?, at second: Int64) -> RecordSelection {
            RecordSelection(since: since, snapshot: Instant(secondsSince1970: second))
        }
        let day = 86_400
        let records = [event("a", 1), event("test", 2_000 * day), event("now", 101)]
        let first = try run(records, selection(Bookmark(), at: 100))
        #expect(first.exported == ["a", "test", "now"] && first.notes == ["future-time"])
        let second = try run(records + [event("b", 150), event("c", 200)], selection(first.bookmark, at: 300))
        #expect(second.exported == ["b", "c"] && second.notes.isEmpty && second.counts.excluded == 3)
        // Its time comes, and it is the same record.
        let late = try run(records + [event("d", 3_000 * day)], selection(second.bookmark, at: Int64(4_000 * day)))
        #expect(late.exported == ["d"] && late.counts.excluded == 3)
        #expect(first.bookmark?.latest == Instant(secondsSince1970: 1).nanosecondsSince1970)
    }

    @Test("takes a record again that changed while a run read it, or by a clock ahead of it, whenever it changes")
    func ahead() throws {
        func outcome(_ records: [String], _ since: Bookmark?, at second: Int64) throws -> Outcome {
            // The journal keeps the bookmark as text.
            let since = Bookmark(since?.text ?? "")
            return try run(
                records, RecordSelection(since: since, snapshot: Instant(secondsSince1970: second)))
        }
        let first = try outcome([event("a", 1), event("b", 105), event("c", 106)], Bookmark(), at: 100)
        #expect(first.exported == ["a", "b", "c"] && first.notes.isEmpty)
        let second = try outcome([event("a", 1), event("b", 250), event("c", 106)], first.bookmark, at: 300)
        #expect(second.exported == ["b"] && second.counts.excluded == 2)
        let third = try outcome([event("a", 1), event("b", 250), event("c", 106)], second.bookmark, at: 400)
        #expect(third.exported.isEmpty && third.bookmark == second.bookmark)
        #expect(
            third.bookmark?.text.contains(#""apart":[]"#) == true, "their time has come: \(third.bookmark?.text ?? "")")
        let fourth = try outcome([event("a", 350), event("b", 360), event("c", 370)], third.bookmark, at: 400)
        #expect(fourth.exported == ["a", "b", "c"])
    }

    @Test("takes each change once, however many come while runs read", arguments: 0..<100)
    func changes(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var records: [String: Int] = [:]
        var bookmark = Bookmark()
        var exported: [String] = []
        var shown: Set<String> = []
        for night in 1...8 {
            // From the afternoon before until the run has read everything.
            for second in (night * 100 - 40)...(night * 100 + 40) where Int.random(in: 0..<20, using: &random) == 0 {
                records["e\(Int.random(in: 0..<6, using: &random))"] = second
            }
            let sent = records.keys.sorted().shuffled(using: &random)
            let selection = RecordSelection(
                since: Bookmark(bookmark.text), snapshot: Instant(secondsSince1970: Int64(night * 100)))
            let outcome = try run(sent.map { event($0, records[$0]) }, selection)
            exported += outcome.exported.map { "\($0) \(records[$0] ?? 0)" }
            shown.formUnion(records.map { "\($0.key) \($0.value)" })
            bookmark = try #require(outcome.bookmark)
        }
        #expect(exported.count == Set(exported).count, "doubled, seed \(seed)")
        #expect(Set(exported) == shown, "lost \(shown.subtracting(exported)), seed \(seed)")
    }

    @Test("takes a record again that gets a time, or another one from the past") func corrected() throws {
        func selection(_ since: Bookmark?) -> RecordSelection {
            RecordSelection(since: since, snapshot: Instant(secondsSince1970: 300))
        }
        let wrong = [event("a", 200), event("x", nil), event("test", 9_000)]
        let first = try run(wrong, selection(Bookmark()))
        let mended = [event("a", 200), event("x", 50), event("test", 60)]
        let second = try run(mended, selection(first.bookmark))
        #expect(second.exported == ["x", "test"])
        #expect(try run(mended, selection(second.bookmark)).exported.isEmpty)
    }

    @Test("takes a record that was held or could not be used when it is right") func owed() throws {
        let first = try run(
            [event("held", 1, stars: 3), event("bad", 1, stars: 9), event("good", 5)],
            RecordSelection(since: Bookmark()))
        #expect(first.exported == ["good"] && first.counts.held == 1 && first.counts.rejected == 1)
        let still = try run(
            [event("held", 1, stars: 3), event("bad", 1, stars: 9), event("good", 5)],
            RecordSelection(since: first.bookmark))
        #expect(still.counts.held == 1 && still.counts.rejected == 1 && still.counts.excluded == 1)
        let mended = try run(
            [event("held", 1, stars: 4), event("bad", 1, stars: 1), event("good", 5)],
            RecordSelection(since: still.bookmark))
        #expect(mended.exported == ["held", "bad"] && mended.counts.excluded == 1)
        let after = try run(
            [event("held", 1, stars: 4), event("bad", 1, stars: 1), event("good", 5)],
            RecordSelection(since: mended.bookmark))
        #expect(after.exported.isEmpty)
    }

    @Test("takes a record whose key could not be read when it is right, by its time") func unnamed() throws {
        func broken(_ second: Int) -> String { event("X", second).replacing(#""X""#, with: "null") }
        let first = try run(
            [event("a", 1), broken(2), event("c", 5)], RecordSelection(since: Bookmark()))
        #expect(first.exported == ["a", "c"] && first.counts.rejected == 1)
        let since = Bookmark(first.bookmark?.text ?? "")
        #expect(since?.start == Instant(secondsSince1970: 2).nanosecondsSince1970, "the server is asked for it")
        let still = try run([event("a", 1), broken(2), event("c", 5), event("d", 6)], RecordSelection(since: since))
        #expect(still.exported == ["d"] && still.counts.rejected == 1 && still.counts.excluded == 2)
        let records = [event("a", 1), event("b", 2), event("c", 5), event("d", 6)]
        let mended = try run(records, RecordSelection(since: still.bookmark))
        #expect(mended.exported == ["b"] && mended.counts.excluded == 3)
        let after = try run(records, RecordSelection(since: mended.bookmark))
        #expect(after.exported.isEmpty && after.bookmark?.start == Instant(secondsSince1970: 6).nanosecondsSince1970)
    }

    @Test("takes a record without a time once, and says so") func untimed() throws {
        let first = try run(
            [event("a", 1), event("x", nil), event("held", nil, stars: 3)], RecordSelection(since: Bookmark()))
        #expect(first.exported == ["a", "x"] && first.notes == ["undated", "three", "undated"])
        // The journal keeps the bookmark as text.
        let text = first.bookmark?.text ?? ""
        let records = [event("a", 1), event("x", nil), event("held", nil, stars: 4), event("y", nil)]
        let second = try run(records, RecordSelection(since: Bookmark(text)))
        #expect(
            second.exported == ["held", "y"] && second.notes == ["undated", "undated"] && second.counts.excluded == 2)
        let third = try run(records, RecordSelection(since: second.bookmark))
        #expect(third.exported.isEmpty && third.notes.isEmpty && third.counts.excluded == 4)
    }

    @Test("takes what belongs to a key that was not asked for before from its beginning") func groups() throws {
        func message(_ id: String, _ second: Int, _ sender: String, _ receiver: String) -> String {
            let time = Instant(secondsSince1970: Int64(second))
            return
                #"{"id":"\#(id)","content":"","type":"TEXT","timestamp":"\#(time)","sender":{"id":"\#(sender)"},"receiver":{"id":"\#(receiver)"}}"#
        }
        func verdicts(_ records: [String], _ since: Bookmark?) throws -> ([Verdict], Bookmark?) {
            var chunk = Chunk<VynqTalk.Message>(bytes: Array("[\(records.joined(separator: ","))]".utf8))
            _ = try VynqTalk.Message.dataset.decoder().decodePage(&chunk, listKeys: [])
            var rules = DatasetRules(
                VynqTalk.Message.dataset, wholeBatch: nil, selecting: RecordSelection(since: since))
            let checked = rules.check(chunk)
            return (checked.verdicts, rules.summary().bookmark)
        }
        let first = try verdicts([message("1", 10, "a", "b"), message("2", 20, "b", "a")], Bookmark())
        #expect(first.0 == [.exported, .exported])
        let text = first.1?.text ?? ""
        let second = try verdicts(
            [
                message("1", 10, "a", "b"), message("2", 20, "b", "a"), message("3", 5, "a", "c"),
                message("4", 21, "a", "b"),
            ], Bookmark(text))
        #expect(second.0 == [.excluded, .excluded, .exported, .exported])
        // A run that does not ask for a pair leaves its place as it was.
        let third = try verdicts([message("3", 5, "a", "c"), message("5", 30, "c", "a")], second.1)
        #expect(third.0 == [.excluded, .exported])
        let fourth = try verdicts(
            [message("4", 21, "a", "b"), message("6", 25, "a", "b"), message("5", 30, "c", "a")], third.1)
        #expect(fourth.0 == [.excluded, .exported, .excluded])
    }

    @Test("neither loses nor doubles a record, however runs and records follow each other", arguments: 0..<200)
    func runs(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var records: [(id: String, second: Int, stars: Int)] = []
        var bookmark: Bookmark? = Bookmark()
        var exported: [String] = []
        var clock = 0
        for _ in 0..<8 {
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                // Times never fall, and often stand still.
                clock += Int.random(in: 0...1, using: &random)
                records.append(("e\(records.count)", clock, Int.random(in: 0...4, using: &random)))
            }
            // What was held is mended now and then.
            for index in records.indices where records[index].stars == 3 && Bool.random(using: &random) {
                records[index].stars = 4
            }
            var sent = records.shuffled(using: &random).map { event($0.id, $0.second, stars: $0.stars) }
            if let again = sent.randomElement(using: &random), Bool.random(using: &random) { sent.append(again) }
            let text = bookmark?.text ?? ""
            let outcome = try run(sent, RecordSelection(since: Bookmark(text)))
            exported += outcome.exported
            bookmark = outcome.bookmark
            #expect(
                outcome.exported.allSatisfy { id in records.contains { $0.id == id && $0.stars != 3 } }, "seed \(seed)")
        }
        let wanted = Set(records.filter { $0.stars != 3 }.map(\.id))
        #expect(exported.count == Set(exported).count, "doubled, seed \(seed)")
        #expect(wanted.subtracting(exported).isEmpty, "lost \(wanted.subtracting(exported)), seed \(seed)")
    }

    @Test("keeps groups apart that are equal as texts and differ in their bytes") func groupsByBytes() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        var bookmark = Bookmark()
        bookmark.pass(5, in: composed) { Array("a".utf8) }
        #expect(bookmark.covers(3, in: composed) { [] } && !bookmark.covers(3, in: decomposed) { [] })
        bookmark.pass(2, in: decomposed) { Array("b".utf8) }
        let read = try #require(Bookmark(bookmark.text))
        #expect(read == bookmark && read.covers(3, in: composed) { [] } && !read.covers(3, in: decomposed) { [] })
    }
}
