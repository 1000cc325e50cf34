internal import ArgumentParser
internal import GantryAccounts
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Demo: Action {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Run a complete export or upload with invented records.",
        discussion: """
            Starts sample back ends on this machine, exports from them or sends sample sheets to them just as 'gantry \
            run' would, and prints where the files are. Without --pipeline it exports the payroll of October 2026. \
            Nothing leaves this machine.

            Examples:
              gantry demo
              gantry demo --pipeline leave-history
              gantry demo --pipeline photos-upload
              gantry demo --keep --workspace /tmp/try-gantry

            Exit codes:
            \(ExitStatus.table)
            """)

    @Option(help: ArgumentHelp("The name of a pipeline that comes with Gantry.", valueName: "pipeline"))
    var pipeline = "payroll-monthly"

    @Flag(help: "Keep the sample back ends running until Ctrl-C, so you can try other commands on them.")
    var keep = false

    @Option(name: .customLong("workspace"), help: ArgumentHelp("The folder to work in.", valueName: "folder"))
    var folder = "gantry-demo"

    @OptionGroup var output: OutputOptions

    /// The sample records are in October 2026; leave is counted by the year and timesheets by the week.
    private static let periods = [
        "leave-history": "2026", "timesheets": "2026-W41", "payroll-batch-create": "2026-W43-W44",
        // Another period than payroll-monthly, whose demonstration is of the other contract.
        "payroll-mark-sent": "2026-W41-W42",
    ]

    /// The day that the samples of a pipeline that sends something are made for; leave is judged by it.
    static let days = ["leave-import": "2027-03-16"]

    /// The contract of the sample back end, where it is not the system's default.
    static let contracts = ["payroll-mark-sent": "deployed"]

    /// The sample sheets that are called something else than what their pipeline sends.
    static let sheets = ["leave-import": "leave-requests", "leave-cancel": "cancellations"]

    func period(of pipeline: String) throws -> PayPeriod { try PayPeriod(Demo.periods[pipeline] ?? "2026-10") }

    func perform(_ session: Session) async throws -> Outcome {
        let workspace = Workspace(path: folder)
        let place = DemoWorkspace(folder: folder)
        let usualPorts = try place.ports(session.environment)
        try workspace.create()
        let files = try pipelines(workspace, session)
        let (stop, stopped) = session.stopRequest()
        let servers = try await start(usualPorts)
        do {
            try place.write(servers)
            let scene = DemoScene(
                session: session, workspace: workspace, usualPorts: usualPorts, servers: servers, stop: stop)
            var outcome = Outcome(status: .alreadyPublished, lines: [], result: .null)
            for file in files {
                let one = try await export(file, in: scene)
                outcome.lines += (outcome.lines.isEmpty ? [] : [""]) + one.lines + one.next
                outcome.result = one.result
                if one.status != .alreadyPublished { outcome.status = one.status }
            }
            if keep {
                serve(outcome, servers: servers, session: session)
                outcome.lines = []
                for await _ in stopped {}
            }
            for server in servers { await server.stop() }
            return outcome
        } catch {
            for server in servers { await server.stop() }
            throw error
        }
    }

    /// The pipeline, or those that it names.
    private func pipelines(_ workspace: Workspace, _ session: Session) throws -> [Pipeline] {
        let file: Pipeline
        do {
            file = try PipelineFiles.load(pipeline, workspace: workspace, settings: [], session: session)
        } catch let error as PipelineFileError {
            guard error.code == .notFound, session.installedPipelines == nil else { throw error }
            throw UsageError(
                "gantry demo needs the pipeline files that come with Gantry, but they aren't next to the program.",
                advice:
                    "Run gantry demo in the folder that Gantry was unpacked or cloned to, or set GANTRY_HOME to that folder."
            )
        }
        guard case .group(let members) = file.work else { return [file] }
        return try members.map {
            try PipelineFiles.load($0, workspace: workspace, settings: [], session: session)
        }
    }

    /// Every system on the port that the demonstration used before, so that an unfinished run can resume, or else on a
    /// free one.
    private func start(_ usualPorts: [String: Int]) async throws -> [SampleServer] {
        var servers: [SampleServer] = []
        do {
            for sample in SampleConnection.all {
                if let port = usualPorts[sample.name] {
                    do {
                        servers.append(try await server(sample, port: port))
                        continue
                    } catch is UsageError {
                        // Another program has it now; any other port will do.
                    }
                }
                servers.append(try await server(sample, port: 0))
            }
        } catch {
            for server in servers { await server.stop() }
            throw error
        }
        return servers
    }

    private func server(_ sample: SampleConnection, port: Int) async throws -> SampleServer {
        try await SampleServer(
            sample, port: port, today: Demo.days[pipeline], contract: Demo.contracts[pipeline])
    }

    private func export(_ file: Pipeline, in scene: DemoScene) async throws -> Outcome {
        if case .imports(let work) = file.work { return try await send(work, of: file, in: scene) }
        let request = try await request(file, in: scene)
        return try await scene.session.export(
            workspace: folder,
            again: "To run it from the start, remove \(folder) or choose another folder with --workspace.",
            stop: scene.stop
        ) { try await Gantry.export(request, stop: $0, observe: $1) }
    }

    /// - Parameter given: the period, where it is not the usual one of the pipeline.
    func request(
        _ file: Pipeline, in scene: DemoScene, period given: PayPeriod? = nil
    ) async throws -> ExportRequest {
        let period = try given ?? period(of: file.name)
        let (connection, environment, startsOver) = try await scene.connection(of: file, period: period.name)
        var request = ExportRequest(
            pipeline: file, period: period, connection: connection, workspace: scene.workspace,
            environment: environment, command: scene.session.command.shellText)
        request.startsOver = startsOver
        return request
    }

    private func serve(_ outcome: Outcome, servers: [SampleServer], session: Session) {
        if output.isJSON {
            session.console.report(
                servers.map {
                    EventLine.serving(system: $0.sample.system, url: $0.url, email: $0.sample.email, time: .now).line
                })
        } else if !output.isQuiet {
            var lines = outcome.lines + [""]
            for server in servers { lines.append("\(server.sample.title) is served at \(server.url) until Ctrl-C.") }
            lines += ["", "In another terminal:"] + SampleConnection.all.map { "  " + $0.export }
            let period = (try? period(of: pipeline).name) ?? "2026-10"
            let next = session.command.other(
                "run", pipeline, "--period", period, "--workspace", folder, "--revision", "next")
            session.console.report(lines + ["  " + next.shellText])
        }
    }
}
