internal import GantryFiles
internal import GantryImports
internal import GantryModel

/// Small pictures of dropped files, made one after the other.
actor Thumbnails {
    private let files: DroppedFiles

    private static let folder = "thumbnails"

    init(_ files: DroppedFiles) { self.files = files }

    /// A JPEG image; `nil` for a file that has none.
    func picture(_ id: String, _ path: String) throws -> [UInt8]? {
        guard try files.list(id).contains(where: { $0.path == path }) else { return nil }
        let kept = "\(DroppedFiles.root)/\(id)/\(Thumbnails.folder)"
        try Folders.makePrivate(kept, under: files.workspace.path)
        return try SmallPictures(keepingIn: "\(files.workspace.path)/\(kept)").picture(
            SmallPictures.Job(path, in: files.folder(id)))
    }
}
