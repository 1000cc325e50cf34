internal import ArgumentParser
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// Who signs or delivers which run.
struct SignOffOptions: ParsableArguments {
    @Argument(help: runHelp, completion: Completions.runs, transform: runReference)
    var run: RunReference

    @Option(
        help: ArgumentHelp(
            "Who does it, as gantry.yaml names them under people; needed for signed runs.", valueName: "person"))
    var by: String?

    @Option(
        help: ArgumentHelp(
            "The pipeline file or its name (default: the run's pipeline in its current version).", valueName: "file"))
    var pipeline: String?

    @OptionGroup var workspace: WorkspaceOptions

    /// The run that is meant.
    ///
    /// - Parameter ofPay: whether only runs that pay people are.
    func run(ofPay: Bool = false, _ session: Session) async throws -> RunID {
        try await Gantry.run(run, ofPay: ofPay, in: workspace.workspace(session.environment))
    }

    /// - Throws: `ValidationError` for an option that takes something back, of a run that isn't named in full.
    func requireFullName(for option: String) throws {
        guard run.namesRun else {
            throw ValidationError("\(option) needs the whole name of the run, such as payroll-monthly/2026-10/r1.")
        }
    }

    /// Whether the next signature of a run is made with a key.
    func needsKey(_ run: RunID, _ session: Session) async throws -> Bool {
        let place = workspace.workspace(session.environment)
        let rules = try PipelineFiles.load(
            pipeline ?? run.pipeline, workspace: place, settings: [], session: session
        ).signOff
        guard let rules, rules.proof == .key else { return false }
        let month = try await Gantry.month(PayPeriod(run.period), of: run.pipeline, rules: rules, in: place)
        if case .need(_, .approval) = month.step { return true }
        return false
    }

    /// Why nothing is done that a person has to say.
    func unnamed(_ run: RunID) -> UsageError {
        UsageError(
            "People sign the runs of \(run.pipeline), and nobody is named who does this.",
            advice: "Name yourself with --by, as gantry.yaml does under people.")
    }

    /// Does a step and says what came of it.
    ///
    /// - Parameters:
    ///   - again: why what other runs have paid is paid again.
    ///   - answer: what the person says of files that may have arrived.
    func perform(
        _ step: SignOffRequest.Step, of run: RunID, again: String? = nil, answer: DeliveryAnswer? = nil,
        _ session: Session
    ) async throws -> Outcome {
        guard let by else { throw unnamed(run) }
        let result = try await session.signOff(
            step, of: run, by: by, pipeline: pipeline, in: workspace.workspace(session.environment),
            shown: workspace.given, command: session.command, again: again, answer: answer)
        return Outcome(
            status: result.wasDone ? .alreadyPublished : .complete,
            lines: SignOffReport.lines(result, style: session.console.outStyle),
            next: SignOffReport.next(result, workspace: workspace.given),
            result: ResultValues.signOff(result))
    }
}
