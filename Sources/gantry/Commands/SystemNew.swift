internal import ArgumentParser
internal import GantryAccounts
internal import GantryModel
internal import GantryTerminal

struct SystemCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "system",
        abstract: "Begin to describe a back end that Gantry doesn't know.",
        subcommands: [SystemNew.self])
}

struct SystemNew: Action {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write the file of a new system, with TODO where something is still to be found out.",
        discussion: """
            The file is Systems/NAME.yaml in the workspace. With --openapi it has what an OpenAPI document says: \
            addresses, the sign-in, and a dataset with its fields for each list. How pages follow each other, where \
            the total is and what proves a key no document says. gantry validate refuses the file, and shows each \
            TODO with what belongs there, until none is left. A file that is there is never replaced.

            Examples:
              gantry system new mine
              gantry system new mine --openapi openapi.json

            Exit codes: 0 when the file is written; 64 when the name can't be used or the file is there; 78 when the \
            document can't be read.
            """)
    static let canBeRepeated = false

    @Argument(help: "The name of the system: lower-case letters, digits and -.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "An OpenAPI document (3.0 or 3.1, JSON or YAML, at most 16 MiB) to begin with.", valueName: "file"),
        completion: .file(extensions: ["json", "yaml", "yml"]))
    var openapi: String?

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        try SystemDraft.requireFree(name, in: place.systemFolders)
        let draft = try openapi.map { try SystemDraft.drafted(name, from: $0) } ?? SystemDraft.blank(name)
        let path = try draft.write(in: place.path + "/Systems")
        let next = ShellCommand(["gantry", "validate", path] + session.command.place).shellText
        return Outcome(
            status: .complete, lines: SystemReport.lines(draft, path: path),
            next: ["", "Next  " + next],
            result: SystemReport.value(draft, path: path, next: next))
    }
}
