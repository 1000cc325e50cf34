import GantryModel
import Testing

@Suite("A field")
struct FieldTests {
    @Test(
        "of whole numbers takes every spelling of one",
        arguments: [
            ("7", 7), (#""7""#, 7), ("-7", -7), (#""-7""#, -7), ("7.0", 7), ("7.000000000000", 7), ("0.07e3", 70),
            ("7e0", 7),
            ("700E-2", 7), ("0", 0), ("-0", 0), ("0.0e9", 0), ("-100", -100), ("100", 100), ("1e2", 100),
            (#""1E+2""#, 100),
        ] as [(String, Int64)])
    func integers(text: String, value: Int64) throws {
        #expect(try decoded(#""count":\#(text)"#).record.count == value)
    }

    @Test(
        "of whole numbers reaches as far as 64 bits, in every spelling",
        arguments: [
            ("9223372036854775807", Int64.max), ("9223372036854775807.0", Int64.max),
            ("9.223372036854775807e18", Int64.max),
            ("10000000000.0", 10_000_000_000), ("1e18", 1_000_000_000_000_000_000),
        ])
    func largeIntegers(text: String, value: Int64) throws {
        let page = try decodePage(#"[{"id":\#(text),"hours":1}]"#)
        #expect(page.chunk.rejects == [])
        #expect(page.chunk.records[0].id == value)
    }

    @Test(
        "of hours is exact to nine decimals; a finer value is rounded half to even, once",
        arguments: [
            ("7.5", 7_500_000_000, true), (#""7.5""#, 7_500_000_000, true), ("7.300000000000001", 7_300_000_000, false),
            ("7.333333333333333", 7_333_333_333, false), ("0.1", 100_000_000, true), ("-2.25", -2_250_000_000, true),
            ("-0", 0, true), ("-0.0", 0, true), ("0.0000000005", 0, false), ("0.0000000015", 2, false),
            ("0.0000000025", 2, false), ("0.00000000250000000000000000000001", 3, false),
            ("1.0000000000000000000000", 1_000_000_000, true),
            ("100000", 100_000_000_000_000, true), ("-100000.000000000", -100_000_000_000_000, true),
            ("1e5", 100_000_000_000_000, true),
            ("5e-10", 0, false), ("15e-10", 2, false), ("1E-400", 0, false), ("0e400", 0, true),
            ("0.075e2", 7_500_000_000, true),
            ("12.5E-1", 1_250_000_000, true), ("99999.9999999994999", 99_999_999_999_999, false),
        ] as [(String, Int64, Bool)])
    func hours(text: String, nano: Int64, isExact: Bool) throws {
        let page = try decodePage(#"[{"id":1,"hours":\#(text)}]"#)
        #expect(page.chunk.rejects == [])
        #expect(page.chunk.records[0].hours == Hours(nano: nano))
        #expect(page.chunk.records[0].hoursAreExact == isExact)
    }

    @Test(
        "of money keeps nine decimals",
        arguments: [
            ("179.316666667", 179_316_666_667), (#""215""#, 215_000_000_000), ("-1.23", -1_230_000_000),
            ("9000000000", 9_000_000_000_000_000_000),
        ] as [(String, Int128)])
    func money(text: String, nano: Int128) throws {
        #expect(try decoded(#""price":\#(text)"#).record.price == Money(nano: nano))
    }

    @Test(
        "of dates takes a date, and of a timestamp the date as written",
        arguments: [
            "2026-10-05", "2026-10-05T00:00:00Z", "2026-10-05T23:59:59.999+14:00", "2026-10-05T00:30:00-11:00",
            #"2026\u002d10-05"#, #"2026-10-05T16:00:00\u002B02:00"#,
        ])
    func dates(text: String) throws {
        #expect(try decoded(#""day":"\#(text)""#).record.day == CivilDate("2026-10-05"))
    }

    @Test(
        "of timestamps takes Z, an offset, 0 to 9 decimals, or a bare date",
        arguments: [
            ("2026-10-05T16:00:00Z", "2026-10-05T16:00:00Z"), ("2026-10-05t16:00:00z", "2026-10-05T16:00:00Z"),
            ("2026-10-05T16:00:00.1Z", "2026-10-05T16:00:00.100Z"),
            ("2026-10-05T16:00:00.12Z", "2026-10-05T16:00:00.120Z"),
            ("2026-10-05T16:00:00.123Z", "2026-10-05T16:00:00.123Z"),
            ("2026-10-05T16:00:00.1234Z", "2026-10-05T16:00:00.123400Z"),
            ("2026-10-05T16:00:00.12345Z", "2026-10-05T16:00:00.123450Z"),
            ("2026-10-05T16:00:00.123456Z", "2026-10-05T16:00:00.123456Z"),
            ("2026-10-05T16:00:00.1234567Z", "2026-10-05T16:00:00.123456700Z"),
            ("2026-10-05T16:00:00.12345678Z", "2026-10-05T16:00:00.123456780Z"),
            ("2026-10-05T16:00:00.123456789Z", "2026-10-05T16:00:00.123456789Z"),
            ("2026-10-05T16:00:00.000Z", "2026-10-05T16:00:00Z"),
            ("2026-10-05T16:00:00+02:00", "2026-10-05T14:00:00Z"),
            ("2026-10-05T00:30:00.5+05:30", "2026-10-04T19:00:00.500Z"),
            ("2026-12-31T23:00:00-02:00", "2027-01-01T01:00:00Z"),
            ("2026-10-05T16:00:00-00:00", "2026-10-05T16:00:00Z"),
            ("2026-10-05", "2026-10-05T00:00:00Z"), ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z"),
            (#"2026-10-05T16:00:00\u002B02:00"#, "2026-10-05T14:00:00Z"),
        ])
    func instants(text: String, shown: String) throws {
        #expect(try decoded(#""at":"\#(text)""#).record.at?.description == shown)
    }

    @Test(
        "of one of several words takes each, escaped or not",
        arguments: [(#""OPEN""#, 0), (#""DONE""#, 1), (#""D\u004fNE""#, 1)])
    func choices(text: String, index: Int) throws {
        #expect(try decoded(#""state":\#(text)"#).record.state == index)
    }

    @Test(
        "of text takes any text, and a number as it was spelled",
        arguments: [
            (#""""#, ""), (#""plain""#, "plain"), (#""æøå 漢字 🏗️""#, "æøå 漢字 🏗️"), ("12", "12"), ("-1.50e3", "-1.50e3"),
            (#""a\"b\\c\/d""#, #"a"b\c/d"#), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
            (#""\u0000\u001f""#, "\u{0}\u{1F}"),
            (#""\u00e6\u00E6""#, "ææ"), (#""\ud83c\udfd7\uFE0F""#, "🏗️"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
            (#""x\u0301""#, "x\u{301}"), (#""\\u0041""#, #"\u0041"#), (#"" ,:[]{}\" ""#, #" ,:[]{}" "#),
        ])
    func texts(source: String, text: String) throws {
        let (record, page) = try decoded(#""note":\#(source)"#)
        #expect(record.note.map { Array(page.chunk.text($0).utf8) } == Array(text.utf8))
        #expect(record.note?.isDecoded == source.contains("\\"))
    }

    @Test("that is null is absent, and a required one is then missing") func null() throws {
        let record = try decoded(#""count":null,"price":null,"day":null,"at":null,"note":null,"state":null"#).record
        #expect(
            record.count == nil && record.price == nil && record.day == nil && record.at == nil && record.note == nil)
        #expect(record.state == nil)
        let page = try decodePage(#"[{"id":1,"hours":null}]"#)
        #expect(page.chunk.rejects.map(\.field) == ["hours"])
        #expect(try decodePage(#"[{"id":null,"id":1,"hours":1}]"#).chunk.rejects == [])
    }

    @Test("may stand anywhere in its record, in another place in every record") func changingOrder() throws {
        let members = [
            #""id":5"#, #""hours":1.5"#, #""note":"n""#, #""day":"2026-10-05""#, #""unknown":{"id":9,"hours":[]}"#,
            #""state":"DONE""#,
        ]
        var numbers = SeededGenerator(seed: 1)
        let text =
            "["
            + (0..<200).map { _ in "{" + members.shuffled(using: &numbers).joined(separator: ",") + "}" }.joined(
                separator: ",") + "]"
        let page = try decodePage(text)
        #expect(page.chunk.rejects == [])
        #expect(page.chunk.count == 200)
        #expect(page.chunk.records.allSatisfy { $0.id == 5 && $0.hours == Hours(nano: 1_500_000_000) && $0.state == 1 })
        #expect(page.notes.allSatisfy { $0 == "n" })
    }

    @Test("that is unknown is ignored, whatever it holds") func unknown() throws {
        let record = try decoded(
            ##""":1,"ID":9,"Id":9,"id ":9,"hour":9,"hourss":9,"x":{"id":9,"hours":{"hours":9}},"y":[[],[{"id":"9"}],null,true,-1e9],"z":"\u0041""##
        )
        .record
        #expect(record.id == 2 && record.hours == Hours(2))
    }

    @Test("is found under a key with escapes") func escapedKey() throws {
        let (record, page) = try decoded(##""\u006eote":"yes","c\u006funt":4"##)
        #expect(record.note.map(page.chunk.text) == "yes")
        #expect(record.count == 4)
    }

    @Test("is not found under its name with something after it that is no text") func keyWithHalfPair() throws {
        let (record, _) = try decoded(##""count\ud800":4"##)
        #expect(record.count == nil)
    }
}
