internal import FoundationEssentials
internal import GantryAccounts
package import GantryEngine
package import GantryKit
package import GantryModel
package import GantryRuns
internal import GantrySignOff

extension Session {
    /// What was changed since a run was made and doesn't count in its files; `nil` for nothing, and where the pipeline
    /// file can't be read, which the command that needs it reports.
    ///
    /// - Parameters: as in ``signOff(_:of:by:pipeline:in:shown:command:again:answer:)``.
    package func otherSettings(
        than report: ReviewReport, pipeline: String? = nil, in place: Workspace
    ) async throws -> OtherSettings? {
        guard
            let file = try? PipelineFiles.load(
                pipeline ?? report.run.pipeline, workspace: place, settings: [], session: self)
        else { return nil }
        return try await Gantry.otherSettings(than: report, file, in: place)
    }

    /// Does a step of a sign-off, and tells those who are told when a run waits for its second signature.
    ///
    /// - Parameters:
    ///   - pipeline: its name or the path of its file; `nil` for the run's own.
    ///   - place: the workspace.
    ///   - shown: how the workspace is named in the command that is told; `nil` for the default.
    ///   - command: what another process is told when it wants the same book.
    ///   - again: why what other runs have paid is paid again.
    ///   - answer: what the person says of files that may have arrived.
    package func signOff(
        _ step: SignOffRequest.Step, of run: RunID, by person: String, pipeline: String?, in place: Workspace,
        shown: String?, command: ShellCommand, again: String? = nil, answer: DeliveryAnswer? = nil
    ) async throws -> SignOffResult {
        let file = try PipelineFiles.load(pipeline ?? run.pipeline, workspace: place, settings: [], session: self)
        let configuration = try place.readConfiguration(self)
        var request = SignOffRequest(
            run: run, step: step, person: person, rules: file.signOff, people: configuration.people,
            account: ProcessInfo.processInfo.userName, workspace: place, command: command.shellText,
            places: DeliveryPlaces(configuration.destinations, environment: environment))
        request.again = again
        request.answer = answer
        let result = try await progress.during { [request, progress] in
            try await Gantry.signOff(request) { progress.note($0) }
        }
        if !result.wasDone, result.state.phase == .prepared, let prepared = result.state.prepared {
            await Notifier(workspace: place, self)?.tell(
                .waiting, .complete, pipeline: run.pipeline, connection: file.connection, run: run.description,
                message: "\(run) is prepared by \(prepared.person.id). It waits for the second signature.",
                next: SignOffReport.approval(of: result, workspace: shown).shellText)
        }
        return result
    }
}
