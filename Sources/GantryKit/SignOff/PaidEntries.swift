internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

/// Which entries published runs export. Each month is compared with all that were paid before, so the numbers of a run
/// are kept in the workspace's cache once they are read from its archive. Keys that are texts are read each time. Of
/// runs that were paid, the journal has the entries too: other machines, which lack the folder, know them by it.
struct PaidEntries {
    let workspace: Workspace

    // No connection has a blank in its name, so that none has such a folder for its answers.
    private static let place = "cache/paid entries"

    /// - Throws: `RunError.unusableRun` where the export doesn't keep its entries; `FileError`.
    func numbers(in folder: ExportFolder) async throws -> EntryNumbers {
        // What seals a folder tells it from any other that had its name.
        guard let seal = try ReadFile.ifExists("\(folder.path)/\(BagTag.tagManifest)") else {
            return try await ExportedEntries(folder).ids()
        }
        let digest = ContentHasher.digest(of: seal.span)
        if let numbers = try kept(digest) { return numbers }
        let numbers = try await ExportedEntries(folder).ids()
        do throws(FileError) {
            if let file = numbers.file, try Folders.isWritable(workspace.path) {
                try Folders.makePrivate(PaidEntries.place, under: workspace.path)
                try Publishing.keep(file, as: "\(digest).ids", in: "\(workspace.path)/\(PaidEntries.place)")
            }
        } catch {
            // On a full disk they are read anew the next time.
        }
        return numbers
    }

    /// The journal's document of a run that is paid: a list of keys.
    private static let documentName = "paid-entries"

    /// Notes what a run has, before it is paid; nothing of one that doesn't keep its entries.
    ///
    /// - Throws: `FileError`, or `RunError.landingDamaged` for an archive that can't be read.
    func note(_ run: RunID, _ journal: any WorkspaceJournal) async throws {
        guard let folder = try ExportFolder.ifExists(workspace.folder(of: run)) else { return }
        do {
            let keys = try await numbers(in: folder).all.map { JSONTree.key($0) }
            try await journal.keep(JSONTree.array(keys).compact, named: PaidEntries.documentName, for: run)
        } catch let error as RunError where error.code == .unusableRun {}
    }

    /// What is known of a run whose folder isn't here.
    ///
    /// - Returns: `nil` where its entries were neither noted nor read before.
    func known(of run: RunID, _ journal: any WorkspaceJournal) async throws -> EntryNumbers? {
        if let text = try await journal.document(named: PaidEntries.documentName, of: run) {
            return EntryNumbers((try JSONTree(Array(text.utf8)).list ?? []).compactMap(\.key))
        }
        return try await journal.bag(of: run).flatMap { ContentDigest(hex: $0) }.flatMap { try kept($0) }
    }

    /// What was read of an export once.
    ///
    /// - Parameter seal: the digest of its tag manifest.
    /// - Returns: `nil` where it was never read, or has keys that are texts.
    private func kept(_ seal: ContentDigest) throws -> EntryNumbers? {
        try ReadFile.ifExists("\(workspace.path)/\(PaidEntries.place)/\(seal).ids").flatMap { EntryNumbers(file: $0) }
    }
}
