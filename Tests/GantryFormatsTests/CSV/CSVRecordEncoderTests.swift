import Foundation
import GantryFormats
import GantryModel
import Testing

@Suite("The CSV record encoder")
struct CSVRecordEncoderTests {
    private let all = CSVSample.fields.prefix(8).map { CSVSample.column($0.name) }

    private func chunk(_ fill: (inout CSVSample) -> Void) -> Chunk<CSVSample> {
        var chunk = Chunk<CSVSample>()
        chunk.add(fill)
        return chunk
    }

    @Test("writes a heading row, after a byte order mark where the dialect has one") func header() {
        let columns = [
            CSVSample.column("text", heading: "Name, full"), CSVSample.column("hours", heading: "=x"),
            CSVSample.column("day", heading: "a;b"),
        ]
        func header(_ dialect: CSVDialect) -> [UInt8] { CSVRecordEncoder(dialect: dialect, columns: columns).header() }
        #expect(header(.machine) == Array("\"Name, full\",'=x,a;b\r\n".utf8))
        #expect(header(.excelDanish) == [0xEF, 0xBB, 0xBF] + Array("Name, full;'=x;\"a;b\"\r\n".utf8))
        #expect(header(.excelEnglish) == [0xEF, 0xBB, 0xBF] + Array("\"Name, full\",'=x,a;b\r\n".utf8))
    }

