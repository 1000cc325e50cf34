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
        for try await page in journal.pages(of: facts.run) {
            entries += page.lazy.filter { $0.state == .done }.prefix(sent.count - entries.count)
            // A ledger can have more entries than memory should.
            guard entries.count < sent.count else { break }
        }
        var shown: [(row: Row, mark: FileFingerprint)] = []
        for (row, entry) in zip(sent, entries) where shown.count < UploadReport.mostPictures {
            let marks = FileFingerprint.all(in: entry.content).sorted { $0.key < $1.key }
            shown += marks.map { (row, $0.value) }
        }
        guard !shown.isEmpty else { return }
        let scratch: ScratchFolder?
        let small: SmallPictures
        do {
            let kept = try UploadReport.kept(in: workspace)
            scratch = try kept == nil ? ScratchFolder("gantry-pictures-", in: ScratchFolder.parent([:])) : nil
            guard let folder = kept ?? scratch?.path else { return }
            small = SmallPictures(keepingIn: folder)
        } catch is FileError {
            // On a full disk the page is shown without them.
            return
        }
        defer { withExtendedLifetime(scratch) {} }
        func find(
            _ shown: [(row: Row, mark: FileFingerprint)], _ paths: (String) -> [String]
        ) async throws -> [(path: String, picture: [UInt8]?)?] {
            try await SentFile.pictures(
                of: shown.map { SentFile($0.mark, at: $0.row.cells.flatMap(paths), in: folder) }, by: small)
        }
        var found = try await find(shown, NamedFiles.paths)
        // The others are called otherwise in the sheet, or in another folder.
        let missing = found.indices.filter { found[$0] == nil }
        if !missing.isEmpty {
            let files = UploadReport.files(below: folder)
            let others = try await find(missing.map { shown[$0] }) { cell in
                NamedFiles.names(in: cell).flatMap { files[$0] ?? [] }
            }
            for (index, other) in zip(missing, others) { found[index] = other }
        }
        pictures = zip(shown, found).map { shown, found in
            let names = found.map { NamedFiles.spellings(of: $0.path) } ?? []
            return Gallery.Item(
                row: shown.row.number,
                cells: shown.row.cells.filter { cell in
                    !cell.isEmpty && !NamedFiles.names(in: cell).contains(where: names.contains)
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
