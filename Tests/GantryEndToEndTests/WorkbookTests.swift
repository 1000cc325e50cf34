import Testing

@Suite("A workbook") struct WorkbookTests {
    private static let output = """
          - file: payroll.xlsx
            format: xlsx
            columns:
              - { field: id, heading: entry_id }
              - { field: workDate, heading: work_date }
              - { field: employeeId }
              - { field: worker.name }
              - { field: normalHours, decimals: 2 }
              - { field: overtimeHours, decimals: exact }
              - { field: weekendHours, decimals: 0 }
              - { field: status }
              - { field: approvedAt }
              - { field: notes }


        """

    /// A job whose pipeline file also asks for a workbook.
    private func withWorkbook(_ job: Job, _ folder: TestFolder, language: String = "en") throws -> Job {
        var job = job
        job.pipeline = try Variants.file(
            in: folder, more: Self.output.replacing("format: xlsx", with: "format: xlsx\n    language: \(language)"))
        return job
    }

    private func verify(_ workspace: Workspace, _ run: String = Job.run) async throws -> Ending {
        try await Command([Product.binary, "verify", run, "--workspace", workspace.path]).run()
    }

    @Test(
        "of the sample month says what the archive, the pay file and the list of exceptions say, cell by cell",
        arguments: ["en", "da"])
    func everyCell(language: String) async throws {
        let workspace = try Workspace("workbook")
        try await withWorkbook(.sample(), workspace.folder, language: language).command(workspace.path).succeed()
        var words = [Product.python, Product.tools + "/read_workbook.py", workspace.published, "payroll.xlsx"]
        if exists("/usr/bin/soffice") { words.append("/usr/bin/soffice") }
        let judged = try await Command(words, timeout: .seconds(240)).run()
        judged.expect(exit: 0)
        #expect((Int(judged.lines.first ?? "") ?? 0) > 1_000, "\(judged)")
        let verified = try await verify(workspace)
        verified.expect(exit: 0)
        for line in [
            "data/payroll.xlsx: every row matches the exported entry in data/work-entries.jsonl.zst.",
            "data/payroll.xlsx: all 150 lines match data/work-entries.jsonl.zst.",
        ] { #expect(verified.out.contains(line), "\(verified)") }
    }

    @Test("has the same bytes when the run was killed before any of its file calls") func killed() async throws {
        let whole = try Workspace("whole")
        try await withWorkbook(.plain(), whole.folder).command(whole.path).succeed()
        let expected = try whole.exported()
        let counted = try Workspace("counted")
        try await withWorkbook(.plain(), counted.folder).command(
            counted.path, environment: Faults.environment(counted)
        ).succeed()
        let calls = try FaultLog(counted.log).count
        #expect(try counted.exported() == expected)
        let trials = Trials(
            what: "SIGKILL before file calls of a run with a workbook (\(calls))", test: "WorkbookTests")
        await trials.run(stride(from: 3, through: calls, by: max(calls / 40, 1)), leastHits: 20) { number in
            let workspace = try Workspace("kill")
            let job = try await withWorkbook(.plain(), workspace.folder)
            let ending = try await job.command(
                workspace.path, environment: Faults.environment(workspace, "kill@\(number)")
            ).run()
            guard ending.wasKilled else { return .late }
            let again = try await job.command(workspace.path).run()
            guard again.status == .exited(0) || again.status == .exited(3) else {
                return .broken("the same command ended: \(again)")
            }
            return try workspace.exported() == expected ? .held : .broken("other bytes")
        }
    }

    @Test("with another number in a cell is found by verify, also where every digest was made to fit")
    func changed() async throws {
        let workspace = try Workspace("changed")
        try await withWorkbook(.plain(), workspace.folder).command(workspace.path).succeed()
        for (sheet, expected) in [
            ("sheet1", "its sheet Summary isn't what the other sheets add up to"), ("sheet2", "payroll.xlsx: "),
            ("sheet3", "row 2 differs from entry"),
        ] {
            let altered = try AlteredExport(of: workspace.published)
            let program = """
                import re, sys, zipfile
                path, sheet = sys.argv[1:]
                with zipfile.ZipFile(path) as book:
                    files = [(entry, book.read(entry)) for entry in book.infolist()]
                with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
                    for entry, bytes in files:
                        if entry.filename == f"xl/worksheets/{sheet}.xml":
                            bytes = re.sub(rb"<v>(\\d+)", lambda found: b"<v>%d" % (int(found[1]) + 1), bytes, count=1)
                        book.writestr(entry, bytes)
                """
            try await Command(["python3", "-c", program, altered.path + "/data/payroll.xlsx", sheet]).succeed()
            let verified = try await altered.verified()
            #expect(verified.status == .exited(4) && verified.out.contains(expected), "\(verified)")
        }
    }

    @Test("of a dataset has its records as a sheet, with the same cells as the list in CSV") func dataset() async throws
    {
        let workspace = try Workspace("list")
        var job = try await Job.sample()
        job.settings = []
        job.pipeline = workspace.folder.file("staff.yaml")
        let columns = "[employee_id, name, hourly_rate, status]"
        try write(
            """
            pipeline: staff
            title: Staff
            connection: ksr
            parameters: { period: { required: false } }
            datasets:
              - dataset: ksr.workers
                outputs:
                  - { file: staff.xlsx, format: xlsx, columns: \(columns) }
                  - { file: staff.csv, format: csv, columns: \(columns) }
                  - { file: staff.jsonl.zst, format: archive }

            """, to: job.pipeline)
        try await job.command(workspace.path).succeed()
        let run = "staff/2026-10/r1"
        let verified = try await verify(workspace, run)
        #expect(verified.status == .exited(0) && verified.out.contains("data/staff.xlsx: 60 rows."), "\(verified)")
        let program = """
            import csv, openpyxl, sys
            book = openpyxl.load_workbook(sys.argv[1] + "/data/staff.xlsx")
            rows = [list(row) for row in book["staff"].iter_rows(values_only=True)]
            listed = list(csv.reader(open(sys.argv[1] + "/data/staff.csv", encoding="utf-8", newline="")))
            assert len(rows) == len(listed) == 61, (len(rows), len(listed))
            for found, wanted in zip(rows[1:], listed[1:]):
                assert found[0] == int(wanted[0]) and found[1] == wanted[1], (found, wanted)
                assert (found[2] is None and not wanted[2]) or found[2] == float(wanted[2]), (found, wanted)
            """
        try await Command([Product.python, "-c", program, workspace.exports + "/" + run]).succeed()
    }
}
