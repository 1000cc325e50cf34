internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantryOperations
internal import GantryProgram
internal import GantryRuns
internal import GantryTerminal

/// Tells those whom `notify` of gantry.yaml names. What can't be told is said on standard error and changes nothing.
struct Notifier {
    private let hooks: [Hook]
    private let workspace: GantryModel.Workspace
    private let session: Session

    /// - Parameter config: the file, as given.
    /// - Returns: `nil` where nobody is to be told, also because the file can't be used.
    init?(config: String?, workspace: GantryModel.Workspace, _ session: Session) {
        // Whoever needs the file for something else says what is wrong with it.
        let configuration = try? Configuration.load(
            path: Configuration.path(given: config, workspace: workspace.path), systems: Gantry.systems,
            environment: session.environment)
        guard let hooks = configuration?.hooks, !hooks.isEmpty else { return nil }
        self.hooks = hooks
        self.workspace = workspace
        self.session = session
    }

    /// - Parameters:
    ///   - pipeline: its name, perhaps with a connection.
    ///   - connection: `nil` where it isn't known.
    ///   - run: `nil` where none was begun.
    ///   - next: the command that goes on.
    func tell(
        _ moment: Hook.Moment, _ status: ExitStatus, pipeline: String, connection: String?, run: String?,
        message: String, advice: String? = nil, next: String? = nil
    ) async {
        var notice = HookNotice(
            moment, pipeline: pipeline, run: run, connection: connection, exitCode: status.rawValue,
            exitName: status.name, message: message, workspace: workspace.fullPath, time: .now)
        notice.advice = advice
        notice.command = next
        let sender = HookSender(hooks, environment: session.environment) {
            [workspace, session] text, person, connection in
            try await Gantry.message(
                text, to: person, over: connection, in: workspace, environment: session.environment)
        }
        let problems = await sender.send(notice)
        if !problems.isEmpty { session.console.log(problems) }
    }
}
