internal import ArgumentParser
internal import FoundationEssentials
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantrySandbox
internal import GantryTerminal

struct Demo: Action {
    static let configuration = CommandConfiguration(
        abstract: "Show a monthly payroll export from beginning to end, with invented records.",
        discussion: """
            Serves a sample back end on this machine, exports October 2026 from it as 'gantry run payroll-monthly \
            --period 2026-10' would from a real one, and says where the files are. Nothing leaves this machine.

            Examples:
              gantry demo
              gantry demo --keep --workspace /tmp/try-gantry

            Exit codes:
            \(ExitStatus.table)
            """)

    @Flag(help: "Keep the sample back end serving afterwards until Ctrl-C, to try other commands on it.")
    var keep = false

    @Option(name: .customLong("workspace"), help: ArgumentHelp("The folder to work in.", valueName: "folder"))
    var folder = "gantry-demo"

    @OptionGroup var output: OutputOptions

    private static let pipeline = "payroll-monthly"
    private static let period = "2026-10"

    func perform(_ session: Session) async throws -> Outcome {
        let workspace = Workspace(path: folder)
        let place = DemoWorkspace(folder: folder)
        let usualPort = try place.port(session.environment)
        try workspace.create()
        let newest = try await Gantry.runs(in: workspace)
            .filter { $0.id.pipeline == Demo.pipeline && $0.id.period == Demo.period }
            .max { $0.id.revision < $1.id.revision }
        if let newest, newest.phase == .complete, !keep { return try await published(newest.id, in: workspace, session) }

        let (stop, stopped) = session.stopRequest()
        let sandbox = try await start(usualPort)
        do {
            try place.write(url: sandbox.baseURL)
            var request = try request(in: workspace, session)
            // A run is tied to the address it began with.
            request.startsOver = newest.map { $0.phase != .complete } ?? false && sandbox.port != usualPort
            var outcome: Outcome
            if let newest, newest.phase == .complete {
                outcome = try await published(newest.id, in: workspace, session)
            } else {
                outcome = try await session.export(workspace: folder, stop: stop) { [request] stop, observe in
                    try await Gantry.export(request, stop: stop, observe: observe)
                }
            }
            if keep {
                serve(outcome, sandbox, session)
                outcome.lines = []
                for await _ in stopped {}
            }
            await sandbox.stop()
            return outcome
        } catch {
            await sandbox.stop()
            throw error
        }
    }

    /// The port that the demonstration used before, so that an unfinished run can go on, or else a free one.
    private func start(_ usualPort: Int?) async throws -> RunningSandbox {
        if let usualPort {
            do {
                return try await SandboxServer.start(SandboxConfiguration(port: usualPort))
            } catch let error as SandboxError where error.code == .cannotListen {
                // Another program has it now; any other port will do.
            }
        }
        return try await explaining { try await SandboxServer.start(SandboxConfiguration()) }
    }

    private func request(in workspace: Workspace, _ session: Session) throws -> ExportRequest {
        let environment = SampleConnection.environment(session.environment)
        let configuration = try Configuration.load(
            path: Configuration.path(given: nil, workspace: folder), systems: Gantry.systems, environment: environment)
        let file = try PipelineOptions.load(Demo.pipeline, workspace, [], session)
        return ExportRequest(
            pipeline: file, period: try PayPeriod(Demo.period),
            connection: try configuration.connection(named: SampleConnection.name), workspace: workspace,
            environment: environment, command: session.command.shellText)
    }

    private func published(_ id: RunID, in workspace: Workspace, _ session: Session) async throws -> Outcome {
        let overview = try await Gantry.show(id, in: workspace)
        let result = ExportResult(
            id: id, folder: overview.folder ?? workspace.folder(of: id), totals: overview.totals ?? ExportTotals(),
            files: overview.files, wasPublished: true)
        return Outcome(
            status: .alreadyPublished,
            lines: ResultReport.lines(
                result, command: session.command, workspace: folder,
                again: "To see it from the beginning, remove \(folder) or choose another folder with --workspace.",
                style: session.console.outStyle),
            result: ResultValues.result(result))
    }

    private func serve(_ outcome: Outcome, _ sandbox: RunningSandbox, _ session: Session) {
        if output.isJSON {
            let line = EventLine.serving(
                system: SandboxSystem.ksrCranes.rawValue, url: sandbox.baseURL, email: SandboxAccount.payroll.email, time: .now)
            session.console.report([line.line])
        } else if !output.isQuiet {
            let next = session.command.other(
                "run", Demo.pipeline, "--period", Demo.period, "--workspace", folder, "--revision", "next")
            session.console.report(outcome.lines + [
                "", "The sample back end serves at \(sandbox.baseURL) until Ctrl-C. In another terminal:",
                "  export KSR_EMAIL=\(SandboxAccount.payroll.email) KSR_PASSWORD=\(SandboxAccount.payroll.password)",
                "  \(next.shellText)",
            ])
        }
    }
}

/// The demonstration's folder with its connection.
struct DemoWorkspace {
    let folder: String
    private static let mark = "# Written by gantry demo; it may be removed.\n"
    private var path: String { folder + "/gantry.yaml" }

    /// The port that the last demonstration in this folder used.
    ///
    /// - Throws: `UsageError` when the folder is somebody's workspace.
    func port(_ environment: [String: String]) throws -> Int? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        guard text.hasPrefix(DemoWorkspace.mark) else {
            throw UsageError(
                "\(path) is not the demonstration's, so \(folder) is left alone.",
                advice: "Choose another folder with --workspace.")
        }
        let configuration = try Configuration.load(
            path: path, systems: Gantry.systems, environment: SampleConnection.environment(environment))
        return try configuration.connection(named: SampleConnection.name).baseURL.port
    }

    func write(url: String) throws {
        try Data((DemoWorkspace.mark + SampleConnection.yaml(url: url) + "\n").utf8).write(to: URL(filePath: path))
    }
}
