internal import FoundationEssentials
internal import GantryEngine
internal import GantryFiles
internal import GantryImports
internal import GantryModel
internal import GantryPages
internal import GantryRuns

extension UploadReport {
    /// So many files are shown.
    private static let mostPictures = 60
    /// A larger folder isn't looked through for them.
    private static let mostFiles = 100_000

    /// Adds a small picture of each of the first files that were sent. Only of the very content that was sent: a file
    /// with that name can have been replaced since.
    mutating func addPictures(in workspace: Workspace) async throws {
        guard let journal = try workspace.existingJournal(),
            let folder = try await journal.document(named: ImportSummary.folderName, of: facts.run)
        else { return }
        // The rows of the result are the ledger's entries, in their order.
        var entries: [LedgerEntry] = []
        try await journal.forEachEntry(of: facts.run) { entries += $0.filter { $0.state == .done } }
        let files = UploadReport.files(below: folder)
        var shown: [(row: Row, file: SentFile)] = []
        for (row, entry) in zip(sent, entries) {
            let paths = row.cells.flatMap { NamedFiles.names(in: $0) }.flatMap { files[$0] ?? [] }
            for (_, mark) in FileFingerprint.all(in: entry.content).sorted(by: { $0.key < $1.key }) {
                shown.append((row, SentFile(mark, at: paths, in: folder)))
            }
            guard shown.count < UploadReport.mostPictures else { break }
        }
        guard !shown.isEmpty else { return }
        let scratch = try ScratchFolder("gantry-pictures-", in: ScratchFolder.parent([:]))
        let found = try await SentFile.pictures(
            of: shown.map(\.file), by: SmallPictures(keepingIn: UploadReport.kept(in: workspace) ?? scratch.path))
        pictures = zip(shown, found).map { shown, found in
            Gallery.Item(
                row: shown.row.number,
                cells: shown.row.cells.filter { cell in
                    !cell.isEmpty
                        && (found == nil || !NamedFiles.names(in: cell).contains { files[$0] != nil })
                }, file: found?.path,
                picture: found?.picture.map { "data:image/jpeg;base64," + Data($0).base64EncodedString() })
        }
    }

    /// Where pictures are kept; `nil` in a workspace that can only be read.
    private static func kept(in workspace: Workspace) throws -> String? {
        guard try Folders.isWritable(workspace.path) else { return nil }
        // No connection has a blank in its name, so that none has such a folder for its answers.
        let name = "cache/small pictures"
        try Folders.makePrivate(name, under: workspace.path)
        return "\(workspace.path)/\(name)"
    }

    /// The paths of files by what cells can call them; nothing for a folder that can't be listed any more.
    private static func files(below folder: String) -> [String: [String]] {
        var paths: [String: [String]] = [:]
        do throws(FileError) {
            for entry in try Folders.list(folder, limit: mostFiles) where entry.kind == .file {
                for name in NamedFiles.spellings(of: entry.path) { paths[name, default: []].append(entry.path) }
            }
        } catch {
            return [:]
        }
        return paths
    }
}
