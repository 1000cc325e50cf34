import FoundationEssentials
import Synchronization
import Testing

/// Sheets to send that are workbooks, as an office has them.
@Suite("A workbook with rows to send") struct WorkbookSheetTests {
    private static func workbook(of upload: Upload, _ habits: [String] = []) async throws {
        try await Command(
            [
                Product.python, Product.tools + "/make_workbook.py", upload.folder.file("october.csv"),
                upload.folder.file("october.xlsx"),
            ] + habits
        ).succeed()
    }

    @Test("is sent like a CSV file, with the row numbers that the spreadsheet program shows") func sent() async throws {
        let upload = try await Upload()
        try await upload.fill(8)
        try await Self.workbook(of: upload, ["late", "cover"])
        let plan = try await upload.command(verb: "plan", sheet: "october.xlsx").run()
        #expect(plan.status == .exited(0) && plan.out.contains("the sheet \"Attester\" of a workbook"), "\(plan)")
        let run = try await upload.command(sheet: "october.xlsx").run()
        run.expect(exit: 0)
        #expect(try await upload.broken(rows: 8) == nil)
        #expect(try await upload.results().map { $0.cells["gantry_row"] ?? "" } == (4..<12).map(String.init))
        // The same file again is the same run.
        #expect(try await upload.command(sheet: "october.xlsx").run().code == 3)
        let verified = try await Command([
            Product.binary, "verify", "certificates-upload/october/r1", "--workspace", upload.workspace.path,
        ]).run()
        verified.expect(exit: 0)
    }

    @Test("has cells without a value and hidden rows, which are named and not sent") func odd() async throws {
        let upload = try await Upload()
        try await upload.fill(8)
        try await Self.workbook(of: upload, ["hidden", "error", "formula", "digits"])
        let plan = try await upload.command(verb: "plan", sheet: "october.xlsx").run()
        for said in [
            "1 row is hidden in the workbook", "#REF! in column C (type)",
            "of which only 15 digits are kept, in column B (leave)",
        ] { #expect(plan.out.contains(said), "\(said): \(plan)") }
        let run = try await upload.command(sheet: "october.xlsx").run()
        run.expect(exit: 2)
        #expect(try upload.effects().count == 5)
        // Parts would not say that rows are hidden.
        let cut = try await upload.command(["--split", "rows:2"], verb: "items", sheet: "october.xlsx").run()
        #expect((cut.code ?? 0) != 0 && cut.out.isEmpty, "\(cut)")
        try await Self.workbook(of: upload, ["hidden"])
        let hidden = try await upload.command(["--split", "rows:2"], verb: "items", sheet: "october.xlsx").run()
        #expect(hidden.code == 64 && hidden.err.contains("1 row of it is hidden"), "\(hidden)")
    }

    @Test(
        "has titles, groups, sums and remarks around its rows, which are told and not sent",
        arguments: [
            ["title", "danish", "sums", "beside", "notes"], ["group", "danish", "sums"], ["title", "sums", "cover"],
        ]) func shape(habits: [String]) async throws
    {
        let upload = try await Upload()
        try await upload.fill(6)
        try await Self.workbook(of: upload, habits)
        let plan = try await upload.command(verb: "plan", sheet: "october.xlsx").run()
        plan.expect(exit: 0)
        let first = habits.contains("title") ? 3 : 2
        let last = first + 6
        var said = [
            "The headings are in row \(first); what is above them is not read.",
            "2 rows are skipped and not sent by this run:",
            "row \(last + 2), a sum: I alt", "row \(last + 4), a remark: Husk at hente originalerne hos Bent",
        ]
        if habits.contains("danish") {
            said.append("Recognised columns: Fil is file, Ansøgning is leave, Art is type")
        }
        if habits.contains("beside") { said.append("6 rows have cells to the right of the last heading") }
        for said in said { #expect(plan.out.contains(said), "\(said): \(plan)") }
        #expect(plan.out.contains("2 rows are skipped") && !plan.out.contains("refused because"), "\(plan)")
        let run = try await upload.command(sheet: "october.xlsx").run()
        run.expect(exit: 0)
        #expect(run.out.contains("2 rows are skipped and not sent by this run:"), "\(run)")
        #expect(try Set(upload.effects().map(\.fileName)).count == 6)
        #expect(
            try await upload.results().map { $0.cells["gantry_row"] ?? "" } == (first + 1...last).map(String.init))
        #expect(try await upload.command(sheet: "october.xlsx").run().code == 3)
    }

    @Test("has more sums than are kept, and all of them are counted") func manySums() async throws {
        let upload = try await Upload()
        try await upload.fill(1)
        let rows = try text(of: upload.folder.file("october.csv"))
        try write(rows + "I alt,1,\r\n", to: upload.folder.file("october.csv"))
        let one = try await upload.command(verb: "plan").run()
        #expect(one.out.contains("1 row is skipped and not sent by this run:"), "\(one)")
        let sums = String(repeating: "I alt,1,\r\n", count: 1_100)
        try write(rows + sums, to: upload.folder.file("october.csv"))
        let many = try await upload.command(verb: "plan").run()
        #expect(many.out.contains("1 100 rows are skipped") && many.out.contains("and 1 080 more"), "\(many)")
        let json = try await upload.command(["--json"], verb: "plan").run()
        #expect(json.out.contains(#""skippedCount":1100"#), "\(json)")
        #expect(json.out.components(separatedBy: #""kind":"sum""#).count == 1_001)
    }

    @Test("has its headings where the command says, and merged cells where the pipeline file says") func merged()
        async throws
    {
        let upload = try await Upload()
        try await upload.fill(4)
        try await Self.workbook(of: upload, ["title", "merged"])
        let plain = try await upload.command(verb: "plan", sheet: "october.xlsx").run()
        #expect(plain.code == 2 && plain.out.contains("fill-down: [leave]"), "\(plain)")
        let wrong = try await upload.command(["--header-row", "2"], verb: "plan", sheet: "october.xlsx").run()
        #expect(
            (wrong.code ?? 0) != 0 && wrong.err.contains("row 2, which should have the headings, is empty"), "\(wrong)")
        let file = upload.folder.file("certificates-upload.yaml")
        try write(try text(of: upload.pipeline.withLock { $0 }) + "sheet: { fill-down: [leave] }\n", to: file)
        upload.pipeline.withLock { $0 = file }
        let run = try await upload.command(["--header-row", "3"], sheet: "october.xlsx").run()
        #expect(run.code == 0 && run.out.contains("The headings are in row 3"), "\(run)")
        #expect(try upload.effects().count == 4)
    }

