internal import FoundationEssentials
internal import GantryEngine
internal import GantryImports
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

extension Demo {
    /// Sends the sample sheet of a pipeline to the sample back end.
    func send(_ work: Pipeline.Import, of file: Pipeline, in scene: DemoScene) async throws -> Outcome {
        if let export = work.sheet.export { return try await sendExport(export, for: work, of: file, in: scene) }
        let folder = try samples(in: scene)
        let name = "\(Demo.sheets[file.name] ?? file.name.split(separator: "-").dropLast().joined(separator: "-")).csv"
        let sheet = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: sheet) else {
            throw UsageError(
                "There is no sample sheet \(name) in \(folder).",
                advice: "Run the pipeline with a sheet of your own: gantry run \(file.name) --sheet …")
        }
        let batch = SheetPath.batch(of: String(name.prefix { $0 != "." }), in: folder)
        let (connection, environment, startsOver) = try await scene.connection(of: file, period: batch)
        var request = ImportRequest(
            pipeline: file, work: work, connection: connection, workspace: scene.workspace, sheet: sheet,
            folder: work.files.folder.map { "\(folder)/\($0)" } ?? folder, batch: batch, environment: environment,
            command: scene.session.command.shellText)
        // The samples show both new records and changes.
        request.work.creates = true
        request.snapshot = Demo.days[file.name].flatMap { Instant("\($0)T04:00:00Z") }
        request.startsOver = startsOver
        return try await send(request, in: scene)
    }

    /// Exports a period first, and sends what was exported.
    private func sendExport(
        _ export: String, for work: Pipeline.Import, of file: Pipeline, in scene: DemoScene
    ) async throws -> Outcome {
        let exporting = try PipelineFiles.load(
            export, workspace: scene.workspace, settings: [], session: scene.session)
        guard exporting.paysPeople else {
            throw UsageError(
                "\(file.name) sends an export of \(export), which gantry demo can't make.",
                advice: "Run it with a server of your own.")
        }
        let period = try period(of: file.name)
        let exported = try await request(exporting, in: scene, period: period)
        _ = try await scene.session.progress.during {
            try await Gantry.export(exported, stop: scene.stop) { [progress = scene.session.progress] in
                progress.note($0)
            }
        }
        var request = ImportRequest(
            pipeline: file, work: work, connection: exported.connection, workspace: scene.workspace, sheet: nil,
            folder: nil, batch: period.name, environment: exported.environment, command: scene.session.command.shellText
        )
        request.period = period
        return try await send(request, in: scene)
    }

    private func send(_ request: ImportRequest, in scene: DemoScene) async throws -> Outcome {
        let session = scene.session
        let result = try await session.progress.during {
            try await Gantry.send(request, stop: scene.stop) { [progress = session.progress] in progress.note($0) }
        }
        let status: ExitStatus =
            result.wasPublished ? .alreadyPublished : result.counts.refused > 0 ? .completeWithRejects : .complete
        return Outcome(
            status: status,
            lines: ImportReport.lines(
                result, command: session.command, workspace: request.workspace.path, style: session.console.outStyle),
            result: ResultValues.result(result))
    }

    /// A copy in the workspace of the sample sheets and files, which lie next to the pipelines: people correct sheets
    /// and files where they are, and not everyone can write where Gantry is installed.
    private func samples(in scene: DemoScene) throws -> String {
        let copy = "\(scene.workspace.path)/samples"
        if Session.isFolder(copy) { return copy }
        let places =
            ["Samples/uploads"] + (scene.session.installedPipelines.map { ["\($0)/../Samples/uploads"] } ?? [])
        guard let found = places.first(where: Session.isFolder) else {
            throw UsageError(
                "The sample sheets and files can't be found.",
                advice: "Run the command in the folder that Gantry was unpacked or cloned to.")
        }
        let part = copy + ".part"
        _ = try? FileManager.default.removeItem(atPath: part)
        try copyFiles(from: found, to: part)
        try FileManager.default.moveItem(atPath: part, toPath: copy)
        return copy
    }

    /// The bytes alone: whoever tries an installed program can't give files the owner and the times that they have
    /// there.
    private func copyFiles(from folder: String, to copy: String) throws {
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let (path, target) = ("\(folder)/\(name)", "\(copy)/\(name)")
            guard !Session.isFolder(path) else {
                try copyFiles(from: path, to: target)
                continue
            }
            try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: target))
        }
    }
}
