internal import ArgumentParser
internal import GantryAccounts
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryTerminal

struct Check: Action {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check connections, destinations, notifications and the workspace before something depends on them.",
        discussion: """
            For each connection: the proxy, whether the server's name is found and a connection can be made, how long \
            its certificate is still good, the difference of the clocks, how fast the server answers, whether the \
            account is accepted, and its role. For each destination: whether it takes a file, and, of a store of \
            objects, whether it refuses to replace one. For each target of notify: whether the server of mail takes \
            the account, a connection to the webhook can be made, the program is there, or the account of VynqTalk is \
            accepted. For the workspace: who can write to it, free space, the journal, and who is working.

            Each step is tried once. Nothing is changed on the server of a connection and no session is kept; where \
            signing in would use something up, such as a pairing token, it isn't tried. A destination gets a small \
            hidden file, which is compared and removed again. Nobody is notified; each line says what wasn't tried \
            because of that.

            Examples:
              gantry check
              gantry check ksr --json
              gantry check archive
              gantry check office
              gantry check --accounts

            With --accounts nothing is contacted: it shows the accounts that connections are signed in with, their \
            roles, when their tokens expire and where they are saved, as far as known; never a secret. A session that \
            the server has ended still appears.

            Exit codes: 0 when everything works, though there may be warnings; 75 when a server can't be reached or \
            fails; 1 when its certificate is not accepted, a destination takes no file, or a program of notify isn't \
            there; 77 when it refuses the account or someone must sign in; 78 for a mistake in gantry.yaml, or a \
            proxy that refuses; 66 when the journal is missing. If several fail, 66 comes first, then 78, 77, 1 and \
            75.
            """)
    static let canBeRepeated = false

    @Argument(
        help: "The connections, destinations and targets of notify, as gantry.yaml names them (default: all of them).",
        completion: Completions.places)
    var names: [String] = []

    @Flag(help: "Only show which accounts the connections are signed in with.")
    var accounts = false

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let configuration = try place.readConfiguration(session)
        guard !accounts else { return try accounts(of: configuration, in: place, session) }
        guard !names.isEmpty else {
            return await session.check(
                configuration.connections, destinations: configuration.destinations, hooks: configuration.hooks,
                in: place)
        }
        let destinations = configuration.destinations.filter { names.contains($0.name) }
        let hooks = configuration.hooks.filter { names.contains($0.name) }
        let others = Set(destinations.map(\.name) + hooks.map(\.name))
        let connections = try names.compactMap { name in
            // A destination or a target may have the name of a connection; then both are meant.
            let isConnection = configuration.connections.contains { $0.name == name }
            if !isConnection, others.contains(name) { return nil as Connection? }
            if !isConnection, nearestWord(to: name, among: configuration.destinations.map(\.name)) != nil {
                _ = try configuration.destination(named: name)
            }
            return try configuration.connection(named: name)
        }
        return await session.check(connections, destinations: destinations, hooks: hooks, in: place)
    }

    private func accounts(of configuration: Configuration, in place: Workspace, _ session: Session) throws -> Outcome {
        let accounts =
            try names.isEmpty
            ? Gantry.accounts(configuration.connections, in: place, environment: session.environment)
            : names.map {
                try Gantry.account(configuration.connection(named: $0), in: place, environment: session.environment)
            }
        let lines = accounts.map { SignInReport.lines($0, now: .now, style: session.console.outStyle) }
        return Outcome(
            status: .complete, lines: Array(lines.joined(separator: [""])),
            result: .object(["connections": .array(accounts.map(SignInReport.json))]))
    }
}

extension Session {
    /// Checks connections, destinations, targets of notifications and the workspace, and says what was found.
    func check(
        _ connections: [Connection], destinations: [Destination], hooks: [Hook], in workspace: Workspace
    ) async -> Outcome {
        let report = await Gantry.check(connections, destinations, in: workspace, environment: environment) {
            [progress] in progress.checking($0)
        }
        var notifications: [CheckReport.Part] = []
        let sender = HookSender(hooks, environment: environment) { _, _, _ in nil }
        for hook in hooks {
            progress.checking(hook.name)
            notifications.append(
                CheckReport.Part(
                    subject: .notification(hook.name), place: hook.place,
                    findings: [await sender.check(hook, in: workspace)]))
        }
        progress.clear()
        return outcome(CheckReport(parts: report.parts.dropLast() + notifications + report.parts.suffix(1)))
    }

    /// What was found, for people and programs.
    func outcome(_ report: CheckReport) -> Outcome {
        Outcome(
            status: CheckText.status(report),
            lines: CheckText.lines(report, place: command.place, style: console.outStyle),
            result: CheckText.value(report, place: command.place))
    }
}
