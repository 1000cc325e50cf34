import GantryFormats
import Testing

@Suite("The dialect of a sheet")
struct SheetDialectTests {
    private func dialect(_ bytes: [UInt8], hints: SheetDialect.Hints = .init()) throws -> SheetDialect {
        try sheet(bytes, hints: hints).dialect
    }

    private func delimiter(_ text: String) throws -> SheetDialect.Delimiter { try sheet(text).dialect.delimiter }

    @Test("is that of the office program that wrote it") func programs() throws {
        let text = "Navn;Timer\r\nÅse;7,5\r\n"
        #expect(
            try dialect([0xEF, 0xBB, 0xBF] + text.utf8).description == "UTF-8 with byte order mark, semicolons, CRLF")
        #expect(try dialect(western(text)).description == "Windows-1252 (a guess), semicolons, CRLF")
        #expect(try dialect(Array("Name,Hours\nÅse,7.5\n".utf8)).description == "UTF-8, commas, LF")
        #expect(
            try dialect([0xFF, 0xFE] + wide("Navn\tTimer\r\nÅse\t7,5\r\n")).description
                == "UTF-16 (little-endian) with byte order mark, tabs, CRLF")
        #expect(
            try dialect(Array("sep=|\rName|Hours\rA|1".utf8)).description == "UTF-8, vertical bars, CR, a line sep=")
    }

    @Test("is not read from a file as a guess: the cells are shown in each encoding that it can have") func guess()
        throws
    {
        let folder = try ScratchFolder()
        func error(_ bytes: [UInt8], _ hints: SheetDialect.Hints = .init()) throws -> SheetError? {
            try folder.put(bytes, at: "in.csv")
            return sheetError { _ = try SheetReader.open(folder.file("in.csv"), hints: hints) }
        }
        let polish = western("id;name\n1;Anna\n\n2;") + [0xA3] + western("ukasz\n3;J") + [0xF8] + western("rgen\n")
        let found = try #require(try error(polish))
        #expect(found.code == .encodingNotCertain && found.encodings == [.windows1252, .windows1250])
        #expect(
            found.details == [
                #"Row 4, column B (name): "£ukasz" in windows-1252, "Łukasz" in windows-1250"#,
                #"Row 5, column B (name): "Jørgen" in windows-1252, "Jřrgen" in windows-1250"#,
            ])
        #expect(try error(polish, .init(encoding: .windows1250)) == nil)
        #expect(try error(Array("id;name\n1;Anna\n".utf8)) == nil)
        #expect(try error(Array("id;name\n1;Łukasz\n".utf8)) == nil)
        let damaged = try #require(try error(Array("Navn;By\nÅse;Ærø\nÅse;x\nB".utf8) + [0xE5] + Array(";y\n".utf8)))
        #expect(damaged.encodings == [.utf8, .windows1252, .windows1250])
        #expect(
            damaged.details.contains {
                $0.hasPrefix(#"Row 4, column A (Navn): unreadable in utf-8, "Bå" in windows-1252"#)
            }, "\(damaged.details)")
    }

    @Test(
        "is written back in the encoding that was set",
        arguments: [
            (SheetDialect.Encoding.windows1250, "Łukasz Žižka"), (.windows1252, "Søren Žižka €"),
        ]) func singleByte(encoding: SheetDialect.Encoding, name: String) throws
    {
        let dialect = SheetDialect(encoding: encoding, hasByteOrderMark: false, delimiter: .semicolon, lineBreak: .lf)
        var encoder = SheetRowEncoder(dialect: dialect)
        var bytes: [UInt8] = []
        encoder.append(["name"], to: &bytes)
        encoder.append([name], to: &bytes)
        #expect(encoder.replacedCharacters == 0 && bytes.count == 6 + name.unicodeScalars.count)
        #expect(try sheet(bytes, hints: .init(encoding: encoding)).allCells() == [[name]])
    }

    @Test("is UTF-16 without a byte order mark where every other byte is zero", arguments: [true, false])
    func wideWithoutMark(little: Bool) throws {
        let reader = try sheet(wide("Navn;Timer\r\nÅse €;7,5\r\n", little: little))
        #expect(reader.dialect.encoding == (little ? .utf16LittleEndian : .utf16BigEndian))
        #expect(!reader.dialect.hasByteOrderMark)
        #expect(!reader.dialect.encodingIsGuess)
        #expect(try reader.allCells() == [["Åse €", "7,5"]])
    }

    @Test("stays UTF-8 where a few characters are damaged") func damaged() throws {
        let good = "Navn;By\n" + String(repeating: "Åse;Ærø\n", count: 5)
        let reader = try sheet(Array(good.utf8) + [0x41, 0xE5, 0x3B, 0x42, 0x0A] + Array("Åse;Ærø\n".utf8))
        #expect(reader.dialect.encoding == .utf8)
        #expect(reader.dialect.encodingIsGuess)
        let items = try reader.all()
        #expect(items.count == 7)
        guard case .unusable(let row) = items[5] else { throw Unexpected() }
        #expect(row.reason == .notInEncoding)
        #expect(row.found == "the byte 0xE5 as character 2 of column A (Navn)")
    }

    @Test("is UTF-8 where the first 256 KiB end inside a character", arguments: 0..<4) func cutCharacter(
        shift: Int
    ) throws {
        let text = "n;m" + String(repeating: "x", count: shift) + "\n" + String(repeating: "€;1\n", count: 60_000)
        let reader = try sheet(text)
        #expect(
            reader.dialect
                == SheetDialect(encoding: .utf8, hasByteOrderMark: false, delimiter: .semicolon, lineBreak: .lf))
        #expect(try reader.all().count == 60_000)
    }

    @Test(
        "is refused when its encoding makes no sense",
        arguments: [
            // Code page 850: L 91 rke, R 9B d.
            [0x4E, 0x0A, 0x4C, 0x91, 0x72, 0x6B, 0x65, 0x0A, 0x52, 0x9B, 0x64, 0x0A],
            Array(0...255) as [UInt8], [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0],
        ] as [[UInt8]])
    func unknownEncoding(bytes: [UInt8]) {
        let error = sheetError { _ = try sheet(bytes) }
        #expect(error?.code == .unknownEncoding)
        #expect(error?.advice != nil)
        #expect(error?.isRetryable == false)
    }

    @Test("is refused for a workbook") func workbook() {
        let error = sheetError { _ = try sheet([0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 100)) }
        #expect(error?.code == .notASheet)
        #expect(
            error?.explanation
                == "Sheet \"in/leaves.csv\": it is a ZIP archive, like workbooks (.xlsx, .ods), not CSV.")
    }

    @Test("is what the caller sets") func hints() throws {
        let reader = try sheet(
            western("A,B;C\nå,1;2\n"), hints: .init(encoding: .windows1252, delimiter: .comma, lineBreak: .cr))
        #expect(
            reader.dialect
                == SheetDialect(encoding: .windows1252, hasByteOrderMark: false, delimiter: .comma, lineBreak: .cr))
        #expect(try reader.allCells() == [["å", "1;2"]])
        #expect(SheetDialect.Encoding(rawValue: "windows-1252") == .windows1252)
        #expect(SheetDialect.Delimiter(rawValue: "semicolon") == .semicolon)
    }

    @Test("is refused when the file says another than is set") func contradiction() {
        let encoding = sheetError { _ = try sheet([0xEF, 0xBB, 0xBF, 0x41], hints: .init(encoding: .windows1252)) }
        #expect(encoding?.code == .contradicted)
        let delimiter = sheetError { _ = try sheet("sep=;\nA;B\n", hints: .init(delimiter: .comma)) }
        #expect(delimiter?.code == .contradicted)
        #expect(delimiter?.explanation.contains("semicolons") == true)
        #expect(sheetError { _ = try sheet("sep=#\nA#B\n") }?.code == .unknownDelimiter)
    }

    @Test("takes the delimiter of a line sep=, which is no row") func separatorLine() throws {
        for text in ["sep=;\r\nA,1;B\r\nx;y,z,\r\n", "SEP=;\nA,1;B\nx;y,z,\n"] {
            let reader = try sheet([0xEF, 0xBB, 0xBF] + Array(text.utf8), hints: .init(delimiter: .semicolon))
            #expect(reader.dialect.hasSeparatorLine)
            #expect(reader.header == ["A,1", "B"])
            #expect(try reader.all() == [.row(SheetRow(number: 2, line: 3, cells: ["x", "y,z,"]))])
        }
    }

    @Test("has the delimiter that divides most rows like the header") func delimiters() throws {
        // Decimal commas.
        #expect(try delimiter("name;hours;rate\nA;7,5;1,25\nB;8,0;2,00\n") == .semicolon)
        // Commas in every row and the header, but semicolons give more cells.
        #expect(try delimiter("last, first;hours;rate\nA, B;1;2\nC, D;1;2\n") == .semicolon)
        // Delimiters and line breaks in quotes don't count.
        #expect(try delimiter("name,note\nA,\"x;y;z\nn;m;o\"\nB,\"1;2;3\"\n") == .comma)
        #expect(try delimiter("\"a;b\"\t\"c;d\"\n1\t2\n") == .tab)
        #expect(try delimiter("a|b\n1|2") == .pipe)
        // A header alone.
        #expect(try delimiter("a;b;c, d") == .semicolon)
        // Ragged rows, but rows all the same.
        #expect(try delimiter("a;b;c\n1;2\n1;2;3;4\n1;2\n") == .semicolon)
        // Empty columns at the end.
        #expect(try delimiter("a;b;c\n1;2;3;;\n1,1,1;2;3;;\n") == .semicolon)
    }

    @Test("can have one column") func oneColumn() throws {
        let plain = try sheet("number\n1\n2\n")
        #expect(plain.header == ["number"])
        #expect(try plain.allCells() == [["1"], ["2"]])
        let decimals = try sheet("amount\n1,5\n2,5\n")
        #expect(decimals.dialect.delimiter == .semicolon)
        #expect(try decimals.allCells() == [["1,5"], ["2,5"]])
        let comments = try sheet("comment, free\nnice\nfine\na, b, c\nwell\n")
        #expect(comments.header == ["comment, free"])
    }

    @Test(
        "is told by the header where a quote stays open",
        arguments: [
            "customer_id,name,phone\n,\"Kran,12345678\n,Bil,12345678\n", "name,phone\n\"Kran,12345678\nBil,12345678\n",
            "customer_id,name,phone\n1,2,3\n,\"Kran,12345678\n",
        ])
    func openQuote(text: String) throws {
        let reader = try sheet(text)
        #expect(reader.dialect.delimiter == .comma)
        #expect(sheetError { _ = try reader.all() }?.code == .openQuote)
        #expect(try delimiter("a,b,c\n1,\"Kran,12345678\n2,Bil,\"x\n") == .comma)
        #expect(try delimiter("\"a\";\"b,c\"\n\"1\";\"2\"\n") == .semicolon)
    }

    @Test("has the line break that most rows have") func lineBreaks() throws {
        #expect(try sheet("a\n1\n2\r\n").dialect.lineBreak == .lf)
        #expect(try sheet("a\r1\r2").dialect.lineBreak == .cr)
        #expect(try sheet("a,b").dialect.lineBreak == .crlf)
        #expect(try sheet("a,b\r\n\"1\n2\n3\",4\r\n").dialect.lineBreak == .crlf)
    }
}

struct Unexpected: Error {}
