import GantryFormats
import GantryModel
import Testing

@Suite("An unusable row of a sheet")
struct UnusableSheetRowTests {
    /// The only unusable row, between two good ones.
    private func unusable(
        _ bytes: [UInt8], hints: SheetDialect.Hints = .init(delimiter: .semicolon)
    ) throws -> UnusableSheetRow {
        let items = try sheet(bytes, hints: hints).all()
        #expect(items.count == 3)
        guard items.count == 3, case .row(let last) = items[2], case .unusable(let row) = items[1] else {
            throw Unexpected()
        }
        #expect(last.number == 4)
        #expect(last.cells[0] == "good")
        #expect(row.number == 3)
        #expect(row.line == 3)
        return row
    }

    private func unusable(_ row: String) throws -> UnusableSheetRow {
        try unusable(Array(("Navn;Timer;Note\ngood;1;2\n" + row + "\ngood;1;2\n").utf8))
    }

    @Test("has more or fewer cells than the header") func ragged() throws {
        let few = try unusable("A;1")
        #expect(few.reason == .tooFewCells)
        #expect(few.found == "2 cells")
        #expect(few.expected == "3, as in the header")
        let many = try unusable("A;1;2;;x;")
        #expect(many.reason == .tooManyCells)
        #expect(many.found == "5 cells")
        #expect(
            many.advice == "Empty the cells after column C (Note), or put quotes around cells that contain a delimiter."
        )
        #expect(many.description.hasPrefix("Row 3: found 5 cells, expected 3, as in the header. Empty"))
    }

    @Test("has text behind a closing quote, and the row ends with its line") func textAfterQuote() throws {
        let row = try unusable("A;\"5\" pipe\";x")
        #expect(row.reason == .textAfterQuote)
        #expect(row.column == 1)
        #expect(row.found == "text after the closing quote of column B (Timer), which starts on line 3")
    }

    @Test("has bytes that are not of the encoding") func encoding() throws {
        let header = Array("Navn;Timer;Note\ngood;é;2\n".utf8)
        let utf8 = try unusable(header + [0x41, 0x3B, 0x62, 0xE6, 0x62, 0x3B, 0x0A] + Array("good;1;2\n".utf8))
        #expect(utf8.reason == .notInEncoding)
        #expect(utf8.found == "the byte 0xE6 as character 2 of column B (Timer)")
        #expect(utf8.expected == "a character in UTF-8")
        let western = try unusable(
            western("A;B\ngood;å\nx;åå") + [0x81] + western("\ngood;1\n"), hints: .init(encoding: .windows1252))
        #expect(western.found == "the byte 0x81 as character 3 of column B (B)")
        let half = try unusable(
            [0xFF, 0xFE] + wide("A;B\ngood;1\nx;😀") + [0x3D, 0xD8] + wide("y\ngood;1\n"), hints: .init())
        #expect(half.found == "half a pair (0xD83D) as character 2 of column B (B)")
        let odd = try sheet([0xFF, 0xFE] + wide("A;B\n1;2") + [0x33]).unusable()
        #expect(odd.first?.found == "half a character as character 2 of column B (B)")
    }

    @Test("has a NUL") func nul() throws {
        let row = try unusable("A;1;x\0y")
        #expect(row.reason == .nul)
        #expect(row.found == "a NUL as character 2 of column C (Note)")
    }

    @Test("has a cell over the limit, quoted or not, that is not held", arguments: [true, false]) func longCell(
        quoted: Bool
    ) throws {
        let quote: [UInt8] = quoted ? [0x22] : []
        let long = quote + [UInt8](repeating: 0x78, count: 10 << 20) + quote
        let reader = try sheet([Array("A;B\n1;2\n3;".utf8), long, Array("\n5;6\n".utf8)].flatMap { $0 })
        var items: [SheetItem] = []
        var held = 0
        while let item = try reader.next() {
            items.append(item)
            held = max(held, reader.heldBytes)
        }
        #expect(held < 4 << 20)
        guard items.count == 3, case .unusable(let row) = items[1] else { throw Unexpected() }
        #expect(row.reason == .cellTooLong)
        #expect(row.column == 1)
        #expect(items[2] == .row(SheetRow(number: 4, line: 4, cells: ["5", "6"])))
    }

    @Test("has just more bytes than a cell or row may have", arguments: [1, 2, 5, 1000]) func limits(
        chunkBytes: Int
    ) throws {
        let limits = SheetLimits(cellBytes: 10, rowBytes: 25)
        let fits = "1234567890,\"1234567890\"\n"
        let long = "12345678901,1\n\"12345678901\",1\n"
        let reader = try sheet(
            "a,b,c\n" + "1,\(fits)" + long.replacing("\n", with: ",\n"), limits: limits, chunkBytes: chunkBytes)
        guard case .row(let row) = try reader.next() else { throw Unexpected() }
        #expect(row.cells == ["1", "1234567890", "1234567890"])
        #expect(try reader.unusable().map(\.reason) == [.cellTooLong, .cellTooLong])
        let wide = try sheet("a,b,c\n123456789,123456789,123456\n1,2,3\n", limits: limits, chunkBytes: chunkBytes)
        let items = try wide.all()
        guard items.count == 2, case .unusable(let over) = items[0] else { throw Unexpected() }
        #expect(over.reason == .rowTooLong)
    }

    /// The rows up to the end or an open quote, which then is the last text.
    private func rows(_ reader: SheetReader) throws -> [String] {
        var rows: [String] = []
        do {
            while let item = try reader.next() { rows.append("\(item)") }
        } catch let error as SheetError {
            guard error.code == .openQuote else { throw error }
            rows.append(error.explanation)
        }
        return rows
    }

    @Test("is the same whatever the chunks, and no bytes but an open quote stop the reading", arguments: 0..<60)
    func hostileBytes(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let hints = SheetDialect.Hints(encoding: SheetDialect.Encoding.allCases[Int(seed % 4)], delimiter: .semicolon)
        let alphabet: [[UInt8]] = [
            [0x22], [0x22], [0x3B], [0x3B], [0x0D], [0x0A], [0x0D, 0x0A], [0x61], [0x62, 0x63], [0xC3, 0xA6], [0xE6],
            [0x81],
            [0xF0, 0x9F, 0x98, 0x80], [0xF0, 0x9F], [0x00], [0xD8, 0x3D], [0xFF],
        ]
        let isWide = hints.encoding == .utf16LittleEndian || hints.encoding == .utf16BigEndian
        let isLittle = hints.encoding == .utf16LittleEndian
        var bytes = isWide ? wide("a;b\n", little: isLittle) : Array("a;b\n".utf8)
        for _ in 0..<Int.random(in: 0...400, using: &numbers) {
            let piece = alphabet.randomElement(using: &numbers) ?? []
            if isWide, piece.count == 1, Int.random(in: 0..<50, using: &numbers) > 0 {
                bytes += isLittle ? [piece[0], 0] : [0, piece[0]]
            } else {
                bytes += piece
            }
        }
        let limits = SheetLimits(cellBytes: seed % 3 == 0 ? 8 : 1 << 20, rowBytes: seed % 3 == 1 ? 12 : 1 << 20)
        let whole = try sheet(bytes, hints: hints, limits: limits)
        let items = try rows(whole)
        for chunkBytes in [1, 2, 3, 7] {
            let cut = try sheet(bytes, hints: hints, limits: limits, chunkBytes: chunkBytes)
            #expect(try rows(cut) == items)
            #expect(cut.blankRows == whole.blankRows)
        }
    }
}
