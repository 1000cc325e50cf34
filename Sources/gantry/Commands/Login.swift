internal import ArgumentParser
internal import GantryAccounts
internal import GantryConnectors
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Login: Action {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to a connection and save the session for later runs.",
        discussion: """
            Asks for the credentials that gantry.yaml doesn't name; secrets aren't shown as you type. What the server \
            refuses is asked for again, three times at most; a password that a file keeps is replaced in the file. \
            Without a terminal, it reads them from standard input, one per line, in the order of the prompts. \
            Passwords aren't saved, only the token that the server returns, in a file in the workspace that only you \
            can read. It is never sent to another server.

            Needed for connections that someone has to authorise once, such as pairing with CDBL LMS, and for those \
            whose password isn't in gantry.yaml. If gantry.yaml names all credentials, runs sign in automatically.

            Examples:
              gantry login lms
              gantry login ksr --workspace /srv/payroll
              pass show vynqtalk | gantry login talk
              gantry login talk --sign-up
            """)
    static let canBeRepeated = false
    /// How often a person at a terminal may type a secret; servers lock out who insists.
    static let mostTries = 3

    @Argument(help: "The connection, as gantry.yaml names it.", completion: Completions.connections)
    var connection: String

    @Flag(help: "Open a new account, if the system lets anyone do that (VynqTalk).")
    var signUp = false

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let connection = try workspace.configuration(session).connection(named: connection)
        let questions = try Gantry.signInQuestions(connection, opensAccount: signUp)
        let prompts = Prompts(session.console)
        var answers = try self.answers(questions, for: connection, prompts: prompts)
        var tries = 1
        while true {
            do {
                let account = try await signIn(connection, answers: answers, session)
                // Whoever typed it again needn't correct the file by hand.
                for kept in connection.secretFiles {
                    if let secret = answers[kept.credential.name] { try SecretSource.keep(secret, in: kept.path) }
                }
                return Outcome(
                    status: .complete,
                    lines: ["Signed in."] + SignInReport.lines(account, now: .now, style: session.console.outStyle),
                    result: SignInReport.json(account))
            } catch let error as SignInError where error.code == .refused {
                let kept = connection.secretFiles
                let wanted = kept.map(\.credential) + questions
                guard prompts.isTerminal, !signUp, tries < Login.mostTries, wanted.contains(where: \.isSecret) else {
                    throw error
                }
                let places = kept.map { "The \($0.credential.name) is kept in \($0.path)." }
                session.console.log([error.explanation] + places + ["Type it again, or press Ctrl-C to end."])
                answers = try self.answers(wanted, for: connection, prompts: prompts)
                tries += 1
            }
        }
    }

    private func answers(
        _ questions: [SignInCredential], for connection: Connection, prompts: Prompts
    ) throws -> [String: Secret] {
        var answers: [String: Secret] = [:]
        for question in questions {
            let text = try prompts.answer(
                question.name, SignInReport.question(question, connection), isSecret: question.isSecret,
                all: questions.map(\.name))
            answers[question.name] = Secret(text)
        }
        return answers
    }

    private func signIn(
        _ connection: Connection, answers: [String: Secret], _ session: Session
    ) async throws -> SignedInAccount {
        try await Gantry.signIn(
            connection, in: workspace.workspace(session.environment), answers: answers,
            environment: session.environment,
            opensAccount: signUp
        ) { [progress = session.progress] in progress.note(.connection($0), isLasting: true) }
    }
}
