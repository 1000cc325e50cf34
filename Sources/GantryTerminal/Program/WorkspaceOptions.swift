package import ArgumentParser
package import GantryAccounts
internal import GantryFiles
internal import GantryKit
package import GantryModel
internal import GantrySignOff

/// Which workspace a command works in, and which file says what it connects to.
package struct WorkspaceOptions: ParsableArguments {
    @Option(
        name: .customLong("workspace"),
        help: ArgumentHelp(
            "The folder with the journal, unfinished files and exports (default: ./workspace, or GANTRY_WORKSPACE).",
            valueName: "folder"),
        completion: .directory)
    package var given: String?

    @Option(
        help: ArgumentHelp(
            "The file that names connections, people and destinations (default: gantry.yaml in the workspace).",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    package var config: String?

    package init() {}

    package func workspace(_ environment: [String: String]) -> Workspace {
        WorkspaceOptions.workspace(given, environment, config: config)
    }

    /// What gantry.yaml says.
    package func configuration(_ session: Session) throws -> Configuration {
        try workspace(session.environment).readConfiguration(session)
    }

    package static func workspace(_ given: String?, _ environment: [String: String], config: String?) -> Workspace {
        let variable = environment["GANTRY_WORKSPACE"].flatMap { $0.isEmpty ? nil : $0 }
        let path = given ?? variable.map { Folders.expandingHome($0) } ?? "workspace"
        var workspace = Workspace(
            path: path, configuration: Configuration.path(given: config, workspace: path), environment: environment)
        workspace.systemFolders =
            ["./Systems", path + "/Systems"]
            + [Session.installed("Systems", environment: environment)].compactMap(\.self)
        return workspace
    }
}

extension Workspace {
    /// Where gantry.yaml lies.
    package var configurationPath: String { configuration ?? Configuration.path(given: nil, workspace: path) }

    /// What gantry.yaml says.
    package func readConfiguration(_ session: Session) throws(ConfigurationError) -> Configuration {
        try Configuration.load(
            path: configurationPath, systems: Gantry.systems(in: self), environment: session.environment)
    }

    /// Where gantry.yaml names people, only they sign and decide. The file need not exist, unless it is named.
    package func requirePerson(_ person: String, isFileNamed: Bool, _ session: Session) throws {
        let path = configurationPath
        guard isFileNamed || Session.isFile(path) else { return }
        let people = try readConfiguration(session).people.map(\.id)
        guard people.isEmpty || people.contains(person) else {
            throw UsageError(
                "\(person) isn't among people in \(path).",
                advice: "It names these: \(people.joined(separator: ", ")).")
        }
    }
}

/// Reads the language of what people read.
@Sendable package func languageNamed(_ text: String) throws -> Language {
    guard let language = Language(rawValue: text) else { throw ValidationError("Expected en or da.") }
    return language
}
