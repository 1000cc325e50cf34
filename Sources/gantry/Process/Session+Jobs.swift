internal import GantryEngine
internal import GantryKit
internal import GantryRuns
internal import GantryTerminal
internal import Logging
internal import Synchronization

extension Session {
    /// Does a job with progress, and returns what came of it.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether nothing is said that the result says, too.
    ///   - command: The command of this pipeline alone.
    func perform(
        _ job: ExportJob, _ report: JobReport, by command: ShellCommand, isQuiet: Bool, stop: StopRequest
    ) async throws -> Outcome {
        progress.publish(in: job.request.workspace)
        let before = Mutex<[String]>([])
        do {
            let outcome = try await progress.during {
                try await job.perform(stop: stop) { event in
                    if case .deliveredFirst(let delivery) = event {
                        before.withLock { $0 += report.lines(delivery) }
                    }
                    note(event, by: command, isQuiet: isQuiet)
                }
            }
            return Outcome(
                status: JobReport.status(outcome), lines: report.lines(outcome), next: report.next(outcome),
                result: report.result(outcome), ending: RunEnding(outcome))
        } catch {
            // What the error doesn't say.
            if !isQuiet { console.log(before.withLock(\.self)) }
            throw error
        }
    }

    /// Shows what a job reports.
    func note(_ event: JobEvent, by command: ShellCommand, isQuiet: Bool) {
        func say(_ line: String) {
            progress.clear()
            if !isQuiet { console.log([line]) }
        }
        switch event {
        case .export(let event): progress.note(event)
        case .deliversFirst(let delivery):
            let places = delivery.deliver.map(\.to).joined(separator: ", ")
            say("\(delivery.run) was not delivered completely to \(places), so that is done first.")
            log?.info("\(delivery.run) is delivered to \(places) first.")
        case .deliveredFirst(let delivery):
            if let error = delivery.error { fail(error, of: delivery.item.run, by: nil) }
        case .finishesFirst(let run, let beginsAnew):
            say(
                beginsAnew
                    ? "\(run) was interrupted, and its day is past, so it begins anew first and shows today."
                    : "\(run) was interrupted, so it is finished first.")
        case .finishedFirst(let earlier):
            if let error = earlier.error { fail(error, of: earlier.item, by: command.covering(earlier.item.period)) }
        case .missed(let periods): tell(missed: periods, by: command)
        case .notDelivered(let error):
            progress.clear()
            console.log(ErrorReport(error, command: self.command).lines(style: console.errorStyle))
        }
    }

    /// Something that keeps nothing else from being done.
    private func fail(_ error: any Error, of run: RunID, by command: ShellCommand?) {
        progress.clear()
        let report = ErrorReport(error, command: command, run: run)
        log?.error(report, of: run)
        console.log(["\(run):"] + report.lines(style: console.errorStyle))
    }

    /// Said with --quiet too: nobody would find it in the result.
    private func tell(missed periods: [String], by command: ShellCommand) {
        guard let last = periods.last else { return }
        // Commands for more periods than these aren't listed.
        let shown = periods.suffix(31)
        let count = NumberText.count(periods.count, one: "period has", many: "periods have")
        let more = periods.count - shown.count
        let lines =
            ["\(count) no run, up to \(last). To make \(periods.count == 1 ? "it" : "them"):"]
            + shown.map { "  " + command.covering($0).shellText }
            + (more > 0 ? ["  and \(NumberText.count(more)) before \(shown[shown.startIndex])"] : [])
        progress.clear()
        if !progress.showsEvents { console.log(lines) }
        for line in lines { log?.warning("\(line)") }
    }

    /// Runs an export alone, with progress and signals.
    ///
    /// - Parameters:
    ///   - workspace: the workspace, where the command doesn't name it.
    ///   - again: what is printed about a run that was published before, if not the usual text.
    func export(
        workspace: String? = nil, again: String? = nil, stop: StopRequest,
        _ export: (StopRequest, @escaping @Sendable (ExportEvent) -> Void) async throws -> ExportResult
    ) async throws -> Outcome {
        let result = try await progress.during { try await export(stop) { [progress] in progress.note($0) } }
        return Outcome(
            status: JobReport.status(result),
            lines: ResultReport.lines(result, again: again, style: console.outStyle),
            next: ResultReport.next(after: result, command: command, workspace: workspace, style: console.outStyle),
            result: ResultValues.result(result), ending: RunEnding(result))
    }
}
