public import GantryConnectors
internal import GantryFiles
internal import GantryModel
internal import GantrySignOff
internal import GantryYAML

extension Configuration {
    /// The configuration to use: the one given, or `gantry.yaml` in the workspace.
    public static func path(given: String?, workspace: String) -> String { given ?? workspace + "/gantry.yaml" }

    /// Reads and checks the configuration at `path`.
    ///
    /// - Parameters:
    ///   - systems: The systems that this build knows.
    ///   - environment: The process's environment variables; `GANTRY_<CONNECTION>_URL` overrides a connection's
    ///     address.
    /// - Throws: `ConfigurationError` with every mistake, or because the file is missing, is not an ordinary file, is
    ///   larger than 1 MiB, or can be changed by others than this user and root: it can name commands, and servers that
    ///   get passwords.
    public static func load(
        path: String, systems: Systems, environment: [String: String]
    ) throws(ConfigurationError) -> Configuration {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(path, limit: SourceText.byteLimit, guarding: .settings)
        } catch {
            let advice: Advice? =
                error.isMissing
                ? "Create one that names your connections, or choose another with \(.otherConfiguration). Documentation/Operating.md has an example."
                : error.advice
            throw ConfigurationError(
                error.isMissing ? .notFound : .unreadable, file: path,
                explanation: "The configuration \(singleLine(path, limit: 4_000)) \(error.sentence)", advice: advice)
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return try read(
            bytes, named: path, folder: folder.isEmpty ? "/" : folder, systems: systems, environment: environment)
    }

    /// Reads and checks the text of a configuration.
    ///
    /// - Parameters:
    ///   - name: How messages call the file.
    ///   - folder: What relative paths in the file begin at.
    public static func read(
        _ bytes: [UInt8], named name: String, folder: String, systems: Systems,
        environment: [String: String]
    ) throws(ConfigurationError) -> Configuration {
        var mistakes: [Mistake] = []
        guard let source = SourceText(bytes, name: name, visibility: .marked, mistakes: &mistakes),
            let root = YAMLReading.read(source, mistakes: &mistakes)
        else {
            if mistakes.isEmpty {
                mistakes.append(
                    Mistake(
                        .missingKey, at: Mistake.Place(source: name), found: "The file is empty.",
                        expected: "connections: and a connection with system, environment and credentials"))
            }
            throw ConfigurationError(file: name, mistakes: mistakes)
        }
        var reader = ConfigurationReader(
            document: DocumentReader(source: source, mistakes: mistakes), systems: systems, folder: folder,
            environment: environment)
        let configuration = reader.configuration(root, named: name)
        guard reader.document.mistakes.isEmpty else {
            throw ConfigurationError(file: name, mistakes: reader.document.mistakes)
        }
        return configuration
    }
}

/// Makes connections of a file's tree. Nothing that could be a secret gets into a mistake.
struct ConfigurationReader {
    typealias Section = DocumentReader.Section

    var document: DocumentReader
    let systems: Systems
    let folder: String
    let environment: [String: String]

    private var keys: ConfigurationKeys { ConfigurationKeys(systems: systems) }

    mutating func configuration(_ root: SourceNode, named name: String) -> Configuration {
        let top = root.entries?.first?.keyPlace ?? .file(line: 1, column: 1, length: 1)
        guard let section = document.section(root, "", keys: keys.top, owner: top) else {
            return Configuration(file: name, connections: [])
        }
        var configuration = Configuration(file: name, connections: connections(section))
        configuration.people = people(section)
        configuration.destinations = destinations(section)
        configuration.hooks = hooks(section, configuration.connections)
        configuration.journalVariable = journal(section)
        configuration.office = office(section)
        return configuration
    }

    private mutating func connections(_ section: Section) -> [Connection] {
        let expected = "a group with a name for each connection, such as ksr:"
        guard let node = section["connections"] else {
            document.missing("connections", in: section, expected: expected)
            return []
        }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(node, "connections", expected: expected)
            return []
        }
        var connections: [Connection] = []
        for entry in entries {
            guard isPlainName(entry.key) else {
                document.report(
                    .unsafeName, at: entry.keyPlace, "This can't be the name of a connection.",
                    expected: "a name in lower-case letters, digits and -")
                continue
            }
            if let connection = connection(entry) { connections.append(connection) }
        }
        return connections
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
        let settle = settle(section)
        let contract = contract(section, of: system)
        let proxy = proxy(section)
        let retries = document.wholeNumber(section, "retries", in: Connection.possibleRetries)
        let maxWait = maxWait(section)
        let rate = document.rate(section)
        guard let system, let address else { return nil }
        var connection = Connection(
            name: entry.key, system: system, environment: address.environment, baseURL: address.url,
            credentials: credentials, caFile: caFile.map { absolute($0.value) })
        connection.settle = settle ?? Connection.usualSettle
        connection.contract = contract ?? .documented
        connection.proxy = proxy
        connection.retries = retries
        connection.maxWait = maxWait
        connection.rate = rate
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

    private mutating func settle(_ section: Section) -> Duration? {
        let expected = "a time from 0s to 1h, such as 90s"
        guard let text = document.text(section, "settle", expected: expected) else { return nil }
        if let time = duration(text.value), time <= .seconds(3_600) { return time }
        document.report(.badValue, at: text.place, "Found \(quoted(text.value)) for settle.", expected: expected)
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

    /// A path of the file, beginning at the file's folder unless it is absolute.
    func absolute(_ path: String) -> String {
        let path = Folders.expandingHome(path)
        return path.hasPrefix("/") ? path : folder + "/" + path
    }
}