    @Test("writes every kind of field, in each dialect") func kinds() {
        var chunk = Chunk<CSVSample>()
        chunk.add(text: Array("a,b;c".utf8), other: Array("-x".utf8)) {
            $0.number = -12
            $0.hours = Hours(nano: -7_500_000_000)
            $0.amount = Money(nano: 1_344_875_000_000)
            $0.day = CivilDate("2026-10-05")
            $0.at = Instant("2026-10-05T16:00:00.5+02:00")
            $0.state = 2
        }
        #expect(
            chunk.csv(all) == "-12,-7.50,1344.875,2026-10-05,2026-10-05T14:00:00.500Z,\"a,b;c\",'-x,IN PROGRESS\r\n")
        #expect(
            chunk.csv(all, .excelDanish)
                == "-12;-7,50;1344,875;2026-10-05;2026-10-05T14:00:00.500Z;\"a,b;c\";'-x;IN PROGRESS\r\n")
        #expect(chunk.csv(all, .excelEnglish) == chunk.csv(all))
    }

    @Test("leaves the cell of an absent value empty") func absent() {
        #expect(chunk { _ in }.csv(all) == ",,,,,,,\r\n")
        #expect(chunk { $0.hours = .zero }.csv(all) == ",0.00,,,,,,\r\n")
    }

    @Test("writes the rows that are asked for, and appends") func rows() {
        var chunk = Chunk<CSVSample>()
        for number in 0..<5 { chunk.add { $0.number = Int64(number) } }
        var encoder = CSVRecordEncoder(dialect: .machine, columns: [CSVSample.column("number")])
        var out: [UInt8] = Array("head\r\n".utf8)
        encoder.encode(chunk, rows: [1, 3], joined: [], into: &out)
        encoder.encode(chunk, rows: [], joined: [], into: &out)
        encoder.encode(chunk, rows: [4], joined: [], into: &out)
        #expect(String(decoding: out, as: UTF8.self) == "head\r\n1\r\n3\r\n4\r\n")
    }

    @Test("puts in the ready cells of the joined record, none where there is none") func joined() {
        var chunk = Chunk<CSVSample>()
        for number in 0..<3 { chunk.add { $0.number = Int64(number) } }
        let name = CSVColumn<CSVSample>(heading: "name", source: .joined(["Anna", "\"B, C\""].map { Array($0.utf8) }))
        #expect(chunk.csv([CSVSample.column("number"), name], joined: [1, -1, 0]) == "0,\"B, C\"\r\n1,\r\n2,Anna\r\n")
        #expect(chunk.csv([name]) == "\r\n\r\n\r\n")
    }

    @Test("takes texts that were sent with escapes from the decoded bytes") func decodedTexts() {
        var chunk = Chunk<CSVSample>()
        chunk.add(text: Array("plain".utf8))
        chunk.add(text: Array("two\r\nlines \"q\" æ".utf8), isDecoded: true)
        chunk.add(text: Array("more".utf8), other: Array("=1".utf8), isDecoded: true)
        #expect(
            chunk.csv([CSVSample.column("text"), CSVSample.column("other")])
                == "plain,\r\n\"two\r\nlines \"\"q\"\" æ\",\r\nmore,'=1\r\n")
    }

    @Test(
        "prints decimals as ordered, and sums what it printed",
        arguments: [
            (7_333_333_333, .exact, "7.333333333", 7_333_333_333), (7_300_000_000, .exact, "7.30", 7_300_000_000),
            (7_000_000_000, .exact, "7.00", 7_000_000_000), (7_333_333_333, .fixed(2), "7.33", 7_330_000_000),
            (7_335_000_000, .fixed(2), "7.34", 7_340_000_000),
            (-7_335_000_000, .fixed(2), "-7.34", -7_340_000_000), (7_334_999_999, .fixed(2), "7.33", 7_330_000_000),
            (-4_999_999, .fixed(2), "0.00", 0),
            (-5_000_000, .fixed(2), "-0.01", -10_000_000), (500_000_000, .fixed(0), "1", 1_000_000_000),
            (499_999_999, .fixed(0), "0", 0),
            (-500_000_000, .fixed(0), "-1", -1_000_000_000), (1, .fixed(9), "0.000000001", 1),
            (1, .exact, "0.000000001", 1), (0, .fixed(3), "0.000", 0),
            (99_999_999_999_999, .fixed(8), "100000.00000000", 100_000_000_000_000),
            (1_050_000_000, .fixed(1), "1.1", 1_100_000_000),
        ] as [(Int64, DecimalPlaces, String, Int64)])
    func decimals(nano: Int64, places: DecimalPlaces, text: String, printed: Int64) {
        let sample = chunk {
            $0.hours = Hours(nano: nano)
            $0.amount = Money(nano: Int128(nano))
        }
        for dialect in CSVDialect.all {
            var encoder = CSVRecordEncoder(
                dialect: dialect, columns: [CSVSample.column("hours", places), CSVSample.column("amount", places)])
            let point = dialect == .excelDanish ? "," : "."
            let cell = text.replacing(".", with: point)
            #expect(
                String(decoding: sample.encoded(by: &encoder), as: UTF8.self)
                    == "\(cell)\(dialect == .excelDanish ? ";" : ",")\(cell)\r\n")
            #expect(encoder.sums == [Int128(printed), Int128(printed)])
        }
    }

    @Test(
        "has sums that are those of the printed lines, however it is cut into chunks",
        arguments: 0..<10 as Range<UInt64>)
    func sumsOfPrinted(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let places = (0..<4).map { _ in
            [.exact, .fixed(Int.random(in: 0...9, using: &numbers))].randomElement(using: &numbers)
                ?? DecimalPlaces.exact
        }
        let columns = [
            CSVSample.column("hours", places[0]), CSVSample.column("amount", places[1]), CSVSample.column("number"),
            CSVSample.column("hours", places[2]), CSVSample.column("amount", places[3]),
        ]
        var encoder = CSVRecordEncoder(dialect: .machine, columns: columns)
        #expect(encoder.summedColumns.map(\.index) == [0, 1, 3, 4])
        var out: [UInt8] = []
        for _ in 0..<5 {
            var chunk = Chunk<CSVSample>()
            for _ in 0..<Int.random(in: 1...50, using: &numbers) {
                chunk.add {
                    if Bool.random(using: &numbers) {
                        $0.hours = Hours(
                            nano: Int64.random(in: -100_000_000_000_000...100_000_000_000_000, using: &numbers))
                    }
                    if Bool.random(using: &numbers) {
                        $0.amount = Money(
                            nano: Int128(
                                Int64.random(in: -9_000_000_000_000_000...9_000_000_000_000_000, using: &numbers))
                                * 1_000)
                    }
                    $0.number = 1
                }
            }
            out += chunk.encoded(by: &encoder)
            // Going on from recorded sums is the same as never having stopped.
            let sums = encoder.sums
            encoder = CSVRecordEncoder(dialect: .machine, columns: columns)
            encoder.restore(sums: sums)
        }
        var expected = Array(repeating: Decimal(0), count: columns.count)
        for row in String(decoding: out, as: UTF8.self).split(separator: "\r\n") {
            for (index, cell) in row.split(separator: ",", omittingEmptySubsequences: false).enumerated()
            where index != 2 && !cell.isEmpty {
                expected[index] += try #require(Decimal(string: String(cell)))
            }
        }
        #expect(encoder.sums.map { "\($0)" } == expected.map { ($0 * 1_000_000_000).description }, "seed \(seed)")
    }

    @Test("doesn't let the sum of a large chunk run over") func largeSum() {
        var chunk = Chunk<CSVSample>()
        for _ in 0..<100_000 { chunk.add { $0.hours = Hours(100_000) } }
        var encoder = CSVRecordEncoder(dialect: .machine, columns: [CSVSample.column("hours", .fixed(2))])
        _ = chunk.encoded(by: &encoder)
        #expect(encoder.sums == [10_000_000_000 * 1_000_000_000])
    }

    @Test("starts from nothing when the recorded sums are of other columns") func otherSums() {
        var encoder = CSVRecordEncoder(dialect: .machine, columns: [CSVSample.column("hours")])
        encoder.restore(sums: [1, 2])
        #expect(encoder.sums == [0])
    }
}

/// Output that doesn't fit in the room that was reserved ends the process, so that every test here also shows that it
/// fits.
@Suite("The room for CSV rows is enough")
struct CSVCapacityTests {
    private static let longest: @Sendable (inout CSVSample) -> Void = {
        $0.number = Int64.min
        $0.hours = Hours(nano: Int64.min)
        $0.amount = Money(nano: Int128.min / 1_000_000)
        $0.day = CivilDate("9999-12-31")
        $0.at = Instant(nanosecondsSince1970: Int64.min)
        $0.state = 2
    }

