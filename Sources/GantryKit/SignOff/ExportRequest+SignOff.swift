internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJournal
internal import GantryModel
internal import GantryPipelines
internal import GantrySignOff

extension ExportRequest {
    /// Proves that the next revision of a signed period may be made: there is a reason for it, and what was signed is
    /// still there to be compared with.
    ///
    /// - Throws: `SignOffRefusal`; `BookError` when the book isn't what the journal keeps.
    func requireReason(_ journal: SQLiteJournal) async throws {
        guard revision == .next, pipeline.signOff != nil else { return }
        let first = RunID(pipeline: pipeline.name, period: period.name, revision: 1)
        let history = try await BookKeeper(journal, SignOffPlace(run: first, workspace: workspace)).history
        guard let signed = history.signedRevisions(of: first).last?.run else { return }
        guard let because else { throw SignOffRefusal.needsReason(signed) }
        try SignOffMachine.requireReason(because)
        let problems = try await problems(of: signed, journal)
        guard problems.isEmpty else { throw SignOffRefusal.lostBase(signed, what: problems) }
    }

    private func problems(of signed: RunID, _ journal: SQLiteJournal) async throws -> [String] {
        let folder = workspace.folder(of: signed)
        guard RunDirectories.isFolder(folder) else { return ["\(folder) is missing"] }
        let found = try BagReader(folder: folder).verify().findings.prefix(10).map { "\($0.path): \($0.explanation)" }
        guard found.isEmpty else { return found }
        let digest = try ReadFile.contents(of: BagTag.tagManifest, under: folder).digest.description
        return try await journal.bag(of: signed) == digest ? [] : ["\(BagTag.tagManifest) is not what was published"]
    }
}
