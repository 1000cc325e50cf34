internal import ArgumentParser
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

struct Changes: Action {
    static let configuration = CommandConfiguration(
        abstract: "Show what changed on the server since a payroll period was signed.",
        discussion: """
            Fetches signed periods again and compares their pay with what was delivered, or signed where nothing was \
            delivered yet: entries that were approved late, changed or removed, and what they change in pay. Nothing \
            is published. 'gantry run PIPELINE --period PERIOD --revision next' makes the correction.

            Without a period, the newest signed ones are looked at, as many as sign-off.look-back in the pipeline \
            file says; without a pipeline, those of all pipelines that people sign.

            Examples:
              gantry changes payroll-monthly --period 2026-10
              gantry changes

            Exit codes: 0 when nothing changed in pay, 6 when something did, 4 when a signed folder isn't what it was.
            """)

    @Argument(help: "The pipeline: its name or the path of its file (default: all whose runs are signed).")
    var pipeline: String?

    @Option(help: ArgumentHelp("The period, such as 2026-10 (default: the newest signed ones).", valueName: "period"))
    var period: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Change a value of the pipeline file. Can be repeated.", valueName: "key=value"))
    var values: [String] = []

    @Option(
        help: "'now' compares by the settings, rates and employees of today instead of those that were signed.")
    var settings = SettingsChoice.signed

    @Option(
        help: ArgumentHelp(
            "The file that names the connections (default: gantry.yaml in the workspace).", valueName: "file"))
    var config: String?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        guard pipeline != nil || period == nil else {
            throw ValidationError("Name the pipeline of the period, such as payroll-monthly.")
        }
        do {
            _ = try period.map { try PayPeriod($0) }
        } catch {
            throw ValidationError("\(error)")
        }
    }

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment, config: config)
        let stop = session.stopRequest().stop
        let names = try pipeline.map { [$0] } ?? Gantry.signedPipelines(in: place)
        var found: [PeriodChanges] = []
        for name in names {
            let file = try PipelineOptions.load(name, workspace: place, settings: values, session: session)
            guard file.paysPeople else {
                throw UsageError("\(name) isn't a payroll export, and only those are signed.")
            }
            let most = file.signOff?.lookBack ?? 0
            let periods: [PayPeriod]
            if let period {
                periods = [try PayPeriod(period)]
            } else {
                periods = try await Gantry.signedPeriods(of: file.name, most: max(most, 1), in: place)
            }
            for period in periods {
                var request = ExportRequest(
                    pipeline: file, period: period,
                    connection: network.applied(
                        to: try PipelineOptions.connection(
                            of: file, config: config, workspace: place, session: session)),
                    workspace: place, environment: session.environment, command: session.command.shellText)
                request.usesNewSettings = settings == .now
                if let changes = try await session.changes(request, stop) { found.append(changes) }
            }
        }
        guard !found.isEmpty else {
            throw UsageError(
                period.map { "No revision of \(pipeline ?? "")/\($0) is signed, so there is nothing to compare with." }
                    ?? "No run is signed, so there is nothing to compare with.",
                advice: "'gantry runs' lists the runs, and 'gantry sign' signs one.")
        }
        var lines: [String] = []
        for changes in found {
            if !lines.isEmpty { lines.append("") }
            lines += CorrectionText.lines(changes, style: session.console.outStyle)
        }
        return Outcome(
            status: found.contains { !$0.isEmpty } ? .waits : .complete, lines: lines,
            result: .object(["periods": .array(found.map(ResultValues.changes))]))
    }
}

extension Session {
    /// Fetches a period again with progress and signals.
    fileprivate func changes(_ request: ExportRequest, _ stop: StopRequest) async throws -> PeriodChanges? {
        try await progress.during {
            try await Gantry.changes(request, stop: stop) { [progress] in progress.note($0) }
        }
    }
}
