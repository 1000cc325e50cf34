internal import ArgumentParser
internal import GantryImports
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal
internal import Glibc

struct Plan: Action {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what a run would do, without doing it.",
        discussion: """
            Checks the pipeline file, signs in, asks the server how many records there are, and shows the files and \
            the folder. For a pipeline that sends something it checks every row and file of the sheet; the exit code \
            is 0 when all would be sent, and 2 when some would be refused. Nothing is written or sent.

            With --rows it shows the first rows of every file instead. Only the first records are fetched and checked, \
            so totals and checks of the full period can differ. With --profile it shows the pay lines of a published \
            run in the layout of a payroll program, under a ruler, and what of them doesn't fit; the exit code is then \
            4 when something doesn't.

            Examples:
              gantry plan payroll-monthly --period 2026-10
              gantry plan payroll-monthly --period 2026-10 --revision next
              gantry plan payroll-monthly --period 2026-10 --connections company1,company2
              gantry plan certificates-upload --sheet october.csv --files scans
              gantry plan my/pipeline.yaml --period 2026-W41-W42
              gantry plan payroll-monthly --period 2026-10 --rows 10
              gantry plan payroll-monthly/2026-10/r1 --profile danlon
            """)

    @OptionGroup var pipeline: PipelineOptions

    @OptionGroup(title: "To correct what is published") var revising: RevisionOptions

    @Flag(help: "List the requests that an export would send, too.")
    var requests = false

    @Option(help: ArgumentHelp("Show so many rows of each file, 1 to 1000.", valueName: "number"))
    var rows: Int?

    @Option(
        help: ArgumentHelp(
            "Show a published run in the layout of this profile. --set needs.NAME=value gives what it needs.",
            valueName: "profile"),
        completion: Completions.profiles)
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "The start time to assume for rules about days, such as 2026-11-02T07:30:00Z (default: now).",
            valueName: "time"),
        transform: instant)
    var snapshotTime: Instant?

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        guard (1...1_000).contains(rows ?? 1) else { throw ValidationError("--rows takes a number from 1 to 1000.") }
    }

    func perform(_ session: Session) async throws -> Outcome {
        if let profile { return try await perform(session, as: profile) }
        if let rows { return try await preview(rows, session) }
        switch try pipeline.request(session) {
        case .group(let name, let members):
            return try await PipelineGroup(name: name, members: members, command: pipeline.pipeline)
                .perform(session) { member in
                    try await plan(try pipeline.request(session, named: member), session)
                }
        case let request: return try await plan(request, session)
        }
    }

    private func plan(_ request: PipelineRequest, _ session: Session) async throws -> Outcome {
        switch request {
        case .export(var request):
            revising.apply(to: &request)
            let plan = try await Gantry.plan(request)
            let day = try pipeline.period.officeDay(of: request)
            var outcome = Outcome(
                status: .complete,
                lines: (day.map { [$0.line] } ?? [])
                    + PlanReport.lines(plan, showsRequests: requests, style: session.console.outStyle),
                result: ResultValues.plan(plan))
            if let day { outcome.result.add("today", day.json) }
            return outcome
        case .imports(var request):
            try revising.requireNone()
            request.snapshot = snapshotTime
            try request.askEncoding(session)
            let plan = try await session.progress.during { [request, progress = session.progress] in
                try await Gantry.plan(request) { progress.note($0) }
            }
            return Outcome(
                status: plan.isClean ? .complete : .completeWithRejects,
                lines: ImportReport.lines(plan, style: session.console.outStyle),
                result: ResultValues.plan(plan))
        case .group(let name, _): throw UsageError.isInGroup(name)
        }
    }

    private func preview(_ rows: Int, _ session: Session) async throws -> Outcome {
        let tables: [PreviewTable]
        switch try pipeline.request(session) {
        case .export(let request): tables = try await Gantry.preview(request, rows: rows)
        case .imports(let request):
            throw UsageError(
                "\(request.pipeline.name) writes no files to preview.",
                advice: "Without --rows, gantry plan shows what it would send.")
        case .group(let name, let members): throw UsageError.isGroup(name, of: members)
        }
        let console = session.console
        return Outcome(
            status: .complete,
            lines: PreviewReport.lines(
                tables, width: console.isOutTerminal ? console.width(of: STDOUT_FILENO) : nil, style: console.outStyle),
            result: ResultValues.preview(tables))
    }
}
