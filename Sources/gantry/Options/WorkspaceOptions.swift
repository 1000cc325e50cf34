internal import ArgumentParser
internal import GantryAccounts
internal import GantryFiles
internal import GantryKit
internal import GantryModel
internal import GantryTerminal

/// Which workspace a command works in, and which file says what it connects to.
struct WorkspaceOptions: ParsableArguments {
    @Option(
        name: .customLong("workspace"),
        help: ArgumentHelp(
            "The folder with the journal, unfinished files and exports (default: ./workspace, or GANTRY_WORKSPACE).",
            valueName: "folder"),
        completion: .directory)
    var given: String?

    @Option(
        help: ArgumentHelp(
            "The file that names connections, people and destinations (default: gantry.yaml in the workspace).",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    func workspace(_ environment: [String: String]) -> Workspace {
        WorkspaceOptions.workspace(given, environment, config: config)
    }

    /// What gantry.yaml says.
    func configuration(_ session: Session) throws -> Configuration {
        try workspace(session.environment).readConfiguration(session)
    }

    static func workspace(_ given: String?, _ environment: [String: String], config: String?) -> Workspace {
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
    var configurationPath: String { configuration ?? Configuration.path(given: nil, workspace: path) }

    /// What gantry.yaml says.
    func readConfiguration(_ session: Session) throws(ConfigurationError) -> Configuration {
        try Configuration.load(
            path: configurationPath, systems: Gantry.systems(in: self), environment: session.environment)
    }
}
