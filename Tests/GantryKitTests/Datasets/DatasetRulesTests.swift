import Foundation
import GantryConnectors
import GantryEngine
import GantryFiles
import GantryKit
import GantryModel
import GantryTestSupport
import Testing

/// A record with a text for a key.
private struct Note: DatasetRecord, DeclaredRecord {
    var id = TextSlice(start: 0, count: 0, isDecoded: false)
    var stars: Int64 = 0

    static let fields: [Field<Note>] = [
        Field("id", \.id, help: ""),
        Field("stars", help: "", .integer(0...5, FieldSlot(\.stars))),
    ]
    static let dataset = Dataset<Note>("notes", help: "", shape: Note.shape) { _ in
        ReadRequest(path: "/notes", query: [])
    }
    var key: RecordKey { .text(id) }
}

@Suite("The checks of a dataset that is exported as it is") struct DatasetRulesTests {
    private struct Outcome {
        var verdicts: [Verdict] = []
        var notes: [ExceptionNote] = []
        var counts = BatchCounts()
        var passes = 1
    }

    /// Both passes over pages of a few records.
    private func check(_ records: [String], pageSize: Int = 2, _ findings: RecordCheck<Note>? = nil) throws -> Outcome {
        let decoder = Note.dataset.decoder()
        let pages = try stride(from: 0, to: records.count, by: pageSize).map { start -> Chunk<Note> in
            let page = records[start..<min(start + pageSize, records.count)]
            var chunk = Chunk<Note>(bytes: Array("[\(page.joined(separator: ","))]".utf8), firstOrdinal: start)
            _ = try decoder.decodePage(&chunk, listKeys: [])
            return chunk
        }
        var rules = DatasetRules(Note.dataset, wholeBatch: nil, findings: findings)
        var outcome = pass(&rules, pages)
        if try !rules.idsToCompare().isEmpty { for page in pages { rules.compare(page) } }
        guard let wholeBatch = rules.finalize() else { return outcome }
        var second = DatasetRules(Note.dataset, wholeBatch: wholeBatch, findings: findings)
        outcome = pass(&second, pages)
        outcome.passes = 2
        #expect(try second.idsToCompare().isEmpty && second.finalize() == nil)
        return outcome
    }

    private func pass(_ rules: inout DatasetRules<Note>, _ pages: [Chunk<Note>]) -> Outcome {
        var outcome = Outcome()
        for page in pages {
            let checked = rules.check(page)
            outcome.verdicts += checked.verdicts
            outcome.notes += checked.exceptions
        }
        outcome.counts = rules.counts
        #expect(outcome.counts.addUp)
        return outcome
    }

