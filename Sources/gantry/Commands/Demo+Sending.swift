internal import ArgumentParser
internal import FoundationEssentials
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryPipelines
internal import GantryProgram
internal import GantryTerminal

extension Demo {
    /// Sends the sample sheet of a pipeline to the sample back end.
    func send(
        _ work: Pipeline.Import, of file: Pipeline, _ workspace: Workspace, _ usualPorts: [String: Int],
        _ servers: [SampleServer], _ session: Session, _ stop: StopRequest
    ) async throws -> Outcome {
        if let export = work.sheet.export {
            return try await sendExport(export, for: work, of: file, workspace, usualPorts, servers, session, stop)
        }
        let folder = try samples(session)
        let name = "\(Demo.sheets[file.name] ?? file.name.split(separator: "-").dropLast().joined(separator: "-")).csv"
        let sheet = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: sheet) else {
            throw UsageError(
                "There is no sample sheet \(name) in \(folder).",
                advice: "Run the pipeline with a sheet of your own: gantry run \(file.name) --sheet …")
        }
        let batch = SheetPath.batch(of: String(name.prefix { $0 != "." }), in: folder)
        let (environment, startsOver) = try await environment(
            of: file, batch, workspace, usualPorts, servers, session)
        var request = ImportRequest(
            pipeline: file, work: work, connection: try connection(of: file, environment), workspace: workspace,
            sheet: sheet, folder: work.files.folder.map { "\(folder)/\($0)" } ?? folder, batch: batch,
            environment: environment,
            command: session.command.shellText)
        // The samples show both new records and changes.
        request.work.creates = true
        request.snapshot = Demo.days[file.name].flatMap { Instant("\($0)T04:00:00Z") }
        request.startsOver = startsOver
        return try await send(request, session, stop)
    }

    /// Exports a period first, and sends what was exported.
    private func sendExport(
        _ export: String, for work: Pipeline.Import, of file: Pipeline, _ workspace: Workspace,
        _ usualPorts: [String: Int], _ servers: [SampleServer], _ session: Session, _ stop: StopRequest
    ) async throws -> Outcome {
        let exporting = try PipelineOptions.load(export, workspace, [], session)
        guard exporting.payroll != nil else {
            throw UsageError(
                "\(file.name) sends an export of \(export), which the demonstration can't make.",
                advice: "Run it with a server of your own.")
        }
        let period = try period(of: file.name)
        let exported = try await request(exporting, workspace, usualPorts, servers, session, period: period)
        _ = try await session.progress.during {
            try await Gantry.export(exported, stop: stop) { [progress = session.progress] in progress.note($0) }
        }
        var request = ImportRequest(
            pipeline: file, work: work, connection: exported.connection, workspace: workspace, sheet: nil, folder: nil,
            batch: period.name,
            environment: exported.environment, command: session.command.shellText)
        request.period = period
        return try await send(request, session, stop)
    }

    private func send(_ request: ImportRequest, _ session: Session, _ stop: StopRequest) async throws -> Outcome {
        let result = try await session.progress.during {
            try await Gantry.send(request, stop: stop) { [progress = session.progress] in progress.note($0) }
        }
        let status: ExitStatus =
            result.wasPublished ? .alreadyPublished : result.counts.refused > 0 ? .completeWithRejects : .complete
        return Outcome(
            status: status,
            lines: ImportReport.lines(
                result, command: session.command, workspace: request.workspace.path, style: session.console.outStyle),
            result: ResultValues.result(result))
    }

    /// The folder with sample sheets and files, beside that of the pipelines.
    private func samples(_ session: Session) throws -> String {
        let places = ["Samples/uploads"] + (session.installedPipelines.map { ["\($0)/../Samples/uploads"] } ?? [])
        guard let found = places.first(where: Session.isFolder) else {
            throw UsageError(
                "The sample sheets and files are not here.",
                advice: "Run the command in the folder that Gantry was unpacked or cloned to.")
        }
        return found
    }
}
