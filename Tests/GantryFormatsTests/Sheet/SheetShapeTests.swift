import GantryFormats
import GantryModel
import GantryTestSupport
import Testing

@Suite("A sheet with more than its rows") struct SheetShapeTests {
    private static let hints: SheetDialect.Hints = {
        var hints = SheetDialect.Hints()
        hints.shape.needed = [["file", "fil"], ["leave"], ["type", "art"]]
        return hints
    }()

    private func open(_ text: String, _ change: (inout SheetShape) -> Void = { _ in }) throws -> SheetReader {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "sheet.csv")
        var hints = Self.hints
        change(&hints.shape)
        return try SheetReader.open(path, hints: hints)
    }

    @Test(
        "has its headings below titles, whatever separates its cells",
        arguments: [
            "Attester\n\nFil;Leave;Art\na.pdf;1;medical\n",
            "Attester; oktober\nset: ja\nFil,Leave,Art\na.pdf,1,medical\n",
            "Attester;;\n;;\nFil;Leave;Art\na.pdf;1;medical\n", "A;A;A\nFil;Leave;Art\na.pdf;1;medical\n",
        ]) func title(text: String) throws
    {
        let reader = try open(text)
        #expect(reader.header == ["Fil", "Leave", "Art"] && reader.headerNumber == 3 || text.hasPrefix("A;A"))
        #expect(reader.rowsAbove > 0)
        #expect(try reader.allCells() == [["a.pdf", "1", "medical"]])
    }

    @Test("has headings in two rows where cells of the upper one reach down") func twoRows() throws {
        let reader = try open("Fil;Fravær;\n;Leave;Type\na.pdf;1;medical\n")
        #expect(reader.header == ["Fil", "Leave", "Type"] && reader.headerNumber == 2)
        #expect(try reader.allCells() == [["a.pdf", "1", "medical"]])
    }

    @Test("has its headings in its first row where no row has all that are needed") func lacking() throws {
        let reader = try open("Fil;Leav;Art\na.pdf;1;medical\nb.pdf;2;\n")
        #expect(reader.header == ["Fil", "Leav", "Art"] && reader.rowsAbove == 0)
        #expect(try reader.all().count == 2)
    }

    @Test(
        "has rows that are sums or remarks",
        arguments: [
            ("I alt;3;", SkippedSheetRow.Kind.sum), ("Total:;;", .sum), (";;;37,5", .sum), (";;;Husk", .remark),
            ("Husk at ringe til Bent;;", .remark), ("NB: mangler;;", .remark), ("I ALT", .sum),
            ("Fil;Leave;Art;Bem", .headings), ("FIL ;;art.;", .headings), ("I alt;12;3.400,5", .sum),
            ("Sum :;1.250.000,50;-3 400", .sum), ("Total for October;;12,5;3", .sum),
        ]) func skipped(row: String, kind: SkippedSheetRow.Kind) throws
    {
        let reader = try open("Fil;Leave;Art;Bem\na.pdf;1;medical;\n\(row)\nb.pdf;2;fitness;x\n")
        #expect(try reader.all().map(\.number) == [2, 4])
        #expect(reader.skipped.first.map(\.number) == [3] && reader.skipped.first.first?.kind == kind)
        #expect(reader.rowCount == 2)
    }

    @Test(
        "has rows that lack something and are no sums or remarks",
        arguments: [
            "total.pdf;;;", "a.pdf;;;", "Sum of all parts.pdf;;;", "a b c.pdf;;;", ";1;;", "I alt;1;medical;",
            "Totalvogne;;;",
            "a.pdf;;medical;", "Jens Hansen;;;", "Total Byg ApS;1;2;", "Total Byg ApS;2026-10-05;7,5;",
            "Sum Invest A/S;5.10.2026;3;", "Total;2026-10-05;7,5;", "Sum;5 10 2026;3;", "Total;12 34 56 78;3;",
            "Total Byg ApS;2026-10-05;;", "Sum Invest A/S;;x;", "Fil;1;Art;", "Leave;Fil;Art;", "Fil;Leave;Art;x",
        ]) func kept(row: String) throws
    {
        let reader = try open("Fil;Leave;Art;Bem\na.pdf;1;medical;\n\(row)\n")
        #expect(try reader.all().map(\.number) == [2, 3])
        #expect(reader.skipped.count == 0)
    }

    @Test("has its headings in the middle also where no column is needed, but not where every row counts")
    func repeatedHeadings() throws {
        let text = "name;note\nA;-\nName;\n;-\nB;note\n"
        let reader = try open(text) {
            $0.needed = []
            $0.ownHeading = "gantry_row"
        }
        #expect(try reader.allCells() == [["A", "-"], ["", "-"], ["B", "note"]])
        #expect(reader.skipped.first.map(\.number) == [3] && reader.skipped.first.first?.text == "Name")
        #expect(try sheet(text).allCells().count == 4)
    }

    @Test("has empty cells that mean the one above, where that is said") func fillDown() throws {
        let reader = try open(
            "Fil;Leave;Art\na.pdf;1;medical\nb.pdf; ;fitness\nI alt;2;\nc.pdf;;medical\nFil;Leave;Art\nd.pdf;;medical\ne.pdf;4;medical\n"
        ) {
            $0.filledDown = [["leave"]]
        }
        #expect(try reader.allCells().map { $0[1] } == ["1", "1", "1", "1", "4"])
    }

    @Test(
        "has empty cells that mean the one above, whatever becomes of its row",
        arguments: [
            (";2;", [], ["2"]), (";Sum;", [], ["1"]), (";Total Byg ApS;", [], []),
            ("b.pdf;2;fitness", [SheetChange.leavingOut(3)], ["2"]),
            ("b.pdf;;fitness", [.leavingOut(3)], ["1"]),
            ("b.pdf;2;fitness", [.leavingOut(3), SheetChange(row: 3, heading: "Leave", value: "5")], ["5"]),
            // Where its cells are isn't certain.
            ("b.pdf;2", [], []), ("b.pdf;2;fit;ness", [], []), ("b.pdf;2;\"fit\"ness", [], []),
            ("b.pdf;2;fit\0ness", [], []), ("b.pdf;2", [.leavingOut(3)], []),
            ("b.pdf;2;\"fit\"ness", [.leavingOut(3)], []),
        ] as [(String, [SheetChange], [String])])
    func filledFromAnyRow(row: String, changes: [SheetChange], leaves: [String]) throws {
        var hints = Self.hints
        hints.shape.filledDown = [["leave"]]
        hints.changes = changes
        let reader = try sheet(
            "Fil;Leave;Art\na.pdf;1;medical\n\(row)\nc.pdf; ;medical\nd.pdf;4;medical\n", hints: hints)
        var rows: [Int: String] = [:]
        var refused: [Int: UnusableSheetRow] = [:]
        for item in try reader.all() {
            switch item {
            case .row(let row): rows[row.number] = row.cells[1]
            case .unusable(let row): refused[row.number] = row
            }
        }
        #expect(rows[2] == "1" && rows[4] == leaves.first && rows[5] == "4")
        #expect((refused[4] == nil) == !leaves.isEmpty)
        guard let refused = refused[4] else { return }
        #expect(refused.reason == .noValue && refused.column == 1)
        #expect(refused.found == "an empty cell in column B (Leave), below one in row 3 that can't be read")
    }

    @Test("has its headings in the row that is named, except where Gantry wrote it") func headerRow() throws {
        let text = "x;y;z\nFil;Leave;Art\na.pdf;1;medical\n"
        let reader = try open(text) { $0.headerRow = 2 }
        #expect(reader.header == ["Fil", "Leave", "Art"] && reader.rowsAbove == 1)
        #expect(try reader.all().map(\.number) == [3])
        let missing = sheetError { _ = try open(text) { $0.headerRow = 9 } }
        #expect(missing?.explanation.contains("row 9, which should have the headings, isn't there") == true)
        let own = try open("Fil;Leave;Art;gantry_row\na.pdf;1;medical;5\n") {
            $0.headerRow = 4
            $0.ownHeading = "gantry_row"
        }
        #expect(own.headerNumber == 1)
    }
}
