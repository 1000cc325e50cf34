internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// The files of one dataset of a run. They are proven and left among the parts: the run bags and publishes all its
/// datasets together.
actor DatasetOutputs<R: DatasetRecord>: PartOutputs {
    typealias Summary = DatasetRules<R>.Summary

    private let dataset: Pipeline.Dataset
    private let described: Dataset<R>
    private let place: RunDirectories
    private let landing: LandingFile<R>
    private let archive: String?
    private let snapshot: Instant
    nonisolated let parts: PartSet<R>

    /// - Parameters:
    ///   - archive: the name that the landing gets when it becomes an archive.
    ///   - snapshot: when the run started.
    init(
        dataset: Pipeline.Dataset, _ described: Dataset<R>, place: RunDirectories, landing: LandingFile<R>,
        archive: String?,
        snapshot: Instant, writers: [any PartWriter<R>]
    ) {
        self.dataset = dataset
        self.described = described
        self.place = place
        self.landing = landing
        self.archive = archive
        self.snapshot = snapshot
        parts = PartSet(writers: writers)
    }

    func seal(_ summary: Summary) async throws -> StageResult {
        var marks = try DatasetPlan.withWorkbooks(
            try await parts.finish([]), of: dataset, described, in: place, created: snapshot)
        let rejects = DatasetPlan.rejectsName(dataset)
        if summary.counts.rejected == 0 {
            marks.removeAll { $0.name == rejects }
        } else {
            try place.copyIntoBag(rejects)
        }
        let landed = try await landing.finish()
        if archive != nil { marks.append(landed) }
        var files = marks.map { DatasetPlan.file($0, of: dataset) }
        if let listing = described.downloads { files += try await downloads(listing) }
        try await SealVerification(folder: place.data).verify(files.map(\.readBack))
        let result = DatasetResult(
            dataset: dataset.name, counts: summary.counts, exceptions: summary.exceptions, months: summary.months,
            files: files.map(\.file))
        return StageResult(
            name: dataset.shortName, counts: summary.counts, files: result.files.map(\.stageFile),
            totals: result.tree.compact, bookmark: summary.bookmark?.text)
    }

    /// The downloaded files, with nothing else in the folder.
    private func downloads(
        _ listing: any FileListing<R>
    ) async throws -> [(file: DatasetResult.File, readBack: ReadBack)] {
        let files = try await DownloadedFiles.list(described, listing, landing: landing.path)
        try DownloadedFiles.removeOthers(
            than: files, in: "\(place.data)/\(dataset.shortName)", under: place.workspace.path)
        return files.map { file in
            let mark = FileCheckpoint(
                name: "\(dataset.shortName)/\(file.name)", length: file.length, sha256: file.sha256)
            let entry = DatasetResult.File(
                name: mark.name, format: DatasetResult.download, rows: 0, length: mark.length, sha256: mark.sha256)
            return (entry, ReadBack(mark: mark, proof: .download))
        }
    }
}
