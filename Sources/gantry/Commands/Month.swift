internal import ArgumentParser
internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Month: Action {
    static let configuration = CommandConfiguration(
        commandName: "month",
        abstract: "Pay a period step by step: export, decide, sign and deliver it.",
        discussion: """
            Looks where the period stands and does what comes next, until a person is needed: it exports the period, \
            asks about each finding that needs a decision, writes the files again, shows the figures that are signed, \
            asks for the signature, delivers the files and keeps the answer. Every step is a command of its own, which \
            is shown. Stop whenever you like: called again, it goes on where the period stands.

            Without a terminal nothing is asked: it exports, and then says where the period stands, what it waits for \
            and which command comes next.

            Examples:
              gantry month
              gantry month 2026-10 --by clerk
              gantry month 2026-10 --pipeline payroll-monthly

            Exit codes: 0 when the period is delivered, 6 when it waits for a person; those of 'gantry run' for a run.
            """)

    @Argument(
        help: ArgumentHelp(
            "The period, such as 2026-10 or last-month (default: the pipeline's newest that is over).",
            valueName: "period"))
    var period: String?

    @Option(
        help: ArgumentHelp(
            "The pipeline or the path of its file (default: the only one here that pays people).", valueName: "name"),
        completion: Completions.pipelines)
    var pipeline: String?

    @Option(
        help: ArgumentHelp(
            "Who you are, as gantry.yaml names you under people (default: whose account this is, else you are asked).",
            valueName: "person"))
    var by: String?

    @Option(
        help: ArgumentHelp(
            "Where the files are delivered: a destination of gantry.yaml or a folder (default: as the pipeline file says).",
            valueName: "place"))
    var to: String?

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let name = try await chosenPipeline(place, session)
        let file = try PipelineFiles.load(name, workspace: place, settings: [], session: session)
        guard file.paysPeople else {
            throw UsageError(
                "\(name) isn't a payroll export, and 'gantry month' pays a period.",
                advice: "Run it with 'gantry run \(name)'.")
        }
        let period = try chosenPeriod(of: file, on: place.today())
        var desk = MonthDesk(
            pipeline: name, file: file, period: period, workspace: place, by: by, to: to,
            hasPerson: Prompts.hasPerson(session.console, output), stop: session.stopRequest().stop, session)
        return try await desk.work()
    }

    /// The pipeline that is named, or the only one of the workspace that pays people.
    private func chosenPipeline(_ place: Workspace, _ session: Session) async throws -> String {
        if let pipeline { return pipeline }
        let found = try await Gantry.payPipelines(in: place, session)
        // It can be the one that is meant.
        if let unreadable = found.unreadable.first { throw unreadable.error }
        let names = found.names
        if names.count == 1 { return names[0] }
        guard let first = names.first else {
            throw UsageError(
                "No pipeline pays people here yet: \(place.path)/Pipelines has no file that says how.",
                advice: "Set it up: \(ShellCommand(["gantry", "init"] + session.command.place).shellText)")
        }
        let words = ["gantry", "month"] + [period].compactMap(\.self) + ["--pipeline", first]
        throw UsageError(
            "\(names.count) pipelines pay people here: \(names.joined(separator: ", ")).",
            advice: "Name the one you mean: \(ShellCommand(words + session.command.place).shellText)")
    }

    /// The period that is named, or the newest one that is over.
    private func chosenPeriod(of file: Pipeline, on today: CivilDate) throws -> PayPeriod {
        let rule = file.countedPeriods
        guard let period, period != PayPeriodRule.word else { return try rule.period(on: today) }
        do {
            if let counted = StandardPeriod(rawValue: period) { return try counted.period(on: today) }
            return try PayPeriod(period)
        } catch {
            throw UsageError("\(error)")
        }
    }
}
