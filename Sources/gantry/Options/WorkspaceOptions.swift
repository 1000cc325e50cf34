internal import ArgumentParser
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

    func workspace(_ environment: [String: String]) -> Workspace {
        WorkspaceOptions.workspace(given, environment)
    }

    static func workspace(_ given: String?, _ environment: [String: String]) -> Workspace {
        let variable = environment["GANTRY_WORKSPACE"].flatMap { $0.isEmpty ? nil : $0 }
        return Workspace(path: given ?? variable ?? "workspace")
    }
}
