internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

/// Which entries published runs export. Each month is compared with all that were paid before, so the numbers of a run
/// are kept in the workspace's cache once they are read from its archive. Keys that are texts are read each time.
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

    /// What was read of an export once, also where its folder is gone since.
    ///
    /// - Parameter seal: the digest of its tag manifest.
    /// - Returns: `nil` where it was never read, or has keys that are texts.
    func kept(_ seal: ContentDigest) throws -> EntryNumbers? {
        try ReadFile.ifExists("\(workspace.path)/\(PaidEntries.place)/\(seal).ids").flatMap { EntryNumbers(file: $0) }
    }
}
