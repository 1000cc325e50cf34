import GantryModel
import Testing

@Suite("A record that can't be used")
struct RejectTests {
    /// Checks that the middle record is the one reject and that its neighbours are whole.
    private func expectReject(_ page: Page, _ field: String, _ found: String, _ expected: String) {
        #expect(page.chunk.rejects == [Reject(index: 1, field: field, found: found, expected: expected)])
        #expect(page.chunk.records.count == 3)
        #expect(page.chunk.records.first?.id == 1 && page.chunk.records.last?.id == 3)
        #expect(page.chunk.ranges.count == 3)
    }

    @Test(
        "never costs its page, and says field, what was found and what was expected",
        arguments: [
            ("count", "101", "101", "a whole number from -100 to 100"),
            ("count", "1.5", "1.5", "a whole number from -100 to 100"),
            ("count", #""seven""#, #""seven""#, "a whole number from -100 to 100"),
            ("count", #""""#, #""""#, "a whole number from -100 to 100"),
            ("count", #"" 7""#, #"" 7""#, "a whole number from -100 to 100"),
            ("count", #""07""#, #""07""#, "a whole number from -100 to 100"),
            ("count", "true", "true", "a whole number from -100 to 100"),
            ("count", "{}", "an object", "a whole number from -100 to 100"),
            ("count", "[7]", "a list", "a whole number from -100 to 100"),
            ("count", "99999999999999999999", "99999999999999999999", "a whole number from -100 to 100"),
            ("count", "1e400", "1e400", "a whole number from -100 to 100"),
            ("price", "1e400", "1e400", "an amount"), ("price", "9300000000", "9300000000", "an amount"),
            ("price", #""1,5""#, #""1,5""#, "an amount"),
            ("price", #""NaN""#, #""NaN""#, "an amount"), ("price", "false", "false", "an amount"),
            ("day", #""2026-02-29""#, #""2026-02-29""#, "a date (YYYY-MM-DD or a timestamp)"),
            ("day", #""2026-10-05T25:00:00Z""#, #""2026-10-05T25:00:00Z""#, "a date (YYYY-MM-DD or a timestamp)"),
            ("day", #""2026-10-05 ""#, #""2026-10-05 ""#, "a date (YYYY-MM-DD or a timestamp)"),
            ("day", "20261005", "20261005", "a date (YYYY-MM-DD or a timestamp)"),
            ("day", #""5/10/2026""#, #""5/10/2026""#, "a date (YYYY-MM-DD or a timestamp)"),
            ("at", #""2026-10-05T16:00:00""#, #""2026-10-05T16:00:00""#, "a timestamp (RFC 3339) or a date"),
            (
                "at", #""2026-10-05T16:00:00.1234567890Z""#, #""2026-10-05T16:00:00.1234567890Z""#,
                "a timestamp (RFC 3339) or a date"
            ),
            ("at", #""2026-10-05T16:00:00.Z""#, #""2026-10-05T16:00:00.Z""#, "a timestamp (RFC 3339) or a date"),
            ("at", #""2026-10-05T16:00:00+0200""#, #""2026-10-05T16:00:00+0200""#, "a timestamp (RFC 3339) or a date"),
            ("at", #""2026-10-05T16:60:00Z""#, #""2026-10-05T16:60:00Z""#, "a timestamp (RFC 3339) or a date"),
            ("at", "1790000000", "1790000000", "a timestamp (RFC 3339) or a date"),
            ("note", "true", "true", "a text"), ("note", "{}", "an object", "a text"),
            ("note", "[]", "a list", "a text"),
            ("state", #""open""#, #""open""#, "one of OPEN, DONE"), ("state", #""""#, #""""#, "one of OPEN, DONE"),
            ("state", "0", "0", "one of OPEN, DONE"), ("state", #""OPEN ""#, #""OPEN ""#, "one of OPEN, DONE"),
        ])
    func mismatch(field: String, value: String, found: String, expected: String) throws {
        expectReject(try decodePage(pageAround(#""\#(field)":\#(value)"#)), field, found, expected)
    }

    @Test(
        "may have hours out of range",
        arguments: ["100000.000000001", "-100000.000000001", "1e6", #""1000000""#, "1e99999999999999999999"])
    func hoursOutOfRange(text: String) throws {
        let page = try decodePage(#"[{"id":1,"hours":1},{"id":2,"hours":\#(text)},{"id":3,"hours":3}]"#)
        expectReject(page, "hours", text, "a number of hours within ±100,000")
    }

    @Test("may lack a required field") func missing() throws {
        expectReject(
            try decodePage(#"[{"id":1,"hours":1},{"id":2},{"id":3,"hours":3}]"#), "hours", "nothing",
            "a number of hours within ±100,000")
        expectReject(
            try decodePage(#"[{"id":1,"hours":1},{},{"id":3,"hours":3}]"#), "id", "nothing",
            "a whole number from 1 to 9223372036854775807")
    }

    @Test(
        "may have a key twice, even with the same value or in another spelling",
        arguments: [#""id":2"#, #""id":9"#, ##""i\u0064":2"##, #""id":{}"#])
    func twice(member: String) throws {
        expectReject(try decodePage(pageAround(member)), "id", "the key twice", "the key once")
    }

    @Test("may repeat a key any number of times") func thousandTimes() throws {
        let member = Array(repeating: #""hours":0.12345678901"#, count: 1_000).joined(separator: ",")
        expectReject(try decodePage(pageAround(member)), "hours", "the key twice", "the key once")
    }

    @Test("is told by the first thing that is wrong with it") func firstFault() throws {
        expectReject(
            try decodePage(#"[{"id":1,"hours":1},{"state":"?","count":"x","id":2},{"id":3,"hours":3}]"#), "state",
            #""?""#, "one of OPEN, DONE")
    }

    @Test(
        "may be no object",
        arguments: [
            ("7", "a number"), (#""x""#, "a text"), ("null", "null"), ("true", "true or false"), ("[]", "a list"),
            (#"[{"id":1}]"#, "a list"),
        ])
    func noObject(element: String, found: String) throws {
        expectReject(
            try decodePage(#"[{"id":1,"hours":1},\#(element),{"id":3,"hours":3}]"#), "", found, "a record (an object)")
    }

    @Test(
        "may hold half of a surrogate pair in a text",
        arguments: [
            (#"\ud800"#, #"\ud800"#), (#"a\udc00b"#, #"\udc00"#), (#"\ud83c\u0041"#, #"\ud83c"#),
            (#"\ud83c\ud83c\udfd7"#, #"\ud83c"#),
            (#"\ud83c\n"#, #"\ud83c"#), (#"\ud83cudfd7"#, #"\ud83c"#),
        ])
    func halfPair(text: String, half: String) throws {
        expectReject(
            try decodePage(pageAround(#""note":"\#(text)""#)), "note", "half of a surrogate pair, \(half)",
            "valid Unicode text")
    }

    @Test(
        "may hold bytes that are no UTF-8, in any place",
        arguments: [
            ([0xFF], "note"), ([0xC3], "note"), ([0xC0, 0xAF], "note"), ([0xED, 0xA0, 0x80], "note"),
            ([0xF4, 0x90, 0x80, 0x80], "note"),
            ([0x80], "note"), ([0xE2, 0x82], "note"), ([0xFE], "unknown"), ([0xFF], "state"),
        ] as [([UInt8], String)])
    func noUTF8(bytes: [UInt8], field: String) throws {
        for rest in [#","count":1}"#, "}", #","x":{"y":["z",1]}}"#] {
            let page = try decodePage(
                Array(#"{"data":[{"id":1,"hours":1,"note":"æ"},{"id":2,"hours":2,"\#(field)":"x"#.utf8) + bytes
                    + Array("\"".utf8)
                    + Array(rest.utf8) + Array(#",{"id":3,"hours":3,"note":"ø"}]}"#.utf8))
            expectReject(page, field, "bytes that are no UTF-8", "valid Unicode text")
            #expect(page.notes[0] == "æ" && page.notes[2] == "ø")
        }
    }

    @Test("may hold bytes that are no UTF-8 in a key, or be a text of such bytes") func noUTF8Key() throws {
        let key = try decodePage(
            Array(#"[{"id":1,"hours":1},{"id":2,"hours":2,"b"#.utf8) + [0xFF] + Array(#"":1},{"id":3,"hours":3}]"#.utf8)
        )
        expectReject(key, "b\u{FFFD}", "bytes that are no UTF-8", "valid Unicode text")
        let element = try decodePage(
            Array(#"[{"id":1,"hours":1},"x"#.utf8) + [0xFF] + Array(#"",{"id":3,"hours":3}]"#.utf8))
        expectReject(element, "", "bytes that are no UTF-8", "valid Unicode text")
    }

    @Test("is shown on one bounded line") func bounded() throws {
        let long = try decodePage(pageAround(#""count":"\#(String(repeating: "x", count: 5_000))""#))
        #expect((long.chunk.rejects.first?.found.count ?? 0) < 100)
        let forged = try decodePage(pageAround("\"count\":\"a\u{2028}b\u{7F}\""))
        #expect(forged.chunk.rejects.first?.found == #""a\u{2028}b\u{7f}""#)
    }

    @Test("stands in order with others") func order() throws {
        let page = try decodePage(
            "[" + (0..<50).map { $0 % 3 == 0 ? "{}" : #"{"id":\#($0),"hours":1}"# }.joined(separator: ",") + "]")
        #expect(page.chunk.rejects.map(\.index) == Array(stride(from: 0, to: 50, by: 3)))
    }
}
