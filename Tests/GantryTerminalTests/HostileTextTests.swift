import GantryAccounts
import GantryEngine
import GantryHTTP
import GantryImports
import GantryJSON
import GantryModel
import GantryRuns
import GantryTerminal
import Testing

@Suite("Text from a server or a file that would forge lines, drive the terminal or turn the reading order round")
struct HostileTextTests {
    /// Line breaks, CR, ANSI escapes, C1 controls, bidi controls, separators and what is not seen at all.
    private let hostile =
        "x\nError: forged\r\u{1B}[31m\u{1B}]0;t\u{7}\u{9B}1A\u{85}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\u{FEFF}\u{E0041}y"
    private let id = RunID(pipeline: "certificates-upload", period: "october", revision: 1)

    /// Every line is one line of its own and shows the text escaped.
    private func expectHarmless(_ lines: [String], _ place: String, shows: Bool = true) {
        let forged = lines.filter { $0.unicodeScalars.contains(where: \.isUnprintable) }
        #expect(forged.isEmpty, "\(place)")
        #expect(!shows || lines.contains { $0.contains(#"x\nError: forged\r\u{1b}[31m"#) }, "\(place)")
    }

    @Test("is escaped in every part of an error")
    func errors() {
        let http = HTTPError(.status, hostile, request: HTTPRequest(.get, "https://h.example/\(hostile)"))
        let usage = UsageError(hostile, advice: Advice(hostile))
        for error in [RunError(.unusableRun, hostile, details: [hostile], advice: Advice(hostile)), http, usage]
            as [any Error]
        {
            let report = ErrorReport(error, command: ShellCommand(["gantry", "run", hostile]))
            expectHarmless(report.lines(style: .plain), "\(type(of: error))")
            expectHarmless(
                report.lines(style: TextStyle(isOn: false, width: 40)), "folded \(type(of: error))", shows: false)
            expectHarmless([report.json.line], "JSON of \(type(of: error))", shows: false)
        }
    }

    @Test("is escaped in what a run reports while it works")
    func progress() {
        let events: [ExportEvent] = [
            .joined(dataset: hostile, records: 1), .dataset(name: hostile, number: 1, of: 2),
            .beginsAnew(id, reason: hostile),
            .connection(.socketless(reason: hostile)),
            .connection(.retrying(what: hostile, attempt: 1, wait: .seconds(1), reason: hostile)),
        ]
        for event in events {
            var state = ProgressState()
            expectHarmless(state.note(event, at: .zero).map(\.text), "\(event)")
            expectHarmless(
                [state.terminalLine(width: 400, at: .zero), state.plainLine(at: .zero)], "\(event)", shows: false)
            let line = EventLine.of(event, state, at: .zero, time: Instant(secondsSince1970: 0))
            expectHarmless([line?.line].compactMap(\.self), "JSON of \(event)", shows: false)
        }
    }

    @Test("is escaped in reports of sheets")
    func sheets() {
        var plan = ImportPlan(id: id, state: hostile, dialect: hostile, folder: hostile)
        plan.problems = [
            .init(number: 1, target: hostile, files: [hostile], problem: RowProblem(hostile, field: hostile, hostile))
        ]
        plan.findings.ignoredColumns = [hostile]
        plan.leftOut = UnmatchedFiles(
            pattern: hostile, count: 1, names: [hostile])
        plan.recordsWithoutRow = [hostile]
        plan.examples = [hostile]
        expectHarmless(ImportReport.lines(plan, style: .plain), "plan")
        expectHarmless([ResultValues.plan(plan).line], "JSON of a plan", shows: false)

        var result = ImportResult(
            id: id, folder: hostile, counts: LedgerCounts(),
            problems: [.init(code: hostile, count: 1, example: hostile)],
            files: [ExportedFile(path: hostile, bytes: 1, rows: 1, sha256: hostile)], wasPublished: false)
        result.origin.sheet = hostile
        result.origin.findings.ignoredColumns = [hostile]
        result.origin.leftOut = plan.leftOut
        expectHarmless(
            ImportReport.lines(
                result, command: ShellCommand(["gantry", "run", hostile]), workspace: hostile, style: .plain), "result")
        expectHarmless([ResultValues.result(result).line], "JSON of a result", shows: false)
    }

    @Test("is escaped in reports of exports, runs and verifications")
    func exports() {
        let time = Instant(secondsSince1970: 0)
        let run = RunRecord(
            id: id, identity: RunIdentity(.payroll, settings: []), snapshot: time, corrects: nil, startedAt: time,
            phase: .fetch, lastError: hostile)
        expectHarmless(RunsReport.lines(RunList([run.head]), workspace: hostile, style: .plain), "runs")
        expectHarmless(RunsReport.lines(RunList([]), workspace: hostile, style: .plain), "no runs")
        let entry = LedgerEntry(row: 1, idempotencyKey: "k", refused: RowProblem(hostile, hostile), at: time)
        var overview = RunOverview(run: run, checkpoint: nil, totals: nil, files: [], rejects: [], folder: nil)
        overview.sent = SentOverview(counts: LedgerCounts(), rows: [entry], problemRows: 1, command: hostile)
        expectHarmless(
            OverviewReport.lines(overview, command: ShellCommand(["gantry"]), workspace: nil, style: .plain), "overview"
        )
        expectHarmless([ResultValues.overview(overview).line], "JSON of an overview", shows: false)

        let report = VerificationReport(
            folder: hostile, proven: [hostile], findings: [.init(path: hostile, message: hostile)])
        expectHarmless(VerificationText.lines(report, style: .plain), "verification")
        let preview = PreviewTable(file: hostile, headings: [hostile], rows: [[hostile]], isNumeric: [false])
        expectHarmless(PreviewReport.lines([preview], width: nil, style: .plain), "preview")
        let plan = ExportPlan(
            id: id, state: hostile, source: RunSource(system: hostile, address: hostile, account: hostile),
            requests: [hostile],
            expectedRecords: 1, expectedPages: 1, joinedRecords: 1, files: [hostile], folder: hostile)
        expectHarmless(PlanReport.lines(plan, showsRequests: true, style: .plain), "plan of an export")
    }
}