    @Test("export every record once") func once() throws {
        let outcome = try check([#"{"id":"a"}"#, #"{"id":"b","stars":2}"#, #"{"id":"c"}"#])
        #expect(outcome.verdicts == [.exported, .exported, .exported] && outcome.notes.isEmpty && outcome.passes == 1)
    }

    @Test("count an exact repeat once, however it is spelled") func repeats() throws {
        let outcome = try check([#"{"id":"a","stars":2}"#, #"{"id":"b"}"#, #"{"stars":"2","id":"\u0061"}"#])
        #expect(outcome.verdicts == [.exported, .exported, .repeated] && outcome.counts.repeats == 1)
    }

    @Test("hold both of two different records under one key, also the first") func conflicts() throws {
        let outcome = try check([#"{"id":"a","stars":1}"#, #"{"id":"b"}"#, #"{"id":"a","stars":2}"#, #"{"id":"b"}"#])
        #expect(outcome.verdicts == [.held, .exported, .held, .repeated] && outcome.passes == 2)
        #expect(
            outcome.notes.map(\.recordKey) == ["a", "a"] && outcome.notes.allSatisfy { $0.rule == "conflicting-id" })
    }

    @Test("leave a record that can't be used out of everything") func rejects() throws {
        let outcome = try check([#"{"stars":1}"#, #"{"id":"a"}"#, #"{"id":"a","stars":9}"#])
        #expect(outcome.verdicts == [.rejected, .exported, .rejected] && outcome.counts.rejected == 2)
    }

    @Test("join nothing to a record that can't be used") func rejectsUnjoined() throws {
        var chunk = Chunk<Note>(
            bytes: Array(#"[{"id":"a","stars":3},{"id":"b","stars":9},{"stars":1},{"id":"c","stars":4}]"#.utf8))
        _ = try Note.dataset.decoder().decodePage(&chunk, listKeys: [])
        var rules = DatasetRules(Note.dataset, wholeBatch: nil, joined: { note, _ in Int32(note.stars) })
        let joined = rules.check(chunk).joined
        #expect(joined == [3, -1, -1, 4])
        var plain = DatasetRules(Note.dataset, wholeBatch: nil)
        let none = plain.check(chunk).joined
        #expect(none.isEmpty)
    }

    @Test("list what the connector finds, and hold a blocker") func findings() throws {
        let outcome = try check([#"{"id":"a","stars":1}"#, #"{"id":"b","stars":5}"#, #"{"id":"c","stars":3}"#]) {
            note, _ in
            guard note.stars != 3 else { return [] }
            return [
                RecordFinding(
                    rule: "odd", severity: note.stars > 3 ? .blocker : .warning, found: "\(note.stars)", expected: "3")
            ]
        }
        #expect(outcome.verdicts == [.exported, .held, .exported])
        #expect(outcome.notes.map(\.recordKey) == ["a", "b"] && outcome.notes.map(\.found) == ["1", "5"])
    }
}

@Suite("Holidays, which have no ids") struct HolidayKeyTests {
    @Test("are told apart by day and name") func dayAndName() throws {
        let page = #"""
            [{"date":"2026-05-01","name":"May Day"},{"date":"2026-05-01","name":"Buddha Purnima"},{"date":"2026-12-16","name":"Victory Day"},
             {"date":"2027-12-16","name":"Victory Day"},{"date":"2026-05-01","name":"May D\u0061y"},{"id":3,"date":"2026-05-01","name":"May Day"}]
            """#
        var chunk = Chunk<CDBL.Holiday>(bytes: Array(page.utf8))
        _ = try CDBL.Holiday.dataset.decoder().decodePage(&chunk, listKeys: [])
        #expect(chunk.rejects.isEmpty)
        var rules = DatasetRules(CDBL.Holiday.dataset, wholeBatch: nil)
        _ = rules.check(chunk)
        let ids = try rules.idsToCompare()
        #expect(ids.count == 1)
        rules.compare(chunk)
        let findings = rules.finalize()
        let wholeBatch = try #require(findings)
        var second = DatasetRules(CDBL.Holiday.dataset, wholeBatch: wholeBatch)
        #expect(second.check(chunk).verdicts == [.exported, .exported, .exported, .exported, .repeated, .exported])
    }
}

@Suite("Keys that are texts") struct KeyHashTests {
    @Test("are found when they came more than once, however many lie between") func repeats() throws {
        var records = (0..<300_000).map { #"{"id":"k\#($0)"}"# }
        records.append(#"{"id":"k7"}"#)
        records.append(#"{"id":"k131071"}"#)
        let decoder = Note.dataset.decoder()
        var rules = DatasetRules(Note.dataset, wholeBatch: nil)
        for start in stride(from: 0, to: records.count, by: 50_000) {
            let page = records[start..<min(start + 50_000, records.count)]
            var chunk = Chunk<Note>(bytes: Array("[\(page.joined(separator: ","))]".utf8), firstOrdinal: start)
            _ = try decoder.decodePage(&chunk, listKeys: [])
            _ = rules.check(chunk)
        }
        let ids = try rules.idsToCompare()
        #expect(ids.count == 2)
    }

    @Test("are found too when they are too many to be kept at once", arguments: [1, 10, 100, 1_000, 1_500, 4_000])
    func parts(limit: Int) throws {
        var texts = (0..<3_000).map { #"{"id":"k\#($0)","stars":1}"# }
        texts += [
            #"{"id":"k7","stars":1}"#, #"{"id":"k2999","stars":1}"#, #"{"id":"k31","stars":2}"#,
            #"{"id":"k1700","stars":1}"#,
        ]
        let decoder = Note.dataset.decoder()
        let chunks = try stride(from: 0, to: texts.count, by: 700).map { start -> Chunk<Note> in
            let page = texts[start..<min(start + 700, texts.count)]
            var chunk = Chunk<Note>(bytes: Array("[\(page.joined(separator: ","))]".utf8), firstOrdinal: start)
            _ = try decoder.decodePage(&chunk, listKeys: [])
            return chunk
        }
        let folder = try TemporaryFolder()
        var rules = DatasetRules(Note.dataset, wholeBatch: nil, spillingTo: folder.path, hashLimit: limit)
        for chunk in chunks { _ = rules.check(chunk) }
        let ids = try rules.idsToCompare()
        #expect(ids.count == 4)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        for chunk in chunks { rules.compare(chunk) }
        let findings = rules.finalize()
        let wholeBatch = try #require(findings)
        var second = DatasetRules(Note.dataset, wholeBatch: wholeBatch, spillingTo: folder.path, hashLimit: limit)
        for chunk in chunks { _ = second.check(chunk) }
        #expect(second.counts.repeats == 3 && second.counts.held == 2 && second.counts.addUp)
    }

    @Test("that can't be put on disk end the run, and none counts as seen once") func noDisk() throws {
        let texts = (0..<30).map { #"{"id":"k\#($0)","stars":1}"# }
        var chunk = Chunk<Note>(bytes: Array("[\(texts.joined(separator: ","))]".utf8))
        _ = try Note.dataset.decoder().decodePage(&chunk, listKeys: [])
        var rules = DatasetRules(Note.dataset, wholeBatch: nil, spillingTo: "/nowhere", hashLimit: 10)
        _ = rules.check(chunk)
        var error: FileError?
        do { _ = try rules.idsToCompare() } catch let found as FileError { error = found }
        #expect(error?.path == "/nowhere")
    }
}
