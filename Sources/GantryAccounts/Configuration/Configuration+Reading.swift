public import GantryConnectors
internal import GantryFiles
internal import GantryModel
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

    var keys: ConfigurationKeys { ConfigurationKeys(systems: systems) }

    mutating func configuration(_ root: SourceNode, named name: String) -> Configuration {
        let top = root.entries?.first?.keyPlace ?? .file(line: 1, column: 1, length: 1)
        guard let section = document.section(root, "", keys: keys.top, owner: top) else {
            return Configuration(file: name, connections: [])
        }
        var configuration = Configuration(file: name, connections: connections(section))
        configuration.people = people(section)
        configuration.destinations = destinations(section)
        configuration.hooks = hooks(section, configuration.connections)
        _ = journal(section)
        configuration.office = office(section)
        return configuration
    }

    /// A path of the file, beginning at the file's folder unless it is absolute.
    func absolute(_ path: String) -> String {
        let path = Folders.expandingHome(path)
        return path.hasPrefix("/") ? path : folder + "/" + path
    }
}

/// The keys of gantry.yaml, part by part: the reader takes them from here, and so does its JSON Schema.
struct ConfigurationKeys {
    let systems: Systems

    var top: [DocumentKey] {
        let rules =
            systems.all.map {
                GroupRule.limits("system", is: $0.name, group: "credentials", to: $0.credentials.map(\.name))
            } + systems.all.filter { $0.contracts.count < 2 }.map { .excludes("system", is: $0.name, key: "contract") }
        return [
            DocumentKey(
                "connections",
                .map(.group(connection, rules: rules), names: ValueShape.plainName, canBeEmpty: false), required: true,
                help:
                    "A name for each connection, in lower-case letters, digits and -. The variable GANTRY_<NAME>_URL overrides its address."
            ),
            DocumentKey(
                "people", .map(.group(Self.person), names: ValueShape.plainName, canBeEmpty: false),
                help: "Who may decide and sign, by the names that pipeline files and commands use."),
            Self.destinations, Self.hooks,
            DocumentKey(
                "office", .group(Office.settings.map(\.key)),
                help: "Where the office is, and the language of its sheets."),
            Self.journal,
        ]
    }
}

extension Configuration {
    /// The JSON Schema (draft 2020-12) of gantry.yaml, from the same tables as the reader. It ends with a line break;
    /// the same systems give the same text.
    public static func schema(systems: Systems) -> String {
        JSONSchema(
            id: "configuration", title: "gantry.yaml",
            description:
                "The connections: named accounts on systems. Passwords are never in this file, which says where they are kept.",
            ConfigurationKeys(systems: systems).top,
            shared: [
                (
                    "source",
                    "Where it is kept: { env: NAME }, { file: PATH }, { command: [PROGRAM, ...] } or { systemd: NAME }.",
                    .group(SecretPlace.keys, rules: [.exactlyOne(SecretPlace.keys.map(\.name))])
                )
            ]
        ).text
    }
}