    @Test("names files as another computer does, and each is found or asked about") func paths() async throws {
        let upload = try await Upload()
        try await upload.fill(5)
        let leaves = try await Upload.leaves.value
        let names = ["C:\\Scan\\SCAN-0.PDF", "scan-1", "scan-2.pdf", "attest.pdf", "scan-4"]
        try write("x", to: upload.scan("scan-4.txt"))
        for place in ["Ida", leaves[3]] {
            try FileManager.default.createDirectory(atPath: upload.scan(place), withIntermediateDirectories: false)
            try write(Upload.certificate(place == "Ida" ? 90 : 91), to: upload.scan(place) + "/attest.pdf")
        }
        let rows = zip(names, leaves).map { "\($0);\($1);medical\r\n" }
        try write("Fil;Ansøgning;Art\r\n" + rows.joined(), to: upload.folder.file("october.csv"))
        let plan = try await upload.command(verb: "plan").run()
        for said in [
            "3 files are found under another name", "row 2: C:\\Scan\\SCAN-0.PDF is scan-0.pdf",
            "row 3: scan-1 is scan-1.pdf",
            "row 5: attest.pdf is \(leaves[3])/attest.pdf", "\"scan-4.pdf\" and \"scan-4.txt\"",
        ] { #expect(plan.out.contains(said), "\(said): \(plan)") }
        let run = try await upload.command().run()
        #expect(run.code == 2 && run.out.contains("row 3: scan-1 is scan-1.pdf"), "\(run)")
        #expect(
            try upload.effects().map(\.fileName).sorted() == ["attest.pdf", "scan-0.pdf", "scan-1.pdf", "scan-2.pdf"])
        let sent = try upload.effects().first { $0.fileName == "attest.pdf" }?.sha256
        let digests = try await upload.digests(["\(leaves[3])/attest.pdf"])
        #expect(sent == digests.values.first)
    }

