internal import ArgumentParser
internal import GantryAccounts
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryPipelines
internal import GantryProgram
internal import GantryTerminal

struct Init: Action {
    static let configuration = CommandConfiguration(
        abstract: "Set up a first connection: write gantry.yaml and check it.",
        discussion: """
            Asks for the system, its address, the account and where its secret is kept, writes gantry.yaml to the workspace, \
            and checks the connection as 'gantry check' does. An existing file is never changed.

            The secret itself is never in gantry.yaml. It is kept in a file of mode 0600 that is written for you, or comes from \
            an environment variable, a command or a systemd credential; or it isn't kept, and you sign in with 'gantry login'. \
            It isn't shown as you type. Without a terminal it is read from standard input, and every other answer must be an \
            option.

            Examples:
              gantry init
              gantry init --system ksr-cranes --address production --account payroll@example.com --secret file:ksr.password
              gantry init --system autodetail-hub --address https://hub.example.com --secret "command:pass show hub"
              gantry init --system cdbl-lms --address production --secret login

            Exit codes: those of 'gantry check'; 64 for an answer that is missing or can't be used.
            """)
    static let canBeRepeated = false

    @Option(help: ArgumentHelp("The kind of server, such as ksr-cranes.", valueName: "system"))
    var system: String?

    @Option(
        help: ArgumentHelp(
            "The connection's name (default: ksr, lms, hub or talk, as the shipped pipelines call it).",
            valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("Where it is: production or another known word, or https://…", valueName: "address"))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "What the server answers, for ksr-cranes: documented or deployed (default: deployed for production).",
            valueName: "contract"),
        transform: Init.contract)
    var contract: Contract?

    @Option(help: ArgumentHelp("The e-mail address of the account, where the system has one.", valueName: "e-mail"))
    var account: String?

    @Option(
        help: ArgumentHelp(
            "Where the secret is kept: file:PATH, env:NAME, command:WORDS, systemd:NAME, or login to keep none.",
            valueName: "place"))
    var secret: String?

    @OptionGroup var options: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let workspace = options.workspace.workspace(session.environment)
        let path = Configuration.path(given: options.config, workspace: workspace.path)
        try ConnectionDraft.requireNothing(at: path)
        var questions = InitQuestions(prompts: Prompts(session.console), file: path, given: self)
        let draft = try questions.draft()
        let connection = try written(draft, to: path, session)
        if let secret = questions.secret { _ = try SecretSource.keep(secret.value, in: secret.path) }
        if !output.isJSON, !output.isQuiet { session.console.report(["Wrote \(path)."]) }
        var outcome = await session.check([connection], [], options)
        let next = try nextCommand(connection, isUsable: outcome.status == .complete, session)?.shellText
        outcome.lines = [""] + outcome.lines + (next.map { ["", "Next  " + $0] } ?? [])
        if case .object(let members) = outcome.result {
            outcome.result = .object(
                [JSONTree.Member("file", .string(path)), JSONTree.Member("nextCommand", JSONTree(next))] + members)
        }
        return outcome
    }

    @Sendable private static func contract(_ text: String) throws -> Contract {
        guard let contract = Contract(rawValue: text) else {
            throw ValidationError("Expected documented or deployed.")
        }
        return contract
    }

    /// An answer that can't be used is a mistake of the command, and nothing is written then.
    private func written(_ draft: ConnectionDraft, to path: String, _ session: Session) throws -> Connection {
        do {
            return try draft.write(to: path, systems: Gantry.systems, environment: session.environment)
        } catch let error as ConfigurationError where error.code == .mistaken {
            throw UsageError(error.explanation, advice: error.advice)
        }
    }

    /// `nil` where the connection doesn't work yet: what to do then is said with the check.
    private func nextCommand(_ connection: Connection, isUsable: Bool, _ session: Session) throws -> ShellCommand? {
        let place = session.command.place
        guard try Gantry.signInQuestions(connection).isEmpty else {
            return ShellCommand(["gantry", "login", connection.name] + place)
        }
        guard isUsable, let sample = SampleConnection.of(connection.system) else { return nil }
        // The same pipeline, looked at first.
        var words = sample.example.split(separator: " ").map(String.init).dropFirst(2)
        if connection.name != sample.name, let pipeline = words.popFirst() {
            let named = PipelineReference(pipeline: pipeline, connection: connection.name)
            words.insert(named.description, at: words.startIndex)
        }
        return ShellCommand(["gantry", "plan"] + words + place)
    }
}
