internal import FoundationEssentials
internal import GantryAccounts
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryPipelines
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

/// Deliveries of a run that nobody signs, one place after the other.
struct DeliverySteps {
    let run: RunID
    let configuration: Configuration?
    let workspace: GantryModel.Workspace
    let session: Session
    /// Why pay is delivered again; `nil` where it isn't.
    var again: String?
    /// Whether the places are those of the pipeline file.
    var isListed = false
    /// What a person says of files that may have arrived.
    var answer: DeliveryAnswer?

    /// One place, and what goes there.
    struct Step {
        /// A failure where gantry.yaml doesn't have it: the other places get theirs.
        let to: Result<DeliveryRequest.Target, any Error>
        let form: Pipeline.Deliver.Form

        init(to: Result<DeliveryRequest.Target, any Error>, form: Pipeline.Deliver.Form) {
            self.to = to
            self.form = form
        }

        /// A destination of gantry.yaml.
        init(to name: String, in configuration: Configuration, form: Pipeline.Deliver.Form) {
            self.form = form
            do {
                to = .success(.destination(try configuration.destination(named: name)))
            } catch {
                to = .failure(error)
            }
        }
    }

    /// gantry.yaml; `nil` where it isn't there and isn't needed.
    static func configuration(
        _ given: String?, _ workspace: GantryModel.Workspace, _ session: Session, isNeeded: Bool
    ) throws -> Configuration? {
        do {
            return try Configuration.load(
                path: Configuration.path(given: given, workspace: workspace.path), systems: Gantry.systems,
                environment: session.environment)
        } catch {
            guard error.code == .notFound, !isNeeded, given == nil else { throw error }
            return nil
        }
    }

    /// Where the files of a run go, as the book of signatures has it.
    static func address(of run: RunID, at target: DeliveryRequest.Target) throws -> String {
        switch target {
        case .folder(let path): path
        case .destination(let destination): try DeliveryPlaces.address(of: run, at: destination)
        }
    }

    /// Each place is tried, whatever becomes of the others. The first error decides about the exit code.
    /// - Throws: that error where no place has anything.
    func perform(_ steps: [Step], _ stop: StopRequest) async throws -> Outcome {
        var outcome = Outcome(status: .alreadyPublished, lines: [], result: .null)
        var results: [JSONTree] = []
        var failures: [any Error] = []
        for step in steps {
            do {
                let result = try await perform(step, stop)
                if result.new > 0 { outcome.status = .complete }
                outcome.lines += DeliveryReport.lines(result, style: session.console.outStyle)
                results.append(ResultValues.delivery(result))
            } catch {
                failures.append(error)
                // What is wrong with the run is so for every place.
                if error is RunError || error is SignOffRefusal || stop.isRequested { break }
            }
        }
        var members = [
            JSONTree.Member("run", .string(run.description)), JSONTree.Member("deliveries", .array(results)),
        ]
        if let first = failures.first {
            for failure in results.isEmpty ? failures.dropFirst() : failures[...] {
                let report = ErrorReport(failure, command: session.command)
                session.console.log(report.lines(style: session.console.errorStyle))
            }
            guard !results.isEmpty else { throw first }
            let report = ErrorReport(first, command: session.command)
            outcome.status = report.status
            members.append(JSONTree.Member("deliveryError", report.json))
        }
        outcome.result = .object(members)
        return outcome
    }

    private func perform(_ step: Step, _ stop: StopRequest) async throws -> DeliveryResult {
        var request = DeliveryRequest(
            run: run, to: try step.to.get(),
            places: DeliveryPlaces(configuration?.destinations ?? [], environment: session.environment),
            workspace: workspace, command: session.command.shellText)
        request.form = step.form
        request.again = again
        request.isListed = isListed
        request.answer = answer
        return try await session.progress.during { [progress = session.progress] in
            try await Gantry.deliver(request, stop: stop) { progress.note($0) }
        }
    }

    /// What follows a run: its files go where the pipeline file says. The run is published, whatever comes of this, but
    /// a delivery that failed decides about the exit code.
    static func follow(
        _ outcome: inout Outcome, _ request: ExportRequest, config: String?, _ session: Session, _ stop: StopRequest
    ) async {
        let deliver = request.pipeline.deliver
        guard !deliver.isEmpty, request.pipeline.signOff == nil,
            let run = outcome.result["run"]?.text.flatMap({ RunID($0) })
        else { return }
        do {
            let configuration = try configuration(config, request.workspace, session, isNeeded: true)
            var steps = DeliverySteps(
                run: run, configuration: configuration, workspace: request.workspace, session: session)
            steps.isListed = true
            try await Gantry.noteDeliveries(of: run, to: deliver, in: request.workspace)
            let targets = deliver.compactMap { item in
                configuration.map { Step(to: item.to, in: $0, form: item.form) }
            }
            let delivered = try await steps.perform(targets, stop)
            outcome.lines += [""] + delivered.lines
            let error = delivered.result["deliveryError"]
            if error != nil { outcome.lines += ["", Self.incomplete(run)] }
            if error != nil || outcome.status == .alreadyPublished { outcome.status = delivered.status }
            if case .object(var members) = outcome.result, let all = delivered.result["deliveries"] {
                members.append(JSONTree.Member("deliveries", all))
                if let error { members.append(JSONTree.Member("deliveryError", error)) }
                outcome.result = .object(members)
            }
        } catch {
            let report = ErrorReport(error, command: session.command)
            session.console.log(report.lines(style: session.console.errorStyle))
            outcome.status = report.status
            outcome.lines += ["", Self.incomplete(run)]
            if case .object(let members) = outcome.result {
                outcome.result = .object(members + [JSONTree.Member("deliveryError", report.json)])
            }
        }
    }

    private static func incomplete(_ run: RunID) -> String {
        "\(run) is published, but not everything of it is delivered: see the error."
    }
}
