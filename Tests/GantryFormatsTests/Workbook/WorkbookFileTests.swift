import FoundationEssentials
import GantryFormats
import GantryModel
import Testing

/// What lists become in a workbook, and what of it is read back.
@Suite("A workbook") struct WorkbookFileTests {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }
    private let created = Instant(secondsSince1970: 1_793_577_600)

    init() throws { scratch = try ScratchFolder() }

    private static let columns = [
        WorkbookColumn(heading: "id", kind: .integer), WorkbookColumn(heading: "day", kind: .date),
        WorkbookColumn(heading: "hours", kind: .quantity(.exact)),
        WorkbookColumn(heading: "amount", kind: .quantity(.fixed(2))), WorkbookColumn(heading: "factor", kind: .plain),
        WorkbookColumn(heading: "note", kind: .text),
    ]

    /// Writes rows as a workbook of one table.
    private func write(
        _ rows: [[CSVCell]], _ columns: [WorkbookColumn] = WorkbookFileTests.columns, name: String = "a.xlsx",
        mostRows: Int = WorkbookFile.mostRows
    ) throws -> (path: String, csv: [UInt8], result: WorkbookFile.Result) {
        var table = CSVTable(dialect: .machine)
        table.appendHeader(columns.map(\.heading))
        for row in rows { table.append(row) }
        let csv = table.take()
        let source = "\(folder)/\(name).csv"
        try Data(csv).write(to: URL(filePath: source))
        let path = "\(folder)/\(name)"
        let result = try WorkbookFile.write(
            [WorkbookSource(title: "List", columns: columns, path: source)], to: path, scratch: folder,
            title: "A list", created: created, mostRows: mostRows)
        return (path, csv, result)
    }

    private func readBack(_ path: String) throws -> [UInt8] {
        try #require(try WorkbookReader(path).table("List")).bytes()
    }

    private static func nano(_ text: String) -> Int128 {
        let parts = text.split(separator: ".")
        let decimals = parts.count > 1 ? String(parts[1]) : ""
        let digits = Int128(String(parts[0]) + decimals + String(repeating: "0", count: 9 - decimals.count))
        return digits ?? 0
    }

    @Test("gives back every cell: numbers of fifteen digits, days, and texts that look like something else")
    func everyCell() throws {
        let texts = [
            "=1+1", "+45 1234", "-x", "@a", "'=1", "'", "01001", "", " ", "  two ", "a\nb", "a\r\nb", "tab\t",
            "\u{1}\u{0}",
            "_x0041_", "_x005F_", "æøå <&>\"", "😀", String(repeating: " ", count: 5_000), "2026-10-01", "4.50",
            "1E5", "true", "_x004", "x_x000D_x_",
        ]
        let amounts = ["0.00", "-0.01", "9.95", "31375.91", "9999999999999.99", "10000000000000.01", "-2.50"]
        let hours = ["3.633333333", "4.00", "123456.123456789", "9223372036.854775807", "-7.40", "0.000000001"]
        let days = ["2026-10-01", "1900-03-01", "1900-02-28", "0001-01-01", "9999-12-31"]
        let rows = (0..<200).map { index -> [CSVCell] in
            [
                .integer([0, 1, -5, 999_999_999_999_999, 1_000_000_000_000_001, Int64.max, Int64.min][index % 7]),
                index % 6 == 5 ? .empty : .text(days[index % 5]),
                .decimal(Self.nano(hours[index % 6]), .exact),
                .decimal(Self.nano(amounts[index % 7]), .fixed(2)),
                index % 3 == 0 ? .empty : .decimal(Self.nano(hours[index % 6]), .fixed(index % 2 == 0 ? 9 : 3)),
                .text(texts[index % texts.count]),
            ]
        }
        let written = try write(rows)
        #expect(try readBack(written.path) == written.csv)
        #expect(written.result.rows == [200])
    }

    @Test("gives back rows whose cells are all empty, wherever they are and whatever the first column holds")
    func emptyRows() throws {
        let empty = [CSVCell](repeating: .empty, count: Self.columns.count)
        let filled: [CSVCell] = [.integer(1), .empty, .empty, .empty, .empty, .text("x")]
        for (number, rows) in [[empty], [filled, empty, empty, filled], [empty, filled, empty]].enumerated() {
            for columns in [Self.columns, Self.columns.reversed()] {
                let rows = columns[0].heading == "id" ? rows : rows.map { Array($0.reversed()) }
                let written = try write(rows, columns, name: "empty-\(number)-\(columns[0].heading).xlsx")
                #expect(try readBack(written.path) == written.csv)
                #expect(written.result.rows == [rows.count])
            }
        }
    }

    @Test("has the same bytes from the same rows, whatever the clock says") func sameBytes() async throws {
        let rows: [[CSVCell]] = [[.integer(1), .text("2026-10-01"), .empty, .empty, .empty, .text("x")]]
        let first = try write(rows, name: "a.xlsx")
        try await Task.sleep(for: .milliseconds(2_100))
        let second = try write(rows, name: "b.xlsx")
        #expect(try Data(contentsOf: URL(filePath: first.path)) == Data(contentsOf: URL(filePath: second.path)))
        #expect(first.result.sha256 == second.result.sha256 && first.result.length == second.result.length)
    }

    @Test("goes on in further sheets, each with the headings, when a list has more rows than a sheet")
    func furtherSheets() throws {
        let columns = [WorkbookColumn(heading: "id", kind: .integer)]
        let written = try write((0..<25).map { [.integer($0)] }, columns, mostRows: 11)
        let reader = try WorkbookReader(written.path)
        #expect(reader.titles == ["List", "List 2", "List 3"] && reader.tables == ["List"])
        #expect(try readBack(written.path) == written.csv)
        let full = try write((0..<20).map { [.integer($0)] }, columns, name: "b.xlsx", mostRows: 11)
        #expect(try WorkbookReader(full.path).titles == ["List", "List 2"])
        let empty = try write([], columns, name: "c.xlsx")
        #expect(try readBack(empty.path) == empty.csv)
    }

    @Test("refuses a text that is longer than a cell holds, and says where it is") func longText() throws {
        let columns = [WorkbookColumn(heading: "note", kind: .text)]
        let longest = String(repeating: "å", count: 32_767)
        #expect(try readBack(try write([[.text(longest)]], columns).path).count > 65_000)
        let error = #expect(throws: WorkbookError.self) {
            try write([[.text("a")], [.text(longest + "b")]], columns, name: "b.xlsx")
        }
        #expect(error?.code == .tooLarge)
        #expect(error?.explanation.contains("row 3, column \"note\": a text has 32768 characters") ?? false)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/b.xlsx"))
    }

    @Test("that was cut or changed isn't read") func damaged() throws {
        let written = try write((0..<50).map { [.integer($0), .empty, .empty, .empty, .empty, .text("row \($0)")] })
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: written.path)))
        var found = 0
        for place in stride(from: 0, to: bytes.count, by: 97) {
            var changed = bytes
            changed[place] ^= 0x10
            try Data(changed).write(to: URL(filePath: "\(folder)/changed.xlsx"))
            if (try? readBack("\(folder)/changed.xlsx")) != written.csv { found += 1 }
        }
        // A changed time or comment of the zip file changes no cell.
        #expect(found > 10)
        try Data(bytes[..<(bytes.count / 2)]).write(to: URL(filePath: "\(folder)/cut.xlsx"))
        #expect(throws: WorkbookError.self) { try WorkbookReader("\(folder)/cut.xlsx") }
        try Data("no zip file".utf8).write(to: URL(filePath: "\(folder)/none.xlsx"))
        #expect(throws: WorkbookError.self) { try WorkbookReader("\(folder)/none.xlsx") }
    }
}
