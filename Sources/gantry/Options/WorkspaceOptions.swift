internal import ArgumentParser
internal import GantryAccounts
internal import GantryFiles
internal import GantryModel

/// Which workspace a command works in.
struct WorkspaceOptions: ParsableArguments {
    @Option(
        name: .customLong("workspace"),
        help: ArgumentHelp(
            "The folder with the journal, unfinished files and exports (default: ./workspace, or GANTRY_WORKSPACE).",
            valueName: "folder"),
        completion: .directory)
    var given: String?

    /// - Parameter config: the configuration that was given instead of the workspace's own.
    func workspace(_ environment: [String: String], config: String? = nil) -> Workspace {
        WorkspaceOptions.workspace(given, environment, config: config)
    }

    static func workspace(
        _ given: String?, _ environment: [String: String], config: String? = nil
    ) -> Workspace {
        let variable = environment["GANTRY_WORKSPACE"].flatMap { $0.isEmpty ? nil : $0 }
        let path = given ?? variable.map { Folders.expandingHome($0) } ?? "workspace"
        return Workspace(
            path: path, configuration: Configuration.path(given: config, workspace: path), environment: environment)
    }
}
