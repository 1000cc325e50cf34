internal import ArgumentParser
internal import GantryAccounts
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Withdraw: Action {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Withdraw a published run, so that nothing uses it.",
        discussion: """
            The run stays as it is, but everything that shows it says that it was withdrawn, by whom and why. It is \
            no base for later runs, isn't sent and can't be signed. The mark lies beside the export folder \
            (r1.withdrawn): keep both together. 'gantry run … --revision next' takes its place.

            A signed run can't be withdrawn: take the signatures back first. A payroll run that was delivered may \
            have been paid, and only a correction changes that. \
            --although-delivered says that nothing of it was imported: its files are gone from there, and no correction \
            of it was delivered. Of other runs, tell those who work with what was \
            delivered.

            Examples:
              gantry withdraw payroll-monthly/2026-10/r1 --by clerk --because "Exported from the sandbox"

            Exit codes: 0 when withdrawn, 3 when it was withdrawn before, 64 when the run can't be withdrawn.
            """)

    @Argument(
        help: "The run, such as payroll-monthly/2026-10/r1; 'gantry runs' lists them.", completion: Completions.runs,
        transform: runID)
    var run: RunID

    @Flag(help: "Also a payroll run that was delivered without signatures, because nothing of it was imported there.")
    var althoughDelivered = false

    @OptionGroup var person: PersonOptions
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        try place.requirePerson(person.by, isFileNamed: workspace.config != nil, session)
        // Without gantry.yaml, a destination can't be asked what it has.
        let destinations = (try? place.readConfiguration(session).destinations) ?? []
        let done = try await Gantry.withdraw(
            run, by: person.by, because: person.because, althoughDelivered: althoughDelivered,
            at: DeliveryPlaces(destinations, environment: session.environment), in: place,
            command: session.command.shellText)
        return Outcome(
            status: done.wasDone ? .alreadyPublished : .complete,
            lines: WithdrawalReport.lines(done, workspace: workspace.given, style: session.console.outStyle)
                + done.unseen.map(SignOffReport.unseen),
            result: .object([
                "run": .string(run.description), "withdrawn": done.mark.tree, "wasDone": .bool(done.wasDone),
                "deliveredTo": .array(done.deliveredTo.map(JSONTree.string)),
                "unseen": .array(done.unseen.map(JSONTree.string)),
            ]))
    }
}
