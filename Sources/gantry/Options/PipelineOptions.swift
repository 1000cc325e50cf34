internal import ArgumentParser
internal import GantryKit
internal import GantryModel
internal import GantryTerminal

/// Which pipeline is run, for which period, with which account.
struct PipelineOptions: ParsableArguments {
    @Argument(help: "The pipeline: its name (payroll-monthly) or the path of its file (my/pipeline.yaml).")
    var pipeline: String

    @OptionGroup var period: PeriodOptions

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Change a value of the pipeline file for this run, such as rejects.max=5. Can be repeated.", valueName: "key=value"))
    var settings: [String] = []

    @Option(help: ArgumentHelp("The file that names the connections (default: gantry.yaml in the workspace).", valueName: "file"))
    var config: String?

    @OptionGroup var workspace: WorkspaceOptions

    /// Everything that the engine needs to know; nothing is written.
    ///
    /// - Parameter extra: settings besides those of `--set`.
    func request(_ session: Session, extra: [String] = []) throws -> ExportRequest {
        let workspace = workspace.workspace(session.environment)
        let file = try PipelineOptions.load(pipeline, workspace, settings + extra, session)
        let period = try period.required(by: file)
        return ExportRequest(
            pipeline: file, period: period,
            connection: try PipelineOptions.connection(of: file, config: config, workspace, session), workspace: workspace,
            environment: session.environment, command: session.command.shellText)
    }

    /// The pipeline file of a name or path, read and checked.
    static func load(_ pipeline: String, _ workspace: Workspace, _ settings: [String], _ session: Session) throws -> PipelineFile {
        try PipelineFile.load(
            path: try path(of: pipeline, workspace, session), catalog: Gantry.catalog, overrides: settings)
    }

    static func path(of pipeline: String, _ workspace: Workspace, _ session: Session) throws -> String {
        let folders = PipelineFolders(
            workingDirectory: ".", workspace: workspace.path, installed: session.installedPipelines)
        return try folders.path(of: pipeline)
    }

    static func connection(
        of file: PipelineFile, config: String?, _ workspace: Workspace, _ session: Session
    ) throws -> Connection {
        let configuration = try Configuration.load(
            path: Configuration.path(given: config, workspace: workspace.path), systems: Gantry.systems,
            environment: session.environment)
        return try configuration.connection(named: file.connection)
    }
}
