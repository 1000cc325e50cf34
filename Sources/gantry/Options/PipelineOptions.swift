internal import ArgumentParser
internal import GantryAccounts
internal import GantryImports
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// What the engine is asked for, by what the pipeline does.
enum PipelineRequest: Sendable {
    case export(ExportRequest)
    case imports(ImportRequest)
    /// Pipelines of a group, by name.
    case group(name: String, members: [String])
}

/// Which pipeline is run, for which period, with which account.
struct PipelineOptions: ParsableArguments {
    @Argument(
        help:
            "The pipeline: its name (payroll-monthly) or the path of its file (my/pipeline.yaml); with another connection than it names, payroll-monthly@company1.",
        completion: Completions.pipelines)
    var pipeline: String

    @OptionGroup(title: "Which period") var period: PeriodOptions

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Change a value of the pipeline file for this run, such as rejects.max=5. Can be repeated.",
            valueName: "key=value"))
    var settings: [String] = []

    @Option(
        help: ArgumentHelp(
            "Do it for each of these connections of gantry.yaml, one after the other: company1,company2 or 'company-*'.",
            valueName: "names"))
    var connections: String?

    @OptionGroup(title: "To send a sheet") var imports: ImportOptions

    @OptionGroup var workspace: WorkspaceOptions

    /// Everything that the engine needs to know; nothing is written.
    ///
    /// - Parameter other: another pipeline than the one given, with the same options.
    func request(_ session: Session, named other: String? = nil) throws -> PipelineRequest {
        let workspace = workspace.workspace(session.environment)
        if other == nil, connections != nil,
            let group = try group(of: try workspace.readConfiguration(session), session)
        {
            return .group(name: group.name, members: group.members)
        }
        let file = try PipelineFiles.load(
            other ?? pipeline, workspace: workspace, settings: settings, session: session)
        let command = other.map { session.command.naming($0, insteadOf: pipeline) } ?? session.command
        switch file.work {
        case .stages:
            let period = try period.chosen(for: file, on: workspace.today())
            var request = ExportRequest(
                pipeline: file, period: period,
                connection: try PipelineFiles.connection(of: file, workspace: workspace, session: session),
                workspace: workspace, environment: session.environment,
                command: command.covering(period.name).shellText)
            request.observeConnection = session.observeFailures
            return .export(request)
        case .imports(let work):
            let given = try period.chosen(forSheetOf: file, on: workspace.today())
            let place = try imports.place(for: work, of: file.name, period: given?.name)
            var request = ImportRequest(
                pipeline: file, work: try imports.applied(to: work, of: file.name),
                connection: try PipelineFiles.connection(of: file, workspace: workspace, session: session),
                workspace: workspace, sheet: place.sheet, folder: place.folder, batch: place.batch,
                environment: session.environment,
                command: (given.map { command.covering($0.name) } ?? command).shellText)
            request.period = given
            if let export = work.sheet.export {
                request.exportIsSigned = try PipelineOptions.isSigned(export, workspace: workspace, session: session)
            }
            request.observeConnection = session.observeFailures
            return .imports(request)
        case .group(let members): return .group(name: file.name, members: members)
        }
    }

    /// The pipelines of a group, or the pipeline for each of `--connections`; `nil` for a single one.
    func group(
        of configuration: Configuration, _ session: Session
    ) throws -> (name: String, members: [String])? {
        let file = {
            try PipelineFiles.load(
                pipeline, workspace: workspace.workspace(session.environment), settings: [], session: session)
        }
        guard let connections else {
            let group = try file()
            return group.members.isEmpty ? nil : (group.name, group.members)
        }
        guard PipelineReference(pipeline).connection == nil else {
            throw UsageError(
                "\(pipeline) names a connection, and --connections names others.", advice: "Use one of the two.")
        }
        let names = try configuration.connections(matching: connections.split(separator: ",").map(String.init))
        guard !names.isEmpty else {
            throw UsageError("--connections names none.", advice: "Write --connections company1,company2.")
        }
        let group = try file()
        // A group that lists connections itself can't be asked for others.
        let members = group.members.isEmpty ? [pipeline] : group.members
        if let member = members.first(where: { PipelineReference($0).connection != nil }) {
            throw UsageError(
                "\(group.name) is a group that says which connections it is for: \(member).",
                advice: "Leave out --connections.")
        }
        return (
            group.name,
            names.flatMap { name in
                members.map { PipelineReference(pipeline: $0, connection: name).description }
            }
        )
    }

    /// Whether people sign what a pipeline exports. A pipeline without a file of its name was run by its path; its book
    /// of signatures then says so.
    private static func isSigned(_ pipeline: String, workspace: Workspace, session: Session) throws -> Bool {
        do {
            return try PipelineFiles.load(pipeline, workspace: workspace, settings: [], session: session).signOff != nil
        } catch let error as PipelineFileError where error.code == .notFound {
            return false
        }
    }
}