    @Test("for texts of nothing but quotes", arguments: [1, 2, 255, 100_000], [false, true]) func quotes(
        length: Int, isDecoded: Bool
    ) throws {
        var chunk = Chunk<CSVSample>()
        let text = Array(repeating: UInt8(ascii: "\""), count: length)
        for _ in 0..<3 { chunk.add(text: text, isDecoded: isDecoded) }
        let line = String(repeating: "\"", count: 2 * length + 2) + "\r\n"
        #expect(chunk.csv([CSVSample.column("text")]) == line + line + line)
    }

    @Test("for the same text in many columns, in quotes and guarded", arguments: [1, 2, 16, 64]) func sameColumn(
        columns: Int
    ) {
        var chunk = Chunk<CSVSample>()
        let text = Array("=".utf8) + Array(repeating: UInt8(ascii: "\""), count: 500)
        for _ in 0..<20 { chunk.add(text: text, other: text) }
        let list = (0..<columns).flatMap { _ in [CSVSample.column("text"), CSVSample.column("other")] }
        let cell = "\"'=" + String(repeating: "\"", count: 1_001)
        let line = Array(repeating: cell, count: 2 * columns).joined(separator: ",") + "\r\n"
        #expect(chunk.csv(list) == String(repeating: line, count: 20))
    }

    @Test("for empty texts, which still need their delimiters") func emptyTexts() {
        var chunk = Chunk<CSVSample>()
        for _ in 0..<1_000 { chunk.add(text: [], other: []) }
        let columns = (0..<40).flatMap { _ in [CSVSample.column("text"), CSVSample.column("other")] }
        #expect(chunk.csv(columns) == String(repeating: String(repeating: ",", count: 79) + "\r\n", count: 1_000))
    }

    @Test("for the longest of every number, date and word", arguments: [DecimalPlaces.exact, .fixed(9)])
    func longestValues(places: DecimalPlaces) throws {
        var chunk = Chunk<CSVSample>()
        for _ in 0..<50 { chunk.add(Self.longest) }
        let names = ["number", "hours", "amount", "day", "at", "state"]
        for name in names {
            let rows = chunk.csv(Array(repeating: CSVSample.column(name, places), count: 30)).split(separator: "\r\n")
            #expect(rows.count == 50 && Set(rows.flatMap { $0.split(separator: ",") }).count == 1)
        }
        #expect(
            chunk.csv(names.map { CSVSample.column($0, places) }).split(separator: "\r\n").first
                == "-9223372036854775808,-9223372036.854775808,-170141183460469231731687.303715884,9999-12-31,1677-09-21T00:12:43.145224192Z,IN PROGRESS"
        )
    }

    @Test("for long joined cells, all of them the longest") func longJoined() {
        var chunk = Chunk<CSVSample>()
        for _ in 0..<100 { chunk.add { _ in } }
        let long = Array(repeating: UInt8(ascii: "x"), count: 10_000)
        let column = CSVColumn<CSVSample>(heading: "long", source: .joined([[], long]))
        let rows = chunk.csv([column, column], joined: Array(repeating: 1, count: 100)).split(separator: "\r\n")
        #expect(rows.count == 100 && rows.allSatisfy { $0.utf8.count == 20_001 })
    }

    @Test("for any mixture, and the rows are whole", arguments: 0..<6 as Range<UInt64>) func mixtures(
        seed: UInt64
    ) throws {
        var numbers = SeededGenerator(seed: seed)
        let dialect = CSVDialect.all[Int(seed % 3)]
        for _ in 0..<40 {
            var chunk = Chunk<CSVSample>()
            for _ in 0..<Int.random(in: 1...30, using: &numbers) {
                let text = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
                    Array("\"\"\"=,;\n\r' a".utf8).randomElement(using: &numbers) ?? 0x22
                }
                chunk.add(text: text, other: text.reversed(), isDecoded: Bool.random(using: &numbers), Self.longest)
            }
            let joined = CSVColumn<CSVSample>(
                heading: "j", source: .joined(["", "\"j,j\"", "jjjjjjjjjjjjjjjjjjjjjjj"].map { Array($0.utf8) }))
            let columns =
                (0..<Int.random(in: 1...12, using: &numbers)).map { _ in
                    CSVSample.fields.prefix(8).map { CSVSample.column($0.name) }.randomElement(using: &numbers)
                        ?? joined
                } + [joined]
            var encoder = CSVRecordEncoder(dialect: dialect, columns: columns)
            let file = chunk.encoded(
                by: &encoder, joined: chunk.records.map { _ in Int32.random(in: -1...2, using: &numbers) })
            var summer = CSVSummer(dialect: CSVDialect.all[seed % 3 == 1 ? 1 : 0], columns: columns.count, summed: [])
            if seed % 3 == 1 { try summer.read(([0xEF, 0xBB, 0xBF] + file).span) } else { try summer.read(file.span) }
            try summer.finish()
            #expect(summer.rows == chunk.count)
        }
    }
}
