import FoundationEssentials
import GantryConnectors
import GantryEngine
import GantryFormats
import GantryImports
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("Numbers of a workbook that are texts") struct WorkbookNumbersTests {
    typealias Worker = KSRCranes.WorkerRow

    /// A workbook with a column of texts and one of numbers, of an office with decimal commas.
    private func workbook(_ rows: [(String, String)], in folder: TemporaryFolder) throws -> SheetReader {
        var table = CSVTable(dialect: .machine)
        table.appendHeader(["amount", "km"])
        for row in rows { table.append([.text(row.0), .text(row.1)]) }
        try Data(table.take()).write(to: URL(filePath: folder.path + "/rows.csv"))
        let columns = [
            WorkbookColumn(heading: "amount", kind: .text), WorkbookColumn(heading: "km", kind: .plain),
        ]
        let path = folder.path + "/a.xlsx"
        _ = try WorkbookFile.write(
            [WorkbookSource(title: "List", columns: columns, path: folder.path + "/rows.csv")], to: path,
            scratch: folder.path, title: "A list", created: Instant(secondsSince1970: 0))
        var hints = SheetDialect.Hints()
        hints.hasDecimalComma = true
        hints.shape.numbers = ["amount", "km"]
        return try SheetReader.open(path, hints: hints)
    }

    /// The values of each row, or the field that is refused.
    private func read(_ rows: [(String, String)]) throws -> [String] {
        let folder = try TemporaryFolder()
        let worker = Worker.submission
        let fields = ["amount", "km"].map { name in
            SheetField<Worker>(name, help: "", .decimal { row, number in row.rate = number })
        }
        let submission = Submission<Worker>(
            worker.kind, fields: fields, loadReferenceData: worker.loadReferenceData, request: worker.request,
            receive: worker.receive, find: worker.find)
        var work = Pipeline.Import(kind: "ksr.x")
        work.sheet.hasDecimalComma = true
        let binding = try SheetBinding(submission, to: try workbook(rows, in: folder), work: work)
        let reader = try workbook(rows, in: folder)
        var found: [String] = []
        while case .row(let row)? = try reader.next() {
            let problem = binding.read(row.cells).problems.first
            found.append(problem?.field ?? binding.canonical(row.cells).replacing("\n", with: ","))
        }
        return found
    }

    @Test("are read as the other texts of their column say, like those of a CSV file") func texts() throws {
        #expect(try read([("7.5", "1"), ("1.125", "2")]) == [#"amount="7.5",km="1""#, "amount"])
        #expect(try read([("7,5", "1"), ("1.125", "2")]) == [#"amount="7.5",km="1""#, #"amount="1125",km="2""#])
        #expect(try read([("7.5", "1"), ("7,5", "1"), ("1.125", "2")]).last == "amount")
    }

    @Test("say nothing of those that the workbook holds as numbers, and are told nothing by them") func typed() throws {
        #expect(
            try read([("7.5", "1.125"), ("1.1250", "2.5")]) == [
                #"amount="7.5",km="1.125""#, #"amount="1.125",km="2.5""#,
            ])
        #expect(try read([("1.125", "2.5")]) == [#"amount="1125",km="2.5""#])
    }
}
