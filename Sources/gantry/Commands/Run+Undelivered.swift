internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryPipelines
internal import GantryRuns
internal import GantryTerminal
internal import Logging

/// Deliveries of earlier nights that failed or were interrupted.
extension Run {
    /// How such deliveries ended.
    struct MadeUp {
        var statuses: [ExitStatus] = []
        var lines: [String] = []
        var json: [JSONTree] = []
    }

    /// Delivers what earlier runs of the pipeline were to bring somewhere and didn't, oldest first. One that fails again
    /// keeps neither the others nor the new run.
    ///
    /// - Throws: what stops everything: a request to end.
    func makeUpDeliveries(
        _ request: ExportRequest, in session: Session, stop: StopRequest
    ) async throws -> MadeUp {
        var made = MadeUp()
        let name = request.pipeline.name
        let names = Set(request.pipeline.deliver.map(\.to))
        guard !names.isEmpty, request.pipeline.signOff == nil else { return made }
        let open = try await Gantry.openDeliveries(
            of: name, besides: request.period.name, to: names, in: request.workspace)
        for delivery in open {
            let places = delivery.deliver.map(\.to).joined(separator: ", ")
            if !output.isQuiet, !output.isJSON {
                session.console.log([
                    "\(delivery.run) was not delivered completely to \(places), so that is done first."
                ])
            }
            session.log?.info("\(delivery.run) is delivered to \(places) first.")
            do {
                let outcome = try await deliver(delivery, request, session, stop)
                made.statuses.append(outcome.status == .alreadyPublished ? .complete : outcome.status)
                made.lines += outcome.lines + [""]
                made.json.append(outcome.result)
            } catch {
                session.progress.clear()
                guard !stop.isRequested else { throw error }
                let report = ErrorReport(error, command: nil, run: delivery.run)
                session.log?.error(report, of: delivery.run)
                session.console.log(["\(delivery.run):"] + report.lines(style: session.console.errorStyle))
                made.statuses.append(report.status)
                made.lines += ["\(delivery.run) could not be delivered. Its error is above.", ""]
                made.json.append(.object(["run": .string(delivery.run.description), "error": report.json]))
            }
        }
        return made
    }

    private func deliver(
        _ delivery: OpenDelivery, _ request: ExportRequest, _ session: Session, _ stop: StopRequest
    ) async throws -> Outcome {
        let configuration = try DeliverySteps.configuration(
            pipeline.config, request.workspace, session, isNeeded: true)
        var steps = DeliverySteps(
            run: delivery.run, configuration: configuration, workspace: request.workspace, session: session)
        steps.isListed = true
        return try await steps.perform(
            delivery.deliver.compactMap { item in
                configuration.map { DeliverySteps.Step(to: item.to, in: $0, form: item.form) }
            }, stop)
    }
}
