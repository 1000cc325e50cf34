internal import ArgumentParser
internal import GantryAccounts
internal import GantryConnectors
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Init: Action {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Set up a connection and how the office pays: write the files and check them.",
        discussion: """
            Asks for the system, its address, the account and where its secret is kept, checks the connection as \
            'gantry check' does, and writes gantry.yaml to the workspace. An address at which nothing of the system \
            answers, or a password that it refuses, is asked for again, three times at most; without a terminal \
            nothing is written then.

            Where pay can be calculated from the system, it then asks for the payroll program, what that needs to \
            know, its pay codes, who prepares and who approves, and writes Pipelines/payroll.yaml in the workspace: \
            a short file that extends a shipped one. Given again, it asks for these alone, where Enter keeps what the \
            file says, and shows what would change; --replace doesn't ask. To an existing gantry.yaml it only adds: \
            people, a destination, and with --system another connection.

            The secret itself is never in gantry.yaml. It is kept in a file of mode 0600 that is written for you, or \
            comes from an environment variable, a command or a systemd credential; or it isn't kept, and you sign in \
            with 'gantry login'. It isn't shown as you type. Without a terminal it is read from standard input, and \
            every other answer must be an option.

            Examples:
              gantry init
              gantry init --system ksr-cranes --address production --account payroll@example.com --secret \
            file:ksr.password
              gantry init --system autodetail-hub --address https://hub.example.com --secret "command:pass show hub"
              gantry init --system cdbl-lms --address production --secret login
              gantry init --payroll danlon --need employer=99999993 --pay-code 1000=1 --pay-code 1100=2 \
            --pay-code 1200=3 --prepare Anna --approve Bent

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

    @OptionGroup var payroll: PayrollAnswers
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let path = place.configurationPath
        let isConnectionGiven = [system, address, account, secret].contains { $0 != nil }
        if Session.isFile(path), !isConnectionGiven, payroll.isGiven || Prompts.hasPerson(session.console, output) {
            return try setUpPay(try paying(in: place.readConfiguration(session), session), at: path, session)
        }
        let known = Session.isFile(path) ? try place.readConfiguration(session) : nil
        var questions = InitQuestions(
            prompts: Prompts(session.console), file: path, known: known, systems: Gantry.systems(in: place),
            given: self)
        var draft = try questions.draft()
        let (connection, tried) = try await tried(&draft, at: path, questions: &questions, session)
        if let secret = questions.secret { try SecretSource.keep(secret.value, in: secret.path) }
        _ = try usable {
            try draft.write(to: path, systems: Gantry.systems(in: place), environment: session.environment)
        }
        if !output.isJSON, !output.isQuiet {
            let kept = questions.secret.map { ["The \($0.credential) is in \($0.path)."] } ?? []
            session.console.report(["Wrote \(path)."] + kept)
        }
        var outcome = session.outcome(
            CheckReport(parts: [tried] + (await Gantry.check([], in: place, environment: session.environment)).parts))
        // An office that pays from one connection already isn't asked once more for another.
        let isAsked =
            known == nil && Prompts.hasPerson(session.console, output) && outcome.status == .complete
        if connection.payBase(in: folders(session)) != nil, payroll.isGiven || isAsked {
            session.console.report(session.console.outStyle.fitted([""] + outcome.lines))
            return try setUpPay(connection, at: path, session)
        }
        let next = try nextCommand(connection, isUsable: outcome.status == .complete, session)?.shellText
        outcome.lines = [""] + outcome.lines
        outcome.next = next.map { ["", "Next  " + $0] } ?? []
        if case .object(let members) = outcome.result {
            outcome.result = .object(
                [JSONTree.Member("file", .string(path)), JSONTree.Member("nextCommand", JSONTree(next))] + members)
        }
        return outcome
    }

    private func folders(_ session: Session) -> PipelineFolders {
        PipelineFiles.folders(workspace: workspace.workspace(session.environment), session: session)
    }

    /// The connection whose hours are paid: the one that is named, or the only one.
    private func paying(in configuration: Configuration, _ session: Session) throws -> Connection {
        if let name { return try configuration.connection(named: name) }
        let folders = folders(session)
        let payable = configuration.connections.filter { $0.payBase(in: folders) != nil }
        guard payable.count == 1 else {
            throw UsageError(
                payable.isEmpty
                    ? "\(configuration.file) has no connection whose hours are paid."
                    : "\(configuration.file) has \(payable.count) connections whose hours can be paid.",
                advice: payable.isEmpty
                    ? "Add one: gantry init --system ksr-cranes"
                    : "Name one: gantry init --name \(payable[0].name)")
        }
        return payable[0]
    }

    /// Asks how the office pays and writes it down.
    private func setUpPay(_ connection: Connection, at path: String, _ session: Session) throws -> Outcome {
        let questions = InitPayroll(
            prompts: Prompts(session.console), given: payroll, session: session,
            workspace: workspace.workspace(session.environment),
            connection: connection)
        let place = session.command.place
        let systems = Gantry.systems(in: workspace.workspace(session.environment))
        guard let (draft, office) = try questions.draft() else {
            guard !Session.isFile(questions.path) else {
                let next = ShellCommand(["gantry", "month", "--pipeline", InitPayroll.name] + place).shellText
                return Outcome(
                    status: .complete, lines: ["\(questions.path) stays as it is."], next: ["", "Next  " + next],
                    result: .object([
                        "file": .string(path), "pipeline": .string(questions.path), "nextCommand": .string(next),
                    ]))
            }
            let next = try nextCommand(connection, isUsable: true, session)?.shellText
            return Outcome(
                status: .complete, lines: ["Nothing of the office's own was written."],
                next: next.map { ["", "Next  " + $0] } ?? [],
                result: .object(["file": .string(path), "pipeline": .null, "nextCommand": JSONTree(next)]))
        }
        guard try questions.mayWrite(draft) else {
            return Outcome(
                status: .complete, lines: ["\(questions.path) stays as it is."],
                result: .object(["file": .string(path), "pipeline": .string(questions.path)]))
        }
        try office.add(to: path, systems: systems, environment: session.environment)
        try questions.write(draft)
        let next = ShellCommand(["gantry", "month"] + place).shellText
        return Outcome(
            status: .complete, lines: ["Wrote \(questions.path)."], next: ["", "Next  " + next],
            result: .object([
                "file": .string(path), "pipeline": .string(questions.path), "nextCommand": .string(next),
            ]))
    }

    @Sendable private static func contract(_ text: String) throws -> Contract {
        guard let contract = Contract(rawValue: text) else {
            throw ValidationError("Expected documented or deployed.")
        }
        return contract
    }

    /// The connection, and what its check found. An address at which nothing of the system answers, and a secret that
    /// the server refuses, are asked for again.
    ///
    /// - Throws: `UsageError`, `SignInError` where nobody can be asked; nothing was written.
    private func tried(
        _ draft: inout ConnectionDraft, at path: String, questions: inout InitQuestions, _ session: Session
    ) async throws -> (Connection, CheckReport.Part) {
        let folder = workspace.workspace(session.environment)
        var tries = 1
        while true {
            let connection = try usable {
                try draft.connection(in: path, systems: Gantry.systems(in: folder), environment: session.environment)
            }
            let typed = questions.secret.map { [$0.credential: $0.value] } ?? [:]
            let report = await Gantry.check(
                [connection.trying(typed)], in: folder, environment: session.environment
            ) { [progress = session.progress] in progress.checking($0) }
            session.progress.clear()
            let part = report.parts[0]
            let isAskedAgain = tries < Login.mostTries && questions.prompts.isTerminal
            if let stranger = part.stranger {
                guard isAskedAgain, address == nil else {
                    throw UsageError(
                        stranger.explanation,
                        advice:
                            "Nothing was written. To go on with the right answers, run: \(Init.again(session))")
                }
                try questions.askAddress(of: &draft, after: stranger, connection.system)
                tries += 1
                continue
            }
            guard let refusal = part.refusal else { return (connection, part) }
            guard isAskedAgain, try questions.askAgain(after: refusal, connection) else {
                throw refusal.advising(advice(connection, questions: questions, session))
            }
            tries += 1
        }
    }

    /// The command as a person gives it once more.
    private static func again(_ session: Session) -> String {
        ShellCommand(session.command.words.filter { $0 != "--json" }).shellText
    }

    /// What to do after the last refusal; nothing was written.
    private func advice(_ connection: Connection, questions: InitQuestions, _ session: Session) -> Advice {
        let command = Init.again(session)
        if let kept = connection.secretFiles.first, Session.isFile(kept.path) {
            return "Nothing was written. Correct the \(kept.credential.name) in \(kept.path), then run: \(command)"
        }
        let place = questions.secret.map { " It is kept in \($0.path) when the server accepts it." } ?? ""
        return "Nothing was written. To go on with the right answers, run: \(command)\(place)"
    }

    /// An answer that can't be used is a mistake of the command, and nothing is written then.
    private func usable(_ answers: () throws -> Connection) throws -> Connection {
        do {
            return try answers()
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
        guard isUsable else { return nil }
        // What can be done with a system that a file describes.
        guard let sample = SampleConnection.of(connection.system.name) else {
            return ShellCommand(["gantry", "list", "pipelines"] + place)
        }
        // The same pipeline, looked at first.
        var words = sample.example.split(separator: " ").map(String.init).dropFirst(2)
        if connection.name != sample.name, let pipeline = words.popFirst() {
            let named = PipelineReference(pipeline: pipeline, connection: connection.name)
            words.insert(named.description, at: words.startIndex)
        }
        return ShellCommand(["gantry", "plan"] + words + place)
    }
}
