internal import ArgumentParser
internal import GantryKit
internal import GantryModel
internal import GantryProgram
internal import GantryTerminal

/// What the engine is asked for, by kind of pipeline.
enum PipelineRequest: Sendable {
    case payroll(ExportRequest)
    case datasets(DatasetExportRequest)
    case imports(ImportRequest)
    case group(PipelineGroup)
}

/// Which pipeline is run, for which period, with which account.
struct PipelineOptions: ParsableArguments {
    @Argument(help: "The pipeline: its name (payroll-monthly) or the path of its file (my/pipeline.yaml).")
    var pipeline: String

    @OptionGroup var period: PeriodOptions

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Change a value of the pipeline file for this run, such as rejects.max=5. Can be repeated.",
            valueName: "key=value"))
    var settings: [String] = []

    @Option(
        help: ArgumentHelp(
            "The file that names the connections (default: gantry.yaml in the workspace).", valueName: "file"))
    var config: String?

    @OptionGroup var imports: ImportOptions

    @OptionGroup var workspace: WorkspaceOptions

    /// Everything that the engine needs to know; nothing is written.
    ///
    /// - Parameters:
    ///   - named: another pipeline than the one given, with the same options.
    ///   - extra: settings besides those of `--set`.
    func request(_ session: Session, named other: String? = nil, extra: [String] = []) throws -> PipelineRequest {
        let workspace = workspace.workspace(session.environment)
        let file = try PipelineOptions.loadAny(other ?? pipeline, workspace, settings + extra, session)
        switch file {
        case .payroll(let file):
            var request = try request(file, period.required(by: file), file.connection, workspace, session)
            request.notice = try notice(file.notify, file.title, workspace, session)
            return .payroll(request)
        case .datasets(let file):
            var request = try request(file, period.chosen(for: file), file.connection, workspace, session)
            request.notice = try notice(file.notify, file.title, workspace, session)
            return .datasets(request)
        case .imports(let file):
            let given = try period.chosen()
            let place = try imports.place(for: file, period: given?.name)
            var request = ImportRequest(
                pipeline: try imports.applied(to: file),
                connection: try PipelineOptions.connection(named: file.connection, config: config, workspace, session),
                workspace: workspace, sheet: place.sheet, folder: place.folder, batch: place.batch,
                environment: session.environment,
                command: session.command.shellText)
            request.period = given
            request.notice = try notice(file.notify, file.title, workspace, session)
            return .imports(request)
        case .group(let file): return .group(file)
        }
    }

    /// Who is told, with the connection that the pipeline file names.
    private func notice(
        _ notify: Notify?, _ title: String, _ workspace: Workspace, _ session: Session
    ) throws -> NoticeRequest? {
        guard let notify else { return nil }
        return NoticeRequest(
            connection: try PipelineOptions.connection(named: notify.connection, config: config, workspace, session),
            to: notify.to, title: title)
    }

    private func request<File: Sendable>(
        _ file: File, _ period: PayPeriod, _ connection: String, _ workspace: Workspace, _ session: Session
    ) throws -> RunRequest<File> {
        RunRequest(
            pipeline: file, period: period,
            connection: try PipelineOptions.connection(named: connection, config: config, workspace, session),
            workspace: workspace, environment: session.environment, command: session.command.shellText)
    }

    /// The pipeline file of a name or path, of whatever kind, read and checked.
    static func loadAny(
        _ pipeline: String, _ workspace: Workspace, _ settings: [String], _ session: Session
    ) throws -> AnyPipeline {
        try AnyPipeline.load(
            path: try path(of: pipeline, workspace, session), catalog: Gantry.catalog, overrides: settings)
    }

    static func path(of pipeline: String, _ workspace: Workspace, _ session: Session) throws -> String {
        let folders = PipelineFolders(
            workingDirectory: ".", workspace: workspace.path, installed: session.installedPipelines)
        return try folders.path(of: pipeline)
    }

    static func connection(
        named name: String, config: String?, _ workspace: Workspace, _ session: Session
    ) throws -> Connection {
        let configuration = try Configuration.load(
            path: Configuration.path(given: config, workspace: workspace.path), systems: Gantry.systems,
            environment: session.environment)
        return try configuration.connection(named: name)
    }
}
