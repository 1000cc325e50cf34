import GantryEngine
import GantryImports
import GantryJSON
import GantryModel
import GantryRuns
import GantryTerminal
import Testing

@Suite("Reports of sheets that are sent")
struct ImportReportTests {
    private let id = RunID(pipeline: "certificates-upload", period: "october", revision: 1)
    private let command = ShellCommand([
        "gantry", "run", "certificates-upload", "--sheet", "in/october.csv", "--files", "scans", "--start-over",
    ])

    private func result(
        _ problems: [ImportResult.ProblemCount], sheet: String? = "in/october.csv", folder: String? = "scans"
    ) -> ImportResult {
        var counts = LedgerCounts()
        (counts.rows, counts.done, counts.refused) = (5, 3, 2)
        var result = ImportResult(
            id: id, folder: "w/r1", counts: counts, problems: problems, files: [], wasPublished: false)
        result.origin.sheet = sheet
        result.origin.folder = folder
        return result
    }

    private func lines(_ result: ImportResult, width: Int? = nil) -> [String] {
        ImportReport.lines(result, command: command, workspace: nil, style: TextStyle(isOn: false, width: width))
    }

    @Test("Refused rows are copied beside the sheet and sent with the folder that was used, by whole commands")
    func refusedRows() {
        let lines = lines(result([.init(code: "file-missing", count: 2, example: "x")]))
        #expect(lines.contains("            cp -i w/r1/data/refused.csv in/october-refused.csv"))
        #expect(
            lines.contains("            gantry run certificates-upload --sheet in/october-refused.csv --files scans"))
        #expect(!lines.contains { $0.contains("without cells") })
    }

    @Test("Rows that could not be read are said to stand there without their cells")
    func unreadable() {
        let some = result([
            .init(code: "too-many-cells", count: 1, example: "x"), .init(code: "empty", count: 1, example: "y"),
        ])
        #expect(lines(some).contains { $0.contains("1 unreadable row is listed there without cells") })
    }

    @Test(
        "The copy never replaces the sheet and never lies among published files",
        arguments: [
            ("october-refused.csv", "october-refused-2.csv"), ("a/october-refused-2.csv", "a/october-refused-3.csv"),
            ("october", "october-refused.csv"), ("a/October.XLSX", "a/October-refused.csv"),
            ("w/exports/p/x/r1/data/refused.csv", "october-refused.csv"),
        ])
    func copies(_ sheet: String, _ copy: String) {
        let lines = lines(result([], sheet: sheet, folder: nil))
        #expect(lines.contains("            cp -i w/r1/data/refused.csv \(copy)"))
        #expect(lines.contains("            gantry run certificates-upload --sheet \(copy)"))
    }

    @Test("Rows of a published export are corrected where they were entered")
    func exported() {
        var some = result([])
        some.origin.isExport = true
        #expect(!lines(some).contains { $0.contains("cp ") })
        #expect(lines(some).contains { $0.contains("export them as a new revision") })
    }

    @Test("A run says which columns it did not read and which files are no rows")
    func notRead() {
        var some = result([])
        some.origin.findings.ignoredColumns = ["Remark", "Phone"]
        some.origin.leftOut = UnmatchedFiles(
            pattern: "{worker}.pdf", count: 3, names: ["a.txt", "b.doc"])
        let lines = lines(some)
        #expect(lines.contains("  Ignored columns: Remark, Phone"))
        #expect(lines.contains("Left out: 3 files whose names don't match {worker}.pdf"))
        #expect(lines.contains("  a.txt") && lines.contains("  and 1 more"))
        let json = ResultValues.result(some).line
        #expect(json.contains(#""ignoredColumns":["Remark","Phone"],"#))
        #expect(
            json.contains(
                #","leftOut":{"pattern":"{worker}.pdf","count":3,"names":["a.txt","b.doc"]}"#
            ))
    }

    @Test("A few of the numbers that could be read as others are shown with what is read, and all are counted")
    func numbersRead() {
        var some = plan
        some.findings.numbersRead = FirstOnes(
            count: 9, first: (2...8).map { .init(row: $0, written: "Rate \($0).250", meant: "\($0)250") })
        let lines = ImportReport.lines(some, style: .plain)
        #expect(lines.contains("9 numbers could be read as another one, with decimals or thousands:"))
        #expect(lines.contains("  row 2: Rate 2.250 is 2250") && lines.contains("  and 4 more"))
        #expect(!lines.contains("  row 7: Rate 7.250 is 7250"))
        let json = ResultValues.plan(some).line
        #expect(json.contains(#""numbersReadCount":9,"numbersRead":[{"row":2,"written":"Rate 2.250","meant":"2250"}"#))
    }

    private var plan: ImportPlan { ImportPlan(id: id, state: "new", dialect: "UTF-8, commas", folder: "w/r1") }

    @Test("Rows have the numbers of the spreadsheet, for people and for programs")
    func rowNumbers() {
        var some = plan
        some.counts.count(
            LedgerEntry(
                row: 4, idempotencyKey: "k", refused: RowProblem("file-missing", "It is not there."),
                at: Instant(secondsSince1970: 0)))
        some.problems = [
            .init(
                number: 4, target: "1040, contracts", files: ["a.pdf"],
                problem: RowProblem("file-missing", "It is not there."))
        ]
        let lines = ImportReport.lines(some, style: .plain)
        #expect(lines.contains("    4  a.pdf → 1040, contracts  file-missing  It is not there."))
        #expect(
            ResultValues.plan(some).line.contains(#""row":4,"target":"1040, contracts","files":["a.pdf"],"alike":0"#))
    }

    @Test("A problem that is the same for several rows is told once, with their number")
    func sameProblem() {
        let exists = RowProblem("batch-exists", "The server already has the batch 7.")
        let other = RowProblem("not-approved", "Entry 3 is not approved.")
        var some = plan
        for row in 2...5 {
            some.counts.count(
                LedgerEntry(row: row, idempotencyKey: "k", refused: exists, at: Instant(secondsSince1970: 0)))
            some.note(.init(number: row, target: "\(row), batch", problem: exists))
            if row >= 4 { some.note(.init(number: row, target: "\(row), batch", problem: other)) }
        }
        some.problemCounts = [
            .init(code: "batch-exists", count: 4, example: ""), .init(code: "not-approved", count: 2, example: ""),
        ]
        let lines = ImportReport.lines(some, style: .plain)
        #expect(
            lines.contains { $0.contains("    2  every row") && $0.contains("The server already has the batch 7.") })
        #expect(
            lines.contains { $0.contains("    4  this row and 1 other") }
                && lines.count { $0.contains("batch-exists") } == 1)
        #expect(!lines.contains { $0.contains("more") })
        #expect(ResultValues.plan(some).line.contains(#""alike":3,"code":"batch-exists""#))
    }

    @Test("A plan that has nothing to send does not say that every row would be sent")
    func idle() {
        #expect(ImportReport.lines(plan, style: .plain).last == "Nothing would be sent. Nothing was sent or written.")
        var all = plan
        all.counts.count(LedgerEntry(row: 1, idempotencyKey: "k", at: Instant(secondsSince1970: 0)))
        #expect(ImportReport.lines(all, style: .plain).last == "Every row would be sent. Nothing was sent or written.")
    }

    @Test("A sentence about a row is folded at 80 columns and whole in a file")
    func folding() {
        var some = plan
        let sentence =
            "There is no file of this name in the folder. " + String(repeating: "It says more. ", count: 15)
            + "Correct the name."
        some.problems = [
            .init(
                number: 1, target: "leave 01890000-0000-7000-8000-00000000a001, medical",
                problem: RowProblem("file-missing", sentence))
        ]
        some.counts.count(
            LedgerEntry(
                row: 1, idempotencyKey: "k", refused: RowProblem("file-missing", sentence),
                at: Instant(secondsSince1970: 0)))
        let narrow = ImportReport.lines(some, style: TextStyle(isOn: false, width: 80))
        #expect(narrow.allSatisfy { displayWidth($0) <= 80 }, "\(narrow)")
        #expect(narrow.contains { $0.hasSuffix("Correct the name.") || $0.hasSuffix("name.") })
        #expect(ImportReport.lines(some, style: .plain).contains { $0.hasSuffix(sentence) })
    }

    private let now = Instant(secondsSince1970: 1_793_000_000)

    /// A run of a sheet, unfinished unless it has a folder, whose rows went like this.
    private func sent(_ rows: [LedgerEntry], problemRows: Int, folder: String? = nil) -> RunOverview {
        var counts = LedgerCounts()
        for row in rows { counts.count(row) }
        var overview = RunOverview(
            run: RunRecord(
                id: id, identity: RunIdentity(.sheet, settings: []), snapshot: now, corrects: nil, startedAt: now,
                phase: folder == nil ? .fetch : .complete),
            checkpoint: nil, totals: nil, files: [], rejects: [], folder: folder)
        overview.sent = SentOverview(counts: counts, rows: rows, problemRows: problemRows, command: "gantry run p")
        return overview
    }

    @Test("A row that the server failed at is shown with the status, its words and the trace id, as text and as JSON")
    func failedRow() throws {
        let words = "The server answered 500 \"Unique constraint failed on batch_number\"."
        let entry = try LedgerEntry(row: 1, idempotencyKey: "k", at: now).after(.sending, at: now)
            .after(.missing(RowProblem("status-500", words), status: 500, traceID: "t-1"), at: now)
        let overview = sent([entry], problemRows: 9)
        let text = OverviewReport.lines(overview, command: command, workspace: nil, style: .plain).joined(
            separator: "\n")
        #expect(
            text.contains("is unfinished: sending.") && text.contains("500") && text.contains("\(words) (trace id t-1)")
                && text.contains("and 8 more"))
        let json = ResultValues.overview(overview).line
        #expect(
            json.contains(#""rowProblems":[{"row":1,"fileOfRow":1,"state":"planned","code":"status-500","field":null"#))
        #expect(json.contains(#""status":500,"traceId":"t-1","attempts":1}]"#))
    }

    @Test("A run whose rows were refused for one reason is shown with it once")
    func sameReason() {
        let rows =
            (2...4).map {
                LedgerEntry(
                    row: $0, idempotencyKey: "k",
                    refused: RowProblem("batch-exists", "The server already has the batch 7."),
                    at: now)
            }
            + [LedgerEntry(row: 5, idempotencyKey: "k", refused: RowProblem("locked", "It was handed in."), at: now)]
        var overview = sent(rows, problemRows: 4, folder: "w/r1")
        let lines = OverviewReport.lines(overview, command: command, workspace: nil, style: .plain)
        #expect(
            lines.count { $0.contains("The server already has the batch 7.") } == 1
                && lines.contains { $0.contains("2 +2  refused") })
        #expect(lines.contains { $0.contains("5  refused") && $0.contains("It was handed in.") })
        #expect(!lines.contains { $0.contains("hidden") || $0.contains("skipped") })
        overview.sent?.hiddenRows = 2
        overview.sent?.skippedRows = 1
        #expect(
            OverviewReport.lines(overview, command: command, workspace: nil, style: .plain).contains(
                "  2 rows were hidden in the workbook and 1 row was skipped; this run sent nothing of them."))
        #expect(ResultValues.overview(overview).line.contains(#""rowsNotRead":{"hidden":2,"skipped":1}"#))
    }

    @Test("Each row of which nobody knows the outcome is shown by its number, also where several have one reason")
    func unknownRows() throws {
        let rows = try (2...3).map {
            try LedgerEntry(row: $0, idempotencyKey: "k\($0)", at: now).after(.sending, at: now)
                .after(.uncertain(RowProblem("status-500", "The server answered 500.")), at: now)
        }
        let overview = sent(rows, problemRows: 2)
        let lines = OverviewReport.lines(overview, command: command, workspace: nil, style: .plain)
        #expect(lines.contains { $0.contains("2  unknown") } && lines.contains { $0.contains("3  unknown") })
        #expect(!lines.contains { $0.contains("+1") })
    }

    @Test("A run with unknown rows is shown with the two decisions about them and not with a plain continuation")
    func unknown() {
        var counts = LedgerCounts()
        (counts.rows, counts.unknown) = (1, 1)
        var overview = sent([], problemRows: 0)
        overview.sent = SentOverview(
            counts: counts, rows: [], problemRows: 0, command: "gantry run p --sheet 'a b.csv' --start-over")
        let lines = OverviewReport.lines(overview, command: command, workspace: nil, style: .plain)
        #expect(lines.contains { $0.hasSuffix("  gantry run p --sheet 'a b.csv' --accept-unknown") })
        #expect(lines.contains { $0.hasSuffix("  gantry run p --sheet 'a b.csv' --resend-unknown") })
        #expect(!lines.contains { $0.contains("To continue") })
    }
}
