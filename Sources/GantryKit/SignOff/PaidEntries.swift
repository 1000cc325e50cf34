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
        let name = "\(ContentHasher.digest(of: seal.span)).ids"
        let kept = "\(workspace.path)/\(PaidEntries.place)"
        if let file = try ReadFile.ifExists("\(kept)/\(name)"), let numbers = EntryNumbers(file: file) {
            return numbers
        }
        let numbers = try await ExportedEntries(folder).ids()
        do throws(FileError) {
            if let file = numbers.file, try Folders.isWritable(workspace.path) {
                try Folders.makePrivate(PaidEntries.place, under: workspace.path)
                try Publishing.keep(file, as: name, in: kept)
            }
        } catch {
            // On a full disk they are read anew the next time.
        }
        return numbers
    }
}
