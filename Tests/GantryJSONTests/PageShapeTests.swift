import GantryJSON
import GantryModel
import Testing

@Suite("A page")
struct PageShapeTests {
    private let two = #"[{"id":1,"hours":1},{"id":2,"hours":2}]"#

    private func envelope(
        page: Int64? = nil, totalPages: Int64? = nil, totalCount: Int64? = nil, hasNext: Bool? = nil,
        limit: Int64? = nil,
        offset: Int64? = nil
    ) -> PageEnvelope {
        var envelope = PageEnvelope()
        envelope.limit = limit
        envelope.offset = offset
        envelope.page = page
        envelope.totalPages = totalPages
        envelope.totalCount = totalCount
        envelope.hasNext = hasNext
        return envelope
    }

    @Test("may be a bare list, which says nothing about the whole") func bareList() throws {
        let page = try decodePage(two)
        #expect(page.chunk.records.map(\.id) == [1, 2])
        #expect(page.envelope == PageEnvelope())
    }

    @Test("may hold its list under any of the keys", arguments: listKeys) func listKey(key: String) throws {
        #expect(try decodePage(#"{"ok":true,"\#(key)":\#(two),"more":{"a":[1]}}"#).chunk.records.map(\.id) == [1, 2])
    }

    @Test("with two lists is refused, and a key that holds none is passed over") func twoLists() throws {
        func problem(_ text: String) -> JSONProblem? {
            do throws(JSONProblem) {
                _ = try decodePage(text)
                return nil
            } catch { return error }
        }
        #expect(
            problem(#"{"data":\#(two),"data":[]}"#)
                == .shape(expected: "one list of records", found: #"two under "data""#))
        #expect(
            problem(#"{"entries":[],"total":2,"data":\#(two)}"#)
                == .shape(expected: "one list of records", found: #"one under "entries" and one under "data""#))
        #expect(try decodePage(#"{"data":null,"entries":\#(two),"data":{}}"#).chunk.count == 2)
    }

    @Test(
        "that reports a failure is none, however it says so and wherever",
        arguments: [
            #""success":false"#, #""ok":false"#, #""ok":0"#, #""status":"Error""#, #""status":"failed""#,
            #""status":503"#,
            #""error":"x""#, #""error":true"#, #""error":{"a":1}"#, #""errors":["x"]"#, #""errors":2"#,
            #""meta":{"ok":false}"#,
        ])
    func failure(member: String) throws {
        for text in [#"{\#(member),"success":true,"data":\#(two)}"#, #"{"data":\#(two),\#(member)}"#, "{\(member)}"] {
            #expect(try decodePage(text).envelope.success == false, "\(text)")
            #expect(PageEnvelope.reportsFailure(Array(text.utf8)))
        }
    }

    @Test("without a failure reports none, and neither does what is no object") func noFailure() throws {
        for member in [#""success":true"#, #""error":null"#, #""error":"""#, #""errors":[]"#, #""status":"sent""#] {
            #expect(try decodePage(#"{\#(member),"data":\#(two)}"#).envelope.success != false, "\(member)")
            #expect(!PageEnvelope.reportsFailure(Array("{\(member)}".utf8)))
        }
        for text in ["[]", "", "<html>", #"{"ok":"#] { #expect(!PageEnvelope.reportsFailure(Array(text.utf8))) }
    }

    @Test("may begin with a byte order mark, in front of anything") func byteOrderMark() throws {
        for text in [two, " " + two, #"{"data":\#(two)}"#, "\n{\"data\":[]}"] {
            let plain = try decodePage(text)
            let marked = try decodePage("\u{FEFF}" + text)
            #expect(marked.chunk.records.map(\.id) == plain.chunk.records.map(\.id))
            if plain.chunk.count == 2 { #expect(marked.source(1) == plain.source(1)) }
            #expect(try JSONTree(Array("\u{FEFF}\(text)".utf8)) == JSONTree(Array(text.utf8)))
        }
        for text in ["\u{FEFF}", "\u{FEFF}\u{FEFF}[]", "[\u{FEFF}]", "[]\u{FEFF}"] {
            #expect(throws: JSONProblem.self) { try decodePage(text) }
        }
    }

    @Test("may be empty", arguments: ["[]", " [ ] ", #"{"data":[]}"#, #"{"data":[],"total":0}"#])
    func empty(text: String) throws {
        #expect(try decodePage(text).chunk.count == 0)
    }

    @Test("states its place in a pagination object, before or after its list") func pagination() throws {
        let counts =
            #""pagination":{"currentPage":2,"totalPages":5,"totalCount":4321,"hasNext":true,"hasPrevious":true,"x":[{}]}"#
        let expected = envelope(page: 2, totalPages: 5, totalCount: 4321, hasNext: true)
        #expect(try decodePage(#"{"data":\#(two),\#(counts)}"#).envelope == expected)
        #expect(try decodePage(#"{\#(counts),"data":\#(two)}"#).envelope == expected)
        #expect(try decodePage(#"{"pagination":{},"data":\#(two)}"#).envelope == PageEnvelope())
    }

    @Test("states its place beside its list, under every known name") func topLevelCounts() throws {
        #expect(
            try decodePage(
                #"{"data":\#(two),"total":9,"page":3,"limit":4,"offset":8,"total_pages":7,"has_more":false}"#
            ).envelope
                == envelope(page: 3, totalPages: 7, totalCount: 9, hasNext: false, limit: 4, offset: 8))
        #expect(
            try decodePage(#"{"meta":{"total_count":"12","page":"1"},"data":[]}"#).envelope
                == envelope(page: 1, totalCount: 12))
    }

    @Test("that states a count twice is believed the first time that it can be read") func countsTwice() throws {
        #expect(try decodePage(#"{"total":1,"total":2,"data":[]}"#).envelope == envelope(totalCount: 1))
        #expect(
            try decodePage(#"{"total":377.5,"data":[],"pagination":{"totalCount":9}}"#).envelope
                == envelope(totalCount: 9))
        #expect(
            try decodePage(#"{"total":null,"page":null,"page":{"size":1},"totalPages":2.0,"hasNext":"yes","data":[]}"#)
                .envelope
                == envelope(totalPages: 2))
    }

    @Test(
        "names a count that can't be read",
        arguments: [
            (#""total":"many""#, "total", #""many""#), (#""totalCount":2.5"#, "totalCount", "2.5"),
            (#""total_count":12345678901234567890"#, "total_count", "12345678901234567890"),
            (#""total":true"#, "total", "true"),
            (#""total":{"value":9}"#, "total", "an object"), (#""totalPages":[3]"#, "totalPages", "a list"),
            (#""page":99999999999999999999"#, "page", "99999999999999999999"),
            (#""offset":"x\u000ay""#, "offset", #""x\u000ay""#),
            (#""limit":1e-1"#, "limit", "1e-1"), (#""pagination":{"total_pages":""}"#, "total_pages", #""""#),
        ])
    func unreadableCount(text: String, key: String, found: String) throws {
        for page in [#"{\#(text),"data":\#(two)}"#, #"{"data":\#(two),\#(text)}"#] {
            var expected = PageEnvelope()
            expected.unreadable = UnreadableCount(key: key, found: found)
            #expect(try decodePage(page).envelope == expected)
        }
    }

    @Test("may spell the keys of its envelope with escapes") func escapedEnvelopeKeys() throws {
        let page = try decodePage(##"{"d\u0061ta":\##(two),"t\u006ftal":2}"##)
        #expect(page.chunk.count == 2)
        #expect(page.envelope == envelope(totalCount: 2))
    }

    @Test("may be indented and spaced in any way") func prettyPrinted() throws {
        let text =
            "\r\n{\t\"data\" :\n  [\n    {\n      \"id\" : 1 ,\r\n      \"hours\":\t7.5\n    } ,\n {\"hours\":1\n,\"id\":2}\n ]\n, \"total\" : 2 }\n\n"
        let page = try decodePage(text)
        #expect(page.chunk.records.map(\.id) == [1, 2])
        #expect(page.chunk.records[0].hours == Hours(nano: 7_500_000_000))
        #expect(page.source(0) == "{\n      \"id\" : 1 ,\r\n      \"hours\":\t7.5\n    }")
        #expect(page.source(1) == "{\"hours\":1\n,\"id\":2}")
    }

    @Test("keeps its bytes, and where each record stands in them") func ranges() throws {
        let text = #"{"data": [{"id":1,"hours":1} , 7,"x" ,{"id":2,"hours":2}]}"#
        let page = try decodePage(text)
        #expect((0..<4).map(page.source) == [#"{"id":1,"hours":1}"#, "7", #""x""#, #"{"id":2,"hours":2}"#])
        #expect(String(decoding: page.chunk.bytes, as: UTF8.self) == text)
    }

    @Test("without a list shows the keys that were there on one line") func hostileKeys() {
        #expect(
            throws: JSONProblem.shape(
                expected: #"a list of records under "data" or "entries""#,
                found: #"the keys a\nError: x\u{1b}[2J\u{202e}"#)
        ) {
            try decodePage(#"{"a\nError: x\u001b[2J\u202e":1}"#)
        }
    }

    @Test("without a list is refused, with the keys that were there") func noList() throws {
        #expect(
            throws: JSONProblem.shape(
                expected: #"a list of records under "data" or "entries""#, found: "the keys warning, code")
        ) {
            try decodePage(#"{"warning":"no","code":5}"#)
        }
        #expect(
            throws: JSONProblem.shape(
                expected: #"a list of records under "data" or "entries""#, found: "an empty object")
        ) {
            try decodePage("{}")
        }
        #expect(throws: JSONProblem.self) { try decodePage(#"{"data":{"entries":[]}}"#) }
        #expect(try decodePage(#"{"error":"no","code":5}"#).envelope.success == false)
    }

    @Test(
        "that is another value is refused",
        arguments: [
            ("7", "a number"), (#""text""#, "a text"), ("null", "null"), ("true", "true or false"),
            ("<html>", "something that is not a JSON value"),
        ])
    func otherValue(text: String, found: String) {
        #expect(throws: JSONProblem.shape(expected: "a list of records", found: found)) { try decodePage(text) }
    }

    @Test("of nothing is refused", arguments: ["", " ", "\n\t \r\n"]) func nothing(text: String) {
        #expect(throws: JSONProblem.empty) { try decodePage(text) }
    }

    @Test("is decoded the same by a decoder that has seen other pages") func reusedDecoder() throws {
        let decoder = PageDecoder(Shift.self)
        #expect(throws: JSONProblem.self) { try decodePage(Array(#"[{"id":1,"#.utf8), with: decoder) }
        _ = try decodePage(Array(#"[{"hours":1,"note":"a\nb","id":7}]"#.utf8), with: decoder)
        let page = try decodePage(
            Array(#"[{"id":1,"hours":2,"note":"c"},{"note":"d","hours":3,"id":2}]"#.utf8), with: decoder)
        #expect(page.chunk.records.map(\.id) == [1, 2])
        #expect(page.notes == ["c", "d"])
    }
}

@Suite("JSON Lines")
struct LinesTests {
    @Test("hold a record each, with or without a last line break", arguments: ["", "\n", "\r\n"])
    func lines(end: String) throws {
        let page = try decodeLines("{\"id\":1,\"hours\":1}\n{\"id\":2,\"hours\":2,\"note\":\"\\u00e6\"}" + end)
        #expect(page.chunk.records.map(\.id) == [1, 2])
        #expect(page.notes == [nil, "æ"])
        #expect(page.source(1) == #"{"id":2,"hours":2,"note":"\u00e6"}"#)
    }

    @Test("may be none") func none() throws {
        #expect(try decodeLines("").chunk.count == 0)
    }

    @Test("give the same rejects as the page they came from") func rejects() throws {
        let elements = [#"{"id":1,"hours":1}"#, #"{"id":0,"hours":1}"#, "7", "[1,2]", "null", #"{"id":3,"hours":3}"#]
        let page = try decodePage("[" + elements.joined(separator: ",") + "]")
        let lines = try decodeLines(elements.joined(separator: "\n"))
        #expect(page.chunk.rejects.map(\.index) == [1, 2, 3, 4])
        #expect(lines.chunk.rejects == page.chunk.rejects)
    }

    @Test(
        "that are no JSON are refused",
        arguments: ["{\"id\":1", "{},\n{}", "{}]", "{}\n}", "nul\n", "{\"id\":1\n\"x\"}"])
    func broken(text: String) {
        #expect(throws: JSONProblem.self) { try decodeLines(text) }
    }
}
