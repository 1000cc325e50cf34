import GantryAccounts
import GantryEngine
import GantryFiles
import GantryJSON
import GantryKit
import GantryModel
import GantryRuns
import GantryTerminal
import Testing

@Suite("Reports for people")
struct ReportTests {
    private var result: ExportResult {
        var totals = ExportTotals()
        totals.counts.fetched = 1_487
        totals.counts.exported = 1_412
        totals.counts.held = 74
        totals.counts.repeats = 1
        totals.hours = [
            .init(name: "normalHours", exported: HoursSum(nano: 9_712_500_000_000), held: HoursSum(123)),
            .init(name: "overtimeHours", exported: HoursSum(nano: 333_333_333_333), held: HoursSum(2)),
        ]
        totals.employees = 60
        totals.payCodes = [
            .init(
                code: "1000", title: "Normal hours", units: HoursSum(9_712), amount: Money(nano: 2_345_678_900_000_000),
                lines: 60),
            .init(code: "1100", title: "Overtime", units: HoursSum(334), amount: nil, lines: 31),
        ]
        totals.amount = Money(nano: 2_345_678_900_000_000)
        totals.currency = "DKK"
        totals.linesWithoutRate = 31
        totals.linesMissingRate = 1
        totals.employeesMissingRate = 1
        totals.exceptions = [
            .init(rule: "zero-hours", severity: .info, count: 2),
            .init(rule: "not-approved", severity: .blocker, count: 74),
        ]
        return ExportResult(
            id: RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1),
            folder: "w/exports/payroll-monthly/2026-10/r1",
            totals: totals,
            files: [
                ExportedFile(path: "data/exceptions.csv", bytes: 9_812, rows: 76, sha256: "00", listsExceptions: true),
                ExportedFile(path: "data/payroll.xsd", bytes: 812, rows: nil, sha256: "00"),
            ],
            wasPublished: false)
    }

    @Test("The summary of an export shows counts, hours, findings, pay codes and what to do next")
    func summary() {
        let lines =
            ResultReport.lines(result, style: .plain)
            + ResultReport.next(
                after: result, command: ShellCommand(["gantry", "run", "x", "--workspace", "w"]), style: .plain)
        #expect(
            lines.joined(separator: "\n") == """
                Published payroll-monthly/2026-10/r1
                  Records   1 487 fetched = 1 412 exported + 74 on hold + 1 duplicate + 0 unreadable
                  Hours     10 045.833333333 exported of 60 employees, 125.00 on hold
                  Blockers  74 not-approved

                  Pay code  Title         Lines     Units    Amount DKK
                  1000      Normal hours     60  9 712.00  2 345 678.90
                  1100      Overtime         31    334.00
                  Total                      91            2 345 678.90
                  The amount includes only lines with a rate:
                  31 lines have no amount: their pay codes have no rate.
                  1 line has no amount: 1 employee has no usable rate.

                  Folder    w/exports/payroll-monthly/2026-10/r1
                  List      w/exports/payroll-monthly/2026-10/r1/data/exceptions.csv
                  Next      gantry month 2026-10 --pipeline payroll-monthly --workspace w
                """)
    }

    @Test("A run that was published before says so and how to look at it")
    func published() {
        let before = ExportResult(
            id: result.id, folder: result.folder, totals: result.totals, files: result.files, wasPublished: true)
        let lines = ResultReport.lines(before, style: .plain)
        #expect(lines.first == "payroll-monthly/2026-10/r1 is already published, so nothing was fetched or changed.")
        #expect(lines.last == "  To replace it with the server's current data, add --revision next.")
    }

    @Test("Those who are told of failures are told of periods before a run that have none")
    func missedPeriods() {
        var ending = RunEnding(result)
        #expect(ending.notice(.complete)?.moment == .success)
        ending.missed = ["2026-06", "2026-09"]
        #expect(ending.notice(.complete)?.moment == .success)
        ending.newlyMissed = ["2026-09"]
        let notice = ending.notice(.complete)
        #expect(notice?.moment == .failure && notice?.message.hasSuffix("have no run: 2026-09.") == true)
    }

    @Test("Rejects are named in the first line of the summary")
    func rejects() {
        var totals = result.totals
        totals.counts.rejected = 1
        let some = ExportResult(id: result.id, folder: result.folder, totals: totals, files: [], wasPublished: false)
        let lines = ResultReport.lines(some, style: .plain)
        #expect(lines.first == "Published payroll-monthly/2026-10/r1 without 1 unreadable record")
    }

    @Test("The list of runs shows the newest state of each")
    func runs() {
        let began = Instant(secondsSince1970: 1_793_000_000)
        let runs = [
            RunRecord(
                id: result.id, identity: RunIdentity(.payroll, settings: []), snapshot: began, corrects: nil,
                startedAt: began, phase: .fetch,
                lastError: "Stopped at a checkpoint\u{7}")
        ]
        let lines = RunsReport.lines(RunList(runs.map(\.head)), workspace: "w", style: .plain)
        #expect(
            lines[1]
                == "payroll-monthly/2026-10/r1  unfinished: fetch  2026-10-26 07:33 UTC            Stopped at a checkpoint\\u{7}"
        )
        #expect(RunsReport.lines(RunList([]), workspace: "w", style: .plain) == ["There are no runs in w."])
    }

    @Test("A run of datasets names the destinations that lack it") func undelivered() {
        let time = Instant(secondsSince1970: 1_793_000_000)
        let run = RunRecord(
            id: result.id, identity: RunIdentity(.datasets, settings: []), snapshot: time, corrects: nil,
            startedAt: time, phase: .complete, finishedAt: time)
        var list = RunList([run.head])
        list.undelivered = [run.id: ["archive", "share"]]
        #expect(
            RunsReport.lines(list, workspace: "w", style: .plain)[1].hasSuffix(
                "not delivered to archive and share yet"))
        var overview = RunOverview(run: run, checkpoint: nil, totals: nil, files: [], rejects: [], folder: nil)
        overview.undelivered = ["archive"]
        let lines = OverviewReport.lines(
            overview, command: ShellCommand(["gantry"]), workspace: nil, style: .plain)
        #expect(lines.contains("  Delivered   not to archive yet"), "\(lines)")
    }

    @Test("Names of runs are never broken, however narrow the terminal is", arguments: [40, 60, 80, 120])
    func narrowRuns(width: Int) {
        let began = Instant(secondsSince1970: 1_793_000_000)
        let names = [
            "payroll-batch-create/2026-W41-W42/r1", "leave-history/2026@2026-11-21/r12", "timesheets/2026-W41/r1",
        ]
        let runs = names.compactMap(RunID.init).map {
            RunRecord(
                id: $0, identity: RunIdentity(.payroll, settings: []), snapshot: began, corrects: nil, startedAt: began,
                phase: .fetch, finishedAt: began, lastError: "The server answered 500 to the request for page 7 of 12.")
        }
        let lines = RunsReport.lines(
            RunList(runs.map(\.head)), workspace: "w", style: TextStyle(isOn: false, width: width))
        for name in names {
            #expect(lines.contains { $0.split(separator: " ").first.map(String.init) == name }, "\(lines)")
        }
        #expect(lines.allSatisfy { displayWidth($0) <= width }, "\(lines)")
    }

    @Test("A run that a process works on says so, and tells how to stop it instead of starting it again")
    func running() {
        let began = Instant(secondsSince1970: 1_793_000_000)
        let run = RunRecord(
            id: result.id, identity: RunIdentity(.payroll, settings: []), snapshot: began, corrects: nil,
            startedAt: began, phase: .fetch, lastError: "Stopped")
        var list = RunList([run.head])
        list.holders[run.id] = LockHolder(
            pid: 1254, host: "vm", since: "2026-11-22T14:14:49Z", command: "gantry run payroll-monthly --set a=b")
        #expect(RunsReport.lines(list, workspace: "w", style: .plain)[1].contains("running: fetch"))
        var overview = RunOverview(run: run, checkpoint: nil, totals: nil, files: [], rejects: [], folder: nil)
        overview.command = "gantry run payroll-monthly --period 2026-10 --start-over --set a=b"
        func lines() -> [String] {
            OverviewReport.lines(overview, command: ShellCommand(["gantry"]), workspace: nil, style: .plain)
        }
        #expect(lines().last == "  To continue  gantry run payroll-monthly --period 2026-10 --set a=b")
        overview.holder = list.holders[run.id]
        #expect(lines()[0] == "payroll-monthly/2026-10/r1 is running: fetch.")
        #expect(lines()[1] == "  Process     1254 on vm since 2026-11-22 14:14 UTC")
        #expect(lines().last?.contains("kill -INT 1254") == true)
        #expect(!lines().contains { $0.contains("To continue") || $0.contains("Stopped") })
    }

    @Test("A file of exceptions is named whatever it is called, and where no file lists them the summary says so")
    func exceptionFiles() {
        func next(_ files: [ExportedFile]) -> [String] {
            let some = ExportResult(
                id: result.id, folder: "f", totals: result.totals, files: files, wasPublished: false)
            return ResultReport.lines(some, style: .plain).suffix(1)
        }
        let odd = ExportedFile(path: "data/odd.csv", bytes: 1, rows: 3, sha256: "00", listsExceptions: true)
        #expect(next([odd]) == ["  List      f/data/odd.csv"])
        let none = "  No file lists these exceptions. Add an output with format: exceptions-csv to get one."
        #expect(next([ExportedFile(path: "data/my-exceptions.csv", bytes: 1, rows: 3, sha256: "00")]) == [none])
    }

    @Test("A run is shown with the first rows of its exceptions, and why a file of them can't be read")
    func shownExceptions() {
        let began = Instant(secondsSince1970: 1_793_000_000)
        let run = RunRecord(
            id: result.id, identity: RunIdentity(.payroll, settings: []), snapshot: began, corrects: nil,
            startedAt: began, phase: .complete)
        var overview = RunOverview(
            run: run, checkpoint: nil, totals: result.totals, files: result.files, rejects: [], folder: "f")
        overview.exceptions = [
            ListedExceptions(
                path: "data/exceptions.csv", headings: ["severity", "entry_id"],
                rows: (1...30).map { ["blocker", "\($0)"] })
        ]
        let lines = ExceptionsReport.lines(overview, style: .plain)
        #expect(lines.prefix(3) == ["Exceptions in data/exceptions.csv", "  severity  entry_id", "  blocker   1"])
        #expect(lines.count == 23 && lines.last == "  and 56 more in the file")
        #expect(
            OverviewReport.lines(overview, command: ShellCommand(["gantry"]), workspace: nil, style: .plain).contains(
                lines[0]))
        overview.exceptions = [ListedExceptions(path: "data/e.csv", headings: [], rows: [], problem: "It is gone.")]
        #expect(ExceptionsReport.lines(overview, style: .plain) == ["Exceptions in data/e.csv", "  It is gone."])
        overview.exceptions = []
        #expect(ExceptionsReport.lines(overview, style: .plain) == [])
    }

    @Test("Sums of a part are labelled as such above the table, in JSON too")
    func preview() {
        func table(_ part: PreviewTable.Part?) -> PreviewTable {
            PreviewTable(file: "payroll.csv", headings: ["units"], rows: [["113.25"]], isNumeric: [true], part: part)
        }
        func label(_ part: PreviewTable.Part?) -> [String] {
            PreviewReport.lines([table(part)], width: nil, style: .plain).filter { $0.contains("first") }
        }
        #expect(label(nil) == [])
        #expect(
            label(.init(records: 1_000, total: 1_491)) == [
                "  From the first 1 000 of 1 491 records, not from the whole period."
            ])
        #expect(
            label(.init(records: 900, total: nil)) == [
                "  From the first 900 records only; there may be more in the period."
            ])
        #expect(
            PreviewReport.lines([table(.init(records: 1, total: 2))], width: nil, style: .plain).prefix(3) == [
                "payroll.csv", "  From the first 1 of 2 records, not from the whole period.", "   units",
            ])
        #expect(
            ResultValues.preview([table(.init(records: 1_000, total: 1_491))]).line.contains(
                #""part":{"records":1000,"total":1491}"#))
        #expect(ResultValues.preview([table(nil)]).line.contains(#""part":null"#))
    }

    @Test("Findings of a verification are listed after what was proven")
    func verification() {
        var report = VerificationReport(folder: "f")
        report.proven = ["12 files match their digests."]
        #expect(
            VerificationText.lines(report, style: .plain)
                == ["  ok 12 files match their digests.", "", "f is complete and consistent."])
        report.notCompared = ["data/totals.json: exceptions[1]"]
        #expect(
            VerificationText.lines(report, style: .plain).suffix(4)
                == [
                    "Not compared, because nothing else in the folder states it; only the digests cover it:",
                    "  data/totals.json: exceptions[1]", "", "f is complete and consistent.",
                ])
        report.add(.init(path: "bagit.txt", message: "bagit.txt is not in the bag.", isMissing: true))
        report.add(.init(path: "data/payroll.csv", message: "found 1.00, expected 2.00"))
        #expect(
            VerificationText.lines(report, style: .plain).suffix(4)
                == [
                    "  missing bagit.txt", "  differs data/payroll.csv: found 1.00, expected 2.00", "",
                    "2 differences in f.",
                ])
    }
}
