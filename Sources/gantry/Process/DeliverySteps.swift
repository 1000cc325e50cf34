internal import FoundationEssentials
internal import GantryAccounts
internal import GantryDelivery
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryPipelines
internal import GantryProgram
internal import GantryRuns
internal import GantryTerminal

/// Deliveries of a run that nobody signs, one place after the other.
struct DeliverySteps {
    let run: RunID
    let configuration: Configuration?
    let workspace: GantryModel.Workspace
    let session: Session

    /// One place, and what goes there.
    struct Step {
        let to: DeliveryRequest.Target
        let form: Pipeline.Deliver.Form
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
    static func address(of run: RunID, at target: DeliveryRequest.Target) -> String {
        switch target {
        case .folder(let path): path
        case .destination(let destination): DeliveryPlaces.address(of: run, at: destination)
        }
    }

    func perform(_ steps: [Step], _ stop: StopRequest) async throws -> Outcome {
        var outcome = Outcome(status: .alreadyPublished, lines: [], result: .null)
        var results: [JSONTree] = []
        for step in steps {
            var request = DeliveryRequest(
                run: run, to: step.to,
                places: DeliveryPlaces(configuration?.destinations ?? [], environment: session.environment),
                workspace: workspace, command: session.command.shellText)
            request.form = step.form
            let result = try await Gantry.deliver(request, stop: stop)
            if result.new > 0 { outcome.status = .complete }
            outcome.lines += DeliveryReport.lines(result, style: session.console.outStyle)
            results.append(ResultValues.delivery(result))
        }
        outcome.result = .object(["run": .string(run.description), "deliveries": .array(results)])
        return outcome
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
            let steps = DeliverySteps(
                run: run, configuration: configuration, workspace: request.workspace, session: session)
            let targets = try deliver.compactMap { item in
                try configuration.map {
                    Step(to: .destination(try $0.destination(named: item.to)), form: item.form)
                }
            }
            let delivered = try await steps.perform(targets, stop)
            outcome.lines += [""] + delivered.lines
            if outcome.status == .alreadyPublished { outcome.status = delivered.status }
            if case .object(let members) = outcome.result, let all = delivered.result["deliveries"] {
                outcome.result = .object(members + [JSONTree.Member("deliveries", all)])
            }
        } catch {
            let report = ErrorReport(error, command: session.command)
            session.console.log(report.lines(style: session.console.errorStyle))
            outcome.status = report.status
            outcome.lines += ["", "\(run) is published, but not everything of it is delivered: see the error."]
            if case .object(let members) = outcome.result {
                outcome.result = .object(members + [JSONTree.Member("deliveryError", report.json)])
            }
        }
    }
}
