internal import FoundationEssentials
internal import GantryAccounts
internal import GantryEngine
internal import GantryFiles
internal import GantryKit
package import GantryModel
internal import GantryRuns
internal import GantrySignOff
package import GantryTerminal

/// What every page of a desk is made from.
package struct Desk: Sendable {
    let workspace: Workspace
    let session: Session
    /// The language in which it opens.
    let language: Language
    /// The zone of the times that it shows.
    let zone: Zone
    /// Further words of every command: `--workspace` and `--config`, as they were given.
    let place: [String]
    let thumbnails: Thumbnails
    /// What its forms started.
    let commands: StartedCommands
    /// Whether a file with people was named, which then has to be there.
    let isFileNamed: Bool
    /// The workspace as it was given; `nil` for the default.
    var workspaceShown: String? { place.firstIndex(of: "--workspace").map { place[$0 + 1] } }

    /// - Parameters:
    ///   - language: `nil` for that of the office.
    ///   - isFileNamed: whether the command line names gantry.yaml.
    /// - Throws: `ConfigurationError` where gantry.yaml can't be read.
    package init(_ workspace: Workspace, language: Language?, isFileNamed: Bool, _ session: Session) throws {
        self.workspace = workspace
        self.session = session
        self.language = try language ?? workspace.office().language ?? .english
        zone = try workspace.zone()
        place = session.command.place
        thumbnails = Thumbnails(DroppedFiles(workspace: workspace))
        commands = StartedCommands(workspace, program: OwnProgram.path("gantry") ?? "gantry")
        self.isFileNamed = isFileNamed
    }

    /// A command with the words that say where it works.
    func command(_ words: String...) -> ShellCommand { command(words) }

    func command(_ words: [String]) -> ShellCommand { ShellCommand(["gantry"] + words + place) }

    /// Who may decide and sign, as gantry.yaml names them; nobody where there is no such file.
    func people() throws -> [Person] {
        try configuration()?.people ?? []
    }

    /// What gantry.yaml says; `nil` where there is no such file.
    func configuration() throws -> Configuration? {
        guard isFileNamed || Session.isFile(workspace.configurationPath) else { return nil }
        return try workspace.readConfiguration(session)
    }

    /// Who is here: whose account this is, where it is one person's.
    func person(among people: [Person]) -> Person? {
        let account = ProcessInfo.processInfo.userName
        let own = people.filter { $0.account == account }
        return own.count == 1 ? own[0] : nil
    }

    /// The pipelines of this workspace that pay people.
    func payPipelines() async throws -> [String] {
        try await Gantry.payPipelines(in: workspace, session).names
    }

    /// Whether a period can be run with a pipeline: one that pays people here, that paid some, or whose file has a
    /// mistake, which the command then says.
    func canRun(_ pipeline: String) async throws -> Bool {
        let found = try await Gantry.payPipelines(in: workspace, session)
        if found.names.contains(pipeline) || found.unreadable.contains(where: { $0.name == pipeline }) { return true }
        return try await Gantry.runs(in: workspace, .of(pipeline: pipeline)).contains {
            $0.paysPeople && $0.part == nil
        }
    }

    /// The pipeline files that runs are named by.
    func files() -> MemberFiles { MemberFiles(settings: [], workspace: workspace, session: session) }
}
