internal import FoundationEssentials
internal import GantryAccounts
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryOperations
internal import GantryProgram
internal import GantryTerminal

extension Run {
    /// Does the work of a pipeline and tells those whom `notify` of gantry.yaml names how it ended.
    ///
    /// - Parameter command: what does this pipeline alone.
    func told(
        _ pipeline: String, _ connection: String, _ session: Session, by command: ShellCommand,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        let place = self.pipeline.workspace.workspace(session.environment)
        // The run has read the file already: it is there and right.
        let configuration = try? Configuration.load(
            path: Configuration.path(given: self.pipeline.config, workspace: place.path), systems: Gantry.systems,
            environment: session.environment)
        guard let hooks = configuration?.hooks, !hooks.isEmpty else { return try await work() }
        func tell(
            _ moment: Hook.Moment, _ status: ExitStatus, run: String?, _ message: String, advice: String? = nil,
            next: String? = nil
        ) async {
            var notice = HookNotice(
                moment, pipeline: pipeline, run: run, connection: connection, exitCode: status.rawValue,
                exitName: status.name, message: message, workspace: Run.absolute(place.path), time: .now)
            notice.advice = advice
            notice.command = next
            let problems = await HookSender(hooks, environment: session.environment).send(notice)
            if !problems.isEmpty { session.console.log(problems) }
        }
        // The pipelines of a group share the progress: before its run begins, it has that of the one before.
        let before = session.progress.run
        do {
            let outcome = try await work()
            if let (moment, message) = Run.ending(outcome) {
                await tell(moment, outcome.status, run: outcome.result["run"]?.text, message)
            }
            return outcome
        } catch {
            let run = session.progress.run == before ? nil : session.progress.run
            let report = ErrorReport(
                error, command: command, place: command.place, run: run, isOfSheet: session.progress.isOfSheet)
            await tell(
                .failure, report.status, run: run?.description, report.explanation, advice: report.advice,
                next: report.next?.command)
            throw error
        }
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// What is told of a run that ended without an error; `nil` where nothing was done.
    private static func ending(_ outcome: Outcome) -> (Hook.Moment, String)? {
        guard outcome.status != .alreadyPublished else { return nil }
        let run = outcome.result["run"]?.text ?? "The run"
        if let problem = outcome.result["deliveryError"]?["explanation"]?.text {
            return (.failure, "\(run) is published, but not everything of it is delivered: \(problem)")
        }
        guard [.complete, .completeWithRejects].contains(outcome.status) else {
            let earlier = (outcome.result["finishedFirst"]?.list ?? []).compactMap { $0["error"]?["explanation"]?.text }
            let why = earlier.isEmpty ? outcome.status.meaning : earlier.joined(separator: " ")
            return (.failure, "\(run) is published, but something before or after it failed: \(why)")
        }
        var figures: [String] = []
        func add(_ count: Int?, _ words: String) {
            if let count, count > 0 { figures.append("\(NumberText.count(count)) \(words)") }
        }
        let counts = outcome.result["totals"]?["counts"]
        add(counts?["exported"]?.int, "exported")
        add(counts?["held"]?.int, "held")
        add(counts?["rejected"]?.int, "rejected")
        add(outcome.result["rows"]?["done"]?.int, "sent")
        add(outcome.result["rows"]?["refused"]?.int, "refused")
        let numbers = figures.isEmpty ? "" : ": " + figures.joined(separator: ", ")
        if outcome.result["waits"]?.int ?? 0 > 0 {
            return (.waiting, "\(run) is published\(numbers). It waits for signatures.")
        }
        return (.success, "\(run) is published\(numbers).")
    }
}
