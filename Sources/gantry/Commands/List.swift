internal import ArgumentParser
internal import GantryJSON
internal import GantryRuns
internal import GantryTerminal

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List pipelines, datasets or layouts of payroll programs.",
        subcommands: [ListPipelines.self, ListDatasets.self, ListProfiles.self])
}

struct ListPipelines: Action {
    static let configuration = CommandConfiguration(
        commandName: "pipelines",
        abstract: "List the pipelines that can be run by their names.",
        discussion: """
            Looks in ./Pipelines, in Pipelines in the workspace, and in the folder that came with Gantry. No server is \
            contacted.

            Examples:
              gantry list pipelines
              gantry list pipelines --json --workspace /srv/payroll
            """)
    static let canBeRepeated = false

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let folders = PipelineFiles.folders(workspace: place, session: session)
        var table = TextTable([.left("Pipeline"), .left("Connection"), .left("Title")])
        var values: [JSONTree] = []
        for name in folders.names() {
            // What else is wrong with a file is said by whoever uses it.
            let file = try? PipelineFiles.load(name, workspace: place, settings: [], session: session)
            let title = file?.title ?? "has mistakes: gantry validate \(name)"
            table.add([name, file?.connection ?? "", title])
            values.append(
                .object([
                    "name": .string(name), "connection": JSONTree(file?.connection), "title": JSONTree(file?.title),
                    "path": .string(try folders.path(of: name)),
                ]))
        }
        return Outcome(
            status: .complete, lines: table.foldedLines(style: session.console.outStyle),
            result: .object(["pipelines": .array(values)]))
    }
}
