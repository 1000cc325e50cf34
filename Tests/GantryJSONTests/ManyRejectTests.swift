import GantryJSON
import GantryModel
import Testing

@Suite("A page of very many records")
struct ManyRejectTests {
    private func problem(_ text: String, asked: Int? = nil) -> JSONProblem? {
        let decoder = PageDecoder(Shift.self)
        var chunk = Chunk<Shift>(bytes: Array(text.utf8))
        do throws(JSONProblem) {
            _ = try decoder.decodePage(&chunk, shape: .list(["data"], asked: asked))
            return nil
        } catch { return error }
    }

    private func list(_ count: Int, _ element: String) -> String {
        "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }

    @Test("is refused where no record could be so short", arguments: ["{}", "0"]) func tooShort(element: String) {
        let text = list(300_000, element)
        #expect(problem(text) == .tooManyRecords(most: 100_000 + text.utf8.count / 64))
        #expect(problem(list(90_000, element)) == nil)
    }

    @Test("is refused where far fewer were asked for") func farMore() {
        let text = list(
            120_000, #"{"id":1,"hours":1,"note":"0123456789012345678901234567890123456789012345678901234567890"}"#)
        #expect(problem(text) == nil && problem(text, asked: 20_000) == nil)
        #expect(problem(text, asked: 1_000) == .tooManyRecords(most: 100_000))
    }

    @Test("is refused where the lists of a record hold them") func nested() {
        let text = #"[{"id":"a","steps":\#(list(300_000, "0"))}]"#
        let decoder = PageDecoder(Parcel.self)
        var chunk = Chunk<Parcel>(bytes: Array(text.utf8))
        #expect(throws: JSONProblem.tooManyRecords(most: 100_000 + text.utf8.count / 64)) {
            try decoder.decodePage(&chunk, shape: .list([]))
        }
    }

    @Test("has the details of the first rejects, and counts all") func details() throws {
        let page = try decodePage(list(Reject.mostDetailed + 5, "{}"))
        #expect(page.chunk.rejects.count == Reject.mostDetailed + 5)
        #expect(page.chunk.rejects[Reject.mostDetailed - 1].expected.isEmpty == false)
        #expect(
            page.chunk.rejects[Reject.mostDetailed]
                == Reject(index: Reject.mostDetailed, field: "", found: "", expected: ""))
    }

    @Test("has each of them, and the page behind it, or behind one that breaks off, has its own") func others() throws {
        let decoder = PageDecoder(Shift.self)
        func page(_ text: String) throws -> [[Int64?]] {
            let records = try decodePage(Array(text.utf8), with: decoder).chunk.records
            return records.map { [$0.id, $0.count] }
        }
        let many = (1...100_000).map { #"{"id":\#($0),"hours":1\#($0.isMultiple(of: 3) ? #","count":7"# : "")}"# }
        let expected: [[Int64?]] = (1...100_000).map { [$0, $0.isMultiple(of: 3) ? 7 : nil] }
        #expect(try page("[" + many.joined(separator: ",") + "]") == expected)
        #expect(try page(#"[{"id":5,"hours":1}]"#) == [[5, nil]])
        #expect(throws: JSONProblem.self) { try page("[" + many.joined(separator: ",")) }
        #expect(try page(#"[{"id":6,"hours":1}]"#) == [[6, nil]])
    }

    @Test("says what a record was that is left out, on a page and as a landed line") func omitted() throws {
        let expected = [
            Reject(index: 0, field: "", found: "a record of more than 64 MiB", expected: "a record of at most 64 MiB")
        ]
        #expect(try decodePage("[\(OmittedRecord.json)]").chunk.rejects == expected)
        let decoder = PageDecoder(Shift.self)
        var chunk = Chunk<Shift>(bytes: Array((OmittedRecord.json + "\n").utf8))
        try decoder.decodeLines(&chunk)
        #expect(chunk.rejects == expected)
        #expect(try decodePage(#"["gantry"]"#).chunk.rejects.first?.found == "a text")
    }
}
