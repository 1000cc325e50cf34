internal import ArgumentParser
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Rewrite: Action {
    static let configuration = CommandConfiguration(
        abstract: "Rewrite the files of a run from what it fetched, as a new revision.",
        discussion: """
            Use it after you change columns, a dialect or a pay code in the pipeline file. The files are written from \
            the records that the run saved. The server isn't contacted, and the old files stay.

            Examples:
              gantry rewrite payroll-monthly/2026-10/r1
              gantry rewrite payroll-monthly/2026-10/r1 --pipeline changed.yaml

            Exit codes:
            \(ExitStatus.table)
            """)

    @Argument(help: "The run, such as payroll-monthly/2026-10/r1.", completion: Completions.runs, transform: runID)
    var run: RunID

    @Option(
        help: ArgumentHelp(
            "The pipeline file or its name (default: the run's pipeline in its current version).", valueName: "file"))
    var pipeline: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Change a value of the pipeline file. Can be repeated.", valueName: "key=value"))
    var settings: [String] = []

    @Option(
        help: ArgumentHelp(
            "The file that names the connections (default: gantry.yaml in the workspace).", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Why it is made; needed where the period is signed, unless the run itself has a reason.", valueName: "text")
    )
    var because: String?

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment, config: config)
        let given = PipelineReference(pipeline ?? run.pipeline)
        let named = PipelineReference(
            pipeline: given.pipeline, connection: given.connection ?? PipelineReference(run.pipeline).connection)
        let file = try PipelineOptions.load(
            named.description, workspace: place, settings: settings, session: session)
        guard file.paysPeople else {
            throw UsageError(
                "\(pipeline ?? run.pipeline) isn't a payroll export, and only those can be rewritten.",
                advice: "Run the pipeline with --revision next to fetch its datasets again.")
        }
        var request = ExportRequest(
            pipeline: file, period: try PayPeriod(run.period),
            connection: try PipelineOptions.connection(
                of: file, config: config, workspace: place, session: session),
            workspace: place,
            environment: session.environment, command: session.command.shellText)
        request.because = because
        return try await session.export(stop: session.stopRequest().stop) {
            [run] stop, observe in
            try await Gantry.rewrite(run, request: request, stop: stop, observe: observe)
        }
    }
}
