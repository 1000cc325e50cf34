internal import ArgumentParser
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

struct Diff: Action {
    /// The word for what the server shows now.
    static let server = "server"

    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what two payroll exports pay differently, or what changed since one was signed.",
        discussion: """
            Compares the pay lines of two published runs: lines that were added, changed or removed, employees who \
            are new or gone, and entries that are no longer held. A run that isn't named in full is the newest one.

            With \(server) as the second run, the period is fetched again and compared with what was delivered, or \
            signed where nothing was delivered yet: entries that were approved late, changed or removed, and what \
            they change in pay. Nothing is published. 'gantry run PIPELINE --period PERIOD --revision next' makes the \
            correction. Of a pipeline, the newest signed periods are looked at, as many as sign-off.look-back in its \
            file says; without a run, those of all pipelines that people sign.

            Examples:
              gantry diff payroll-monthly/2026-10/r1 payroll-monthly/2026-10/r2
              gantry diff payroll-monthly/2026-09 payroll-monthly/2026-10
              gantry diff payroll-monthly/2026-10 \(server)
              gantry diff

            Exit codes with \(server): 0 when nothing changed in pay, 6 when something did, 4 when a signed folder \
            isn't what it was. Otherwise 0.
            """)

    @Argument(
        help: "The run to compare with (default: all that are signed).", completion: Completions.runs,
        transform: runReference)
    var from: RunReference?
    @Argument(
        help: "The run to compare, or \(server) for what the server shows now, which is the default.",
        completion: Completions.runs, transform: runReference)
    var to: RunReference?

    @OptionGroup(title: "With \(server)") var asked: Asked
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    /// How the period is fetched again.
    struct Asked: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "The pipeline file or its name (default: the run's pipeline in its current version).",
                valueName: "file"))
        var pipeline: String?

        @Option(
            name: .customLong("set"),
            help: ArgumentHelp("Change a value of the pipeline file. Can be repeated.", valueName: "key=value"))
        var values: [String] = []

        @Option(
            help: "'now' compares by the settings, rates and employees of today instead of those that were signed.")
        var settings = SettingsChoice.signed

        var isGiven: Bool { pipeline != nil || !values.isEmpty || settings != .signed }
    }

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        guard let from, let to, to.description != Diff.server else { return try await askServer(place, session) }
        guard !asked.isGiven else {
            throw UsageError("--pipeline, --set and --settings say how a period is fetched again, and two runs aren't.")
        }
        let difference = try await Gantry.diff(
            Gantry.run(from, ofPay: true, in: place), Gantry.run(to, ofPay: true, in: place), in: place)
        return Outcome(
            status: .complete, lines: DifferenceText.lines(difference, style: session.console.outStyle),
            result: ResultValues.difference(difference))
    }

    private func askServer(_ place: GantryModel.Workspace, _ session: Session) async throws -> Outcome {
        let stop = session.stopRequest().stop
        var found: [PeriodChanges] = []
        for (pipeline, period) in try await signed(place) {
            let name = asked.pipeline ?? pipeline
            let file = try PipelineFiles.load(name, workspace: place, settings: asked.values, session: session)
            guard file.paysPeople else {
                throw UsageError("\(name) isn't a payroll export, and only those are signed.")
            }
            let most = max(file.signOff?.lookBack ?? 0, 1)
            let all = try await period == nil ? Gantry.signedPeriods(of: file.name, most: most, in: place) : []
            for period in period.map({ [$0] }) ?? all {
                var request = ExportRequest(
                    pipeline: file, period: period,
                    connection: try PipelineFiles.connection(of: file, workspace: place, session: session),
                    workspace: place, environment: session.environment, command: session.command.shellText)
                request.usesNewSettings = asked.settings == .now
                let changes = try await session.progress.during { [progress = session.progress, request] in
                    try await Gantry.changes(request, stop: stop) { progress.note($0) }
                }
                if let changes { found.append(changes) }
            }
        }
        guard !found.isEmpty else {
            throw UsageError(
                from.map { "No run of \($0) is signed, so there is nothing to compare with." }
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

    /// The pipelines that are asked about; a period where one is named.
    private func signed(_ place: GantryModel.Workspace) async throws -> [(pipeline: String, period: PayPeriod?)] {
        guard let from else { return try Gantry.signedPipelines(in: place).map { ($0, nil) } }
        if let (pipeline, period) = from.pipelinePeriod { return [(pipeline, try PayPeriod(period))] }
        // A word is a pipeline, or a period that one pipeline has runs of.
        let run = try await Gantry.run(from, ofPay: true, in: place)
        return [(run.pipeline, from.description == run.period ? try PayPeriod(run.period) : nil)]
    }
}
