internal import ArgumentParser
internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantryProgram
internal import GantryRuns
internal import GantryTerminal

/// Which connection of which configuration is meant.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file that names the connections (default: gantry.yaml in the workspace).", valueName: "file"))
    var config: String?

    @OptionGroup var workspace: WorkspaceOptions

    func configuration(_ session: Session) throws -> Configuration {
        try Configuration.load(
            path: Configuration.path(given: config, workspace: workspace.workspace(session.environment).path),
            systems: Gantry.systems, environment: session.environment)
    }
}

struct Login: Action {
    static let configuration = CommandConfiguration(
        abstract: "Sign in to a connection and save the session for later runs.",
        discussion: """
            Asks for the credentials that gantry.yaml doesn't name; secrets aren't shown as you type. Without a terminal, it \
            reads them from standard input, one per line, in the order of the prompts. Passwords aren't saved, only the token \
            that the server returns, in a file in the workspace that only you can read. It is never sent to another server.

            Needed for connections that someone has to authorise once, such as pairing with CDBL LMS, and for those whose \
            password isn't in gantry.yaml. If gantry.yaml names all credentials, runs sign in automatically.

            Examples:
              gantry login lms
              gantry login ksr --workspace /srv/payroll
              pass show vynqtalk | gantry login talk
              gantry login talk --sign-up
            """)
    static let canBeRepeated = false

    @Argument(help: "The connection, as gantry.yaml names it.", completion: Completions.connections)
    var connection: String

    @Flag(help: "Open a new account, if the system lets anyone do that (VynqTalk).")
    var signUp = false

    @OptionGroup var options: ConnectionOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let connection = network.applied(to: try options.configuration(session).connection(named: connection))
        let questions = try Gantry.signInQuestions(connection, opensAccount: signUp)
        let prompts = Prompts(session.console)
        var answers: [String: Secret] = [:]
        for question in questions {
            let text = try prompts.answer(
                question.name, SignInReport.question(question, connection), isSecret: question.isSecret,
                all: questions.map(\.name))
            answers[question.name] = Secret(text)
        }
        let account = try await Gantry.signIn(
            connection, in: options.workspace.workspace(session.environment), answers: answers,
            environment: session.environment,
            opensAccount: signUp
        ) { [progress = session.progress] in progress.note(.connection($0), isLasting: true) }
        return Outcome(
            status: .complete,
            lines: ["Signed in."] + SignInReport.lines(account, now: .now, style: session.console.outStyle),
            result: SignInReport.json(account))
    }
}
