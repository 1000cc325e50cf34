internal import GantryAccounts
internal import GantryConnectors
internal import GantryFiles
internal import GantryModel
internal import GantryTerminal

/// The questions that set up a connection, and their answers from the command line.
struct InitQuestions {
    let prompts: Prompts
    /// The gantry.yaml that will be written.
    let file: String
    /// What it says now; `nil` where there is none.
    let known: Configuration?
    let systems: Systems
    let given: Init
    /// A secret that was typed, and the file that will keep it.
    private(set) var secret: (credential: String, value: Secret, path: String)?

    init(prompts: Prompts, file: String, known: Configuration?, systems: Systems, given: Init) {
        self.prompts = prompts
        self.file = file
        self.known = known
        self.systems = systems
        self.given = given
    }

    mutating func draft() throws -> ConnectionDraft {
        let system = try again(unless: given.system) { try self.system() }
        let name = given.name ?? SampleConnection.of(system.name)?.name ?? system.name
        if let known { try ConnectionDraft.requireNew(name, in: known) }
        let address = try again(unless: given.address) { try self.address(of: system, standard: "production") }
        var draft = ConnectionDraft(name: name, system: system.name, environment: address)
        try setContract(of: &draft, system)
        for credential in system.credentials where !credential.isSecret {
            let text = try answer(given.account, option: "--account", asking: "\(sentence(credential.help)): ")
            draft.credentials.append((credential.name, .literal(text)))
        }
        if given.account != nil, draft.credentials.isEmpty {
            throw UsageError("\(system.title) has no account to name.", advice: "Leave out --account.")
        }
        for credential in system.credentials where credential.isSecret {
            if let source = try source(of: credential, draft.name) {
                draft.credentials.append((credential.name, source))
            }
        }
        return draft
    }

    private func system() throws -> System {
        let names = systems.all.map(\.name)
        let name = try answer(given.system, option: "--system", asking: "System (\(names.joined(separator: ", "))): ")
        if let system = systems.named(name) { return system }
        let nearest = nearestWord(to: name, among: names).map { "Did you mean \($0)? " } ?? ""
        throw UsageError(
            "There is no system called \(quoted(name)).",
            advice: "\(nearest)Available systems: \(names.joined(separator: ", ")).")
    }

