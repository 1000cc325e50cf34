internal import ArgumentParser
internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantryProgram
internal import GantryTerminal

struct Check: Action {
    static let configuration = CommandConfiguration(
        abstract: "Check connections, destinations and the workspace before something depends on them.",
        discussion: """
            For each connection: the proxy, whether the server's name is found and a connection can be made, how long its \
            certificate is still good, the difference of the clocks, how fast the server answers, whether the account is \
            accepted, and its role. For each destination: whether it takes a file, and, of a store of objects, whether it refuses to \
            replace one. For the workspace: who can write to it, free space, the journal, and who is working.

            Each step is tried once. Nothing is changed on the server of a connection and no session is kept; where signing in \
            would use something up, such as a pairing token, it isn't tried. A destination gets a small hidden file, which is \
            compared and removed again.

            Examples:
              gantry check
              gantry check ksr --json
              gantry check archive

            Exit codes: 0 when everything works, though there may be warnings; 75 when a server can't be reached or fails; 1 when its \
            certificate is not accepted, or a destination takes no file; 77 when it refuses the account or someone must sign in; 78 for a mistake in gantry.yaml, or a \
            proxy that refuses; 66 when the journal is missing. If several fail, 66 comes first, then 78, 77, 1 and 75.
            """)
    static let canBeRepeated = false

    @Argument(
        help: "The connections and destinations, as gantry.yaml names them (default: all of them).",
        completion: Completions.places)
    var names: [String] = []

    @OptionGroup var options: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let configuration = try options.configuration(session)
        guard !names.isEmpty else {
            return await session.check(configuration.connections, configuration.destinations, options)
        }
        let destinations = configuration.destinations.filter { names.contains($0.name) }
        let connections = try names.compactMap { name in
            // A destination may have the name of a connection; then both are meant.
            let isConnection = configuration.connections.contains { $0.name == name }
            if !isConnection, destinations.contains(where: { $0.name == name }) { return nil as Connection? }
            if !isConnection, nearestWord(to: name, among: configuration.destinations.map(\.name)) != nil {
                _ = try configuration.destination(named: name)
            }
            return try configuration.connection(named: name)
        }
        return await session.check(connections, destinations, options)
    }
}

extension Session {
    /// Checks connections, destinations and the workspace, and says what was found.
    func check(
        _ connections: [Connection], _ destinations: [Destination], _ options: ConnectionOptions
    ) async -> Outcome {
        let report = await Gantry.check(
            connections, destinations, in: options.workspace.workspace(environment, config: options.config),
            environment: environment
        ) { [progress] in progress.checking($0) }
        progress.clear()
        return Outcome(
            status: CheckText.status(report),
            lines: CheckText.lines(report, place: command.place, style: console.outStyle),
            result: CheckText.value(report, place: command.place))
    }
}
