internal import GantryAccounts
internal import GantryConnectors
internal import GantryKit
internal import GantryModel
internal import GantryPages
internal import GantryTerminal

/// What `gantry init` asks: where the hours are, and how the office pays; and the connections that there are.
struct SetupPage {
    let asked: Asked
    /// What gantry.yaml says; `nil` before there is one.
    let configuration: Configuration?

    var t: PageText { asked.t }

    static func answer(_ asked: Asked) async throws -> DeskAnswer {
        let t = asked.t
        let workspace = asked.workspace
        let page = SetupPage(
            asked: asked,
            configuration: Session.isFile(workspace.configurationPath)
                ? try workspace.readConfiguration(asked.desk.session) : nil)
        let content =
            DeskFrame.head(t("Set up", "Opsætning"), "<code>\(workspace.configurationPath)</code>")
            + (page.configuration == nil ? page.connect : page.connections + page.connect + (try page.pay))
        return DeskFrame(title: t("Set up", "Opsætning"), content: content).answer(asked)
    }

    // MARK: A connection

    private var connect: HTML {
        let systems = Gantry.systems(in: asked.workspace).all
        guard asked.canWrite else { return "" }
        let name = asked.query["system"] ?? asked.filled["system"] ?? ""
        guard let system = systems.first(where: { $0.name == name }) else {
            let items = each(systems) { system in
                "<li><a href=\"\(DeskAddress.setup.path)?system=\(system.name)\"><b>\(system.title)</b></a> <small>\(system.name)</small></li>\n"
            }
            let list: HTML = "<ul class=\"list\">\n\(items)</ul>\n"
            guard configuration == nil else {
                return Blocks.card(
                    "systems", titled: t("Another connection", "En forbindelse mere"),
                    "<details><summary>\(t("Choose its system", "Vælg dens system"))</summary>\n\(list)</details>\n"
                        + DeskFrame.same(asked.desk.command("init", "--system", "SYSTEM"), t))
            }
            return Blocks.card(
                "systems", titled: t("Where are the hours?", "Hvor er timerne?"),
                list + DeskFrame.same(asked.desk.command("init"), t))
        }
        let words = ["production", "staging", "development"].filter { system.environments[$0] != nil }
        let known = each(words) { "<option value=\"\($0)\">\(system.environments[$0] ?? "")</option>\n" }
        let fields = each(system.credentials.filter { !SetupPage.isOnce($0) }) { field($0) }
        let later =
            system.credentials.contains(where: SetupPage.isOnce)
            ? Blocks.small(
                t(
                    "The pairing token, which serves once, is asked for on the next page.",
                    "Parringskoden, som virker én gang, spørges der om på næste side."))
            : Blocks.small(
                t(
                    "A password goes to the program alone and is kept in a file of the workspace that only you can read. It stands in no address, log or page.",
                    "En adgangskode gives kun til programmet og gemmes i en fil i arbejdsmappen, som kun du kan læse. Den står i ingen adresse, log eller side."
                ))
        let contract: HTML =
            system.contracts.count < 2
            ? ""
            : """
            <div class="field"><label for="contract">\(t("What the server answers", "Hvad serveren svarer"))</label>\
            <select id="contract" name="contract">
            <option value="">\(t("as usual for the address", "som normalt for adressen"))</option>
            \(each(system.contracts) { contract in
                let isTyped: HTML = contract.rawValue == asked.filled["contract"] ? " selected" : ""
                return "<option value=\"\(contract.rawValue)\"\(isTyped)>\(contract.rawValue)</option>\n"
            })</select></div>

            """
        return Blocks.card(
            "connect", titled: system.title,
            StartForm.markup(
                .connect, to: .setup, verb: t("Check and keep it", "Kontrollér og gem"), asked,
                fields: """
                    <input type="hidden" name="system" value="\(system.name)">
                    <div class="field"><label for="address">\(t("Address", "Adresse"))</label>
                    <input type="text" id="address" name="address" list="addresses" \
                    value="\(asked.filled["address"] ?? words.first ?? "https://")" maxlength="500" required>\
                    <datalist id="addresses">
                    \(known)</datalist></div>
                    \(fields)\(contract)\(nameField(system))
                    """)
                + later
                + DeskFrame.same(asked.desk.command("init", "--system", system.name), t))
    }

    /// What a further connection is called: pipelines name it.
    private func nameField(_ system: System) -> HTML {
        guard let configuration else { return "" }
        let usual = SetupPage.usualName(system)
        let taken = Set(configuration.connections.map(\.name))
        let free = taken.contains(usual) ? (2...).lazy.map { "\(usual)-\($0)" }.first { !taken.contains($0) } : usual
        return """
            <div class="field"><label for="connection-name">\(t("Name", "Navn"))</label>\
            <span class="hint" id="connection-name-hint">\(t(
                "Pipelines name it so: small letters, digits and -.",
                "Pipelines kalder den sådan: små bogstaver, cifre og -."))</span>
            <input type="text" id="connection-name" name="name" value="\(asked.filled["name"] ?? free ?? usual)" \
            maxlength="60" required aria-describedby="connection-name-hint"></div>

            """
    }

    private static func usualName(_ system: System) -> String { SampleConnection.of(system.name)?.name ?? system.name }

    private static func name(of credential: SignInCredential) -> String {
        (credential.isSecret ? FormFields.secret : "credential.") + credential.name
    }

