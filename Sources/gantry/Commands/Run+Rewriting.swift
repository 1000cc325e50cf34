internal import ArgumentParser
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

extension Run {
    /// Writes the files of a published run anew from what it fetched, as a new revision.
    func rewrite(_ reference: RunReference, in session: Session, stop: StopRequest) async throws -> Outcome {
        let place = pipeline.workspace.workspace(session.environment)
        let run = try await Gantry.run(reference, ofPay: true, in: place)
        let given = PipelineReference(pipeline.pipeline)
        let named = PipelineReference(
            pipeline: given.pipeline, connection: given.connection ?? PipelineReference(run.pipeline).connection)
        let file = try PipelineFiles.load(
            named.description, workspace: place, settings: pipeline.settings, session: session)
        guard file.paysPeople else {
            throw UsageError(
                "\(pipeline.pipeline) isn't a payroll export, and only those can be rewritten.",
                advice: "Run the pipeline with --revision next to fetch its datasets again.")
        }
        var request = ExportRequest(
            pipeline: file, period: try PayPeriod(run.period),
            connection: try PipelineFiles.connection(of: file, workspace: place, session: session),
            workspace: place, environment: session.environment, command: session.command.shellText)
        request.because = revising.because
        request.snapshot = large.snapshotTime
        return try await session.export(stop: stop) { stop, observe in
            try await Gantry.rewrite(run, request: request, stop: stop, observe: observe)
        }
    }

    /// - Throws: `ValidationError` for options that say what is fetched, where nothing is.
    func requireNothingFetched() throws {
        let others: [(String, Bool)] = [
            ("--period", pipeline.period.period != nil), ("--open-period", pipeline.period.openPeriod),
            ("--connections", pipeline.connections != nil), ("--revision", revising.revision != nil),
            ("--part", large.part != nil), ("--start-over", startOver), ("--sheet", pipeline.imports.sheet != nil),
        ]
        guard revising.settings == .signed else {
            throw ValidationError(
                "--from takes the rates and employees of a run, so --settings now can't be added. "
                    + "--revision next --settings now asks for those of today.")
        }
        guard let other = others.first(where: \.1)?.0 else { return }
        throw ValidationError(
            "--from takes the period and the records of a run, so \(other) can't be added.")
    }
}
