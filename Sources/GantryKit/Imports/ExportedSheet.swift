internal import GantryEngine
internal import GantryFiles
internal import GantryModel

extension ImportRequest {
    /// The same request with the sheet that a published export holds, where the pipeline file names one.
    ///
    /// The export is proven from its files first, so that what is sent is what was checked and published.
    func withExportedSheet() async throws -> ImportRequest {
        guard sheet == nil, let export = pipeline.sheet.export else { return self }
        guard let period else {
            throw RunError(.unusableRun, "\(pipeline.name) needs a period.", advice: "Add --period, such as --period 2026-10.")
        }
        let runs = try await Gantry.runs(in: workspace)
        let published = runs.filter { $0.id.pipeline == export && $0.id.period == period.name && $0.phase == .complete }
        guard let newest = published.max(by: { $0.id.revision < $1.id.revision }) else {
            throw RunError(
                .unusableRun, "\(export) of \(period.name) is not published in this workspace, and \(pipeline.name) sends what is in it.",
                advice: "Run it first: gantry run \(export) --period \(period.name)")
        }
        let source = source
        if let exported = newest.source, !exported.matches(source) {
            throw RunError(
                .otherSource,
                "\(newest.id) was exported from \(exported.words), and \(pipeline.name) would send its rows to \(source.words).",
                advice: "Send them over the connection that they were exported from. Nothing was sent.")
        }
        let folder = workspace.folder(of: newest.id)
        let sealed = try await Gantry.sealedDigest(of: newest.id, in: workspace)
        if let finding = try await Gantry.verify(folder: folder, sealed: sealed).findings.first {
            throw RunError(
                .verificationFailed, "\(newest.id) can't be trusted: \(finding.path): \(finding.message)",
                advice: "Nothing was sent. gantry verify \(newest.id) says more; run it again as a new revision.")
        }
        var request = self
        request.sheet = "\(folder)/data/\(pipeline.sheet.file ?? "work-entries.csv")"
        return request
    }
}
