package import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryRuns

/// Where the zip file of a run lies while it is delivered.
package enum BagZipPlace {
    /// Below the workspace.
    package static func path(of run: RunID) -> String { "deliveries/\(stem(of: run)).zip" }

    static func stem(of run: RunID) -> String { "\(run.pipeline)-\(run.period)-r\(run.revision)" }
}

/// An export folder as one zip file, with the folder `{pipeline}-{period}-r{revision}` in it. The same run gives the
/// same bytes, so that a delivery that was interrupted continues with them.
struct BagZip {
    /// `{pipeline}-{period}-r{revision}.zip`.
    let name: String
    /// The file, below the workspace, while the delivery lasts.
    let path: String
    let bytes: Int
    let digest: ContentDigest

    /// Writes the files in their order, the manifest of the manifests last, below the folder `deliveries`.
    init(_ files: [BagFile], of run: RunID, in workspace: Workspace) throws {
        let stem = BagZipPlace.stem(of: run)
        name = "\(stem).zip"
        path = BagZipPlace.path(of: run)
        do {
            let writer = try ZipWriter("\(workspace.path)/\(path)")
            for file in files {
                try writer.add(
                    "\(stem)/\(file.path)", from: file.path, under: workspace.folder(of: run), bytes: file.length,
                    expecting: file.digest)
            }
            try writer.close()
            (bytes, digest) = try ReadFile.contents(of: path, under: workspace.path)
        } catch {
            // On a full disk the part would keep it full.
            try? Folders.remove(path, under: workspace.path)
            throw error
        }
    }

    /// Removes the file; the same call makes it again.
    func remove(in workspace: Workspace) throws { try Folders.remove(path, under: workspace.path) }
}
