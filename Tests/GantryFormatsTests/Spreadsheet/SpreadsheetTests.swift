import Foundation
import GantryFormats
import Testing

@Suite("A workbook of a spreadsheet program") struct SpreadsheetTests {
    private static let folder = ProcessInfo.processInfo.environment["GANTRY_JUDGES"].flatMap {
        $0.isEmpty ? nil : $0 + "/workbooks"
    }

    /// What openpyxl reads in a file, or that it can't.
    private struct Truth: Decodable {
        let file: String
        let sheets: [String: [[String?]]]?
    }

    private static func truth() throws -> [Truth] {
        guard let folder else { return [] }
        return try String(contentsOfFile: folder + "/truth.jsonl", encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Truth.self, from: Data($0.utf8))
        }
    }

    @Test(
        "of those that readers are judged by is read as another reader reads it, or is refused",
        .enabled(if: folder != nil))
    func judged() throws {
        let folder = try #require(Self.folder)
        var cells = 0
        var refused: [String] = []
        for truth in try Self.truth() {
            let path = "\(folder)/\(truth.file)"
            do {
                let book = try Spreadsheet(path)
                for tab in book.tabs {
                    let wanted = truth.sheets?[tab.name]
                    let rows = try SpreadsheetRows.of(tab, in: book)
                    var seen = 0
                    // Only the first sixty rows and thirty columns are kept.
                    while try rows.next(), rows.row.number <= 60 {
                        let row = rows.row
                        guard let wanted else { continue }
                        let line = row.number <= wanted.count ? wanted[row.number - 1] : []
                        for (column, cell) in row.cells.prefix(30).enumerated() {
                            let expected = column < line.count ? line[column] ?? "" : ""
                            #expect(
                                Self.isSame(cell, expected),
                                "\(truth.file), \(tab.name), row \(row.number), column \(column): \(cell), not \(expected)"
                            )
                            cells += 1
                        }
                        seen += 1
                    }
                    let filled = (wanted ?? []).count { $0.contains { !($0 ?? "").isEmpty } }
                    #expect(wanted == nil || seen >= filled, "\(truth.file), \(tab.name): \(seen) of \(filled) rows")
                }
            } catch {
                refused.append("\(truth.file): \(error)")
                #expect(truth.sheets?.isEmpty ?? true, "\(truth.file) is refused: \(error)")
            }
        }
        #expect(cells > 4_000, "\(cells)")
        print("   \(cells) cells of published workbooks; refused:\n     " + refused.joined(separator: "\n     "))
    }

    @Test(
        "says in an OpenDocument file what it says in the format of Excel",
        .enabled(if: folder != nil && exists(soffice)))
    func openDocument() throws {
        let folder = try #require(Self.folder)
        let target = FileManager.default.temporaryDirectory.path + "/gantry-open-document-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let originals = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
            name.hasPrefix("readxl") && name.hasSuffix(".xlsx") && !name.contains("leap-year")
        }
        let office = Process()
        office.executableURL = URL(fileURLWithPath: Self.soffice)
        office.arguments =
            ["--headless", "-env:UserInstallation=file://\(target)/profile", "--convert-to", "ods", "--outdir", target]
            + originals.map { "\(folder)/\($0)" }
        office.standardOutput = FileHandle.nullDevice
        office.standardError = FileHandle.nullDevice
        try office.run()
        office.waitUntilExit()
        var cells = 0
        // Errors and line breaks, which it spells in its own way.
        var others: [String] = []
        for original in originals {
            let path = "\(target)/\(original.dropLast(5)).ods"
            guard let one = try? Self.cells("\(folder)/\(original)"), Self.exists(path) else { continue }
            let other = try Self.cells(path)
            for (tab, rows) in one {
                for (number, row) in rows {
                    let found = other[tab]?[number] ?? []
                    for (column, cell) in row.enumerated() where cell != .text("") {
                        cells += 1
                        guard column >= found.count || !Self.isAlike(found[column], cell) else { continue }
                        others.append(
                            "\(original), \(tab), \(number)/\(column): \(column < found.count ? found[column] : .text("")), not \(cell)"
                        )
                    }
                }
            }
        }
        #expect(
            cells > 1_000 && others.count * 100 < cells,
            "\(others.count) of \(cells): \(others.joined(separator: "; "))"
        )
    }

    @Test("of OpenDocument that readers are judged by is read, or is refused by name", .enabled(if: folder != nil))
    func judgedOpenDocument() throws {
        let folder = try #require(Self.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".ods") }.sorted()
        var read: [String: [String: [Int: [SpreadsheetRow.Cell]]]] = [:]
        var refused: [String: String] = [:]
        for name in names {
            do { read[name] = try Self.cells("\(folder)/\(name)") } catch { refused[name] = "\(error)" }
        }
        // One has a password, one a cell in column 999,999,999.
        #expect(refused.keys.sorted() == ["calamine-issue_594_dos.ods", "calamine-pass_protected.ods"], "\(refused)")
        #expect(refused["calamine-pass_protected.ods"]?.contains("has a password") == true, "\(refused)")
        #expect(read["calamine-date.ods"]?.values.first?[1]?.first == .text("2021-01-01"))
        let repeated = read["calamine-number_rows_repeated.ods"]?["Sheet2"] ?? [:]
        #expect(repeated.keys.sorted() == [2, 3, 4, 7, 9], "\(repeated)")
        #expect(repeated[2] == [.text("A"), .text("B")] && repeated[9] == [.text("C"), .text("D")])
        #expect(read["calamine-any_sheets.ods"]?.isEmpty == false)
    }

    private static let soffice = "/usr/bin/soffice"
    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The first sixty rows of each sheet by their numbers.
    private static func cells(_ path: String) throws -> [String: [Int: [SpreadsheetRow.Cell]]] {
        let book = try Spreadsheet(path)
        var all: [String: [Int: [SpreadsheetRow.Cell]]] = [:]
        for tab in book.tabs {
            let rows = try SpreadsheetRows.of(tab, in: book)
            while try rows.next(), rows.row.number <= 60 {
                all[tab.name, default: [:]][rows.row.number] = rows.row.cells
            }
        }
        return all
    }

    private static func isAlike(_ one: SpreadsheetRow.Cell, _ other: SpreadsheetRow.Cell) -> Bool {
        switch (one, other) {
        // The office makes numbers of yes and no.
        case (.text(let one), .text(let other)): isSame(.text(one), other) || one == ["true": "1", "false": "0"][other]
        default: one == other
        }
    }

    /// Whether a cell says what the other reader says in its own spelling.
    private static func isSame(_ cell: SpreadsheetRow.Cell, _ wanted: String) -> Bool {
        switch cell {
        case .unusable(let found):
            // 29 February 1900 is no day; the other reader makes it the 28th.
            if found.hasPrefix("60."), wanted.hasPrefix("1900-02-28") { return true }
            // Of a number with more than fifteen digits the last ones are lost.
            if let number = Double(wanted), abs(number) >= 1e15 { return found.contains("only 15 digits") }
            return found == wanted || wanted.isEmpty
        case .text(let found):
            if found == wanted { return true }
            if found.hasSuffix("%"), let one = Double(found.dropLast()), let other = Double(wanted) {
                return abs(one / 100 - other) <= abs(other) * 1e-13
            }
            if let one = Double(found), let other = Double(wanted) {
                return one == other || abs(one - other) <= abs(other) * 1e-14
            }
            if ["True", "False"].contains(wanted) { return found == wanted.lowercased() }
            // Line breaks and other characters that XML can't hold.
            let plain = wanted.replacing("_x000D_", with: "\r")
            if found == plain || found.replacing("\r", with: "") == plain.replacing("\r", with: "") { return true }
            // 2021-01-01T00:00:00, 10 days, 15:10:10
            func seconds(_ text: Substring) -> Int? {
                let parts = text.split(separator: ":").compactMap { Int($0.prefix { $0 != "." }) }
                return parts.count >= 2 ? parts[0] * 3_600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0) : nil
            }
            if let days = wanted.firstRange(of: " day") {
                let rest = wanted[days.upperBound...].drop { !$0.isNumber }
                return seconds(found[...]) == (Int(wanted[..<days.lowerBound]) ?? 0) * 86_400 + (seconds(rest) ?? 0)
            }
            let one = found.split(separator: "T")
            let other = wanted.split(separator: "T")
            guard let day = other.first, day.count == 10, one.first == day else {
                return seconds(found[...]) != nil && seconds(found[...]) == seconds(wanted[...])
            }
            let early = one.count > 1 ? seconds(one[1]) : 0
            let late = other.count > 1 ? seconds(other[1]) : 0
            // One rounds to the second, the other cuts.
            return abs((early ?? -9) - (late ?? 9)) <= 1
        }
    }

    @Test(
        "shows numbers with fifteen digits and without an exponent",
        arguments: [
            (7.4, "7.4"), (7.4000000000000004, "7.4"), (0.1 + 0.2, "0.3"), (1e-7, "0.0000001"), (-0.5, "-0.5"),
            (123_456_789_012_345_680, "123456789012346000"), (0, "0"), (1e15, "1000000000000000"),
            (4_512_345_678, "4512345678"),
            (0.99999999999999994, "1"), (99.9999999999999999, "100"), (2.5e21, "2500000000000000000000"),
        ])
    func numbers(value: Double, text: String) { #expect(SpreadsheetNumber.text(value) == text) }

    @Test(
        "shows days by ISO 8601, in both ways of counting, and none that never was",
        arguments: [
            (46_300.0, false, "2026-10-05" as String?), (46_300.5, false, "2026-10-05T12:00"), (1, false, "1900-01-01"),
            (59, false, "1900-02-28"), (60, false, nil), (61, false, "1900-03-01"), (-1, false, nil),
            (0.6458333333333334, false, "15:30"), (44_838, true, "2026-10-05"), (46_300.99999999, false, "2026-10-06"),
            (2_958_466, false, nil),
        ])
    func days(value: Double, from1904: Bool, text: String?) {
        #expect(SpreadsheetNumber.day(value, from1904: from1904) == text)
    }

    @Test(
        "knows days, times and hours by their formats",
        arguments: [
            ("dd-mm-yyyy", "day"), ("d. mmm yyyy", "day"), ("[$-406]d. mmmm yyyy;@", "day"), ("hh:mm", "time"),
            ("[h]:mm", "duration"), ("[Red]0.00", "number"), ("0.00\" dage\"", "number"),
            ("#,##0.00 \"kr.\"", "number"),
            ("General", "number"), ("yyyy\\-mm\\-dd hh:mm", "day"), ("mm:ss", "time"), ("0.00E+00", "number"),
            ("@", "number"),
            ("mmm", "day"), ("_-* #,##0.00\\ \"kr.\"_-", "number"), ("0%", "percent"),
            ("#,##0.0 %;[Red]-0.0 %", "percent"),
            ("0\"%\"", "number"), ("0;0%", "number"),
        ])
    func formats(code: String, kind: String) { #expect("\(CellFormats.kind(of: code))" == kind) }

    @Test(
        "knows the zeros and marks of ids, and no formats of amounts",
        arguments: [
            ("0000", "12", "0012"), ("000000-0000", "101701234", "010170-1234"),
            ("00\\ 00\\ 00", "123456789", "12345 67 89"),
            ("(00)\" / \"00", "7", "(00) / 07"), ("0", "12", nil), ("0.00", "12", nil), ("#,##0", "12", nil),
            ("00\" kr.\"", "12", nil), ("0000;-0000", "12", nil), ("General", "12", nil),
        ] as [(String, String, String?)])
    func ids(code: String, digits: String, shown: String?) {
        #expect(CellFormats.pattern(of: code).map { CellFormats.filled($0, Array(digits.utf8)) } == shown)
    }
}
