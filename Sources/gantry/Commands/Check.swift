internal import ArgumentParser
internal import GantryAccounts
internal import GantryKit
internal import GantryProgram
internal import GantryTerminal

struct Check: Action {
    static let configuration = CommandConfiguration(
        abstract: "Check connections and the workspace before something depends on them.",
        discussion: """
            For each connection: the proxy, whether the server's name is found and a connection can be made, how long its \
            certificate is still good, the difference of the clocks, how fast the server answers, whether the account is \
            accepted, and its role. For the workspace: who can write to it, free space, the journal, and who is working.

            Each step is tried once. Nothing is changed on the server and no session is kept; where signing in would use \
            something up, such as a pairing token, it isn't tried.

            Examples:
              gantry check
              gantry check ksr --json

            Exit codes: 0 when everything works, though there may be warnings; 75 when a server can't be reached or fails; 1 when its \
            certificate is not accepted; 77 when it refuses the account or someone must sign in; 78 for a mistake in gantry.yaml, or a \
            proxy that refuses; 66 when the journal is missing. If several fail, 66 comes first, then 78, 77, 1 and 75.
            """)
    static let canBeRepeated = false

    @Argument(
        help: "The connections, as gantry.yaml names them (default: all of them).", completion: Completions.connections)
    var connections: [String] = []

    @OptionGroup var options: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let configuration = try options.configuration(session)
        let chosen =
            connections.isEmpty
            ? configuration.connections : try connections.map { try configuration.connection(named: $0) }
        return await session.check(chosen, options)
    }
}

extension Session {
    /// Checks connections and the workspace, and says what was found.
    func check(_ connections: [Connection], _ options: ConnectionOptions) async -> Outcome {
        let report = await Gantry.check(
            connections, in: options.workspace.workspace(environment, config: options.config), environment: environment
        ) { [progress] in progress.checking($0) }
        progress.clear()
        return Outcome(
            status: CheckText.status(report),
            lines: CheckText.lines(report, place: command.place, style: console.outStyle),
            result: CheckText.value(report, place: command.place))
    }
}
