internal import GantryEngine
internal import GantryFormats
internal import GantryImports
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

extension ExportFolder {
    /// The folder of a published run, whose files are all as its manifest says.
    /// - Throws: `RunError.unusableRun` when the run isn't published, or a file changed.
    static func proven(_ run: RunID, in workspace: Workspace) async throws -> ExportFolder {
        try proven(run, at: try await Gantry.publishedFolder(of: run, in: workspace))
    }

    /// The same, of a folder whose `bagit.txt` may be missing.
    static func proven(_ run: RunID, at folder: String) throws -> ExportFolder {
        try prove(run, BagReader(folder: folder).verify())
        return try ExportFolder(folder)
    }

    /// The same, of the files that tell the pay lines and what is held; others may have changed.
    static func provenPay(of run: RunID, in workspace: Workspace) async throws -> ExportFolder {
        let folder = try await Gantry.publishedFolder(of: run, in: workspace)
        let reader = BagReader(folder: folder)
        try prove(run, reader.verify(only: [TotalsFile.path]))
        let export = try ExportFolder(folder)
        let lines =
            export.file(PayXMLFormat.name) == nil
            ? [
                "archive", FileEntry.employees, FileEntry.leave, FileEntry.pipeline, FileEntry.decisions,
                FileEntry.payPeriods,
            ] : [PayXMLFormat.name]
        let files = export.files(lines + [ExceptionsFormat.name, FileEntry.joinedWorkers])
        try prove(run, reader.verify(only: files.map { "data/\($0.name)" }))
        return export
    }

    /// The same, of the result sheet of a run that sends rows; others may have changed.
    static func provenResult(of run: RunID, in workspace: Workspace) async throws -> ExportFolder {
        let folder = try await Gantry.publishedFolder(of: run, in: workspace)
        try prove(run, BagReader(folder: folder).verify(only: [TotalsFile.path, "data/\(ResultSheet.name)"]))
        return try ExportFolder(folder)
    }

    private static func prove(_ run: RunID, _ report: BagReport) throws {
        if let finding = report.findings.first { throw RunError.changedBag(of: run, finding) }
    }
}

extension RunError {
    /// What refuses an export whose files aren't those that were published.
    static func changedBag(of run: RunID, _ finding: BagFinding) -> RunError {
        RunError(
            .unusableRun, "\(run) changed after it was published: \(finding.path): \(finding.explanation)",
            advice: "\(.verify(run: run.description)) lists all differences. Restore the folder from a copy.")
    }
}
