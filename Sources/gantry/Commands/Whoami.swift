internal import ArgumentParser
internal import GantryAccounts
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryTerminal

struct Whoami: Action {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Show the accounts that connections are signed in with.",
        discussion: """
            Shows the account, its role, when the token expires and where it is saved, as far as known; never a \
            secret. The server isn't contacted, so a session that the server has ended still appears.

            Examples:
              gantry whoami
              gantry whoami lms --json
            """)
    static let canBeRepeated = false

    @Argument(
        help: "The connection, as gantry.yaml names it (default: all of them).", completion: Completions.connections)
    var connection: String?

    @OptionGroup var options: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let configuration = try options.configuration(session)
        let workspace = options.workspace.workspace(session.environment)
        let accounts: [SignedInAccount]
        if let connection {
            let named = try configuration.connection(named: connection)
            accounts = [try Gantry.account(named, in: workspace, environment: session.environment)]
        } else {
            accounts = try Gantry.accounts(configuration.connections, in: workspace, environment: session.environment)
        }
        var lines: [String] = []
        for account in accounts {
            if !lines.isEmpty { lines.append("") }
            lines += SignInReport.lines(account, now: .now, style: session.console.outStyle)
        }
        return Outcome(
            status: .complete, lines: lines,
            result: .object(["connections": .array(accounts.map(SignInReport.json))]))
    }
}
