import GantryFiles
import GantryFormats
import GantryModel
import Testing

@Suite("The sheet reader")
struct SheetReaderTests {
    @Test("gives cells exactly as they stand in the sheet") func cells() throws {
        let reader = try sheet("A;B;C\n 1 ;\" x;\n\"\"y\"\" \";5\" pipe\n=1+1;\"\";é\u{301}\n")
        #expect(
            try reader.all() == [
                .row(SheetRow(number: 2, line: 2, cells: [" 1 ", " x;\n\"y\" ", "5\" pipe"])),
                .row(SheetRow(number: 3, line: 4, cells: ["=1+1", "", "é\u{301}"])),
            ])
        #expect(try reader.next() == nil)
    }

    @Test("numbers rows like a spreadsheet, with blank rows, and lines, whatever the line breaks") func lines() throws {
        let reader = try sheet("\n;\r\nA;B\r\n1;2\r3;4\n\r\n\"\";\"\"\n;;;\n5;\"6\r\n\r7\n\"\r8;9")
        let items = try reader.all()
        let places = items.compactMap { if case .row(let row) = $0 { [row.number, row.line] } else { nil } }
        #expect(places == [[4, 4], [5, 5], [9, 9], [10, 13]])
        #expect(reader.blankRows == 5)
        #expect(reader.rowCount == 4)
    }

    @Test("has the cells that somebody mended, in their rows and under their headings") func changes() throws {
        func read(_ changes: [SheetChange]) throws -> [[String]] {
            var hints = SheetDialect.Hints()
            hints.changes = changes
            return try sheet("A;B\n1;2\n\n3;4\n", hints: hints).allCells()
        }
        #expect(try read([SheetChange(row: 4, heading: "B", value: "5;\"6")]) == [["1", "2"], ["3", "5;\"6"]])
        for wrong in [SheetChange(row: 4, heading: "C", value: ""), SheetChange(row: 3, heading: "A", value: "x")] {
            #expect { try read([wrong]) } throws: { ($0 as? SheetError)?.code == .unmetChange }
        }
    }

    @Test("refuses changes of cells and rows that say something else than they did, and tells those that it makes")
    func changesOfOthers() throws {
        func read(_ sheetText: String, _ changes: [SheetChange]) throws -> SheetReader {
            var hints = SheetDialect.Hints()
            hints.changes = changes
            let reader = try sheet(sheetText, hints: hints)
            _ = try reader.all()
            return reader
        }
        let own = [
            SheetChange(row: 2, heading: "hours", value: "9,25", was: "7,5"), .leavingOut(3, was: "4"),
            SheetChange(row: 4, heading: "hours", value: "1", was: "", label: "C "),
        ]
        let reader = try read("who;hours\nA; 7,5\nB;4\nC;\n", own)
        #expect(reader.changedCells.first.map(\.row) == [2, 4])
        #expect(reader.changedCells.first.map(\.label) == ["A", "C"])
        #expect(reader.changedCells.first.map(\.was) == [" 7,5", ""])
        #expect(reader.changedCells.first.map(\.value) == ["9,25", "1"])
        for (text, said) in [
            ("who;hours\nA;1\nB;4\nC;\n", "row 2 is for \"7,5\" under \"hours\", where it says \"1\""),
            ("who;hours\nA;7,5\nZ;5\nC;\n", "row 3 with \"4\", but its first cell is \"Z\""),
            ("who;hours\nA;7,5\nB;4\nC;2\n", "row 4 is for \"\" under \"hours\", where it says \"2\""),
            ("who;hours\nA;7,5\nB;4\nD;\n", "row 4 is for that of \"C\", but its first cell is \"D\""),
        ] {
            #expect {
                try read(text, own)
            } throws: {
                let error = $0 as? SheetError
                return error?.code == .unmetChange && error?.explanation.contains(said) ?? false
            }
        }
    }

    @Test("lacks the rows that somebody leaves out, also one that can't be read, and lists them") func leftOut() throws
    {
        var hints = SheetDialect.Hints()
        hints.changes = [.leavingOut(2), .leavingOut(4), SheetChange(row: 2, heading: "B", value: "9")]
        let reader = try sheet("A;B\n1;2\n3;4\n5\n", hints: hints)
        #expect(try reader.allCells() == [["3", "4"]])
        #expect(reader.rowCount == 1)
        #expect(reader.skipped.first.map(\.number) == [2, 4])
        #expect(reader.skipped.first.allSatisfy { $0.kind == .leftOut } && reader.skipped.first[0].text == "1")
        hints.changes = [.leavingOut(9)]
        #expect { try sheet("A;B\n1;2\n", hints: hints).all() } throws: { ($0 as? SheetError)?.code == .unmetChange }
    }

    @Test("trims the header and keeps it as it was") func header() throws {
        let reader = try sheet(" Name \u{A0};\"Two\nlines \";;\n1;2;;\n3;4\n5;6;;;;\n")
        #expect(reader.header == ["Name", "Two\nlines"])
        #expect(reader.headerCells == [" Name \u{A0}", "Two\nlines "])
        #expect(try reader.allCells() == [["1", "2"], ["3", "4"], ["5", "6"]])
    }

    @Test("reads a sheet without rows, but not one without a header") func empty() throws {
        #expect(try sheet("A;B").all().isEmpty)
        for text in ["", "\u{FEFF}", "\n\n;;\n"] {
            let error = sheetError { _ = try sheet(text) }
            #expect(error?.code == .empty, "\(text.debugDescription)")
        }
    }

    @Test("keeps a column without a name, and refuses two of one name") func unusableHeader() throws {
        let unnamed = try sheet("A; ;C; \n1;2;3;4\n")
        #expect(unnamed.header == ["A", "", "C", ""])
        #expect(try unnamed.allCells() == [["1", "2", "3", "4"]])
        let repeated = sheetError { _ = try sheet("\nid;Name;\"Name \"\n1;2;3\n") }
        #expect(repeated?.code == .columnRepeated)
        #expect(repeated?.explanation == "Sheet \"in/leaves.csv\": columns B and C are both named \"Name\" (line 2).")
        let open = sheetError { _ = try sheet("A;\"B\n1;2\n", hints: .init(delimiter: .semicolon)) }
        #expect(open?.code == .openQuote)
        #expect(open?.explanation.contains("the quote that opens column B on line 1") == true)
    }

    @Test("refuses a header of 100,000 columns and counts them") func manyColumns() throws {
        let names = (0..<100_000).map { "c\($0)" }.joined(separator: ",")
        let error = sheetError { _ = try sheet(names + "\n1,2\n") }
        #expect(error?.code == .tooManyColumns)
        #expect(error?.explanation.contains("100000 columns; the maximum is 1000") == true)
        // As data they are one unusable row.
        let rows = try sheet("a,b\n" + names + "\n1,2\n")
        #expect(try rows.all().count == 2)
        #expect(rows.header == ["a", "b"])
        #expect(
            sheetColumnLetters(0) + sheetColumnLetters(25) + sheetColumnLetters(26) + sheetColumnLetters(18_277)
                == "AZAAZZZ")
    }

    @Test("reads a file in chunks and keeps its digest") func file() throws {
        let folder = try ScratchFolder()
        let bytes = Array(("id;text\r\n" + (0..<40_000).map { "\($0);\"line\n\($0)\"\r\n" }.joined()).utf8)
        try folder.put(bytes, at: "in.csv")
        let reader = try SheetReader.open(folder.file("in.csv"))
        var count = 0
        while true {
            let items = try reader.next(upTo: 1000)
            if items.isEmpty { break }
            #expect(reader.digest == nil)
            let expected = (count..<(count + items.count)).map {
                SheetItem.row(SheetRow(number: $0 + 2, line: 2 + 2 * $0, cells: ["\($0)", "line\n\($0)"]))
            }
            try #require(items == expected)
            count += items.count
        }
        #expect(count == 40_000)
        #expect(reader.digest == ContentHasher.digest(of: bytes.span))
        #expect(throws: FileError.self) { try SheetReader.open(folder.file("none.csv")) }
    }

    @Test("holds a chunk, not the sheet") func flatMemory() throws {
        let row = Array("1;some text of a row;7,5;2026-10-05\n".utf8)
        let block = (0..<4000).flatMap { _ in row }
        var blocks = 0
        let reader = try SheetReader(path: "large.csv", chunkBytes: 1 << 18) { (out, limit) throws(FileError) in
            if blocks == 0 { out += Array("a;b;c;d\n".utf8) }
            blocks += 1
            if blocks > 200 { return 0 }
            out += block
            return block.count
        }
        while !(try reader.next(upTo: 5000)).isEmpty {}
        #expect(reader.rowCount == 200 * 4000)
        #expect(reader.heldBytes < 2 << 20)
    }
}