    /// Said at once where it is none: the other answers would be lost with it.
    private func address(of system: System, standard: String) throws -> String {
        let words = ["production", "staging", "development"].filter { system.environments[$0] != nil }
        let text = try answer(
            given.address, option: "--address",
            asking: "Address (\(words.joined(separator: ", ")), or https://…) [\(standard)]: ",
            standard: standard)
        guard given.address == nil, !words.contains(text) else { return text }
        do throws(BaseURLProblem) { _ = try BaseURL(text) } catch {
            throw UsageError(
                "The address \(error.sentence)",
                advice:
                    "Such as \((words + ["https://ksrcranes.dk", "http://localhost:8080"]).joined(separator: ", ")).")
        }
        return text
    }

    /// Asks again for the address at which nothing of the system answers, and for the API where the first address was
    /// of another kind.
    func askAddress(of draft: inout ConnectionDraft, after stranger: any ExplainedError, _ system: System) throws {
        prompts.console.log([stranger.explanation])
        let former = draft.environment
        draft.environment = try again(unless: nil) { try address(of: system, standard: former) }
        if [former, draft.environment].contains("production"), draft.environment != former {
            try setContract(of: &draft, system)
        }
    }

    private func setContract(of draft: inout ConnectionDraft, _ system: System) throws {
        if system.contracts.count > 1 {
            let standard: Contract = draft.environment == "production" ? .deployed : .documented
            draft.contract = try given.contract ?? again(unless: nil) { try contract(standard) }
        } else if let contract = given.contract {
            draft.contract = contract
        }
    }

    private func contract(_ standard: Contract) throws -> Contract {
        guard prompts.isTerminal else { return standard }
        let words = Contract.allCases.map(\.rawValue).joined(separator: ", ")
        let text = try answer(
            nil, option: "--contract", asking: "API (\(words)) [\(standard.rawValue)]: ", standard: standard.rawValue)
        guard let contract = Contract(rawValue: text) else {
            throw UsageError("There is no contract called \(quoted(text)).", advice: "Available: \(words).")
        }
        return contract
    }

    /// The answer of the command line, or of a person on a terminal.
    private func answer(
        _ given: String?, option: String, asking question: String, standard: String? = nil
    ) throws -> String {
        if let given { return given }
        guard prompts.isTerminal else {
            throw UsageError(
                "\(option) is missing, and standard input isn't a terminal where it could be asked for.",
                advice: "Add \(option). 'gantry init --help' has examples.")
        }
        return try prompts.answer(
            String(option.dropFirst(2)), question, isSecret: false, all: [], standard: standard)
    }

    private func sentence(_ help: String) -> String { help.hasSuffix(".") ? String(help.dropLast()) : help }

    // MARK: The secret

    /// Where a secret is kept; `nil` for one that isn't, because a person signs in.
    private mutating func source(of credential: SignInCredential, _ connection: String) throws -> SecretSource? {
        // A token that can be used once is of no use in a file.
        let isOnce = credential.name == "pair-token"
        let place = try answer(
            given.secret, option: "--secret",
            asking:
                "Where is the \(credential.name) kept (file, env, command, systemd, or login to keep none) [\(isOnce ? "login" : "file")]: ",
            standard: isOnce ? "login" : "file")
        let kind = String(place.prefix { $0 != ":" })
        let rest = place.contains(":") ? String(place.dropFirst(kind.count + 1)) : ""
        func detail(_ question: String, _ standard: String) throws -> String {
            if !rest.isEmpty { return rest }
            return try answer(
                given.secret == nil ? nil : standard, option: "--secret", asking: "\(question) [\(standard)]: ",
                standard: standard)
        }
        switch kind {
        case "login": return nil
        case "env":
            let standard = "\(connection)_\(credential.name)".uppercased().replacing("-", with: "_")
            return .environment(try detail("Variable", standard))
        case "systemd": return .systemd(try detail("Credential", "\(connection)-\(credential.name)"))
        case "command":
            let words = try detail("Command, without a shell", "pass show \(connection)").split(separator: " ")
            return .command(words.map(String.init))
        case "file":
            let path = try detail("File", "\(connection).\(credential.name)")
            try read(credential, into: path)
            return .file(path)
        default:
            // What was given is perhaps the secret itself.
            throw UsageError(
                "What was given is no place for a secret. It isn't shown, because it could be the secret itself.",
                advice: "--secret takes file:PATH, env:NAME, command:WORDS, systemd:NAME or login.")
        }
    }

    /// Asks for a secret whose file isn't there yet.
    private mutating func read(_ credential: SignInCredential, into path: String) throws {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        let typed = Folders.expandingHome(path)
        let absolute = typed.hasPrefix("/") ? typed : folder + typed
        guard !Session.isFile(absolute) else { return }
        secret = (credential.name, try typedSecret(credential), absolute)
    }

    private func typedSecret(_ credential: SignInCredential) throws -> Secret {
        Secret(
            try prompts.answer(
                credential.name, "\(sentence(credential.help)) (\(credential.name), isn't shown): ", isSecret: true,
                all: [credential.name]))
    }

    /// Asks again for a secret that the server has refused and that a file keeps or will keep.
    ///
    /// - Returns: False where it comes from anything else, which typing can't correct.
    mutating func askAgain(after refusal: SignInError, _ connection: Connection) throws -> Bool {
        guard let kept = connection.secretFiles.first else { return false }
        prompts.console.log([
            refusal.explanation, "Type the \(kept.credential.name) again; it is kept in \(kept.path).",
        ])
        secret = (kept.credential.name, try typedSecret(kept.credential), kept.path)
        return true
    }

    /// Asks again on a terminal for what can't be used. What the command line says isn't asked for.
    private func again<Value>(unless given: String?, _ body: () throws -> Value) throws -> Value {
        while true {
            do { return try body() } catch let error as UsageError where given == nil && prompts.isTerminal {
                prompts.console.log([error.explanation, error.advice?.commandText].compactMap(\.self))
            }
        }
    }
}
