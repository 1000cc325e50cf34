internal import ArgumentParser
internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantryProgram
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
        abstract: "Sign in to a connection, and keep the session for later runs.",
        discussion: """
            Asks for the credentials that gantry.yaml does not name; secrets are not shown while they are typed. Without a \
            terminal they are taken from standard input, one a line, in the order in which they would be asked for. No \
            password is kept, only what the server gives for it: a token, in the workspace, in a file that only you can read. \
            It is sent to no other server.

            Needed for connections that a person must open once, such as pairing with CDBL LMS, and for those whose password \
            does not stand in gantry.yaml. Where gantry.yaml names all credentials a run signs in by itself.

            Examples:
              gantry login lms
              gantry login ksr --workspace /srv/payroll
              pass show vynqtalk | gantry login talk
              gantry login talk --sign-up
            """)
    static let canBeRepeated = false

    @Argument(help: "The connection, as gantry.yaml names it.")
    var connection: String

    @Flag(help: "Open a new account, where the system lets anybody do that (VynqTalk).")
    var signUp = false

    @OptionGroup var options: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let connection = try options.configuration(session).connection(named: connection)
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
