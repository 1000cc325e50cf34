public import GantryConnectors
internal import GantryFiles
public import GantryModel
internal import GantryYAML

/// A connection that is about to be written to a gantry.yaml, a new one or one that has others.
public struct ConnectionDraft: Sendable {
    /// Lower-case letters, digits and `-`.
    public var name: String
    /// The name of a system descriptor.
    public var system: String
    /// `development`, `staging` or `production`, or an address.
    public var environment: String
    /// Which version of the system's API the server answers; `nil` for the usual one.
    public var contract: Contract?
    /// Where each credential comes from, in the order in which they are written; none for an account that a person
    /// signs in to.
    public var credentials: [(name: String, source: SecretSource)]

    /// A connection of these values, which are checked when it is written.
    public init(
        name: String, system: String, environment: String, contract: Contract? = nil,
        credentials: [(name: String, source: SecretSource)] = []
    ) {
        self.name = name
        self.system = system
        self.environment = environment
        self.contract = contract
        self.credentials = credentials
    }

    /// The whole of a new file. It contains no secret, only where secrets are kept.
    public var text: String {
        let first = [
            "# The connections of this workspace. Passwords are never in this file, which says where they are kept.",
            "connections:",
        ]
        return (first + lines).joined(separator: "\n") + "\n"
    }

    private var lines: [String] {
        var lines = ["  \(name):", "    system: \(system)", "    environment: \(word(environment))"]
        if let contract { lines.append("    contract: \(contract.rawValue)") }
        if !credentials.isEmpty {
            lines.append("    credentials:")
            lines += credentials.map { "      \($0.name): \(written($0.source))" }
        }
        return lines
    }

    /// A word of its own needs no quotation marks.
    private func word(_ text: String) -> String { isPlainName(text) ? text : literal(text) }

    private func written(_ source: SecretSource) -> String {
        switch source {
        case .literal(let text): literal(text)
        case .environment(let name): "{ env: \(name) }"
        case .file(let path): "{ file: \(literal(path)) }"
        case .command(let words): "{ command: [\(words.map(literal).joined(separator: ", "))] }"
        case .systemd(let name): "{ systemd: \(literal(name)) }"
        }
    }

    /// The connection as the file will have it; nothing is written.
    ///
    /// - Throws: `ConfigurationError` with every mistake in its explanation.
    public func connection(
        in path: String, systems: Systems, environment: [String: String]
    ) throws -> Connection {
        let folder = ConnectionDraft.folder(of: path)
        do throws(ConfigurationError) {
            return try Configuration.read(
                Array(text.utf8), named: path, folder: folder, systems: systems, environment: environment
            ).connection(named: name)
        } catch {
            // The places are those of a file that nobody has seen.
            let found = error.mistakes.map { $0.found + ($0.expected.map { " Expected \($0)." } ?? "") }
            throw ConfigurationError(
                .mistaken, file: path,
                explanation: "The answers can't be used. " + found.joined(separator: " "),
                advice: "Nothing was written.")
        }
    }

    /// Checks the file and writes it, or adds the connection to one that is there; missing folders are made.
    ///
    /// - Returns: the connection as the file has it.
    /// - Throws: `ConfigurationError` with every mistake in its explanation, or with code `exists` where the file has
    ///   one of the name, after which nothing is written; `FileError` when it can't be written.
    public func write(
        to path: String, systems: Systems, environment: [String: String]
    ) throws -> Connection {
        let connection = try connection(in: path, systems: systems, environment: environment)
        if try ReadFile.exists(path) {
            let known = try Configuration.load(path: path, systems: systems, environment: environment)
            try ConnectionDraft.requireNew(name, in: known)
            try AddedSections.add([("connections", lines)], to: path, systems: systems, environment: environment)
            return connection
        }
        try Folders.makePrivate(ConnectionDraft.folder(of: path))
        try Publishing.writeDurably(Array(text.utf8).span, to: path)
        return connection
    }

    static func folder(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return folder.isEmpty ? "/" : folder
    }

    /// - Throws: `ConfigurationError` with code `exists` where the file has a connection of the name.
    public static func requireNew(_ name: String, in known: Configuration) throws(ConfigurationError) {
        guard known.connections.contains(where: { $0.name == name }) else { return }
        throw ConfigurationError(
            .exists, file: known.file,
            explanation:
                "The connection \(quoted(name)) exists already in \(quoted(known.file)), which was not changed.",
            advice: "Give the new one another name; or choose another file with \(.otherConfiguration).")
    }
}

extension SecretSource {
    /// Keeps a secret in a file that only its owner can read; missing folders are made. A file that is there gets the
    /// new content.
    ///
    /// - Throws: `FileError` when it can't be written.
    public static func keep(_ secret: Secret, in path: String) throws {
        if let end = path.lastIndex(of: "/"), end > path.startIndex { try Folders.makePrivate(String(path[..<end])) }
        try Publishing.writeDurably(Array((secret.reveal() + "\n").utf8).span, to: path)
    }
}