    /// Whether it is a token that pairs once: it is of no use in a file, and is given when somebody signs in.
    private static func isOnce(_ credential: SignInCredential) -> Bool { credential.name == "pair-token" }

    private func field(_ credential: SignInCredential) -> HTML {
        guard !credential.isForSignUp else { return "" }
        let kind: HTML = credential.isSecret ? "password" : "text"
        let name = SetupPage.name(of: credential)
        return """
            <div class="field"><label for="c-\(credential.name)">\(t.credential(credential.name))</label>\
            <span class="hint" id="c-\(credential.name)-hint">\(t.help(credential.help))</span>
            <input type="\(kind)" id="c-\(credential.name)" name="\(name)" maxlength="500" \
            value="\(asked.filled[name] ?? "")" required autocomplete="off" \
            aria-describedby="c-\(credential.name)-hint"></div>

            """
    }

    private var connections: HTML {
        let all = configuration?.connections ?? []
        let accounts = Dictionary(SignInState.all(asked).map { ($0.connection, $0) }) { first, _ in first }
        let rows = each(all) { connection -> HTML in
            let state = accounts[connection.name].map { account in
                Blocks.state(SignInState.words(account, t), SignInState.needsPerson(account) ? .stop : .good)
            }
            return """
                <tr><th scope="row">\(connection.name)</th><td>\(connection.system.title)</td>\
                <td>\(connection.baseURL.description)</td><td>\(state ?? "")</td></tr>

                """
        }
        let forms = each(all) { signIn($0, isNeeded: accounts[$0.name].map(SignInState.needsPerson) ?? true) }
        return Blocks.card(
            "connections", titled: t("Connections", "Forbindelser"),
            Blocks.scrolled(
                "connections",
                Blocks.table(
                    [
                        .text(t("Name", "Navn")), .text(t("System", "System")), .text(t("Address", "Adresse")),
                        .text(t("Sign-in", "Login")),
                    ], rows))
                + StartForm.markup(
                    .connections, to: .setup, verb: t("Check them", "Kontrollér dem"), asked, isFirst: false)
                + DeskFrame.same(asked.desk.command("check"), t) + forms)
    }

    /// The credentials that gantry.yaml doesn't name are asked of a person.
    ///
    /// - Parameter isNeeded: whether nobody is signed in. Who is can do it again, where the server no longer knows it.
    private func signIn(_ connection: Connection, isNeeded: Bool) -> HTML {
        guard let questions = try? Gantry.signInQuestions(connection), !questions.isEmpty else { return "" }
        let fields: HTML = """
            <input type="hidden" name="connection" value="\(connection.name)">
            \(each(questions) { field($0) })
            """
        let form: HTML = """
            \(StartForm.markup(
                .login, to: .setup, verb: t("Sign in", "Log ind"), asked, fields: fields, isFirst: false))\
            \(DeskFrame.same(asked.desk.command("login", connection.name), t))
            """
        guard isNeeded else {
            let title = t("Sign in to \(connection.name) again", "Log ind på \(connection.name) igen")
            return "<details><summary>\(title)</summary>\n\(form)</details>\n"
        }
        return "<h3>\(t("Sign in to \(connection.name)", "Log ind på \(connection.name)"))</h3>\n" + form
    }

    // MARK: What a form does

    static func change(_ form: FormFields, _ asked: Asked) throws -> DeskAnswer {
        func value(_ name: String) -> String? { form[name].flatMap { $0.isEmpty ? nil : $0 } }
        func start(
            _ kind: StartedCommand.Kind, about subject: String, words: [String], secrets: [String] = []
        ) throws -> DeskAnswer {
            try StartForm.start(kind, about: subject, words: words, next: .setup, form: form, asked, secrets: secrets)
        }
        switch form["what"] {
        case "connections": return try start(.connections, about: "gantry.yaml", words: ["check"])
        case "connect":
            guard let system = Gantry.systems(in: asked.workspace).named(form["system"] ?? ""),
                let address = value("address")
            else { throw UsageError(asked.t("The address is missing.", "Adressen mangler.")) }
            let connection = value("name") ?? usualName(system)
            let account = system.credentials.first { !$0.isSecret }.flatMap { value(name(of: $0)) }
            let secret = system.credentials.first(where: \.isSecret)
            let isOnce = secret.map(isOnce) ?? false
            return try start(
                .connect, about: system.title,
                words: ["init", "--system", system.name, "--address=\(address)"]
                    + (value("name").map { ["--name=\($0)"] } ?? [])
                    + (account.map { ["--account=\($0)"] } ?? [])
                    + (value("contract").map { ["--contract", $0] } ?? [])
                    + (secret.map { ["--secret", isOnce ? "login" : "file:\(connection).\($0.name)"] } ?? []),
                secrets: secret.flatMap { isOnce ? nil : value(SetupPage.name(of: $0)) }.map { [$0] } ?? [])
        case "login":
            let configuration = try asked.workspace.readConfiguration(asked.desk.session)
            let connection = try configuration.connection(named: form["connection"] ?? "")
            let answers = try Gantry.signInQuestions(connection).map { value(SetupPage.name(of: $0)) ?? "" }
            return try start(.login, about: connection.name, words: ["login", connection.name], secrets: answers)
        case "pay": return try start(.pay, about: "Pipelines/payroll.yaml", words: try payWords(form, asked))
        default: return RefusalPage.answer(.noForm, asked)
        }
    }
}
