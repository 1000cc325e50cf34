internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

extension Run {
    /// Exports the period, after what earlier runs still have to do.
    ///
    /// - Parameter other: the pipeline, where it is not the one that the command names.
    func export(
        _ request: ExportRequest, named other: String? = nil, in session: Session, stop: StopRequest
    ) async throws -> Outcome {
        let command = other.map { session.command.naming($0, insteadOf: pipeline.pipeline) } ?? session.command
        let day = try pipeline.period.officeDay(of: request)
        var job = try job(of: request, session, by: command)
        job.rule = revising.revision == nil ? try pipeline.period.rule(for: request.pipeline) : nil
        job.deliversFirst = true
        job.showsDifference = revising.revision == .next
        job.looksBack = true
        let report = JobReport(command: session.command, style: session.console.outStyle)
        var outcome: Outcome
        do {
            outcome = try await session.perform(
                job, report, by: command, isQuiet: output.isQuiet || output.isJSON, stop: stop)
        } catch let error as RunError where error.code == .nothingChanged {
            var lines = [error.explanation, "Nothing was published."]
            if let advice = error.advice { lines.append(advice.commandText(in: session.command.place)) }
            // What would still pay something else waits for a person.
            return Outcome(
                status: error.advice == nil ? .alreadyPublished : .waits, lines: lines,
                result: .object(["run": .null, "nothingChanged": .bool(true)]))
        }
        if let day {
            outcome.lines.insert(day.line, at: 0)
            outcome.result.add("today", day.json)
        }
        return outcome
    }
}

extension RunsPipelines {
    /// The job of a request alone.
    func job(of request: ExportRequest, _ session: Session, by command: ShellCommand) throws -> ExportJob {
        ExportJob(
            request,
            configuration: { try request.workspace.readConfiguration(session) },
            command: { command.covering($0).shellText })
    }
}
