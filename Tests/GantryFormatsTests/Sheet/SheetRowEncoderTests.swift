import GantryFormats
import Testing

@Suite("The result sheet")
struct SheetRowEncoderTests {
    private func encoded(
        _ dialect: SheetDialect, _ rows: [(cells: [String], added: [String])]
    ) -> (bytes: [UInt8], replaced: Int) {
        var encoder = SheetRowEncoder(dialect: dialect)
        var out: [UInt8] = []
        encoder.appendStart(to: &out)
        for row in rows { encoder.append(row.cells, added: row.added, to: &out) }
        return (out, encoder.replacedCharacters)
    }

    @Test("has the spelling of the sheet and the sheet's cells as they were") func spelling() throws {
        let text = "sep=;\r\n Navn ;Note\r\nÅse;=1+1\r\n\"a;b\";\"\"\"x\"\"\r\ny\"\r\n"
        let spellings: [(mark: [UInt8], text: [UInt8])] = [
            ([0xEF, 0xBB, 0xBF], Array(text.utf8)), ([], western(text)), ([0xFE, 0xFF], wide(text, little: false)),
        ]
        for (mark, text) in spellings {
            let reader = try sheet(mark + text)
            let rows = try reader.allCells()
            let result = encoded(reader.dialect, [(reader.headerCells, [])] + rows.map { ($0, []) })
            #expect(result.bytes == mark + text)
        }
    }

    @Test("guards added cells against being run as formulas, and only those") func formulas() {
        let dialect = SheetDialect(encoding: .utf8, hasByteOrderMark: false, delimiter: .comma, lineBreak: .lf)
        let added = ["=1+1", "+1", "-1", "@a", "\ta", "\ra", " =1", "a=1", "=1,2"]
        let result = encoded(dialect, [(["=1+1", "-5", "\ta"], added)])
        #expect(
            String(decoding: result.bytes, as: UTF8.self)
                == "=1+1,-5,\ta,'=1+1,'+1,'-1,'@a,'\ta,\"'\ra\",' =1,a=1,\"'=1,2\"\n")
    }

    @Test("has a question mark for a character that its encoding doesn't have, and counts it") func replaced() {
        let dialect = SheetDialect(
            encoding: .windows1252, hasByteOrderMark: false, delimiter: .semicolon, lineBreak: .crlf)
        let result = encoded(dialect, [(["å€Ÿ"], ["日本;é", "’"])])
        #expect(result.bytes == [0xE5, 0x80, 0x9F, 0x3B, 0x22, 0x3F, 0x3F, 0x3B, 0xE9, 0x22, 0x3B, 0x92, 0x0D, 0x0A])
        #expect(result.replaced == 2)
    }
}
