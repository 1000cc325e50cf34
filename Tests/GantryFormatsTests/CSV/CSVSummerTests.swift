import GantryFormats
import GantryModel
import GantryTestSupport
import Testing

@Suite("The CSV summer")
struct CSVSummerTests {
    private struct Outcome: Equatable {
        var sums: [Int128] = []
        var rows = 0
        var problem: CSVSummer.Problem?
    }

    private func read(
        _ file: [UInt8], _ dialect: CSVDialect = .machine, columns: Int, summed: [Int], cuts: [Int] = []
    ) -> Outcome {
        var summer = CSVSummer(dialect: dialect, columns: columns, summed: summed)
        do throws(CSVSummer.Problem) {
            var start = 0
            for end in cuts + [file.count] {
                try summer.read(file.span.extracting(start..<end))
                start = end
            }
            try summer.finish()
            return Outcome(sums: summer.sums, rows: summer.rows)
        } catch {
            return Outcome(problem: error)
        }
    }

    private func read(
        _ text: String, _ dialect: CSVDialect = .machine, columns: Int = 2, summed: [Int] = [1]
    ) -> Outcome {
        read(Array(text.utf8), dialect, columns: columns, summed: summed)
    }

    @Test("adds up columns exactly and counts rows") func sums() {
        #expect(read("a,h\r\nx,1.5\r\ny,-0.000000001\r\nz,\r\n") == Outcome(sums: [0, 1_499_999_999], rows: 4))
        #expect(read("a,h\r\n") == Outcome(sums: [0, 0], rows: 1))
        #expect(
            read("5,7\r\n1,2\r\n", columns: 2, summed: [0, 1])
                == Outcome(sums: [1_000_000_000, 2_000_000_000], rows: 2))
        #expect(
            read("h\r\n-9000000000\r\n9000000000.000000000\r\n-1\r\n", columns: 1, summed: [0]).sums == [-1_000_000_000]
        )
    }

    @Test("adds up past 64 bits") func largeSums() {
        let rows = String(repeating: "9000000000.00\r\n", count: 1_000)
        #expect(read("h\r\n" + rows, columns: 1, summed: [0]).sums == [9_000_000_000_000 * 1_000_000_000])
    }

    @Test("reads each dialect's decimals and delimiters") func dialects() {
        #expect(read("\u{FEFF}a;h\r\n\"x;y\";1,5\r\n", .excelDanish).sums == [0, 1_500_000_000])
        #expect(read("\u{FEFF}a,h\r\n\"x,y\",1.5\r\n", .excelEnglish).sums == [0, 1_500_000_000])
        #expect(read("\u{FEFF}a;h\r\nx;1.5\r\n", .excelDanish).problem != nil)
        #expect(read("a,h\r\nx,\"1,5\"\r\n").problem == .init(row: 2, column: 2, message: "a number in quotes"))
        #expect(
            read("a;h\r\nx;1,5\r\n", .excelDanish).problem == .init(row: 1, column: 1, message: "no byte order mark"))
    }

    @Test("reads quoted texts with anything in them") func quoted() {
        #expect(
            read("a,h\r\n\"x\"\"y,\r\n,z\"\"\",1\r\n\"\",2\r\n\"\"\"\",3\r\n")
                == Outcome(sums: [0, 6_000_000_000], rows: 4))
    }

    @Test(
        "refuses a file that isn't whole and well-formed, and says where",
        arguments: [
            ("a,h\r\nx\r\n", 2, 1, "1 cell instead of 2"), ("a,h\r\nx,1,2\r\n", 2, 3, "more than 2 cells"),
            ("a\r\n", 1, 1, "1 cell instead of 2"),
            ("a,h\r\n\r\n", 2, 1, "1 cell instead of 2"),
            ("a,h\r\nx\"y,1\r\n", 2, 1, "a quote inside a cell without quotes"),
            ("a,h\r\n\"x\"y,1\r\n", 2, 1, "text after a closing quote"),
            ("a,h\r\n\"x\" ,1\r\n", 2, 1, "text after a closing quote"),
            ("a,h\nx,1\n", 1, 2, "an LF without CR outside quotes"),
            ("a,h\r\nx,1\rx,2\r\n", 2, 2, "a CR without LF outside quotes"),
            ("a,h\r\nx,1", 2, 2, "the last row is cut short"), ("a,h\r\nx,1\r", 2, 2, "the last row is cut short"),
            ("a,h\r\nx", 2, 1, "the last row is cut short"), ("a,h\r\nx,", 2, 2, "the last row is cut short"),
            ("a,h\r\n\"x,1\r\n", 2, 1, "the last row is cut short"),
            ("a,h\r\nx,1.5.5\r\n", 2, 2, "a character that is not part of a number"),
            ("a,h\r\nx,1e5\r\n", 2, 2, "a character that is not part of a number"),
            ("a,h\r\nx, 1\r\n", 2, 2, "a character that is not part of a number"),
            ("a,h\r\nx,+1\r\n", 2, 2, "a character that is not part of a number"),
            ("a,h\r\nx,--1\r\n", 2, 2, "a character that is not part of a number"),
            ("a,h\r\nx,'-1\r\n", 2, 2, "a character that is not part of a number"),
            ("a,h\r\nx,-\r\n", 2, 2, "a number without digits"),
            ("a,h\r\nx,.5\r\n", 2, 2, "a character that is not part of a number"),
            ("a,h\r\nx,1.0000000001\r\n", 2, 2, "a number out of range"),
            ("a,h\r\nx,99999999999\r\n", 2, 2, "a number out of range"),
            ("a,h\r\nx,99999999999999999999999\r\n", 2, 2, "a number out of range"),
        ])
    func refused(text: String, row: Int, column: Int, message: String) {
        #expect(read(text).problem == .init(row: row, column: column, message: message))
    }

    @Test("notices a file that was cut anywhere but between two rows") func truncated() {
        let file = Array("\u{FEFF}navn;timer\r\n\"æ;\"\"q\"\"\r\n\";7,50\r\nx;-1,25\r\n".utf8)
        let whole = [15, 34, file.count]
        for end in 3..<file.count {
            let outcome = read(Array(file[..<end]), .excelDanish, columns: 2, summed: [1])
            let endsRow = file[..<end].suffix(2) == [0x0D, 0x0A] && file[..<end].filter { $0 == 0x22 }.count % 2 == 0
            #expect((outcome.problem == nil) == (endsRow || end == 3), "cut after \(end) bytes")
        }
        #expect(read(file, .excelDanish, columns: 2, summed: [1]) == Outcome(sums: [0, 6_250_000_000], rows: 3))
        #expect(whole.last == file.count)
    }

    @Test("gives the same whatever pieces it reads") func pieces() {
        let good = Array("\u{FEFF}a;h\r\n\"x\"\"\r\n;\";1,5\r\n\"\";-2\r\ny;\r\n".utf8)
        let bad = [
            Array("\u{FEFF}a;h\r\nx;1\r\"y\";2\r\n".utf8), Array("\u{FEFF}a;h\r\n\"x\"y;2\r\n".utf8),
            Array("\u{FEFF}a;h\r\nx;-\r\n".utf8),
        ]
        for file in [good] + bad {
            let whole = read(file, .excelDanish, columns: 2, summed: [1])
            for cut in 0...file.count {
                #expect(read(file, .excelDanish, columns: 2, summed: [1], cuts: [cut]) == whole, "cut at \(cut)")
            }
            #expect(read(file, .excelDanish, columns: 2, summed: [1], cuts: Array(1..<file.count)) == whole)
        }
    }

    /// Numbers of every length up to 19 digits beside texts of every length, so that each way through a cell is cut at
    /// each of its bytes.
    @Test("gives the same sums wherever a cell is cut, however long it is", arguments: CSVDialect.all.indices)
    func longCells(dialect number: Int) {
        let dialect = CSVDialect.all[number]
        let delimiter = String(UnicodeScalar(dialect.delimiter))
        let point = String(UnicodeScalar(dialect.decimalPoint))
        var text = (dialect.hasByteOrderMark ? "\u{FEFF}" : "") + ["a", "h", "b"].joined(separator: delimiter) + "\r\n"
        var sum: Int128 = 0
        var rows = 1
        for length in 0...19 {
            for decimals in [0, 2, 9] where length == 0 || length > decimals && length - decimals <= 9 {
                let digits = (0..<length).map { ($0 * 7 + length) % 9 + 1 }
                let whole = digits.dropLast(decimals).map(String.init).joined()
                let fraction = digits.suffix(decimals).map(String.init).joined()
                let isNegative = length % 3 == 1
                let value =
                    digits.reduce(Int128(0)) { $0 * 10 + Int128($1) }
                    * (decimals == 0 ? 1_000_000_000 : decimals == 2 ? 10_000_000 : 1)
                sum += isNegative ? -value : value
                let cell = (isNegative ? "-" : "") + whole + (decimals > 0 && length > 0 ? point + fraction : "")
                // Bytes on both sides of what the fast search stops at.
                let name = String(repeating: length % 2 == 0 ? "x-/:<" : "\u{E6}~", count: length / 3)
                text += [name, cell, "\"" + name + delimiter + "\""].joined(separator: delimiter) + "\r\n"
                rows += 1
            }
        }
        let file = Array(text.utf8)
        let whole = read(file, dialect, columns: 3, summed: [1])
        #expect(whole == Outcome(sums: [0, sum, 0], rows: rows))
        for cut in 0...file.count {
            #expect(read(file, dialect, columns: 3, summed: [1], cuts: [cut]) == whole, "cut at \(cut)")
        }
        for piece in 1...24 {
            let cuts = Array(stride(from: piece, to: file.count, by: piece))
            #expect(read(file, dialect, columns: 3, summed: [1], cuts: cuts) == whole, "pieces of \(piece)")
        }
    }

    @Test("agrees with Python's csv and decimal modules, and with the encoder", arguments: 0..<6 as Range<UInt64>)
    func againstPython(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let dialect = CSVDialect.all[Int(seed % 3)]
        var chunk = Chunk<CSVSample>()
        let letters = Array("=+-@\t\n\r '\",;aæ".unicodeScalars)
        for _ in 0..<400 {
            var text = ""
            for _ in 0..<Int.random(in: 0...10, using: &numbers) {
                text.unicodeScalars.append(letters.randomElement(using: &numbers) ?? "a")
            }
            chunk.add(text: Array(text.utf8)) {
                if Bool.random(using: &numbers) {
                    $0.hours = Hours(
                        nano: Int64.random(in: -100_000_000_000_000...100_000_000_000_000, using: &numbers))
                }
                $0.amount = Money(
                    nano: Int128(Int64.random(in: -800_000_000_000_000_000...800_000_000_000_000_000, using: &numbers)))
                $0.number = Int64.random(in: -5_000_000_000...5_000_000_000, using: &numbers)
            }
        }
        let columns = [
            CSVSample.column("text"), CSVSample.column("hours", .fixed(2)), CSVSample.column("amount"),
            CSVSample.column("number"), CSVSample.column("hours"),
        ]
        var encoder = CSVRecordEncoder(dialect: dialect, columns: columns)
        let file = encoder.header() + chunk.encoded(by: &encoder)
        let cuts = (0..<20).map { _ in Int.random(in: 0...file.count, using: &numbers) }.sorted()
        let found = read(file, dialect, columns: 5, summed: [1, 2, 3, 4], cuts: cuts)
        #expect(found.problem == nil)

        let folder = try ScratchFolder()
        try folder.put(file, at: "file.csv")
        let program = """
            import csv, decimal, sys
            decimal.getcontext().prec = 60
            sums, rows = [decimal.Decimal(0)] * 5, 0
            with open(sys.argv[1], newline="", encoding=sys.argv[3]) as file:
                for row in csv.reader(file, delimiter=sys.argv[2], strict=True):
                    rows += 1
                    assert len(row) == 5, row
                    if rows > 1:
                        for i in 1, 2, 3, 4:
                            if row[i]: sums[i] += decimal.Decimal(row[i].replace(sys.argv[4], "."))
            print(rows, *[int(s.scaleb(9)) for s in sums])
            """
        let result = try ToolResult.python(
            program,
            [
                folder.file("file.csv"), String(UnicodeScalar(dialect.delimiter)),
                dialect.hasByteOrderMark ? "utf-8-sig" : "utf-8",
                String(UnicodeScalar(dialect.decimalPoint)),
            ])
        #expect(
            result.output == ([Int128(found.rows)] + found.sums).map { "\($0)" }.joined(separator: " ") + "\n",
            "seed \(seed)")
        for index in [1, 2, 4] { #expect(encoder.sums[index] == found.sums[index]) }
    }
}
