internal import GantryAccounts
internal import GantryEngine
internal import GantryKit
internal import GantryRuns
internal import GantryTerminal

/// A command that runs pipelines, for those who are to be told.
protocol RunsPipelines: Action {
    var pipeline: PipelineOptions { get }
    /// The file of `--metrics`.
    var metrics: String? { get }
    /// The request of the pipeline given, or of another with the same options.
    func request(_ session: Session, named other: String?) throws -> PipelineRequest
}

extension RunsPipelines {
    /// Does the work of a pipeline and tells those whom `notify` of gantry.yaml names how it ended.
    ///
    /// - Parameter command: what does this pipeline alone.
    func told(
        _ pipeline: String, connection: String, session: Session, by command: ShellCommand,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        guard let notifier = notifier(session) else { return try await work() }
        // The pipelines of a group share the progress: before its run begins, it has that of the one before.
        let before = session.progress.run
        do {
            let outcome = try await work()
            if let ending = outcome.ending, let notice = ending.notice(outcome.status) {
                await notifier.tell(
                    notice.moment, outcome.status, pipeline: pipeline, connection: connection,
                    run: ending.run.description, message: notice.message)
            }
            return outcome
        } catch {
            let run = session.progress.run == before ? nil : session.progress.run
            let report = ErrorReport(
                error, command: command, place: command.place, run: run, isOfSheet: session.progress.isOfSheet)
            await notifier.tell(failure: report, of: pipeline, connection, run: run?.description)
            throw error
        }
    }

    /// What is to be done, and where that can't be said, those are told whom `notify` names: nothing begins.
    ///
    /// - Parameter other: the pipeline as a group names it; `nil` for the one of the command line.
    func notifiedRequest(_ session: Session, named other: String? = nil) async throws -> PipelineRequest {
        do {
            return try request(session, named: other)
        } catch {
            // A name that no pipeline has is a mistake of typing, and its hooks are nobody's.
            if (error as? PipelineFileError)?.code != .notFound, let notifier = notifier(session) {
                let given = PipelineReference(other ?? self.pipeline.pipeline)
                let command = other.map { session.command.naming($0, insteadOf: self.pipeline.pipeline) }
                let report = ErrorReport(error, command: command ?? session.command, place: session.command.place)
                await notifier.tell(failure: report, of: Self.name(of: given), given.connection, run: nil)
            }
            throw error
        }
    }

    private func notifier(_ session: Session) -> Notifier? {
        Notifier(
            workspace: pipeline.workspace.workspace(session.environment), metrics: metrics,
            session)
    }

    /// What its runs are called: of a path the file's name, since the file itself may be what is wrong.
    private static func name(of pipeline: PipelineReference) -> String {
        let file = pipeline.pipeline.split(separator: "/").last.map(String.init) ?? pipeline.pipeline
        let name = [".yaml", ".yml"].first { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) } ?? file
        return name + (pipeline.connection.map { "@" + $0 } ?? "")
    }

}

extension Notifier {
    fileprivate func tell(failure report: ErrorReport, of pipeline: String, _ connection: String?, run: String?) async {
        await tell(
            .failure, report.status, pipeline: pipeline, connection: connection, run: run, message: report.explanation,
            advice: report.advice, next: report.next?.command)
    }
}
