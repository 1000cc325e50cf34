internal import ArgumentParser
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Runs: Action {
    static let configuration = CommandConfiguration(
        commandName: "runs",
        abstract: "List published, running and unfinished runs, newest first.",
        discussion: """
            Examples:
              gantry runs
              gantry runs --state unfinished --state running
              gantry runs --pipeline payroll-monthly --since 90d --limit 3
              gantry runs --sort finished --json --workspace /srv/payroll
            """)
    static let canBeRepeated = false

    @OptionGroup var selected: RunsOptions
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        var list = try await Gantry.list(selected.selection, in: place, withCounts: output.isJSON)
        var files = MemberFiles(settings: [], workspace: place, session: session)
        list.pay = try await Gantry.payStandings(
            of: list.runs, rules: files.signOffs(of: list.runs), listed: files.destinations(of: list.runs),
            superseded: list.superseded, in: place)
        list.undelivered = files.named(
            try await Gantry.undelivered(list.runs, superseded: list.superseded, in: place))
        return Outcome(
            status: .complete,
            lines: output.isJSON
                ? [] : RunsReport.lines(list, workspace: place.placeInWords, style: session.console.outStyle),
            result: output.isJSON ? ResultValues.runs(list) : .null)
    }
}

struct Show: Action {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one run: counts, totals, rejected records, the first exceptions and files.",
        discussion: """
            Examples:
              gantry show payroll-monthly
              gantry show payroll-monthly/2026-10/r1 --json
            """)
    static let canBeRepeated = false

    @Argument(help: runHelp, completion: Completions.runs, transform: runReference)
    var run: RunReference

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let run = try await Gantry.run(run, orUnfinished: true, in: place)
        var overview = try await Gantry.show(run, in: place)
        var files = MemberFiles(settings: [], workspace: place, session: session)
        let superseded: Set<RunID> = overview.supersededBy == nil ? [] : [run]
        overview.pay = try await Gantry.payStandings(
            of: [overview.run.head], rules: files.signOffs(of: [overview.run.head]),
            listed: files.destinations(of: [overview.run.head]), superseded: superseded, in: place)[run]
        overview.undelivered =
            files.named(try await Gantry.undelivered([overview.run.head], superseded: superseded, in: place))[run] ?? []
        return Outcome(
            status: .complete,
            lines: OverviewReport.lines(
                overview, command: session.command, workspace: workspace.given, style: session.console.outStyle),
            result: ResultValues.overview(overview))
    }
}
