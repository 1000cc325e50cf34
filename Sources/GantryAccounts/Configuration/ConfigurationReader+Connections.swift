internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension ConfigurationKeys {
    /// The words for the addresses that a system is known to have.
    static let environments = ["development", "staging", "production"]

    var connection: [DocumentKey] {
        [
            DocumentKey("system", .words(systems.all.map(\.name)), required: true, help: "The kind of back end."),
            DocumentKey(
                "environment",
                .either([
                    .words(Self.environments), .line(pattern: #"^[Hh][Tt][Tt][Pp][Ss]://[^@?#\s]+$"#),
                    .line(
                        pattern:
                            #"^[Hh][Tt][Tt][Pp]://([Ll]ocalhost|127\.[0-9]+\.[0-9]+\.[0-9]+|\[::1\])(:[0-9]+)?(/[^@?#\s]*)?$"#
                    ),
                ]), required: true,
                help: "Where it is: a word, or an address that starts with https://. Plain http only for this machine."),
            DocumentKey(
                "contract", .words(Contract.allCases.map(\.rawValue)), standard: .text(Contract.documented.rawValue),
                help:
                    "Which version of the API the server answers, for ksr-cranes: documented, or deployed, which its public servers answer."
            ),
            DocumentKey(
                "credentials", .group(credentials),
                help:
                    "What the system needs to sign in, and where each is kept. Leave it out to sign in yourself; the session is saved."
            ),
            DocumentKey(
                "ca-file", .line(),
                help: "A file with certificates (PEM) that are trusted instead of those of this machine."),
            DocumentKey(
                "proxy",
                .either([
                    .words(["none"]), .line(pattern: Self.proxyPattern), .group(Self.proxy),
                ]),
                help:
                    "How requests leave this network: none, a proxy's address with its port, or a group with address, user and password. Without it the variables https_proxy, all_proxy and no_proxy decide. An address of this machine needs none."
            ),
        ] + Connection.settings.map(\.key)
    }
}

extension ConfigurationReader {
    mutating func connections(_ section: Section) -> [Connection] {
        let expected = "a group with a name for each connection, such as ksr:"
        if !section.has("connections") { document.missing("connections", in: section, expected: expected) }
        return entries(
            section, "connections", expected: expected, wrongName: "This can't be the name of a connection."
        ).compactMap { connection($0) }
    }

    /// The entries of a group whose keys are names that the file gives; none where there is no such group.
    mutating func entries(
        _ section: Section, _ key: String, expected: String, wrongName: String
    ) -> [SourceNode.Entry] {
        guard let node = section[key] else { return [] }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(node, key, expected: expected)
            return []
        }
        return entries.filter { entry in
            if isPlainName(entry.key) { return true }
            document.report(
                .unsafeName, at: entry.keyPlace, wrongName, expected: "a name in lower-case letters, digits and -")
            return false
        }
    }

    private mutating func connection(_ entry: SourceNode.Entry) -> Connection? {
        let path = "connections." + entry.key
        guard let section = document.section(entry.value, path, keys: keys.connection, owner: entry.keyPlace) else {
            return nil
        }
        let system = system(section)
        let address = address(section, of: entry.key, on: system)
        let credentials = credentials(section, system)
        let caFile = document.text(section, "ca-file", expected: "the path of a file with certificates (PEM)")
        let contract = contract(section, of: system)
        let proxy = proxy(section)
        let values = document.values(of: Connection.settings, in: section)
        guard let system, let address else { return nil }
        var connection = Connection(
            name: entry.key, system: system, environment: address.environment, baseURL: address.url,
            credentials: credentials, caFile: caFile.map { absolute($0.value) })
        values.put(into: &connection)
        connection.contract = contract ?? .documented
        connection.proxy = proxy
        return connection
    }

    private mutating func contract(_ section: Section, of system: System?) -> Contract? {
        guard section.has("contract") else { return nil }
        let known = (system?.contracts ?? Contract.allCases).map(\.rawValue)
        if let system, known.count < 2 {
            document.report(
                .unknownKey, at: section.place(of: "contract"), "\(system.title) has only one contract.",
                expected: "no contract: for \(system.name)", isHarmless: true)
            return nil
        }
        guard let text = document.text(section, "contract", expected: listed(known)) else { return nil }
        if let contract = Contract(rawValue: text.value), known.contains(text.value) { return contract }
        document.report(
            .unknownName, at: text.place, "Unknown contract \(quoted(text.value)).", expected: listed(known),
            nearest: nearestWord(to: text.value, among: known), isHarmless: true)
        return nil
    }

    private mutating func system(_ section: Section) -> System? {
        let names = systems.all.map(\.name)
        guard let name = document.required(section, "system", expected: listed(names)) else { return nil }
        if let system = systems.named(name.value) { return system }
        document.report(
            .unknownName, at: name.place, "Unknown system \(quoted(name.value)).", expected: listed(names),
            nearest: nearestWord(to: name.value, among: names), note: systems.faults[name.value]?.explanation,
            isHarmless: true)
        return nil
    }

    // MARK: The address

    private mutating func address(
        _ section: Section, of connection: String, on system: System?
    ) -> (environment: String?, url: BaseURL)? {
        let known = ConfigurationKeys.environments.filter { system?.environments[$0] != nil }
        let expected =
            known.isEmpty ? "an address that starts with https://" : listed(known + ["an address (https://…)"])
        let variable = Connection.urlVariable(connection)
        let override = self.override(variable)
        guard let text = document.required(section, "environment", expected: expected) else { return nil }
        // A variable that is set but wrong has been reported; the file's own address would hide that.
        if environment[variable] != nil { return override.map { (nil, $0) } }
        if text.value.contains("://") { return url(text).map { (nil, $0) } }
        guard let system else { return nil }
        guard let address = system.environments[text.value] else {
            let isWord = text.value.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            let what =
                isWord
                ? "\(system.title) has no known address for \(quoted(text.value))." : "This isn't a known environment."
            document.report(
                .unknownName, at: text.place, what, expected: expected,
                nearest: nearestWord(to: text.value, among: known),
                isHarmless: isWord)
            return nil
        }
        do {
            return (text.value, try BaseURL(address))
        } catch {
            document.report(.badValue, at: text.place, "The built-in address for \(text.value) \(error.sentence)")
            return nil
        }
    }

    private mutating func url(_ text: DocumentReader.Located<String>) -> BaseURL? {
        do {
            return try BaseURL(text.value)
        } catch {
            document.report(
                .badValue, at: text.place, "The address \(error.sentence)",
                expected: "such as https://ksrcranes.dk or http://localhost:8080", note: error.note)
            return nil
        }
    }

    private mutating func override(_ variable: String) -> BaseURL? {
        guard let text = environment[variable] else { return nil }
        do {
            return try BaseURL(text)
        } catch {
            document.report(
                Mistake(
                    .badValue, at: Mistake.Place(source: variable),
                    found: "The address in this variable \(error.sentence)",
                    expected: "such as https://ksrcranes.dk or http://localhost:8080", note: error.note))
            return nil
        }
    }
}
