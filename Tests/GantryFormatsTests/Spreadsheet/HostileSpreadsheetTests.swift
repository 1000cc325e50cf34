import FoundationEssentials
import GantryFiles
import GantryFormats
import Testing

@Suite("A workbook that is no usual one") struct HostileSpreadsheetTests {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }

    init() throws { scratch = try ScratchFolder() }

    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

    /// A workbook with one sheet.
    private func workbook(
        _ sheet: String, texts: String = "<sst/>", more: String = "", book: String = "<sheet name='A' r:id='r1'/>"
    ) throws -> String {
        func list(_ relations: String) -> String { "<Relationships>\(relations)</Relationships>" }
        func relation(_ id: String, _ type: String, _ target: String) -> String {
            "<Relationship Id='\(id)' Type='\(Self.relations)/\(type)' Target='\(target)'/>"
        }
        let parts = [
            ("_rels/.rels", list(relation("r1", "officeDocument", "xl/workbook.xml"))),
            (
                "xl/workbook.xml",
                "<workbook xmlns='\(Self.main)' xmlns:r='\(Self.relations)'><sheets>\(book)</sheets></workbook>"
            ),
            (
                "xl/_rels/workbook.xml.rels",
                list(
                    relation("r1", "worksheet", "s.xml") + relation("r2", "sharedStrings", "t.xml")
                        + relation("r3", "styles", "f.xml") + more)
            ), ("xl/s.xml", sheet), ("xl/t.xml", texts),
            (
                "xl/f.xml",
                "<styleSheet><numFmts><numFmt numFmtId='164' formatCode='000000-0000'/></numFmts>"
                    + "<cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='20'/>"
                    + "<xf numFmtId='45'/><xf numFmtId='9'/><xf numFmtId='10'/></cellXfs></styleSheet>"
            ),
        ]
        let path = "\(folder)/\(UInt32.random(in: 0 ... .max)).xlsx"
        let writer = try ZipWriter(path)
        for (name, text) in parts {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/part"))
            let bytes = Array(text.utf8)
            try writer.add(
                name, from: "part", under: folder, bytes: bytes.count, expecting: ContentHasher.digest(of: bytes.span))
        }
        try writer.close()
        return path
    }

    private static func sheet(_ rows: String) -> String {
        "<worksheet xmlns='\(main)'><sheetData>\(rows)</sheetData></worksheet>"
    }

    /// The rows that are read, and what ended the reading.
    private func read(_ path: String) -> (rows: [Int: [SpreadsheetRow.Cell]], error: String?) {
        var all: [Int: [SpreadsheetRow.Cell]] = [:]
        do {
            let book = try Spreadsheet(path)
            for tab in book.tabs {
                let rows = try SpreadsheetRows.of(tab, in: book)
                while try rows.next() { all[rows.row.number] = rows.row.cells }
            }
            return (all, nil)
        } catch let error as WorkbookError {
            return (all, error.explanation)
        } catch { return (all, "\(error)") }
    }

    @Test(
        "is refused with what is wrong, and the rows before it were read",
        arguments: [
            ("<row r='1048577'><c><v>1</v></c></row>", "row 1048577"),
            ("<row r='2'><c r='XFE2'><v>1</v></c></row>", "a cell of column 16385"),
            ("<row r='1'><c><v>1</v></c></row>", "row 1 after row 1"),
            (
                "<row r='2'><c r='B2'><v>1</v></c><c r='A2'><v>2</v></c></row>",
                "a cell of column 1 after 2 cells of row 2"
            ),
            ("<row r='2'><c t='s'><v>7</v></c></row>", "text 7, which it doesn't have"),
            ("<row r='2'><c><v>&lol;</v></c></row>", "Entity 'lol' not defined"),
            ("<row r='2'><c><v>1</c></row>", "mismatch"), ("<row r='2'><c><v>1</v>", "mismatch"),
            ("<row r='2'><c t='inlineStr'><is><t>LONG</t></is></c></row>", "1048576"),
        ])
    func refused(row: String, said: String) throws {
        let (rows, error) = read(
            try workbook(
                Self.sheet("<row r='1'><c><v>41</v></c></row>" + row)
                    .replacing("LONG", with: String(repeating: " ", count: 2 << 20))))
        #expect(rows == [1: [.text("41")]])
        #expect(error?.contains(said) == true, "\(error ?? "read")")
    }

    @Test("has no DTD and names no schema", arguments: [true, false]) func doctype(hasDTD: Bool) throws {
        let plain = Self.sheet("<row><c><v>1</v></c></row>")
        let hostile =
            hasDTD
            ? "<!DOCTYPE worksheet [<!ENTITY a 'b'>]>" + plain
            : plain.replacing(
                "<sheetData>",
                with: "<sheetData xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='a b'>")
        let (rows, error) = read(try workbook(hostile))
        #expect(rows.isEmpty)
        #expect(error?.contains(hasDTD ? "has a DOCTYPE" : "names the place of a schema") == true, "\(error ?? "read")")
    }

    @Test("whose bytes become many is refused before they are held") func bomb() throws {
        // A text of 1 MB in each cell of a row.
        let cells = String(repeating: "<c t='s'><v>0</v></c>", count: 16_384)
        let texts = "<sst><si><t>\(String(repeating: "x", count: 1_000_000))</t></si></sst>"
        let (rows, error) = read(try workbook(Self.sheet("<row>\(cells)</row>"), texts: texts))
        #expect(rows.isEmpty && error?.contains("more than 16 MiB in row 1") == true, "\(error ?? "read")")
    }

    @Test("has links to other files, which are never looked at, and values that came from them") func external() throws
    {
        let link =
            "<Relationship Id='r9' Type='\(Self.relations)/worksheet' Target='file:///etc/passwd' TargetMode='External'/>"
        let (rows, error) = read(
            try workbook(
                Self.sheet("<row r='1'><c><f>[1]Ark1!A1</f><v>7.5</v></c></row>"), more: link,
                book: "<sheet name='B' r:id='r9'/><sheet name='A' r:id='r1'/>"))
        #expect(error == nil && rows == [1: [.text("7.5")]], "\(error ?? "\(rows)")")
    }

    @Test(
        "has cells that are no values, each refused by what it holds",
        arguments: [
            ("<c s='1'><v>-1</v></c>", "-1, which is no day"), ("<c s='1'><v>60</v></c>", "60, which is no day"),
            ("<c t='e'><v>#REF!</v></c>", "#REF!"), ("<c><f>A1</f></c>", "a formula that was never calculated"),
            ("<c><v>1e400</v></c>", "1e400"), ("<c s='3'><v>1e14</v></c>", "1e14, which is no time"),
        ])
    func unusable(cell: String, found: String) throws {
        let (rows, error) = read(try workbook(Self.sheet("<row>\(cell)</row>")))
        #expect(error == nil && rows == [1: [.unusable(found)]], "\(error ?? "\(rows)")")
    }

    @Test(
        "has hours beyond a day, and shares, in spellings of which no number is read",
        arguments: [
            ("3", "0.5", "12:00"), ("3", "1.5", "36:00"), ("3", "-0.25", "-06:00"), ("3", "46300.5", "1111212:00"),
            ("4", "1", "24:00"), ("5", "0.25", "25%"), ("5", "0.07", "7%"), ("6", "0.125", "12.5%"),
            ("6", "-1", "-100%"),
        ])
    func noNumber(style: String, value: String, text: String) throws {
        let (rows, error) = read(try workbook(Self.sheet("<row><c s='\(style)'><v>\(value)</v></c></row>")))
        #expect(error == nil && rows == [1: [.text(text)]], "\(error ?? "\(rows)")")
    }

    @Test("has texts in parts, spaces, and what only looks like a cell, in the same places as before") func parts()
        throws
    {
        let rows = Self.sheet(
            """
            <row r='1'><c r='A1' t='inlineStr'><is><r><rPr><t>no</t></rPr><t>a </t></r><r><t><![CDATA[<b>]]></t></r><rPh><t>no</t></rPh></is></c>
            <x:c xmlns:x='urn:x'><x:v>2</x:v></x:c><c r='D1' t='str'><v>&amp;_x0041_&#233;</v></c><extLst><c><v>9</v></c></extLst></row>
            <row r='2'/><row r='3'><c r='B3'><v> 1 </v></c></row>
            """)
        let (found, error) = read(try workbook(rows))
        #expect(error == nil)
        #expect(
            found == [1: [.text("a <b>"), .text("2"), .text(""), .text("&Aé")], 3: [.text(""), .text("1")]], "\(found)")
    }

    /// A sheet with a user, a day and hours in each row, of which the user can stand in the cell above.
    private func users(_ rows: String) throws -> SheetReader {
        func row(_ number: Int, _ cells: [String]) -> String {
            let cells = zip(["A", "B", "C"], cells).map { column, text in
                text.isEmpty ? "" : "<c r='\(column)\(number)' t='str'><v>\(text)</v></c>"
            }
            return "<row r='\(number)'>\(cells.joined())</row>"
        }
        var hints = SheetDialect.Hints()
        hints.shape.needed = [["user"], ["date"], ["hours"]]
        hints.shape.filledDown = [["user"]]
        let text = row(1, ["user", "date", "hours"]) + row(2, ["1000", "d", "h"]) + rows + row(9, ["", "d", "h"])
        return try SheetReader.open(try workbook(Self.sheet(text)), hints: hints)
    }

    @Test(
        "has merged cells whose first row isn't sent, and whose others have their value",
        arguments: [
            "<row r='3'><c r='A3'><v>1001</v></c><c r='B3' t='e'><v>#DIV/0!</v></c><c r='C3'><v>1</v></c></row>",
            "<row r='3' hidden='1'><c r='A3'><v>1001</v></c><c r='B3'><v>1</v></c><c r='C3'><v>1</v></c></row>",
            "<row r='3' hidden='1'><c r='A3'><v>1001</v></c></row><row r='4' hidden='1'><c r='B4'><v>1</v></c></row>",
            "<row r='3'><c r='A3'><v>1001</v></c></row>",
        ])
    func mergedAcross(rows: String) throws {
        let reader = try users(rows)
        var last: SheetItem?
        while let item = try reader.next() { last = item }
        let row = SheetRow(number: 9, line: 9, cells: ["1001", "d", "h"], unspelled: [0])
        #expect(last == .row(row), "\(String(describing: last))")
    }

    @Test("has numbers in plain digits where no number is read", arguments: [true, false]) func plain(
        hasComma: Bool
    ) throws {
        func cells(_ row: String) -> String {
            "<row r='\(row)'>" + ["A", "B", "C"].map { "<c r='\($0)\(row)'><v>1.212</v></c>" }.joined() + "</row>"
        }
        let names = ["code", "hours", "other"].map { "<c t='str'><v>\($0)</v></c>" }.joined()
        let typed = "<row r='3'><c t='str'><v>1,5</v></c><c><v>7.25</v></c><c><v>1e2</v></c></row>"
        let path = try workbook(Self.sheet("<row r='1'>\(names)</row>" + cells("2") + typed))
        var hints = SheetDialect.Hints()
        hints.hasDecimalComma = hasComma
        hints.shape.numbers = ["hours"]
        #expect(
            try SheetReader.open(path, hints: hints).allCells() == [
                ["1.212", hasComma ? "1,2120" : "1.2120", "1.212"], ["1,5", hasComma ? "7,25" : "7.25", "100"],
            ])
        hints.shape.numbers = nil
        #expect(try SheetReader.open(path, hints: hints).allCells()[0][0] == (hasComma ? "1,2120" : "1.2120"))
    }

    @Test("says which numbers nobody spelled, unless they were mended", arguments: [true, false]) func unspelled(
        hasComma: Bool
    ) throws {
        let names = "<row r='1'>" + ["code", "hours"].map { "<c t='str'><v>\($0)</v></c>" }.joined() + "</row>"
        let cells = [
            "<c t='str'><v>1.5</v></c><c><v>7.25</v></c>", "<c><v>1.5</v></c><c t='str'><v>7.25</v></c>",
            "<c><v>1.5</v></c>", "<c><v>1.5</v></c><c><v>7.25</v></c><c><v>9.5</v></c>",
        ]
        let rows = cells.enumerated().map { "<row r='\($0 + 2)'>\($1)</row>" }.joined()
        var hints = SheetDialect.Hints()
        hints.hasDecimalComma = hasComma
        hints.shape.numbers = ["hours"]
        hints.shape.filledDown = [["hours"]]
        hints.changes = [SheetChange(row: 5, heading: "hours", value: "8.5")]
        let reader = try SheetReader.open(try workbook(Self.sheet(names + rows)), hints: hints)
        var unspelled: [[Int]] = []
        while case .row(let row)? = try reader.next() { unspelled.append(row.unspelled) }
        #expect(unspelled == [[1], [0], [0, 1], [0]])
    }

    @Test("has ids as they are shown where no number is read") func shownIDs() throws {
        let header = "<row r='1'><c t='str'><v>id</v></c><c t='str'><v>hours</v></c></row>"
        let row = "<row r='2'><c s='2'><v>101701234</v></c><c s='2'><v>12</v></c></row>"
        var hints = SheetDialect.Hints()
        hints.shape.numbers = ["hours"]
        let reader = try SheetReader.open(try workbook(Self.sheet(header + row)), hints: hints)
        #expect(try reader.allCells() == [["010170-1234", "12"]])
    }

    @Test(
        "has merged cells without a value, whose other rows are refused",
        arguments: [
            "<row r='3'><c r='A3' t='e'><v>#REF!</v></c><c r='B3'><v>1</v></c><c r='C3'><v>1</v></c></row>",
            "<row r='3' hidden='1'><c r='A3' t='e'><v>#REF!</v></c><c r='B3'><v>1</v></c></row>",
            "<row r='3'><c r='A3' t='e'><v>#REF!</v></c></row>",
        ])
    func mergedError(rows: String) throws {
        let reader = try users(rows)
        var last: SheetItem?
        while let item = try reader.next() { last = item }
        guard case .unusable(let row) = last else {
            Issue.record("\(String(describing: last))")
            return
        }
        #expect(row.number == 9 && row.column == 0 && row.reason == .noValue)
        #expect(row.found == "an empty cell in column A (user), below one in row 3 that can't be read")
    }
    @Test("has cells of several rows, which are known by their ranges once it was read") func mergedRanges() throws {
        let merged = ["A1:B1", "B2:B3", "AA4:AB9", "B5", "x", "B9:B5"].map { "<mergeCell ref='\($0)'/>" }.joined()
        let rows = "<row r='1'><c t='str'><v>day</v></c></row><row r='2'><c t='str'><v>d</v></c></row>"
        let text = Self.sheet(rows).replacing(
            "</sheetData>", with: "</sheetData><mergeCells>\(merged)</mergeCells>")
        let reader = try SheetReader.open(try workbook(text))
        #expect(try reader.allCells() == [["d"]])
        #expect(reader.mergedCells.map(\.name) == ["B2:B3", "AA4:AB9"])
    }
}
