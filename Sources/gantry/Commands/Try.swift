internal import ArgumentParser
internal import GantryAccounts
internal import GantryConnectors
internal import GantryKit
internal import GantryModel
internal import GantryTerminal

struct Try: Action {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Fetch one page of a dataset and show what becomes of it, while you describe a system.",
        discussion: """
            Shows the typed values beside a record as the server sent it, the keys that no field names, the records \
            that can't be used, and what the page proves about the list. Nothing is written.

            Examples:
              gantry try redmine time-entries --period 2026-10
              gantry try mine hours --connection mine-test

            Exit codes: 0 when every record can be used and every proof holds; 2 when not; the others as for gantry \
            run.
            """)
    static let canBeRepeated = false

    @Argument(help: "The system: redmine.")
    var system: String

    @Argument(help: "Its dataset: time-entries.")
    var dataset: String

    @Option(
        help: ArgumentHelp("The connection to use, where several lead to the system.", valueName: "name"),
        completion: Completions.places)
    var connection: String?

    @Option(help: ArgumentHelp("The days to ask for, as gantry run takes them.", valueName: "period"))
    var period = StandardPeriod.lastMonth.rawValue

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let configuration = try place.readConfiguration(session)
        let chosen = try chosen(configuration, in: place)
        let systems = Gantry.systems(in: place)
        if chosen.system.dataset(named: chosen.system.qualified(dataset)) == nil,
            let fault = systems.faults[chosen.system.prefix]
        {
            throw fault
        }
        let today = try place.today()
        let period = try StandardPeriod(rawValue: period)?.period(on: today) ?? PayPeriod(period)
        let tried = try await Gantry.tryDataset(
            chosen.system.qualified(dataset), over: chosen, period: period, in: place, environment: session.environment)
        return Outcome(
            status: tried.rejects.count == 0 && tried.proofs.allSatisfy(\.holds) ? .complete : .completeWithRejects,
            lines: TryReport.lines(tried, style: session.console.outStyle), result: TryReport.value(tried))
    }

    private func chosen(_ configuration: Configuration, in place: Workspace) throws -> Connection {
        if let connection { return try configuration.connection(named: connection) }
        let leading = configuration.connections.filter { [$0.system.name, $0.system.prefix].contains(system) }
        if leading.count == 1 { return leading[0] }
        if let fault = Gantry.systems(in: place).faults[system] { throw fault }
        let names = leading.map(\.name)
        throw UsageError(
            names.isEmpty
                ? "\(configuration.file) has no connection to \(quoted(system))."
                : "\(configuration.file) has \(names.count) connections to \(system): \(names.joined(separator: ", ")).",
            advice: names.isEmpty ? "Add one with system: \(system) to it." : "Choose one: --connection \(names[0])")
    }
}
