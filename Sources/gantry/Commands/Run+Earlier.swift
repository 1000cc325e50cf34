internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryPipelines
internal import GantryRuns
internal import GantryTerminal
internal import Logging

/// Nights that were interrupted, and nights on which the machine was off.
extension Run {
    /// Exports the period, after what earlier runs still have to deliver.
    ///
    /// - Parameter other: the pipeline, where it is not the one that the command names.
    func exportInOrder(
        _ request: ExportRequest, named other: String? = nil, in session: Session, stop: StopRequest
    ) async throws -> Outcome {
        let made = try await makeUpDeliveries(request, in: session, stop: stop)
        var outcome: Outcome
        do {
            outcome = try await exportPeriods(request, named: other, in: session, stop: stop)
        } catch {
            // What the error doesn't say.
            if !output.isJSON, !output.isQuiet { session.console.log(made.lines) }
            throw error
        }
        guard !made.statuses.isEmpty else { return outcome }
        outcome.status = PipelineGroup.status(of: made.statuses + [outcome.status], isWhole: true)
        outcome.lines = made.lines + outcome.lines
        outcome.add("deliveredFirst", .array(made.json))
        return outcome
    }

    /// Exports the period. Where it is counted from today, runs of earlier periods that were interrupted are finished
    /// first, oldest first; one of them that can't be finished doesn't keep the new one from being made.
    ///
    private func exportPeriods(
        _ request: ExportRequest, named other: String?, in session: Session, stop: StopRequest
    ) async throws -> Outcome {
        let day = try pipeline.period.officeDay(of: request)
        var outcome = try await exportEarlier(request, named: other, in: session, stop: stop)
        if let day {
            outcome.lines.insert(day.line, at: 0)
            outcome.add("today", day.json)
        }
        return outcome
    }

    private func exportEarlier(
        _ request: ExportRequest, named other: String?, in session: Session, stop: StopRequest
    ) async throws -> Outcome {
        guard revising.revision == nil, let rule = try pipeline.period.rule(for: request.pipeline) else {
            return try await export(request, in: session, stop: stop)
        }
        let command = other.map { session.command.naming($0, insteadOf: pipeline.pipeline) } ?? session.command
        let earlier = try await Gantry.earlierPeriods(before: request, by: rule)
        var finished: [Finished] = []
        for id in earlier.unfinished {
            finished.append(try await finish(id, request, by: command, in: session, stop: stop))
        }
        // Before the run, so that it is said also where that fails.
        if !earlier.missed.isEmpty { tell(missed(earlier.missed, command), session) }
        var outcome = try await export(request, in: session, stop: stop)
        outcome.status = PipelineGroup.status(of: finished.map(\.status) + [outcome.status], isWhole: true)
        outcome.lines = finished.flatMap(\.lines) + outcome.lines
        if !finished.isEmpty { outcome.add("finishedFirst", .array(finished.map(\.json))) }
        if !earlier.missed.isEmpty { outcome.add("missed", .array(earlier.missed.map(JSONTree.string))) }
        return outcome
    }

    /// How the run of an earlier period ended.
    private struct Finished {
        let id: RunID
        let outcome: Outcome?
        let report: ErrorReport?

        var status: ExitStatus { outcome?.status ?? report?.status ?? .failed }
        var lines: [String] {
            (outcome?.lines ?? ["\(id) was interrupted and could not be finished. Its error is above."]) + [""]
        }
        var json: JSONTree {
            .object([
                "run": .string(id.description), "exitCode": .integer(Int(status.rawValue)),
                "exitName": .string(status.name), "result": outcome?.result ?? .null, "error": report?.json ?? .null,
            ])
        }
    }

    /// - Throws: what stops everything: a request to end.
    private func finish(
        _ id: RunID, _ request: ExportRequest, by command: ShellCommand, in session: Session, stop: StopRequest
    ) async throws -> Finished {
        if !output.isQuiet, !output.isJSON {
            session.console.log(["\(id) was interrupted, so it is finished first."])
        }
        do {
            var earlier = request
            earlier.period = try PayPeriod(id.period)
            earlier.startsOver = false
            earlier.snapshot = nil
            earlier.command = command.covering(id.period).shellText
            return Finished(id: id, outcome: try await export(earlier, in: session, stop: stop), report: nil)
        } catch {
            session.progress.clear()
            guard !stop.isRequested else { throw error }
            let report = ErrorReport(error, command: command.covering(id.period), run: id)
            session.log?.error(report, of: id)
            session.console.log(["\(id):"] + report.lines(style: session.console.errorStyle))
            return Finished(id: id, outcome: nil, report: report)
        }
    }

    /// Said with --quiet too: nobody would find it in the result.
    private func tell(_ lines: [String], _ session: Session) {
        if !output.isJSON { session.console.log(lines) }
        for line in lines { session.log?.warning("\(line)") }
    }

    private func missed(_ periods: [String], _ command: ShellCommand) -> [String] {
        guard let last = periods.last else { return [] }
        let shown = periods.suffix(Run.mostMissed)
        let count = NumberText.count(periods.count, one: "period has", many: "periods have")
        let more = periods.count - shown.count
        return ["\(count) no run, up to \(last). To make \(periods.count == 1 ? "it" : "them"):"]
            + shown.map { "  " + command.covering($0).shellText }
            + (more > 0 ? ["  and \(NumberText.count(more)) before \(shown[shown.startIndex])"] : [])
    }

    /// Commands for more missed periods than these aren't listed.
    private static let mostMissed = 31
}

extension Outcome {
    /// Adds a member to the result for programs.
    mutating func add(_ key: String, _ value: JSONTree) {
        result = .object(result.members + [JSONTree.Member(key, value)])
    }
}
