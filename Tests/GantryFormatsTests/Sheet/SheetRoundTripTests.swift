import Foundation
import GantryFormats
import GantryModel
import Testing

@Suite("A sheet that is written and read again")
struct SheetRoundTripTests {
    static let dialects = SheetDialect.Encoding.allCases.flatMap { encoding in
        SheetDialect.Delimiter.allCases.flatMap { delimiter in
            SheetDialect.LineBreak.allCases.map { lineBreak in
                SheetDialect(
                    encoding: encoding,
                    hasByteOrderMark: ![.windows1252, .windows1250].contains(encoding) && delimiter != .comma,
                    delimiter: delimiter,
                    lineBreak: lineBreak, hasSeparatorLine: lineBreak == .lf)
            }
        }
    }

    private func rows(_ dialect: SheetDialect, _ numbers: inout SeededGenerator) -> [[String]] {
        var pieces = [
            "\"", "\"\"", "\r", "\n", "\r\n", ",", ";", "\t", "|", "a", "some words", " ",
            dialect.encoding == .windows1250 ? "ł" : "å", "€", "=1+1", "'",
            "\u{1}",
        ]
        if ![.windows1252, .windows1250].contains(dialect.encoding) { pieces += ["日本語", "😀", "e\u{301}", "\u{FEFF}"] }
        return (0..<Int.random(in: 1...40, using: &numbers)).map { number in
            let cells = (0..<4).map { _ in
                (0..<Int.random(in: 0...6, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? "" }
                    .joined()
            }
            return cells.allSatisfy(\.isEmpty) ? ["\(number)", "", "", ""] : cells
        }
    }

    private func encoded(_ rows: [[String]], _ dialect: SheetDialect) -> [UInt8] {
        var encoder = SheetRowEncoder(dialect: dialect)
        var bytes: [UInt8] = []
        encoder.appendStart(to: &bytes)
        for row in rows { encoder.append(row, to: &bytes) }
        return bytes
    }

    @Test("has the same cells in every dialect and at every chunk border", arguments: dialects) func cells(
        dialect: SheetDialect
    ) throws {
        var numbers = SeededGenerator(seed: UInt64(dialect.description.utf8.reduce(0) { $0 &+ Int($1) }))
        for _ in 0..<5 {
            let rows = rows(dialect, &numbers)
            let bytes = encoded([["a", "b", "c", "d"]] + rows, dialect)
            for chunkBytes in [1, 2, 3, 7, 64 << 10] {
                let reader = try sheet(
                    bytes, hints: .init(encoding: dialect.encoding, delimiter: dialect.delimiter),
                    chunkBytes: chunkBytes)
                #expect(try reader.allCells() == rows)
                #expect(reader.dialect == dialect)
            }
        }
    }

    @Test(
        "has the cells that Python's csv finds in it, and the reverse",
        arguments: dialects.filter { $0.lineBreak != .cr })
    func python(dialect: SheetDialect) throws {
        var numbers = SeededGenerator(seed: 7)
        // Without a line sep=, which Python doesn't know.
        var dialect = dialect
        dialect.hasSeparatorLine = false
        let rows = [["a", "b", "c", "d"]] + rows(dialect, &numbers)
        let folder = try ScratchFolder()
        try folder.put(encoded(rows, dialect), at: "ours.csv")
        try folder.put(Array(try JSONEncoder().encode(rows)), at: "rows.json")
        let codec =
            switch dialect.encoding {
            case .utf8: dialect.hasByteOrderMark ? "utf-8-sig" : "utf-8"
            case .utf16LittleEndian: "utf-16-le"
            case .utf16BigEndian: "utf-16-be"
            case .windows1252: "cp1252"
            case .windows1250: "cp1250"
            }
        let program = """
            import csv, json, sys
            # Python leaves a CR without quotes where rows end in LF.
            codec, delimiter, end, mark = sys.argv[1], chr(int(sys.argv[2])), json.loads(sys.argv[3]), sys.argv[4] == "mark"
            wanted = json.load(open("rows.json", encoding="utf-8"))
            with open("ours.csv", encoding=codec, newline="") as file:
                if mark: file.read(1)
                assert list(csv.reader(file, delimiter=delimiter, strict=True)) == wanted, "ours"
            with open("theirs.csv", "w", encoding=codec, newline="") as file:
                if mark: file.write("\\ufeff")
                quoting = csv.QUOTE_MINIMAL if "\\r" in end else csv.QUOTE_ALL
                csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(wanted)
            """
        let answer = try runTool(
            ProcessInfo.processInfo.environment["GANTRY_TEST_PYTHON"] ?? "python3",
            [
                "-c", program, codec, String(dialect.delimiter.byte),
                dialect.lineBreak == .lf ? "\"\\n\"" : "\"\\r\\n\"",
                dialect.hasByteOrderMark && dialect.encoding != .utf8 ? "mark" : "",
            ], in: folder.path)
        #expect(answer.status == 0, "\(answer.errors)")
        let reader = try sheet(
            try folder.bytes("theirs.csv"), hints: .init(encoding: dialect.encoding, delimiter: dialect.delimiter))
        #expect(try [reader.header] + reader.allCells() == rows)
    }
}