    @Test("is cut into parts that are sent like the whole") func cut() async throws {
        let upload = try await Upload()
        try await upload.fill(6)
        try await Self.workbook(of: upload, ["late"])
        let items = try await upload.command(["--split", "rows:2"], verb: "items", sheet: "october.xlsx").succeed()
        #expect(items.lines.count == 2, "\(items)")
        for number in 1...2 {
            try await upload.command(sheet: "october.xlsx.parts/october-\(number)-of-2.csv").succeed()
        }
        #expect(try upload.effects().count == 6)
    }

    @Test("whose formula was never calculated is refused by its cell") func formula() async throws {
        let upload = try await Upload()
        try await upload.fill(3)
        try await Self.workbook(of: upload, ["formula"])
        let plan = try await upload.command(verb: "plan", sheet: "october.xlsx").run()
        #expect(plan.out.contains("a formula that was never calculated in column C (type)"), "\(plan)")
    }

    @Test("with several sheets is refused by their names, and one is chosen by its name") func tabs() async throws {
        let upload = try await Upload()
        try await upload.fill(3)
        try await Self.workbook(of: upload, ["tabs"])
        let refused = try await upload.command(sheet: "october.xlsx").run()
        #expect(
            refused.err.contains("\"Attester\" and \"Noter\"") && refused.err.contains("Add --tab Attester")
                && (refused.code ?? 0) != 0, "\(refused)")
        #expect(try upload.effects().isEmpty)
        let unknown = try await upload.command(["--tab", "Ark1"], sheet: "october.xlsx").run()
        #expect(unknown.err.contains("no sheet \"Ark1\""), "\(unknown)")
        let items = try await upload.command(
            ["--tab", "Attester", "--split", "rows:2"], verb: "items", sheet: "october.xlsx"
        ).run()
        #expect(items.code == 0 && !items.lines.isEmpty, "\(items)")
        let chosen = try await upload.command(["--tab", "Attester"], sheet: "october.xlsx").run()
        chosen.expect(exit: 0)
        #expect(try await upload.broken(rows: 3) == nil)
    }

    @Test(
        "saved by LibreOffice is sent, and the result opens right in the office's spreadsheets",
        .enabled(if: exists("/usr/bin/soffice")))
    func libreOffice() async throws {
        let upload = try await Upload()
        try await upload.fill(5)
        let config = upload.workspace.path + "/gantry.yaml"
        try write(try text(of: config) + "office: { country: DK }\n", to: config)
        try await Command(
            [
                "/usr/bin/soffice", "--headless", "-env:UserInstallation=file://\(upload.folder.file("profile"))",
                "--infilter=CSV:44,34,76", "--convert-to", "xlsx", "--outdir", upload.folder.path,
                upload.folder.file("october.csv"),
            ], timeout: .seconds(240)
        ).succeed()
        let run = try await upload.command(sheet: "october.xlsx").run()
        run.expect(exit: 0)
        #expect(try upload.effects().count == 5)
        let result = try text(of: upload.published() + "/data/result.csv")
        #expect(result.hasPrefix("\u{FEFF}file;leave;type;"), "\(result)")
    }

    /// Puts another text into a cell and saves.
    private static let correct = """
        import openpyxl, sys
        book = openpyxl.load_workbook(sys.argv[1])
        sheet = book.active
        print([[cell.value for cell in row] for row in sheet.iter_rows()])
        sheet.cell(2, 1).value = sys.argv[3]
        book.save(sys.argv[2])
        """

    @Test(
        "has its results in a workbook too, and the refused rows of it are corrected and sent",
        .enabled(if: exists("/usr/bin/soffice")))
    func results() async throws {
        let upload = try await Upload()
        try await upload.fill(5)
        try remove(upload.scan("scan-2.pdf"))
        try await Self.workbook(of: upload, ["title", "danish", "sums"])
        let run = try await upload.command(sheet: "october.xlsx").run()
        #expect(run.code == 2 && run.out.contains("/data/result.xlsx"), "\(run)")
        #expect(run.out.contains("/data/refused.xlsx \(upload.folder.file("october-refused.xlsx"))"), "\(run)")
        let data = upload.published() + "/data"
        try await Command(
            [
                "/usr/bin/soffice", "--headless", "-env:UserInstallation=file://\(upload.folder.file("profile"))",
                "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1", "--outdir", upload.folder.path,
                data + "/result.xlsx",
            ], timeout: .seconds(240)
        ).succeed()
        let shown = try await Upload.rows(upload.folder.file("result.csv"))
        let written = try await Upload.rows(data + "/result.csv")
        #expect(shown.map(\.cells) == written.map(\.cells) && shown.count == 5)
        let cells = try await Command([
            Product.python, "-c", Self.correct, data + "/refused.xlsx", upload.folder.file("october-refused.xlsx"),
            "scan-9.pdf",
        ]).succeed()
        #expect(cells.out.contains("'Fil', 'Ansøgning', 'Art', 'gantry_error', 'gantry_row'"), "\(cells)")
        try write(Upload.certificate(9), to: upload.scan("scan-9.pdf"))
        let again = try await upload.command(sheet: "october-refused.xlsx").run()
        #expect(again.code == 0 && again.out.contains("/data/result.xlsx"), "\(again)")
        #expect(try upload.effects().count == 5)
        let verified = try await Command([
            Product.binary, "verify", "certificates-upload/october/r1", "--workspace", upload.workspace.path,
        ]).run()
        verified.expect(exit: 0)
    }

    @Test("has its results in a workbook, whatever its headings and cells are") func oddResults() async throws {
        let upload = try await Upload()
        try await upload.fill(1)
        let long = String(repeating: "æ", count: 32_000)
        let rows = try text(of: upload.folder.file("october.csv")).split(separator: "\r\n").map(String.init)
        try write(
            "\(rows[0]),,\"two\nlines\",_x0041_,+a,\(String(repeating: "h", count: 300))\r\n"
                + "\(rows[1]),-b,\"a\n\"\"b\"\"\",_x0042_,@c,\(long)\r\n",
            to: upload.folder.file("october.csv"))
        try await Self.workbook(of: upload)
        let run = try await upload.command(sheet: "october.xlsx").run()
        #expect(run.code == 0 && run.out.contains("/data/result.xlsx"), "\(run)")
        let result = try await upload.results()
        // A workbook spells A and B so.
        #expect(result.first?.cells["A"] == "B" && result.first?.status == "done")
    }

    @Test(
        "that is no workbook, has a password or is cut in half says what to save",
        arguments: ["ods", "cut", "old", "torn"])
    func badInput(kind: String) async throws {
        let upload = try await Upload()
        try await upload.fill(3)
        try await Self.workbook(of: upload)
        let path = upload.folder.file("october.xlsx")
        switch kind {
        case "torn": try await Self.workbook(of: upload, ["torn"])
        case "old": try write([0xD0, 0xCF, 0x11, 0xE0] + [UInt8](repeating: 0, count: 600), to: path)
        case "cut":
            let bytes = try read(path)
            try write(Array(bytes.prefix(bytes.count / 2)), to: path)
        default: try write([0x50, 0x4B, 0x03, 0x04] + Array("mimetypeapplication/vnd.oasis".utf8), to: path)
        }
        let ending = try await upload.command(verb: "plan", sheet: "october.xlsx").run()
        #expect((ending.code ?? 0) != 0 && ending.err.contains("ave it a"), "\(ending)")
    }

    @Test("is sent once, however often the run is killed") func killed() async throws {
        let template = try await Upload()
        try await template.fill(12)
        try await Self.workbook(of: template, ["late", "hidden"])
        let whole = try await template.command(sheet: "october.xlsx").run()
        try #require(whole.code == 0, "\(whole)")
        let pace = Pace(whole.took)
        let trials = Trials(what: "SIGKILL of a run with a workbook", test: "WorkbookSheetTests")
        await trials.run(hits: 12 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 61)
            let upload = try await Upload()
            try await upload.fill(12)
            try await Self.workbook(of: upload, ["late", "hidden"])
            let command = upload.command(sheet: "october.xlsx")
            let killed = try await command.killed(after: pace.instant(using: &random))
            guard killed.wasKilled else {
                pace.took(killed.took)
                return .late
            }
            let again = try await command.run()
            guard again.code == 0 || again.code == 3 else { return .broken("\(again)") }
            return try await upload.broken(rows: 11).map { .broken($0) } ?? .held
        }
    }
}
