package import GantryAccounts
internal import GantryKit
package import GantryModel
internal import GantryRuns
internal import Logging

/// Tells those whom `notify` of gantry.yaml names. What can't be told is said on standard error, in the log and in the
/// metrics, and changes nothing else.
package struct Notifier {
    private let hooks: [Hook]
    private let workspace: GantryModel.Workspace
    private let session: Session
    private let metrics: String?

    /// - Parameters:
    ///   - metrics: the file of `--metrics`, if the command has one.
    /// - Returns: `nil` where nobody is to be told, also because the file can't be used.
    package init?(workspace: GantryModel.Workspace, metrics: String? = nil, _ session: Session) {
        // Whoever needs the file for something else says what is wrong with it.
        let configuration = try? workspace.readConfiguration(session)
        guard let hooks = configuration?.hooks, !hooks.isEmpty else { return nil }
        self.hooks = hooks
        self.workspace = workspace
        self.session = session
        self.metrics = metrics
    }

    /// - Parameters:
    ///   - pipeline: its name, perhaps with a connection.
    ///   - connection: `nil` where it isn't known.
    ///   - run: `nil` where none was begun.
    ///   - next: the command that goes on.
    package func tell(
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
        let sent = await sender.send(notice)
        for one in sent {
            guard let problem = one.problem else { continue }
            let line = "\(one.target) could not be notified: \(problem)"
            session.console.log([line])
            session.log?.error("\(line)", metadata: run.map { ["run": "\($0)"] })
        }
        guard let metrics else { return }
        session.change(metrics: metrics) { metrics in
            for one in sent { metrics.count(notificationTo: one.target, hasFailed: one.problem != nil) }
        }
    }
}
